"""What the preview says of people who have an account: what updating would change, or why it is refused."""

from typing import Final

import pytest

from server.people.imports.states import ImportMode, RowChange, RowFilter, RowStatus
from server.vocabulary.profiles import Profile
from tests.fixtures.import_files import person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany

FORBIDDEN: Final = "Access denied. You do not have permission to perform this action."
OWN: Final = "You cannot change your own profile, role or active state, or delete yourself."
TAKEN: Final = "Email already registered"
# The rows of the first test by what can be done with them.
FOUND: Final = {
    RowFilter.CHANGED: [2],
    RowFilter.UNCHANGED: [1, 3],
    RowFilter.NEW: [4, 5],
    RowFilter.REFUSED: [6, 7],
}


async def import_people(office: Office, *numbers: int) -> None:
    await office.work(await office.begin(*map(person, numbers)))


async def test_the_preview_says_what_updating_would_change(office: Office, add_company: AddCompany) -> None:
    await import_people(office, 1, 2, 3)
    await office.add_user(await add_company(), email="imported4@example.org", phone="+919000000004")
    import_id = await office.check(
        person(1),
        person(2, fullName="Asha Rao", phone="+919000000099", workLocation="Delhi", profile="TRAINER", role="MENTOR"),
        person(3, dateOfBirth="1980-01-01", gender="Other"),
        person(4),
        person(5),
        person(6, phone="x"),
        person(1, fullName="Twice"),
    )
    snapshot = await office.snapshot(import_id)
    assert snapshot.mode is ImportMode.CREATE
    assert (snapshot.valid_rows, snapshot.invalid_rows) == (2, 5), "as before: those of creating"
    assert (snapshot.new_rows, snapshot.changed_rows, snapshot.unchanged_rows) == (2, 1, 2)
    rows = (await office.rows(import_id)).data
    assert [row.change for row in rows] == [
        RowChange.UNCHANGED,
        RowChange.CHANGED,
        RowChange.UNCHANGED,
        None,
        None,
        None,
        None,
    ]
    assert rows[1].before == {
        "fullName": "Imported 2",
        "phone": "+919000000002",
        "workLocation": "Pune",
        "role": "TRAINEE",
        "profile": "TRAINEE",
    }
    assert rows[1].status is RowStatus.INVALID
    assert [problem.message for problem in rows[1].errors] == [TAKEN]
    assert [problem.message for problem in rows[6].update_errors] == ["Duplicate email in file (row 1)"]
    for status, numbers in FOUND.items():
        page = await office.rows(import_id, status=status)
        assert ([row.row for row in page.data], page.total) == (numbers, len(numbers))


async def test_the_own_phone_of_an_account_is_not_that_of_another(office: Office) -> None:
    await import_people(office, 1, 2)
    import_id = await office.check(person(1), person(2, phone="+919000000001"))
    rows = (await office.rows(import_id)).data
    assert [[each.message for each in row.warnings] for row in rows] == [
        ["Also the phone of 1 other"],
        ["Also the phone of 2 others"],
    ]


@pytest.mark.parametrize(
    ("uploader", "given", "reason"),
    [
        (Profile.MANAGEMENT, {"fullName": "Asha Rao", "profile": "TRAINER", "role": "MENTOR"}, FORBIDDEN),
        (Profile.ADMIN, {"profile": "ADMIN", "role": "HR"}, "Admin users cannot create other Admin or Super Admin"),
        (Profile.ADMIN, {"profile": "TRAINER", "role": "EMPLOYEE"}, "Invalid role"),
        (Profile.ADMIN, {"profile": "TRAINER", "role": "MENTOR", "phone": "1"}, "Invalid phone format"),
        (Profile.MANAGEMENT, {"profile": "TRAINER", "role": "MENTOR"}, None),
        (Profile.ADMIN, {"profile": "TRAINER", "role": "MENTOR", "gender": "?"}, None),
    ],
)
async def test_an_update_is_refused_as_the_edit_of_one_account(
    office: Office, offices: Offices, uploader: Profile, *, given: dict[str, str], reason: str | None
) -> None:
    """Without a change there is nothing to refuse."""
    await office.work(await office.begin(person(1, profile="TRAINER", role="MENTOR")))
    [row] = (await (other := await offices.open(uploader)).rows(await other.check(person(1, **given)))).data
    assert [each.message[: len(reason or "")] for each in row.update_errors] == ([reason] if reason else [])
    assert row.change is (None if reason else RowChange.UNCHANGED)
    assert row.before == {}


async def test_users_change_their_own_name_but_not_their_own_position(office: Office) -> None:
    own = {"email": office.person.email, "profile": "SUPER_ADMIN", "role": "ADMIN"}
    for given, change, reasons in (
        ({}, RowChange.CHANGED, []),
        ({"role": "HR"}, None, [OWN]),
        ({"profile": "ADMIN", "role": "HR"}, None, [OWN]),
    ):
        [row] = (await office.rows(await office.check(person(1, **(own | given))))).data
        assert (row.change, [each.message for each in row.update_errors]) == (change, reasons)


async def test_a_deleted_row_is_no_longer_counted(office: Office) -> None:
    await import_people(office, 1, 2)
    import_id = await office.check(person(1, fullName="Asha Rao"), person(2), person(3))
    await office.delete_row(import_id, 1)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.new_rows, snapshot.changed_rows, snapshot.unchanged_rows) == (1, 0, 1)
    await office.delete_row(import_id, 2)
    assert (await office.snapshot(import_id)).unchanged_rows == 0
    assert (await office.rows(import_id, status=RowFilter.CHANGED)).data == []
