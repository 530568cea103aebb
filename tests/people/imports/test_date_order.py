"""The order of dates of birth: decided by the file where possible, else by the administrator in the preview."""

import asyncio
from datetime import date
from typing import Final
from uuid import UUID

import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.errors import DateOrderNeededError, WrongImportStateError
from server.people.imports.files.choose_columns import choose_date_order
from server.people.imports.read_import import IMPORT_PROGRESS
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportState, RowFilter
from server.vocabulary.birth_dates import DateOrder, order_named
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.publisher import RecordingPublisher

UNCLEAR: Final = (person(1, dateOfBirth="02/06/2003"), person(2, dateOfBirth="7/8/2001"), person(3, email="x"))
BOTH: Final = (*UNCLEAR, person(4, dateOfBirth="05/14/2003"), person(5, dateOfBirth="14/05/2003"))


async def choose(office: Office, import_id: UUID, order: DateOrder) -> ImportSnapshot:
    return await choose_date_order(await office.context(), import_id, order=order)


async def dates(office: Office, import_id: UUID) -> list[str]:
    return [row.values.model_dump()["dateOfBirth"] for row in (await office.rows(import_id)).data]


async def birthdays(office: Office) -> list[date]:
    rows = await office.fetch("SELECT date_of_birth FROM users WHERE email LIKE 'imported%' ORDER BY email")
    return [row["date_of_birth"] for row in rows]


async def test_a_file_with_ambiguous_dates_needs_a_choice_before_it_is_started(office: Office) -> None:
    import_id = await office.check(*UNCLEAR)
    asked = await office.snapshot(import_id)
    assert (asked.state, asked.date_order, asked.remarks) == (ImportState.READY, None, [])
    assert asked.date_example is not None
    assert (asked.date_example.value, asked.date_example.day, asked.date_example.month) == (
        "02/06/2003",
        date(2003, 6, 2),
        date(2003, 2, 6),
    )
    assert await dates(office, import_id) == ["02/06/2003", "7/8/2001", "1990-04-12"]
    assert (asked.valid_rows, asked.invalid_rows) == (2, 1)
    with pytest.raises(DateOrderNeededError):
        await office.start(import_id)
    assert (await office.snapshot(import_id)).state is ImportState.READY


@pytest.mark.parametrize(
    ("order", "shape", "read"),
    [
        (DateOrder.DAY, "day/month/year", [date(2003, 6, 2), date(2001, 8, 7)]),
        (DateOrder.MONTH, "month/day/year", [date(2003, 2, 6), date(2001, 7, 8)]),
    ],
)
async def test_choosing_an_order_checks_every_row_again(
    office: Office, order: DateOrder, shape: str, read: list[date]
) -> None:
    import_id = await office.check(*UNCLEAR)
    chosen = await choose(office, import_id, order)
    assert (chosen.state, chosen.date_order, chosen.checked_rows) == (ImportState.VALIDATING, order, 0)
    assert office.enqueued("check_import") == 2
    await check_import(office.services, import_id=import_id)
    ready = await office.snapshot(import_id)
    assert (ready.state, ready.date_order, ready.date_example) == (ImportState.READY, order, None)
    assert ready.remarks == [f"Dates are read as {shape}, as chosen in the preview."]
    assert (ready.valid_rows, ready.invalid_rows) == (2, 1)
    await office.start(import_id)
    await office.work(import_id)
    assert await birthdays(office) == read


async def test_a_contradicting_date_needs_a_choice_and_then_fails_its_row(office: Office) -> None:
    import_id = await office.check(*BOTH)
    asked = await office.snapshot(import_id)
    assert (asked.date_order, asked.valid_rows) == (None, 4)
    assert asked.date_example is not None
    assert asked.date_example.value == "02/06/2003"
    await choose(office, import_id, DateOrder.DAY)
    await check_import(office.services, import_id=import_id)
    invalid = await office.rows(import_id, status=RowFilter.INVALID)
    assert [row.message for row in invalid.data] == [
        "Invalid email format",
        "Invalid date of birth format: dates in this file are day/month/year. Write 2003-05-14",
    ]
    assert await dates(office, import_id) == ["2003-06-02", "2001-08-07", "1990-04-12", "05/14/2003", "2003-05-14"]


