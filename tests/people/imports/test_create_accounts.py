"""Creating the accounts of an import: each row once, under concurrency and failures."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from quart import Quart

from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.states import ImportState, RowFilter, RowStatus
from server.platform.database.connections import Database
from server.platform.services import Services
from server.vocabulary.invitation_state import Invitation
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany

NO_RIGHTS = "Your profile does not have user creation permissions"
MANAGEMENT_RULE = "Management users can only create Trainee and Interview Panelist profiles"


@asynccontextmanager
async def another_worker(services: Services) -> AsyncIterator[Services]:
    """Services with their own connections, like those of another process."""
    database = Database(services.settings.database_url, pool_size=4)
    await database.connect()
    try:
        yield replace(services, database=database)
    finally:
        await database.disconnect()


async def test_a_person_s_activity_names_the_row_of_the_file_that_made_the_account(office: Office, app: Quart) -> None:
    await office.work(await office.begin(*people(3)))
    starter, (account,) = office.person, await office.fetch("SELECT id FROM users WHERE email ~ 'imported2@'")

    async def origin_of(user_id: object) -> Any:
        path = f"/api/v1/audit?subject={user_id}"
        return (await (await app.test_client().get(path, headers=starter.headers)).get_json())["origin"]

    origin = await origin_of(account["id"])
    [name] = await office.fetch("SELECT full_name FROM users WHERE id = $1", starter.id)
    assert (origin["row"], origin["createdBy"], origin["fileName"]) == (2, name["full_name"], "people.csv")
    assert await origin_of(starter.id) is None


async def test_an_import_from_start_to_end(office: Office) -> None:
    import_id = await office.check(*people(7), person(8, role="HR"), person(9, email="asha"))
    started = await office.start(import_id)
    assert started.state is ImportState.PROCESSING
    assert started.started_by is not None
    assert (started.started_by.id, started.finished_at) == (office.person.id, None)
    assert (started.rate_per_second, started.eta_seconds, started.recent) == (None, None, [])
    await office.services.database.settle()
    assert office.enqueued("create_accounts") == 1

    await office.cut(import_id, rows=4)
    assert await office.create_chunk(import_id)
    halfway = await office.snapshot(import_id)
    assert (halfway.state, halfway.processed, halfway.success_count) == (ImportState.PROCESSING, 4, 4)
    assert halfway.rate_per_second is not None
    assert halfway.eta_seconds is not None
    assert [row.row for row in halfway.recent] == [4, 3, 2, 1]
    statuses = [row.status for row in (await office.rows(import_id)).data]
    assert statuses == [RowStatus.CREATED] * 4 + [RowStatus.VALID] * 3 + [RowStatus.WARNING, RowStatus.INVALID]

    ended = await office.work(import_id)
    assert (ended.state, ended.processed, ended.success_count) == (ImportState.COMPLETED, 8, 8)
    assert (ended.total_rows, ended.error_count, ended.failed_count) == (9, 1, 0)
    assert ended.finished_at == ended.timestamp is not None
    assert ended.eta_seconds is None
    assert {row.row for row in ended.recent} == set(range(1, 9)), "also where the last chunk has fewer than ten"
    assert ended.version > halfway.version > started.version
    await office.check_books(import_id)


async def test_an_account_has_the_values_of_its_row(office: Office) -> None:
    import_id = await office.begin(person(1, fullName=" Asha Rao ", gender="other", workLocation="Pune, West"))
    await office.work(import_id)
    [row] = (await office.rows(import_id)).data
    [user] = await office.fetch("SELECT * FROM users WHERE id = $1", row.user_id)
    assert user["company_id"] == office.person.company.id
    assert (user["full_name"], user["email"], user["phone"]) == ("Asha Rao", "imported1@example.org", "+919000000001")
    assert (user["gender"], user["work_location"]) == ("OTHER", "Pune, West")
    assert (user["role"], user["profile"], user["date_of_birth"].isoformat()) == ("TRAINEE", "TRAINEE", "1990-04-12")
    assert user["is_active"]
    assert user["password_hash"] is user["temporary_password_mac"] is None, "no sign-in before the invitation"
    assert (row.status, row.message, row.invitation) == (RowStatus.CREATED, "Created", Invitation.QUEUED)


async def test_the_starter_of_a_long_import_gets_one_mail(office: Office) -> None:
    import_id = await office.begin(*people(3), person(4, email="x"))
    await office.execute("UPDATE imports SET started_at = now() - interval '61 seconds'")
    await asyncio.gather(*(create_accounts(office.services, import_id=import_id) for _ in range(3)))
    [notice] = await office.fetch("SELECT * FROM messages WHERE kind = 'import_finished'")
    assert (notice["recipient"], notice["import_id"]) == (office.person.email, import_id)
    assert {name: notice["parameters"][name] for name in ("created", "failed")} == {"created": 3, "failed": 1}
    assert await office.fetch_value("SELECT count(*) FROM audit_entries WHERE subject_id = $1", import_id) == 3


async def test_a_repeated_job_creates_nothing_twice(office: Office) -> None:
    import_id = await office.begin(*people(20))
    before = await office.work(import_id)
    for _ in range(2):
        await create_accounts(office.services, import_id=import_id)
    assert (await office.snapshot(import_id)).version == before.version
    await office.check_books(import_id)


async def test_many_workers_at_once_create_each_row_once(office: Office) -> None:
    import_id = await office.begin(*people(150))
    await office.cut(import_id, rows=7)
    async with another_worker(office.services) as second, another_worker(office.services) as third:
        workers = (office.services, second, third)
        await asyncio.gather(*(create_accounts(worker, import_id=import_id) for worker in workers * 2))
        ended = await office.work(import_id)
    assert (ended.state, ended.success_count, ended.failed_count) == (ImportState.COMPLETED, 150, 0)
    await office.check_books(import_id)


async def test_an_email_taken_since_the_check_fails_its_row_a_phone_does_not(
    office: Office, add_company: AddCompany
) -> None:
    import_id = await office.check(*people(3), person(4, role="HR"), person(5))
    elsewhere = await add_company()
    await office.add_user(elsewhere, email="imported2@example.org", phone="+919999999992")
    await office.add_user(elsewhere, email="other3@example.org", phone="+919000000003")
    await office.add_user(elsewhere, email="imported4@example.org", phone="+919000000004")
    await office.start(import_id)
    ended = await office.work(import_id)
    assert (ended.state, ended.success_count, ended.failed_count, ended.error_count) == (ImportState.COMPLETED, 3, 2, 2)
    failed = await office.rows(import_id, status=RowFilter.FAILED)
    assert [(row.row, row.status, row.message) for row in failed.data] == [
        (2, RowStatus.FAILED, "Email already registered"),
        (4, RowStatus.FAILED, "Email already registered"),
    ]
    assert failed.total == 2
    assert [(row.row, row.message) for row in ended.recent[:2]] == [(5, "Created"), (4, "Email already registered")]
    await office.check_books(import_id)
    for status in RowFilter:
        page = await office.rows(import_id, status=status)
        assert page.total == len(page.data), status


async def test_emails_that_are_taken_in_several_chunks_fail_their_rows(office: Office, add_company: AddCompany) -> None:
    """The first chunk that meets one is written again, the next ones are written once."""
    import_id = await office.begin(*people(12))
    elsewhere = await add_company()
    for number in (3, 7, 12):
        await office.add_user(elsewhere, email=f"imported{number}@example.org", phone=f"+9199999999{number:02}")
    await office.cut(import_id, rows=4)
    assert await office.create_chunk(import_id)
    assert [row.row for row in (await office.rows(import_id, status=RowFilter.FAILED)).data] == [3]
    ended = await office.work(import_id)
    assert (ended.state, ended.success_count, ended.failed_count) == (ImportState.COMPLETED, 9, 3)
    failed = await office.rows(import_id, status=RowFilter.FAILED)
    assert [(row.row, row.message) for row in failed.data] == [
        (number, "Email already registered") for number in (3, 7, 12)
    ]
    await office.check_books(import_id)


async def test_a_row_fails_for_the_email_of_an_account_and_not_for_the_phone_of_another(office: Office) -> None:
    await office.work(await office.begin(person(1), person(2)))
    import_id = await office.check(person(3), person(4))
    await office.execute("UPDATE import_rows SET phone = '+919000000002' WHERE import_id = $1", import_id)
    await office.execute(
        "UPDATE import_rows SET email = 'imported1@example.org' WHERE import_id = $1 AND email LIKE 'imported3@%'",
        import_id,
    )
    await office.start(import_id)
    ended = await office.work(import_id)
    assert (ended.success_count, ended.failed_count) == (1, 1)
    (failed,) = (await office.rows(import_id, status=RowFilter.FAILED)).data
    assert failed.message == "Email already registered"


@pytest.mark.parametrize(
    ("change", "reason", "invitations"),
    [
        ("UPDATE users SET profile = 'TRAINEE' WHERE id = $1", NO_RIGHTS, 0),
        ("UPDATE users SET profile = NULL WHERE id = $1", NO_RIGHTS, 0),
        ("UPDATE users SET profile = 'MANAGEMENT' WHERE id = $1", MANAGEMENT_RULE, 1),
        ("UPDATE users SET is_active = false WHERE id = $1", NO_RIGHTS, 0),
        ("DELETE FROM users WHERE id = $1", NO_RIGHTS, 0),
    ],
)
async def test_a_starter_who_loses_the_right_creates_no_more_accounts(
    office: Office, offices: Offices, change: str, reason: str, invitations: int
) -> None:
    rows = [person(number, profile="TRAINER", role="MENTOR") for number in range(1, 10)]
    import_id = await office.begin(*rows)
    await office.cut(import_id, rows=3)
    await office.create_chunk(import_id)
    await office.execute(change, office.person.id)
    colleague = await offices.open()
    ended = await colleague.work(import_id)
    assert (ended.state, ended.success_count, ended.failed_count) == (ImportState.COMPLETED, 3, 6)
    failed = await colleague.rows(import_id, status=RowFilter.FAILED)
    assert {row.message for row in failed.data} == {reason}
    await colleague.check_books(import_id, invitations=invitations)


async def test_a_demotion_fails_only_the_profiles_that_are_no_longer_allowed(office: Office) -> None:
    import_id = await office.begin(person(1), person(2, profile="TRAINER", role="MENTOR"), person(3))
    await office.execute("UPDATE users SET profile = 'MANAGEMENT' WHERE id = $1", office.person.id)
    ended = await office.work(import_id)
    assert (ended.success_count, ended.failed_count) == (2, 1)
    assert (await office.rows(import_id, status=RowFilter.FAILED)).data[0].message == MANAGEMENT_RULE


async def test_after_the_answer_to_cancel_nothing_is_created(office: Office) -> None:
    import_id = await office.begin(*people(30))
    await office.cut(import_id, rows=3)
    await office.create_chunk(import_id)
    cancelled = await office.cancel(import_id)
    assert (cancelled.state, cancelled.processed, cancelled.success_count) == (ImportState.CANCELLED, 3, 3)
    assert cancelled.finished_at is not None
    await create_accounts(office.services, import_id=import_id)
    assert not await office.create_chunk(import_id)
    after = await office.snapshot(import_id)
    assert (after.state, after.success_count, after.version) == (ImportState.CANCELLED, 3, cancelled.version)
    await office.check_books(import_id)


@pytest.mark.parametrize("pause", [0.002, 0.03])
async def test_a_chunk_in_flight_when_cancelled_is_whole_or_was_never(office: Office, pause: float) -> None:
    import_id = await office.begin(*people(500))
    await office.cut(import_id, rows=10)
    creating = asyncio.create_task(create_accounts(office.services, import_id=import_id))
    await asyncio.sleep(pause)
    cancelled = await office.cancel(import_id)
    accounts = await office.fetch_value("SELECT count(*) FROM users WHERE email LIKE 'imported%'")
    await creating
    assert accounts == cancelled.success_count
    assert await office.fetch_value("SELECT count(*) FROM users WHERE email LIKE 'imported%'") == accounts
    assert accounts % 10 == 0
    await office.check_books(import_id)


@pytest.mark.parametrize("domain", ["example.org", pytest.param("example.net", marks=pytest.mark.long)])
async def test_two_imports_of_the_same_people_at_once(offices: Offices, add_company: AddCompany, domain: str) -> None:
    """Their phones are in opposite order, so that each transaction may wait for the other."""
    first, second = await offices.open(), await offices.open(company=await add_company())
    count = 1_000
    numbers = range(1, count + 1)
    one = await first.begin(*people(count))
    two = await second.begin(
        *(person(number, email=f"imported{number}@{domain}", phone=phone_of(count + 1 - number)) for number in numbers)
    )
    async with another_worker(second.services) as services:
        other = replace(second, services=services)
        ended = await asyncio.gather(first.work(one), other.work(two))
    assert [snapshot.state for snapshot in ended] == [ImportState.COMPLETED] * 2
    assert [snapshot.processed for snapshot in ended] == [count] * 2
    await first.check_books(one)
    await second.check_books(two)
    accounts = await first.fetch("SELECT phone FROM users WHERE email LIKE 'imported%'")
    assert len(accounts) == sum(snapshot.success_count for snapshot in ended) >= count


def phone_of(number: int) -> str:
    return person(number)[2]


async def test_a_chunk_that_postgres_ends_as_a_deadlock_is_done_again(office: Office) -> None:
    import_id = await office.begin(person(1), person(2))
    insert = """
        INSERT INTO users (company_id, email, phone, full_name, role) VALUES ($1, $2, $2, 'Rival', 'APPLICANT')
    """
    async with office.services.database.reading() as rival:
        transaction = rival.raw.transaction()
        await transaction.start()
        await rival.raw.execute("SET LOCAL deadlock_timeout = '20s'")  # so that it is the import that is ended
        await rival.raw.execute(insert, office.person.company.id, "imported2@example.org")
        creating = asyncio.create_task(create_accounts(office.services, import_id=import_id))
        while not await rival.raw.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
            await asyncio.sleep(0.005)
        await rival.raw.execute(insert, office.person.company.id, "imported1@example.org")
        await transaction.rollback()
    await creating
    ended = await office.work(import_id)
    assert (ended.state, ended.success_count) == (ImportState.COMPLETED, 2)
    await office.check_books(import_id)


async def test_a_large_import_is_enqueued_again_and_continues(office: Office) -> None:
    import_id = await office.begin(*people(3))
    await office.services.database.settle()
    before = office.enqueued("create_accounts")
    await create_accounts(office.services, import_id=import_id, seconds=0.0)
    await office.services.database.settle()
    assert office.enqueued("create_accounts") == before + 1
    assert (await office.snapshot(import_id)).processed == 0


async def test_a_row_whose_account_was_deleted_later_stays_created(office: Office) -> None:
    import_id = await office.begin(*people(2))
    await office.work(import_id)
    await office.execute("DELETE FROM users WHERE email = 'imported1@example.org'")
    row = (await office.rows(import_id)).data[0]
    assert (row.status, row.user_id, row.invitation) == (RowStatus.CREATED, None, None)
