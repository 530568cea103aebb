"""The worker's part of an upload: every row is checked, once."""

import asyncio
from uuid import UUID

import pytest

from server.people.imports.checking import row_repository
from server.people.imports.checking.check_import import check_import
from server.people.imports.errors import WrongImportStateError
from server.people.imports.read_import import IMPORT_PROGRESS
from server.people.imports.states import ImportState, RowFilter, RowStatus
from server.platform.process.clock import utc_now
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.import_files import csv_file, people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany
from tests.fixtures.publisher import RecordingPublisher

MIXED = (
    person(1),
    person(2, role="HR"),
    person(3, email="asha"),
    # Old enough for a file, though not for a form.
    person(4, dateOfBirth=f"{utc_now().year - 15}-01-01"),
    person(5, fullName="", email="imported1@example.org"),
)


async def test_an_upload_waits_for_the_worker(office: Office) -> None:
    import_id = await office.upload(csv_file(*MIXED), name="C:\\files\\people\x07.csv")
    snapshot = await office.snapshot(import_id)
    assert snapshot.state is ImportState.VALIDATING
    assert snapshot.file_name == "people.csv"
    assert snapshot.total_rows == 5
    assert snapshot.checked_rows == snapshot.valid_rows == snapshot.processed == 0
    assert snapshot.uploaded_by is not None
    assert snapshot.uploaded_by.id == office.person.id
    assert (snapshot.started_by, snapshot.started_at, snapshot.finished_at) == (None, None, None)
    assert office.enqueued("check_import") == 1


async def test_a_checked_file_is_ready_with_a_result_for_every_row(office: Office) -> None:
    import_id = await office.check(*MIXED)
    snapshot = await office.snapshot(import_id)
    assert snapshot.state is ImportState.READY
    assert (snapshot.total_rows, snapshot.checked_rows) == (5, 5)
    assert (snapshot.valid_rows, snapshot.warning_rows, snapshot.invalid_rows) == (3, 1, 2)
    assert (snapshot.success_count, snapshot.error_count, snapshot.failed_count) == (0, 2, 0)
    page = await office.rows(import_id)
    assert [row.status for row in page.data] == [
        RowStatus.VALID,
        RowStatus.WARNING,
        RowStatus.INVALID,
        RowStatus.VALID,
        RowStatus.INVALID,
    ]
    assert [problem.message for problem in page.data[4].errors] == [
        "Missing full name",
        "Duplicate email in file (row 1)",
    ]
    assert page.data[4].message == "Missing full name; Duplicate email in file (row 1)"
    assert page.data[1].warnings[0].message == "Role HR is not usual for profile Trainee"
    assert page.data[0].values.model_dump()["phone"] == "+919000000001"
    assert {(row.user_id, row.invitation) for row in page.data} == {(None, None)}


async def test_properties_of_the_file_are_in_its_snapshot(office: Office) -> None:
    rows = [(*person(1, dateOfBirth="31/12/1990"), "x"), (*person(2, dateOfBirth="1/2/1991"), "y")]
    header = ("fullName", "email", "phone", "dateOfBirth", "gender", "workLocation", "role", "profile", "Team")
    import_id = await office.upload(csv_file(*rows, header=header))
    await check_import(office.services, import_id=import_id)
    snapshot = await office.snapshot(import_id)
    assert snapshot.unknown_headers == ["Team"]
    assert snapshot.remarks == ["Dates are read as day/month/year, because the file has days above 12 in first place."]
    assert (await office.rows(import_id)).data[1].values.model_dump()["dateOfBirth"] == "1991-02-01"


async def test_emails_of_the_company_are_refused_and_its_phones_noted(office: Office, add_company: AddCompany) -> None:
    elsewhere, own = await add_company(), office.person.company
    await office.add_user(elsewhere, email="imported1@example.org", phone="+919000000001")
    await office.add_user(own, email="imported2@example.org", phone="+919999999992")
    for number in (1, 2):
        await office.add_user(own, email=f"other{number}@example.org", phone="+919000000003")
    import_id = await office.check(person(1), person(2), person(3), person(4))
    page = await office.rows(import_id)
    shown = [[problem.message for problem in (*row.errors, *row.warnings)] for row in page.data]
    assert shown == [[], ["Email already registered"], ["Also the phone of 2 others"], []]


