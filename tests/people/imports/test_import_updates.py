"""An import changes of accounts what the edit of a single account would change, and refuses the rest alike."""

from itertools import product
from typing import Final

import pytest

from server.people.imports.states import ImportMode, RowStatus
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany
from tests.fixtures.user_calls import Desks, position

# An administrator's rights are between those of the other two.
ACTORS: Final = (
    Profile.MANAGEMENT,
    *(pytest.param(each, marks=pytest.mark.long) for each in (Profile.SUPER_ADMIN, Profile.ADMIN)),
)
OLD: Final = [*Profile, None]


async def add(office: Office, profile: Profile | None) -> Account:
    return await add_account(office.services.database, office.person.company, profile=profile)


@pytest.mark.parametrize("actor", ACTORS)
async def test_an_update_decides_as_the_edit_of_one_account(offices: Offices, desks: Desks, actor: Profile) -> None:
    """For each profile before and after, and roles that fit and that do not."""
    office = await offices.open(actor)
    desk = desks.of(office.person)
    edits = [
        position(profile) | ({"role": "APPLICANT"} if unfit else {})
        for profile, unfit in product(Profile, (False, True))
    ]
    cases = [(old, edit) for old, edit in product(OLD, edits)]
    imported = [await add(office, old) for old, _ in cases]
    single = [await add(office, old) for old, _ in cases]
    import_id = await office.check(
        *(
            person(number, email=account.email, **edit)
            for number, (account, (_, edit)) in enumerate(zip(imported, cases, strict=True), start=1)
        )
    )
    await office.start(import_id, mode=ImportMode.UPDATE)
    await office.work(import_id)
    rows = (await office.rows(import_id)).data
    for row, account, other, (old, edit) in zip(rows, imported, single, cases, strict=True):
        answer = await desk.edit(other.id, **edit)
        if answer.status == 200:
            assert row.status is RowStatus.UPDATED, (old, edit)
        else:
            sentence = answer.body.get("errors", {}).get("role") or answer.body["message"]
            assert (row.status, row.message) == (RowStatus.INVALID, sentence), (old, edit)
        after = [await desk.row(each.id) for each in (account, other)]
        assert len({(each["role"], each["profile"]) for each in after}) == 1, (old, edit)


async def test_accounts_of_another_company_are_not_updated(
    office: Office, offices: Offices, add_company: AddCompany
) -> None:
    stranger = await offices.open(company=await add_company())
    await office.work(await office.begin(person(1), person(2)))
    import_id = await stranger.check(person(1, fullName="Asha Rao"), person(3))
    assert [(row.change, row.before) for row in (await stranger.rows(import_id)).data] == [(None, {}), (None, {})]
    await stranger.start(import_id, mode=ImportMode.UPSERT)
    ended = await stranger.work(import_id)
    assert (ended.success_count, ended.changed, ended.failed_count) == (1, 0, 1)
    assert await office.fetch_value("SELECT count(*) FROM users WHERE full_name = 'Asha Rao'") == 0
    assert await office.fetch_value("SELECT count(*) FROM import_updates") == 0


async def test_an_account_that_moves_to_another_company_is_no_longer_updated(
    office: Office, offices: Offices, add_company: AddCompany
) -> None:
    """Its email is free, and registered elsewhere, between the preview and the chunk."""
    await office.work(await office.begin(person(1)))
    import_id = await office.check(person(1, fullName="Asha Rao"))
    await office.start(import_id, mode=ImportMode.UPDATE)
    await office.execute("DELETE FROM users WHERE email = 'imported1@example.org'")
    elsewhere = await add_company()
    await office.add_user(elsewhere, email="imported1@example.org", phone="+919000000001")
    ended = await office.work(import_id)
    assert (ended.changed, ended.failed_count) == (0, 1)
    assert await office.fetch_value("SELECT full_name FROM users WHERE company_id = $1", elsewhere.id) == "Already Here"


async def test_another_mode_starts_nothing(office: Office, caller: Caller) -> None:
    import_id = await office.check(person(1))
    cases: list[dict[str, object]] = [
        {"mode": "delete"},
        {"mode": "UPDATE"},
        {"mode": ["update"]},
        {"mode": 1},
        {"mode": ""},
        {"modes": "update"},
    ]
    for body in cases:
        answer = await caller.as_person(office.person).post(f"{import_id}/start", json=body)
        assert (answer.status, answer.body["code"]) == (422, "validation_failed"), body
        assert (await office.snapshot(import_id)).state == "ready", body
