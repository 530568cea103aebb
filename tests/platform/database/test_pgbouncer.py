"""PgBouncer in transaction mode: each transaction may have another connection, and none keeps a setting."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from server.people.imports.checking import row_repository
from server.people.imports.checking.check_import import check_import
from server.people.imports.states import ImportState
from server.platform.database.connections import Connection, Database
from tests.fixtures.eventually import eventually
from tests.fixtures.import_files import csv_file, person
from tests.fixtures.imports import Office
from tests.fixtures.pgbouncer import PgBouncer
from tests.fixtures.worker_process import StartWorker

pytestmark = pytest.mark.long

HEEDED = ("statement_timeout", "idle_in_transaction_session_timeout", "jit", "plan_cache_mode", "lock_timeout")
WEB = ["20s", "20s", "off", "auto", "1200ms"]
WORKER = ["20s", "20s", "off", "force_custom_plan", "0"]
SHOWN = f"SELECT ARRAY[{', '.join(f'current_setting({name!r})' for name in HEEDED)}]"


@pytest.fixture(params=["on", "off"])
def prepared(pgbouncer: PgBouncer, request: pytest.FixtureRequest) -> str:
    """DATABASE_PREPARED_STATEMENTS."""
    if request.param == "on" and pgbouncer.version < (1, 21):
        pytest.skip("this PgBouncer is older than 1.21, and has no prepared statements in transaction mode")
    return str(request.param)


@asynccontextmanager
async def connected(url: str, *, serves_requests: bool, prepared: str) -> AsyncIterator[Database]:
    database = Database(
        url, pool_size=20, serves_requests=serves_requests, plans_anew=not serves_requests, prepares=prepared == "on"
    )
    await database.connect()
    yield database
    await database.disconnect()


async def test_settings_hold_for_each_query_and_statements_find_their_connection(
    pgbouncer: PgBouncer, prepared: str, database_url: str
) -> None:
    url = pgbouncer.url(database_url)

    async def asked(database: Database, number: int) -> tuple[list[str], list[str], object]:
        async with database.reading() as connection:
            alone = await connection.fetch_value(SHOWN)
            value = await connection.fetch_value(
                f"SELECT CAST(:value AS jsonb) /* {number % 7} */", value={"n": number}
            )
        async with database.unit_of_work() as unit:
            together = await unit.connection.fetch_value(SHOWN)
            await unit.connection.hold_lock(f"one of {number % 3}")
        return alone, together, value

    async with (
        connected(url, serves_requests=True, prepared=prepared) as web,
        connected(url, serves_requests=False, prepared=prepared) as worker,
    ):
        given = [(number, web if number % 2 else worker) for number in range(200)]
        found: list[tuple[list[str], list[str], object]] = []
        # More than there are connections to the server, and no more than each pool has.
        for at in range(0, len(given), 20):
            found += await asyncio.gather(*(asked(database, number) for number, database in given[at : at + 20]))

    expected = [(WEB, WEB) if number % 2 else (WORKER, WORKER) for number, _ in given]
    assert [answer[:2] for answer in found] == expected
    assert [answer[2] for answer in found] == [{"n": number} for number, _ in given]


async def test_a_check_is_claimed_for_as_long_as_it_takes(
    pgbouncer: PgBouncer, prepared: str, office: Office, database_url: str
) -> None:
    import_id = await office.upload(csv_file(person(1)))

    async def claimed(guard: Connection, database: Database) -> bool:
        async with database.reading() as connection:
            return await row_repository.claim(guard, connection, import_id=import_id)

    async with connected(pgbouncer.url(database_url), serves_requests=False, prepared=prepared) as database:
        for _ in range(2):
            async with database.unit_of_work() as first, database.unit_of_work() as second:
                assert await claimed(first.connection, database)
                assert not await claimed(second.connection, database)
    await check_import(office.services, import_id=import_id)
    assert (await office.snapshot(import_id)).state is ImportState.READY


async def test_a_worker_checks_a_file(
    pgbouncer: PgBouncer, prepared: str, office: Office, start_worker: StartWorker, database_url: str
) -> None:
    import_id = await office.upload(csv_file(*(person(number) for number in range(1, 3_000))))
    await start_worker(DATABASE_URL=pgbouncer.url(database_url), DATABASE_PREPARED_STATEMENTS=prepared)

    async def is_ready() -> bool:
        return (await office.snapshot(import_id)).state is ImportState.READY

    await eventually(is_ready, within=120, what="the file is checked")