async def test_a_phone_that_several_people_of_a_file_have_is_a_warning_of_each(office: Office) -> None:
    shared = "+919000000001"
    await office.add_user(office.person.company, email="other@example.org", phone="+919000000005")
    import_id = await office.check(
        person(1),
        person(2, phone="90000 00001", role="HR"),
        person(3, phone=shared, email="x"),
        person(4),
        person(5),
        person(6, phone="+919000000005"),
        person(4, email="IMPORTED4@example.org", fullName="Asha Rao"),
    )
    page = await office.rows(import_id)
    assert [[problem.message for problem in row.warnings] for row in page.data] == [
        ["Also the phone of 2 others"],
        ["Also the phone of 2 others", "Role HR is not usual for profile Trainee"],
        ["Also the phone of 2 others"],
        [],
        ["Also the phone of 2 others"],
        ["Also the phone of 2 others"],
        [],
    ]
    assert [row.row for row in page.data if row.errors] == [3, 7]
    snapshot = await office.snapshot(import_id)
    assert (snapshot.valid_rows, snapshot.warning_rows, snapshot.invalid_rows) == (5, 4, 2)
    await office.start(import_id)
    assert (await office.work(import_id)).success_count == 5


async def test_rows_are_checked_by_the_matrix_of_the_uploader(offices: Offices) -> None:
    management = await offices.open(Profile.MANAGEMENT)
    import_id = await management.check(person(1, profile="TRAINER", role="MENTOR"), person(2))
    page = await management.rows(import_id, status=RowFilter.INVALID)
    assert [row.message for row in page.data] == [
        "Management users can only create Trainee and Interview Panelist profiles"
    ]


async def test_checking_twice_changes_nothing(office: Office) -> None:
    import_id = await office.check(*MIXED)
    before = await office.snapshot(import_id)
    await check_import(office.services, import_id=import_id)
    after = await office.snapshot(import_id)
    assert (after.version, after.checked_rows) == (before.version, before.checked_rows)
    assert (await office.rows(import_id)).total == 5


async def test_two_workers_that_check_at_once_check_once(office: Office) -> None:
    import_id = await office.upload(csv_file(*people(5_000)))
    await asyncio.gather(*(check_import(office.services, import_id=import_id) for _ in range(3)))
    snapshot = await office.snapshot(import_id)
    assert (snapshot.state, snapshot.checked_rows, snapshot.valid_rows) == (ImportState.READY, 5_000, 5_000)
    assert await office.fetch_value("SELECT count(*) FROM import_rows WHERE import_id = $1", import_id) == 5_000


async def test_a_check_whose_worker_died_is_repeated_from_the_start(office: Office) -> None:
    import_id = await office.check(*MIXED)
    await office.execute("UPDATE imports SET state = 'validating', checked_rows = 3 WHERE id = $1", import_id)
    await office.execute("DELETE FROM import_rows WHERE import_id = $1 AND row > 3", import_id)
    await check_import(office.services, import_id=import_id)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.state, snapshot.checked_rows, snapshot.valid_rows) == (ImportState.READY, 5, 3)
    assert (await office.rows(import_id)).total == 5


async def test_a_check_that_another_worker_has_claimed_is_skipped(office: Office) -> None:
    import_id = await office.upload(csv_file(*MIXED))
    async with office.services.unit_of_work() as unit:
        assert await row_repository.claim(unit.connection, unit.connection, import_id=import_id)
        await check_import(office.services, import_id=import_id)
        assert (await office.snapshot(import_id)).state is ImportState.VALIDATING
    await check_import(office.services, import_id=import_id)
    assert (await office.snapshot(import_id)).state is ImportState.READY