async def test_dates_of_different_orders_need_a_choice_where_no_date_fits_both(office: Office) -> None:
    import_id = await office.check(*BOTH[3:])
    example = (await office.snapshot(import_id)).date_example
    assert example is not None
    assert (example.value, example.day, example.month) == ("05/14/2003", None, date(2003, 5, 14))


@pytest.mark.parametrize(
    ("evidence", "order", "read", "remark"),
    [
        ("14/05/2003", DateOrder.DAY, "2003-06-02", "day/month/year, because the file has days above 12 in first"),
        ("05/14/03", DateOrder.MONTH, "2003-02-06", "month/day/year, because the file has days above 12 in second"),
    ],
)
async def test_unambiguous_dates_decide_the_order_and_the_snapshot_has_it(
    office: Office, evidence: str, order: DateOrder, read: str, remark: str
) -> None:
    import_id = await office.check(*UNCLEAR, *(person(number, dateOfBirth=evidence) for number in (4, 5)))
    snapshot = await office.snapshot(import_id)
    assert (snapshot.date_order, snapshot.date_example) == (order, None)
    assert snapshot.remarks == [f"Dates are read as {remark} place."]
    assert (await dates(office, import_id))[0] == read
    assert (await office.start(import_id)).state is ImportState.PROCESSING


async def test_a_file_with_unambiguous_dates_needs_no_choice(office: Office) -> None:
    written = ("1990-04-12", "05/05/1990", "6-Feb-03", "06 Feb 2003", "someday", "31/02/2003x")
    import_id = await office.check(*(person(number, dateOfBirth=each) for number, each in enumerate(written)))
    snapshot = await office.snapshot(import_id)
    assert (snapshot.date_order, snapshot.date_example, snapshot.valid_rows) == (None, None, 4)
    assert (await office.start(import_id)).state is ImportState.PROCESSING


async def test_the_order_can_be_changed_until_the_start_and_the_same_again_changes_nothing(office: Office) -> None:
    import_id = await office.check(*UNCLEAR)
    for order in (DateOrder.DAY, DateOrder.MONTH):
        first = await choose(office, import_id, order)
        again = await choose(office, import_id, order)
        assert (again.version, again.state) == (first.version, ImportState.VALIDATING)
        other = ({*DateOrder} - {order}).pop()
        with pytest.raises(WrongImportStateError):
            await choose(office, import_id, other)
        await check_import(office.services, import_id=import_id)
    assert (await dates(office, import_id))[0] == "2003-02-06"
    assert office.enqueued("check_import") == 3
    await office.start(import_id)
    with pytest.raises(WrongImportStateError, match="before the import is started"):
        await choose(office, import_id, DateOrder.DAY)
    await office.work(import_id)
    assert (await choose(office, import_id, DateOrder.MONTH)).state is ImportState.COMPLETED


async def test_a_row_that_was_deleted_stays_deleted(office: Office) -> None:
    import_id = await office.check(person(9, email="x"), *UNCLEAR, person(1, fullName="Asha Rao"))
    await office.delete_row(import_id, 1)
    await office.delete_row(import_id, 5)
    await choose(office, import_id, DateOrder.DAY)
    await check_import(office.services, import_id=import_id)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.total_rows, snapshot.checked_rows, snapshot.valid_rows, snapshot.invalid_rows) == (3, 3, 2, 1)
    assert [(row.row, row.position, row.line) for row in (await office.rows(import_id)).data] == [
        (2, 1, 3),
        (3, 2, 4),
        (4, 3, 5),
    ]
    await office.start(import_id)
    assert (await office.work(import_id)).success_count == 2
    await office.check_books(import_id)


async def test_a_second_check_whose_worker_died_is_repeated_from_the_start(office: Office) -> None:
    import_id = await office.check(*UNCLEAR)
    await choose(office, import_id, DateOrder.DAY)
    await office.execute("DELETE FROM import_rows WHERE import_id = $1 AND row > 1", import_id)
    await office.execute("UPDATE imports SET checked_rows = 1, valid_rows = 1 WHERE id = $1", import_id)
    await asyncio.gather(*(check_import(office.services, import_id=import_id) for _ in range(3)))
    snapshot = await office.snapshot(import_id)
    assert (snapshot.state, snapshot.checked_rows, snapshot.valid_rows) == (ImportState.READY, 3, 2)
    assert await dates(office, import_id) == ["2003-06-02", "2001-08-07", "1990-04-12"]


