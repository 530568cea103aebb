"""Undoing what an import has changed: accounts get back what they had, where they have not been changed since."""

import asyncio
from functools import partial
from typing import Any, Final
from uuid import UUID

import pytest

from server.people.account.people_repository import lock_super_admins
from server.people.chunks.engine import do_next
from server.people.imports.run.undo_import import ImportUndo
from server.people.imports.states import ImportMode, ImportState
from server.vocabulary.profiles import Profile
from tests.fixtures.eventually import eventually, is_blocked
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import people, person
from tests.fixtures.import_modes import account, run
from tests.fixtures.imports import Office, Offices

CHANGED: Final = "The account has been changed since"
DELETED: Final = "The account has been deleted already"
FIELDS: Final = ("full_name", "phone", "work_location", "role", "profile")
EDITED: Final = "SELECT before, after, actor_id FROM audit_entries WHERE action = 'user_edited' ORDER BY id"


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def fields(office: Office, number: int) -> tuple[Any, ...]:
    found = await account(office, number)
    return tuple(found[name] for name in FIELDS)


async def updated(office: Office, *, rows: int = 4) -> UUID:
    """An import that has moved `rows` accounts and created one, in chunks of two rows."""
    await office.work(await office.begin(*people(rows)))
    moved = [
        person(number, fullName=f"Renamed {number}", phone=f"98000000{number:02}", profile="TRAINER", role="MENTOR")
        for number in range(1, rows + 1)
    ]
    import_id = await office.check(*moved, person(rows + 1))
    await office.start(import_id, mode=ImportMode.UPSERT)
    await office.cut(import_id, rows=2)
    await office.work(import_id)
    return import_id


async def test_accounts_get_back_what_they_had(owner: Caller, office: Office) -> None:
    """And those that it created are deleted."""
    import_id = await updated(office)
    assert (await fields(office, 1))[0] == "Renamed 1"
    assert (await owner.get(f"{import_id}/undo")).body == {
        "accounts": 1,
        "kept": [],
        "updates": 4,
        "keptUpdates": [],
        "reactivated": 0,
        "keptInactive": [],
    }
    await office.undo(import_id)
    ended = await office.undo_all(import_id)
    assert (ended.state, ended.undone) == (ImportState.UNDONE, 5)
    for number in range(1, 5):
        assert await fields(office, number) == (
            *(f"Imported {number}", f"+9190000000{number:02}", "Pune", "TRAINEE", "TRAINEE"),
        )
    assert await office.fetch_value("SELECT count(*) FROM users WHERE email = 'imported5@example.org'") == 0
    entries = await office.fetch(EDITED)
    assert len(entries) == 8, "rights are recorded by account, there and back"
    assert (entries[-1]["after"], entries[-1]["actor_id"]) == (
        *({"role": "TRAINEE", "profile": "TRAINEE"}, office.person.id),
    )
    [end] = await office.fetch("SELECT after FROM audit_entries WHERE action = 'import_undone'")
    assert end["after"] == {"undone": 5, "kept": 0}


async def test_an_account_changed_or_deleted_since_keeps_what_it_has(owner: Caller, office: Office) -> None:
    import_id = await updated(office)
    await office.execute("UPDATE users SET version = version + 1 WHERE email ~ '^imported[12]@'")
    await office.execute("DELETE FROM users WHERE email = 'imported3@example.org'")
    told = (await owner.get(f"{import_id}/undo")).body
    assert told["updates"] == 1
    assert told["keptUpdates"] == [{"reason": CHANGED, "rows": 2}, {"reason": DELETED, "rows": 1}]
    await office.undo(import_id)
    assert (await office.undo_all(import_id)).undone == 2
    assert [(await fields(office, number))[0] for number in (1, 2, 4)] == ["Renamed 1", "Renamed 2", "Imported 4"]