async def test_a_check_ends_at_the_next_batch_when_the_import_is_cancelled(office: Office) -> None:
    import_id = await office.upload(csv_file(*people(20_000)))
    checking = asyncio.create_task(check_import(office.services, import_id=import_id))
    while not (await office.snapshot(import_id)).checked_rows:
        await asyncio.sleep(0.005)
    cancelled = await office.cancel(import_id)
    await checking
    snapshot = await office.snapshot(import_id)
    assert snapshot.state is ImportState.CANCELLED
    assert snapshot.checked_rows == cancelled.checked_rows < 20_000
    assert snapshot.version == cancelled.version


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"fullName\nAsha\n", "Error parsing CSV file. Please check the format."),
        (csv_file(*people(3_000)) + b'"open', "Error parsing CSV file. Please check the format."),
        (csv_file(*people(3_000)) + b"\xff,", "Error parsing CSV file. Please check the format."),
    ],
)
async def test_a_file_that_cannot_be_read_after_all_fails_and_leaves_nothing(
    office: Office, content: bytes, reason: str
) -> None:
    """After a disk error or a defect of the code the check is not retried for ever."""
    import_id = await office.upload(csv_file(*people(3)))
    await office.execute("UPDATE import_files SET content = $2 WHERE import_id = $1", import_id, content)
    await check_import(office.services, import_id=import_id)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.state, snapshot.reason) == (ImportState.FAILED, reason)
    assert snapshot.finished_at is not None
    assert (snapshot.checked_rows, snapshot.valid_rows, (await office.rows(import_id)).data) == (0, 0, [])
    assert await office.fetch_value("SELECT count(*) FROM import_rows") == 0
    with pytest.raises(WrongImportStateError):
        await office.start(import_id)
    with pytest.raises(WrongImportStateError):
        await office.cancel(import_id)
    ends = "SELECT after FROM audit_entries WHERE subject_id = $1 AND action = 'import_ended'"
    assert await office.fetch_value(ends, import_id) == {"state": "failed", "reason": reason}


async def test_the_last_event_of_a_check_has_the_state_ready(office: Office, publisher: RecordingPublisher) -> None:
    import_id = await office.check(*people(6_000))
    last = publisher.shown(IMPORT_PROGRESS)[-1]
    assert (last.id, last.state) == (import_id, ImportState.READY)


async def test_an_import_that_is_gone_is_no_error(services: Services) -> None:
    await check_import(services, import_id=UUID(int=1))


@pytest.mark.parametrize("profile", [Profile.SUPER_ADMIN, Profile.ADMIN])
async def test_the_profiles_of_a_file_are_known_once_it_is_checked(offices: Offices, profile: Profile) -> None:
    office = await offices.open(profile)
    import_id = await office.check(person(1), person(2, profile="admin", role="HR"), person(3, profile="?"))
    assert await office.fetch_value("SELECT profiles FROM imports WHERE id = $1", import_id) == ["ADMIN", "TRAINEE"]


async def test_of_a_company_s_large_files_one_is_checked_at_a_time(
    office: Office, offices: Offices, add_company: AddCompany
) -> None:
    """The others wait in Postgres, the smallest first; files of other companies and small ones wait for none."""
    large = [await office.upload(csv_file(*people(row_repository.SMALL_ROWS + more))) for more in (3, 2, 1)]
    small = await office.upload(csv_file(person(1)))
    elsewhere = await offices.open(company=await add_company())
    theirs = await elsewhere.upload(csv_file(person(1)))
    async with office.services.unit_of_work() as worker:
        assert await row_repository.claim(worker.connection, worker.connection, import_id=large[0])
        await asyncio.gather(*(check_import(office.services, import_id=each) for each in (*large, small, theirs)))
    assert [(await elsewhere.snapshot(theirs)).state] == [ImportState.READY]
    states = [(await office.snapshot(each)).state for each in (*large, small)]
    assert states == [*[ImportState.VALIDATING] * 3, ImportState.READY]
    office.jobs.jobs.clear()
    await check_import(office.services, import_id=large[0])
    assert [job.arguments for job in office.jobs.jobs] == [(str(large[2]),)]
    await check_import(office.services, import_id=large[2])
    await check_import(office.services, import_id=large[1])
    assert [job.arguments for job in office.jobs.jobs] == [(str(large[2]),), (str(large[1]),)]
    assert {(await office.snapshot(each)).state for each in large} == {ImportState.READY}
