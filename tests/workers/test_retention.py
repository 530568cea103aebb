"""What the settings keep for a while only is deleted a part at a time; all else stays."""

from uuid import UUID

import pytest

from server.platform.database.connections import Connection
from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.people import Company
from workers.maintenance import clean, retention

LIMITED = pytest.mark.settings(message_days=30, import_days=30, bulk_days=30)


async def add_import(connection: Connection, company: Company, *, state: str, days: int, rows: int) -> UUID:
    import_id: UUID = await connection.raw.fetchval(
        """
        INSERT INTO imports (company_id, state, file_name, delimiter, encoding, touched_at)
        VALUES ($1, $2, 'people.csv', ',', 'utf-8', now() - make_interval(days => $3)) RETURNING id
        """,
        company.id,
        state,
        days,
    )
    await connection.raw.execute(
        """
        INSERT INTO import_rows (import_id, row, status, full_name, email, phone, date_of_birth, gender, work_location,
                                 role, profile)
        SELECT $1, number, 'valid', '', '', '', '', '', '', '', '' FROM generate_series(1, $2) AS number
        """,
        import_id,
        rows,
    )
    return import_id


async def add_job(connection: Connection, company: Company, *, state: str, days: int) -> UUID:
    job_id: UUID = await connection.raw.fetchval(
        """
        INSERT INTO bulk_jobs (company_id, action, state, touched_at)
        VALUES ($1, 'sign-out', $2, now() - make_interval(days => $3)) RETURNING id
        """,
        company.id,
        state,
        days,
    )
    await connection.raw.execute(
        "INSERT INTO bulk_rows (job_id, row, user_id, full_name, email) VALUES ($1, 1, waymark_uuid7(), '', '')", job_id
    )
    return job_id


async def ids(services: Services, query: str) -> set[UUID]:
    async with services.database.reading() as connection:
        return {row[0] for row in await connection.raw.fetch(query)}


async def sweep(services: Services, *, times: int = 4) -> None:
    for _ in range(times):
        for cleaner in retention(services.settings):
            await clean(services, cleaner)


@LIMITED
async def test_imports_and_jobs_that_ended_long_ago_go_with_their_rows(services: Services, company: Company) -> None:
    async with services.database.reading() as connection:
        gone = [await add_import(connection, company, state=state, days=31, rows=3) for state in ("completed", "ready")]
        kept = {
            await add_import(connection, company, state="completed", days=29, rows=1),
            await add_import(connection, company, state="processing", days=31, rows=1),
        }
        large = await add_import(connection, company, state="undone", days=31, rows=5_001)
        await add_job(connection, company, state="completed", days=31)
        kept_jobs = {
            await add_job(connection, company, state="completed", days=29),
            await add_job(connection, company, state="undoing", days=31),
        }
    await sweep(services, times=3)
    assert await ids(services, "SELECT id FROM imports") == kept | {large}, "5,000 rows at a time"
    await sweep(services, times=1)
    assert await ids(services, "SELECT id FROM imports") == kept
    assert await ids(services, "SELECT import_id FROM import_rows") == kept
    assert await ids(services, "SELECT id FROM bulk_jobs") == kept_jobs
    assert await ids(services, "SELECT job_id FROM bulk_rows") == kept_jobs
    assert not kept & set(gone)


@LIMITED
async def test_old_messages_go_unless_they_wait(services: Services, company: Company) -> None:
    account = await add_account(services.database, company)
    async with services.database.reading() as connection:
        await connection.raw.execute(
            """
            INSERT INTO messages (company_id, user_id, kind, channel, recipient, state, provider_id, created_at,
                                  remind_at)
            SELECT $1, $2, 'welcome', 'EMAIL', 'a@example.com', state, name, now() - make_interval(days => days),
                   remind_at
              FROM (VALUES ('gone', 'sent', 31, NULL), ('reminded', 'sent', 31, now() - interval '1 day'),
                           ('new', 'sent', 29, NULL), ('waits', 'queued', 31, NULL),
                           ('to remind', 'sent', 31, now() + interval '1 day'))
                   AS m (name, state, days, remind_at)
            """,
            company.id,
            account.id,
        )
    await sweep(services, times=1)
    async with services.database.reading() as connection:
        rows = await connection.raw.fetch("SELECT provider_id FROM messages WHERE kind = 'welcome'")
    assert {row["provider_id"] for row in rows} == {"new", "waits", "to remind"}


async def test_without_a_setting_all_is_kept(services: Services) -> None:
    assert retention(services.settings) == []
