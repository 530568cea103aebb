"""Many accounts are changed or deleted at once, with all that follows for each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from server.access.sessions.events import SessionEndReason
from server.people.account.account_rules import (
    Change,
    Editor,
    change_of,
    is_super_admin,
    refuse_acting,
    refuse_change,
    takes_a_super_admin,
)
from server.people.account.change_accounts import change_accounts, delete_accounts, super_admins_to_keep
from server.people.account.errors import SelfForbiddenError
from server.people.account.people_repository import lock_accounts
from server.people.invitations.invite_user import invite_activated
from server.platform.services import Services
from server.vocabulary.field_kinds import Value
from server.vocabulary.profiles import Profile
from tests.fixtures.people import Person, SignIn
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.user_calls import Desk

ENTRIES = "SELECT * FROM audit_entries WHERE subject_id = ANY($1::uuid[]) ORDER BY subject_id, id"


def editor(desk: Desk, *, address: str | None = None) -> Editor:
    company_id, user_id = desk.person.company.id, desk.person.id
    return Editor(company_id=company_id, user_id=user_id, profile=Profile.SUPER_ADMIN, address=address)


async def change(desk: Desk, wanted: Mapping[UUID, Mapping[str, Value]]) -> dict[UUID, int]:
    company_id = desk.person.company.id
    async with desk.services.unit_of_work() as unit:
        locked = await lock_accounts(unit.connection, list(wanted), company_id=company_id)
        changes = [change_of(locked[user_id], fields) for user_id, fields in wanted.items()]
        versions = await change_accounts(unit, changes, by=editor(desk, address="203.0.113.9"))
        await invite_activated(unit, changes, company_id=company_id)
    await desk.services.database.settle()
    return versions


async def fetch(services: Services, query: str, *values: object) -> list[Any]:
    async with services.database.reading() as connection:
        return list(await connection.raw.fetch(query, *values))


async def people(sign_in: SignIn, *profiles: Profile) -> list[Person]:
    return [await sign_in(profile) for profile in profiles]


async def test_each_account_gets_its_own_change(desk: Desk, sign_in: SignIn, publisher: RecordingPublisher) -> None:
    renamed, moved, left, born = await people(sign_in, *[Profile.TRAINEE] * 4)
    wanted: dict[UUID, dict[str, Value]] = {
        renamed.id: {"fullName": "Asha Rao", "phone": "+919000000001", "workLocation": "Pune"},
        moved.id: {"profile": "TRAINER", "role": "MENTOR"},
        left.id: {"isActive": False},
        born.id: {"dateOfBirth": "1991-02-28", "gender": "FEMALE"},
    }
    assert await change(desk, wanted) == dict.fromkeys(wanted, 2)
    rows = [await desk.row(each) for each in wanted]
    assert (rows[0]["full_name"], rows[0]["phone"], rows[0]["work_location"]) == ("Asha Rao", "+919000000001", "Pune")
    assert [row["profile"] for row in rows] == ["TRAINEE", "TRAINER", "TRAINEE", "TRAINEE"]
    assert [row["is_active"] for row in rows] == [True, True, False, True]
    assert (rows[3]["date_of_birth"].isoformat(), rows[3]["gender"]) == ("1991-02-28", "FEMALE")
    assert publisher.ended == [(left.session_id, SessionEndReason.DEACTIVATED)]
    assert publisher.moved == [moved.id]


async def test_each_change_is_audited_without_what_is_private(desk: Desk, sign_in: SignIn) -> None:
    one, two = await people(sign_in, Profile.TRAINEE, Profile.TRAINEE)
    await change(
        desk,
        {
            one.id: {"phone": "+919000000001", "dateOfBirth": "1991-02-28", "gender": "FEMALE"},
            two.id: {"fullName": "Asha Rao", "isActive": False},
        },
    )
    entries = await fetch(desk.services, ENTRIES, [one.id, two.id])
    assert [(entry["action"], entry["actor_id"], entry["address"]) for entry in entries] == [
        ("user_edited", desk.person.id, "203.0.113.9")
    ] * 2
    private, open_ = entries
    assert private["before"].keys() == private["after"].keys() == {"phone", "dateOfBirth", "gender"}
    assert private["after"] == {"phone": "+91********01", "dateOfBirth": "***", "gender": "***"}
    assert (private["before"]["dateOfBirth"], private["before"]["gender"]) == (None, None)
    assert open_["after"] == {"fullName": "Asha Rao", "isActive": False}


async def test_of_many_activated_the_uninvited_are_invited(desk: Desk) -> None:
    fresh = [UUID((await desk.create(isActive=False)).body["id"]) for _ in range(3)]
    invited = UUID((await desk.create()).body["id"])
    await change(desk, {invited: {"isActive": False}})
    await change(desk, {each: {"isActive": True} for each in [*fresh, invited]})
    for each in fresh:
        assert (await desk.row(each))["invitation"] == "queued"
        assert [message["state"] for message in await desk.invitations(each)] == ["queued"]
    assert len(await desk.invitations(invited)) == 1


async def test_many_are_deleted_with_their_sessions_and_an_entry_each(
    desk: Desk, sign_in: SignIn, publisher: RecordingPublisher
) -> None:
    gone = await people(sign_in, Profile.TRAINEE, Profile.PLACEMENT)
    company_id, ids = desk.person.company.id, [each.id for each in gone]
    async with desk.services.unit_of_work() as unit:
        locked = await lock_accounts(unit.connection, ids, company_id=company_id, to_delete=True)
        accounts = list(locked.values())
        await delete_accounts(unit, accounts, by=editor(desk))
    await desk.services.database.settle()
    assert [await desk.row(each) for each in ids] == [None, None]
    assert {ended for ended, _reason in publisher.ended} == {each.session_id for each in gone}
    entries = await fetch(desk.services, ENTRIES, ids)
    assert [entry["action"] for entry in entries] == ["user_deleted"] * 2
    assert {entry["before"]["profile"] for entry in entries} == {"TRAINEE", "PLACEMENT"}
    assert [entry["after"] for entry in entries] == [None, None]


async def test_accounts_of_another_company_are_neither_locked_nor_changed(
    desk: Desk, sign_in: SignIn, add_company: Any
) -> None:
    stranger = await sign_in(Profile.TRAINEE, company=await add_company())
    company_id = desk.person.company.id
    async with desk.services.unit_of_work() as unit:
        assert await lock_accounts(unit.connection, [stranger.id], company_id=company_id) == {}
        foreign = await lock_accounts(unit.connection, [stranger.id], company_id=stranger.company.id)
        renamed = change_of(foreign[stranger.id], {"fullName": "Asha Rao"})
        assert await change_accounts(unit, [renamed], by=editor(desk), recorded=()) == {}
    assert (await desk.row(stranger.id))["full_name"] != "Asha Rao"


async def test_all_super_admins_stay_where_none_would_be_left(desk: Desk, sign_in: SignIn) -> None:
    others = await people(sign_in, Profile.SUPER_ADMIN, Profile.SUPER_ADMIN)
    company_id = desk.person.company.id
    everyone = [desk.person.id, *(each.id for each in others)]
    async with desk.services.unit_of_work() as unit:
        connection = unit.connection
        for leaving, staying in (([], []), (everyone[1:], []), (everyone, everyone)):
            kept = await super_admins_to_keep(connection, company_id=company_id, leaving=leaving)
            assert sorted(kept) == sorted(staying)


async def test_a_change_is_judged_by_the_fields_that_differ(desk: Desk, sign_in: SignIn) -> None:
    [admin] = await people(sign_in, Profile.ADMIN)
    async with desk.services.unit_of_work() as unit:
        locked = await lock_accounts(unit.connection, [admin.id], company_id=desk.person.company.id)
    account = locked[admin.id]
    boss = editor(desk)
    peer, own = replace(boss, profile=Profile.ADMIN), replace(boss, user_id=admin.id, profile=Profile.ADMIN)
    assert change_of(account, {"role": account.role, "profile": "ADMIN", "isActive": True}).after == {}
    moved = change_of(account, {"profile": "TRAINER", "role": "MENTOR"})
    renamed, off = change_of(account, {"fullName": "Asha Rao"}), change_of(account, {"isActive": False})

    def refused(editor: Editor, changes: Sequence[Change], *, own_details: bool = False) -> list[type | None]:
        found = [refuse_change(each, editor=editor, own_details=own_details) for each in changes]
        return [None if each is None else type(each.error) for each in found]

    every = [moved, renamed, off]
    assert refused(boss, every) == [None, None, None]
    assert [each.__name__ for each in refused(peer, every) if each] == ["ForbiddenError"] * 3
    assert refused(own, every) == [SelfForbiddenError] * 3
    assert refused(own, every, own_details=True) == [SelfForbiddenError, None, SelfForbiddenError]
    deactivated = replace(own, profile=None)
    assert all(refused(deactivated, every, own_details=True)), "not even the own name"
    assert refuse_acting(account, editor=boss) is None
    assert not is_super_admin(account)
    assert not takes_a_super_admin(off)
    promoted = replace(account, values={**account.values, "profile": "SUPER_ADMIN"})
    retired = replace(promoted, values={**promoted.values, "isActive": False})
    assert takes_a_super_admin(change_of(promoted, {"isActive": False}))
    assert not takes_a_super_admin(change_of(retired, {"profile": "ADMIN"}))
