"""COMPANY_DAILY_ROWS limits the accounts that imports create in a day, not the rows that are checked."""

import asyncio
from datetime import UTC, datetime

import pytest

from server.people.imports.states import ImportState
from server.platform.process.clock import describe_tomorrow
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_files import csv_file, people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany
from tests.fixtures.workbooks import zipped


def refusal(*, rows: int, left: int) -> str:
    when = describe_tomorrow("IN")
    return (
        f"This file would create {rows} accounts, and your company can create {left} more today. "
        f"You can start it {when}, or upload a smaller file."
    )


@pytest.mark.settings(company_daily_rows=10)
async def test_checking_a_file_does_not_count_towards_the_limit(caller: Caller, office: Office) -> None:
    owner = caller.as_person(office.person)
    for _ in range(3):
        await office.cancel(await office.check(*people(9)))
    import_id = await office.check(*people(9))
    assert (await owner.post(f"{import_id}/start")).status == 200


@pytest.mark.settings(company_daily_rows=10)
async def test_a_company_creates_at_most_its_daily_limit_of_accounts(caller: Caller, offices: Offices) -> None:
    office, colleague = await offices.open(), await offices.open()
    await office.work(await office.begin(*people(8)))
    too_many = await colleague.check(*(person(number) for number in (11, 12, 13)))
    refused = await caller.as_person(colleague.person).post(f"{too_many}/start")
    assert refused.refusal == (429, "daily_rows_exceeded", refusal(rows=3, left=2))
    assert 0 < int(refused.headers["Retry-After"]) == refused.body["retryAfter"] <= 86_401
    assert (await colleague.snapshot(too_many)).state is ImportState.READY, "it can be started tomorrow"
    assert (await colleague.start(await colleague.check(person(14), person(15)))).state is ImportState.PROCESSING
    await office.execute("UPDATE imports SET started_at = started_at - interval '1 day'")
    assert (await colleague.start(too_many)).state is ImportState.PROCESSING


@pytest.mark.settings(company_daily_rows=10)
async def test_rows_that_were_not_created_are_not_counted(office: Office) -> None:
    """Failed rows, and rows that a cancelled import did not reach."""
    await office.add_user(office.person.company, email="imported1@example.org", phone="+919000000001")
    import_id = await office.check(person(1, email="imported90@example.org"), *people(6)[1:])
    await office.execute("UPDATE import_rows SET email = 'imported1@example.org' WHERE row = 1")
    await office.start(import_id)
    await office.cut(import_id, rows=2)
    await office.create_chunk(import_id)
    await office.cancel(import_id)
    await office.start(await office.check(*(person(number) for number in range(20, 29))))


@pytest.mark.settings(company_daily_rows=10)
async def test_concurrent_imports_share_the_remaining_limit(
    caller: Caller, office: Office, offices: Offices, add_company: AddCompany
) -> None:
    """Two imports of six rows exceed the limit; another company has its own."""
    stranger = await offices.open(company=await add_company())
    elsewhere = await stranger.check(*(person(number) for number in range(50, 60)))
    ours = [await office.check(*(person(ten + number) for number in range(6))) for ten in (10, 20, 30)]
    owner = caller.as_person(office.person)
    answers = await asyncio.gather(
        caller.as_person(stranger.person).post(f"{elsewhere}/start"),
        *(owner.post(f"{import_id}/start") for import_id in ours * 2),
    )
    assert answers[0].status == 200
    states = [(await office.snapshot(import_id)).state for import_id in ours]
    assert sorted(states) == [ImportState.PROCESSING, ImportState.READY, ImportState.READY]
    assert {answer.status for answer in answers[1:]} == {200, 429}


@pytest.mark.settings(company_daily_rows=1)
async def test_checking_has_a_limit_of_its_own_which_is_ten_times_as_high(caller: Caller, office: Office) -> None:
    owner = caller.as_person(office.person)
    assert (await owner.upload(csv_file(*people(8)))).status == 201
    refused = await owner.upload(csv_file(*people(3)))
    said = "Your company has had too many rows, or too large files, checked today. You can upload the next file {}."
    assert refused.refusal == (429, "daily_rows_exceeded", said.format(describe_tomorrow("IN")))
    assert (await owner.upload(csv_file(*people(2)))).status == 201
    await office.execute("UPDATE company_daily_usage SET day = day - 1")
    assert (await owner.upload(csv_file(*people(3)))).status == 201


@pytest.mark.security("S113")
@pytest.mark.settings(company_daily_rows=1)
async def test_long_rows_count_as_the_rows_that_they_take_the_place_of(caller: Caller, office: Office) -> None:
    """Else two million rows of 250 KB are stored in a day."""
    owner, file = caller.as_person(office.person), csv_file(*people(1)).replace(b"Imported 1", b"Imported 1" * 700)
    assert (await owner.upload(zipped({"people.csv": file}))).status == 201
    assert (await owner.upload(file)).refusal[:2] == (429, "daily_rows_exceeded")


@pytest.mark.parametrize(
    ("region", "hour", "said"),
    [
        ("IN", 9, "tomorrow at 05:30 IST"),
        ("IN", 20, "today at 05:30 IST"),
        ("DE", 9, "tomorrow at 02:00 CEST"),
        ("US", 9, "today at 20:00 EDT"),
        ("ZZ", 9, "tomorrow at 00:00 UTC"),
    ],
)
def test_the_day_ends_at_a_time_that_the_company_s_clock_shows(region: str, hour: int, said: str) -> None:
    assert describe_tomorrow(region, now=datetime(2026, 7, 14, hour, 30, tzinfo=UTC)) == said


@pytest.mark.settings(company_daily_rows=1)
async def test_rows_that_are_changed_in_a_preview_are_counted_as_checked(caller: Caller, office: Office) -> None:
    """Otherwise two mappings, there and back again, would fill the disk with edits."""
    owner = caller.as_person(office.person)
    import_id = await office.check(*people(3))

    async def map_location(before: str, after: str) -> Called:
        return await owner.post(f"{import_id}/values", {"field": "workLocation", "from": before, "to": after})

    assert (await map_location("Pune", "Delhi")).status == 200
    assert (await map_location("Delhi", "Pune")).status == 200
    said = f"Your company has had too many rows checked today. You can change more rows {describe_tomorrow('IN')}."
    refused = [await map_location("Pune", "Delhi"), await owner.post(f"{import_id}/rows/undo")]
    assert {answer.refusal for answer in refused} == {(429, "daily_rows_exceeded", said)}
    assert {row.values.model_dump()["workLocation"] for row in (await office.rows(import_id)).data} == {"Pune"}
    assert (await owner.call("DELETE", f"{import_id}/rows", json={"rows": [1]})).status == 200
    assert await office.fetch_value("SELECT count(*) FROM import_edits WHERE import_id = $1", import_id) == 7
    refused_edit = await owner.call(
        "PATCH", f"{import_id}/rows/2", json={"values": {"fullName": "Usha Rao"}, "version": 3}
    )
    assert refused_edit.refusal[:2] == (429, "daily_rows_exceeded")
