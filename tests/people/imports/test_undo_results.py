"""The results of an undone import: what was taken back, what was left and why, on the page and in the files."""

import csv
import io
from typing import Any, Final
from uuid import UUID

import pytest
from openpyxl import load_workbook

from server.people.chunks.engine import do_next
from server.people.imports.run.undo_import import ImportUndo
from server.people.imports.states import ImportMode, RowFilter
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office, Offices

DELETED_BY_IT: Final = "The account was deleted"
TAKEN_BACK: Final = "The changes were taken back"
SIGNED_IN: Final = "The person has logged in"
CHANGED: Final = "The account has been changed since"
DELETED: Final = "The account has been deleted already"
NOT_ALLOWED: Final = "It was undone by a profile that may not delete this account"


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def mixed(office: Office) -> UUID:
    """Rows 1 to 4 update, 5 changes nothing, 6 to 9 are created, 10 is refused; then some accounts are used."""
    await office.work(await office.begin(*people(5)))
    updates = [person(number, fullName=f"Renamed {number}") for number in range(1, 5)]
    import_id = await office.check(*updates, *(person(number) for number in range(5, 10)), person(10, email="x"))
    await office.start(import_id, mode=ImportMode.UPSERT)
    await office.cut(import_id, rows=3)
    await office.work(import_id)
    await office.execute("UPDATE users SET version = version + 1 WHERE email ~ '^imported(2|7)@'")
    await office.execute("UPDATE users SET last_sign_in_at = now() WHERE email = 'imported8@example.org'")
    await office.execute("DELETE FROM users WHERE email ~ '^imported(3|9)@'")
    return import_id


OUTCOMES: Final = [
    ("undone", TAKEN_BACK, True),
    ("kept", CHANGED, True),
    ("kept", DELETED, False),
    ("undone", TAKEN_BACK, True),
    ("unchanged", "No change", True),
    ("undone", DELETED_BY_IT, False),
    ("kept", CHANGED, True),
    ("kept", SIGNED_IN, True),
    ("kept", DELETED, False),
    ("invalid", "Invalid email format", False),
]


async def outcomes(office: Office, import_id: UUID, status: RowFilter | None = None) -> list[tuple[Any, ...]]:
    page = await office.rows(import_id, status=status)
    assert page.total == len(page.data)
    return [(row.status.value, row.message, row.user_id is not None) for row in page.data]


async def test_each_row_says_what_became_of_what_it_did(owner: Caller, office: Office) -> None:
    import_id = await mixed(office)
    told = (await owner.get(f"{import_id}/undo")).body
    await office.undo(import_id)
    ended = await office.undo_all(import_id)
    assert await outcomes(office, import_id) == OUTCOMES
    for status in (RowFilter.UNDONE, RowFilter.KEPT):
        assert await outcomes(office, import_id, status) == [each for each in OUTCOMES if each[0] == status.value]
    kept = [each[1] for each in OUTCOMES if each[0] == "kept"]
    assert (ended.undone, len(kept)) == (told["accounts"] + told["updates"], 5), "as was said before"
    assert sorted(kept) == sorted(
        each["reason"] for each in [*told["kept"], *told["keptUpdates"]] for _ in range(each["rows"])
    )
    assert ended.success_count - ended.unchanged == ended.undone + len(kept)
    recent = {row.row: (row.status.value, row.message) for row in ended.recent}
    assert [recent[row] for row in range(1, 10)] == [each[:2] for each in OUTCOMES[:9]]


async def test_the_files_say_the_same(owner: Caller, office: Office) -> None:
    import_id = await mixed(office)
    await office.undo(import_id)
    await office.undo_all(import_id)
    names = {"undone": "Undone", "kept": "Not undone", "unchanged": "Unchanged", "invalid": "Invalid"}
    messages = [message for _, message, _ in OUTCOMES]
    messages[4] = ""
    expected = list(zip([names[status] for status, _, _ in OUTCOMES], messages, strict=True))
    answer = await owner.get(f"{import_id}/results.csv", status="all")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))[1:]
    assert [tuple(row[-3:-1]) for row in rows] == expected
    answer = await owner.get(f"{import_id}/results.xlsx", status="kept")
    sheet = load_workbook(io.BytesIO(answer.content)).worksheets[0]
    found = [[str(cell or "") for cell in row] for row in sheet.iter_rows(values_only=True)]
    assert [tuple(row[-3:-1]) for row in found[1:]] == [each for each in expected if each[0] == "Not undone"]


async def test_while_it_is_undone_the_rows_of_the_rest_say_what_they_did(office: Office) -> None:
    import_id = await office.begin(*people(4))
    await office.cut(import_id, rows=2)
    await office.work(import_id)
    await office.undo(import_id)
    assert await do_next(office.services, ImportUndo(), import_id)
    statuses = [row.status.value for row in (await office.rows(import_id)).data]
    assert statuses == ["undone", "undone", "created", "created"]
    assert len(await outcomes(office, import_id, RowFilter.UNDONE)) == 2


async def test_what_the_user_may_not_take_back_any_more_says_so(office: Office, offices: Offices) -> None:
    other = await offices.open()
    import_id = await office.begin(*people(2))
    await office.work(import_id)
    await office.undo(import_id)
    await office.execute("UPDATE users SET profile = 'ADMIN', role = 'HR' WHERE id = $1", office.person.id)
    assert (await other.undo_all(import_id)).undone == 0
    assert await outcomes(other, import_id) == [("kept", NOT_ALLOWED, True)] * 2


async def test_a_filter_of_what_was_undone_finds_nothing_before(office: Office, offices: Offices) -> None:
    import_id = await office.begin(*people(2))
    await office.work(import_id)
    reader = await offices.open(Profile.ADMIN)
    for status in (RowFilter.UNDONE, RowFilter.KEPT):
        assert await outcomes(reader, import_id, status) == []