async def test_choices_and_starts_at_once_agree(office: Office) -> None:
    """One choice wins, and no import starts before its rows are checked."""
    import_id = await office.check(*UNCLEAR)
    choices = [choose(office, import_id, order) for order in DateOrder]
    answers = await asyncio.gather(*choices, office.start(import_id), return_exceptions=True)
    assert [type(answer) for answer in answers].count(ImportSnapshot) == 1
    await check_import(office.services, import_id=import_id)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.state, snapshot.valid_rows) == (ImportState.READY, 2)
    assert (await dates(office, import_id))[0] == {"day": "2003-06-02", "month": "2003-02-06"}[str(snapshot.date_order)]


async def test_watchers_receive_the_progress_of_the_second_check(office: Office, publisher: RecordingPublisher) -> None:
    import_id = await office.check(*UNCLEAR)
    # What the first check publishes may come late: its versions are lower.
    first = (await office.snapshot(import_id)).version
    await choose(office, import_id, DateOrder.DAY)
    await office.services.database.settle()
    await check_import(office.services, import_id=import_id)
    snapshots = [each for each in publisher.shown(IMPORT_PROGRESS) if each.version > first]
    assert [snapshots[0].state, snapshots[-1].state] == [ImportState.VALIDATING, ImportState.READY]
    assert {snapshot.date_order for snapshot in snapshots} == {DateOrder.DAY}


async def test_over_http(caller: Caller, offices: Offices) -> None:
    """A start without a choice is refused with a sentence that asks for it; a colleague needs the matrix."""
    office = await offices.open()
    import_id = await office.check(*UNCLEAR, person(6, profile="ADMIN", role="HR"))
    owner = caller.as_person(office.person)
    refused = await owner.post(f"{import_id}/start")
    assert refused.refusal == (
        409,
        "date_order_needed",
        "Choose first how the dates of this file are read: 02/06/2003 is day/month/year, or month/day/year.",
    )
    assert (await owner.get(import_id)).body["dateExample"] == {
        "value": "02/06/2003",
        "day": "2003-06-02",
        "month": "2003-02-06",
    }
    for body in ({"order": "year"}, {"order": None}, {}, {"order": "day", "start": True}):
        assert (await owner.call("PUT", f"{import_id}/date-order", json=body)).status == 422, body
    admin = caller.as_person((await offices.open(Profile.ADMIN)).person)
    assert (await admin.call("PUT", f"{import_id}/date-order", json={"order": "day"})).status == 403
    chosen = await owner.call("PUT", f"{import_id}/date-order", json={"order": "day"})
    assert (chosen.status, chosen.body["dateOrder"], chosen.body["state"]) == (200, "day", "validating")
    assert (await owner.post(f"{import_id}/start")).refusal[:2] == (409, "wrong_import_state")


@pytest.mark.parametrize(
    ("heading", "order"),
    [
        ("DOB (DD/MM/YYYY)", DateOrder.DAY),
        ("dob dd-mm-yy", DateOrder.DAY),
        ("DOB_DD_MM_YYYY", DateOrder.DAY),
        ("Date of birth DD / MM / YYYY", DateOrder.DAY),
        ("DOB DDMMYYYY", DateOrder.DAY),
        ("Birth date (mm.dd.yyyy)", DateOrder.MONTH),
        ("DOB (day/month/year)", DateOrder.DAY),
        ("Birth date: month-day-year", DateOrder.MONTH),
        ("जन्म तिथि (दिन/माह/वर्ष)", DateOrder.DAY),
        ("DOB (YYYY-MM-DD)", None),
        ("DOB attested by MD", None),
        ("DOB in DM office", None),
        ("Date of birth", None),
    ],
)
def test_a_heading_may_name_the_order(heading: str, order: DateOrder | None) -> None:
    assert order_named(heading) is order