async def test_a_sign_in_does_not_keep_an_update(office: Office) -> None:
    import_id = await updated(office)
    await office.execute("UPDATE users SET last_sign_in_at = now(), email_verified_at = now() WHERE email LIKE 'impo%'")
    await office.undo(import_id)
    assert (await office.undo_all(import_id)).undone == 4


async def test_two_imports_are_undone_in_their_turn(office: Office) -> None:
    """The first has been changed by the second since; what the second changed is what it gives back."""
    first = await updated(office, rows=1)
    second = await office.check(person(1, fullName="Renamed Again", profile="TRAINER", role="MENTOR"))
    await run(office, second, ImportMode.UPDATE)
    for import_id, undone, name in ((first, 1, "Renamed Again"), (second, 1, "Renamed 1")):
        await office.undo(import_id)
        assert (await office.undo_all(import_id)).undone == undone
        assert (await fields(office, 1))[0] == name


async def test_many_workers_undo_each_update_once(office: Office) -> None:
    import_id = await updated(office, rows=8)
    await office.undo(import_id)
    await asyncio.gather(*(do_next(office.services, ImportUndo(), import_id) for _ in range(8)))
    assert (await office.undo_all(import_id)).undone == 9
    versions = await office.fetch("SELECT version FROM users WHERE email LIKE 'imported%'")
    assert [row["version"] for row in versions] == [3] * 8


@pytest.mark.parametrize("change", ["is_active = false", "profile = 'ADMIN', role = 'HR'"])
async def test_the_right_is_checked_when_a_worker_undoes(office: Office, offices: Offices, change: str) -> None:
    other = await offices.open()
    import_id = await updated(office)
    await office.undo(import_id)
    await office.execute(f"UPDATE users SET {change} WHERE id = $1", office.person.id)  # noqa: S608 - constants
    assert (await other.undo_all(import_id)).undone == 0
    assert (await fields(office, 1))[0] == "Renamed 1"


async def test_the_last_super_admin_keeps_the_profile(office: Office, offices: Offices) -> None:
    """It was given by the import, and who undoes that is deactivated after the chunk has read their rights."""
    await office.work(await office.begin(person(1)))
    import_id = await office.check(person(1, profile="SUPER_ADMIN", role="ADMIN"))
    await run(office, import_id, ImportMode.UPDATE)
    other = await offices.open(Profile.ADMIN)
    await office.undo(import_id)
    async with office.services.unit_of_work() as unit:
        await lock_super_admins(unit.connection, company_id=office.person.company.id)
        work = asyncio.create_task(other.undo_all(import_id))
        await eventually(partial(is_blocked, office.services), within=30, what="the chunk at the lock")
        await unit.connection.execute("UPDATE users SET is_active = false WHERE id = :id", id=office.person.id)
    assert (await work).undone == 0
    assert (await account(office, 1))["profile"] == "SUPER_ADMIN"


async def test_a_former_position_is_given_back_only_where_its_profile_may_be_given(
    owner: Caller, office: Office
) -> None:
    """Not to oneself, though one's own name is, and an import has changed both; nor one that a newer version knows."""
    me = office.person
    import_id = await updated(office, rows=2)
    change = "UPDATE import_updates SET user_id = $1, version = 1 WHERE import_id = $2 AND row = 1"
    await office.execute(change, me.id, import_id)
    newer = """UPDATE import_updates SET before = before || '{"profile": "NEWER"}' WHERE import_id = $1 AND row = 2"""
    await office.execute(newer, import_id)
    told = (await owner.get(f"{import_id}/undo")).body
    assert told["keptUpdates"] == [{"reason": "Your profile may not change this account", "rows": 2}]
    await office.undo(import_id)
    assert (await office.undo_all(import_id)).undone == 1, "the created account"
    assert await office.fetch_value("SELECT profile FROM users WHERE id = $1", me.id) == "SUPER_ADMIN"
    assert (await account(office, 2))["profile"] == "TRAINER"
