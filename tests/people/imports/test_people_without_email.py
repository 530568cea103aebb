"""Rows without an email, where SIGN_IN_BY lets people log in by their phones."""

import pytest

from server.people.imports.states import ImportState, RowStatus
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.imports import Office

by_phone = pytest.mark.settings(sign_in_by="email,phone")
MISSING = [("email", "Missing email")]
TAKEN = "Another person without an email has this phone: add an email, or their own phone"


async def problems(office: Office, import_id: object) -> dict[int, list[tuple[str, str]]]:
    rows = (await office.rows(import_id)).data  # type: ignore[arg-type]
    return {row.row: [(error.field, error.message) for error in row.errors] for row in rows if row.errors}


async def test_by_email_alone_each_row_needs_one(office: Office) -> None:
    import_id = await office.check(person(1), person(2, email=""))
    needed = "Missing email: people cannot log in by phone alone here, so each needs an email"
    assert await problems(office, import_id) == {2: [("email", needed)]}


@by_phone
async def test_a_phone_of_their_own_will_do(office: Office) -> None:
    import_id = await office.check(
        person(1),
        person(2, email=" "),
        person(3, email="", phone="+919000000002"),
        person(4, email="", phone=""),
        person(5, email="", phone="12"),
        person(6, email="", profile="ADMIN", role="ADMIN"),
        person(7, phone="+919000000002"),
    )
    assert await problems(office, import_id) == {
        3: [("phone", "Duplicate phone in file (row 2): who has no email needs a phone of their own")],
        4: [*MISSING, ("phone", "Missing phone")],
        5: [("phone", "Invalid phone format")],
        6: [("email", "Missing email: administrators log in by theirs")],
    }
    await office.start(import_id)
    ended = await office.work(import_id)
    assert (ended.state, ended.success_count, ended.failed_count) == (ImportState.COMPLETED, 3, 0)
    users = await office.fetch(
        "SELECT email, phone, label FROM users WHERE full_name LIKE 'Imported %' ORDER BY phone, email NULLS FIRST"
    )
    assert [tuple(user) for user in users] == [
        ("imported1@example.org", "+919000000001", "imported1@example.org"),
        (None, "+919000000002", "+919000000002"),
        ("imported7@example.org", "+919000000002", "imported7@example.org"),
    ]
    invited = await office.fetch("SELECT channel, recipient FROM messages WHERE kind = 'invitation' ORDER BY recipient")
    assert [tuple(each) for each in invited] == [
        ("SMS", "+919000000002"),
        ("EMAIL", "imported1@example.org"),
        ("EMAIL", "imported7@example.org"),
    ]
    assert (await office.snapshot(import_id)).recent[-1].email == "imported1@example.org"


@by_phone
async def test_a_phone_that_is_taken_before_or_meanwhile_is_refused(office: Office) -> None:
    first, second = [await office.check(person(1, email="")) for _ in range(2)]
    for import_id in (first, second):
        await office.start(import_id)
        await office.work(import_id)
    assert (await office.snapshot(first)).success_count == 1
    (row,) = (await office.rows(second)).data
    assert (row.status, row.message) == (RowStatus.FAILED, "Phone already registered")
    third = await office.check(person(1, email=""))
    assert await problems(office, third) == {1: [("phone", TAKEN)]}
    assert await office.fetch_value("SELECT count(*) FROM users WHERE email IS NULL") == 1


@by_phone
async def test_a_file_may_have_no_column_of_emails(office: Office) -> None:
    header = tuple(name for name in HEADER if name != "email")
    rows = [tuple(cell for name, cell in zip(HEADER, each, strict=True) if name != "email") for each in people(2)]
    import_id = await office.upload(csv_file(*rows, header=header))
    snapshot = await office.snapshot(import_id)
    assert (snapshot.state, snapshot.reason) == (
        ImportState.MAPPING,
        "Please confirm which columns are the required fields.",
    )
