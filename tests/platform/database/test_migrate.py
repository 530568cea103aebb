"""Migrations create exactly the declared tables, and go forwards only."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import asyncpg
import pytest
from alembic import command
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, pool
from sqlalchemy.ext.asyncio import create_async_engine

from deploy.local.postgres_server import create_database
from server.people.imports.states import FORMAT
from server.platform.database import migrations
from server.platform.database.migrate import MigrationError, alembic_config, upgrade, whole_metadata
from server.platform.database.migrations.steps import change_in_batches, create_index, drop_index
from tests.fixtures.eventually import BLOCKED, eventually
from tests.fixtures.forks import fork
from tests.fixtures.servers import LocalServers

FIRST_SCHEMA = Path(migrations.__file__).with_name("first_schema.sql")
# Everything in a schema that a table declares, a line each. The trigram index is created
# by every server that offers its extensions.
SHAPE = """
    SELECT format('column %s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                  CASE WHEN a.attnotnull THEN 'not null' END, pg_get_expr(d.adbin, d.adrelid), l.collname)
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    LEFT JOIN pg_collation l ON l.oid = a.attcollation
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      AND c.relname <> 'alembic_version'
    UNION ALL
    SELECT format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 'alembic_version'::regclass
    UNION ALL
    SELECT format('index %s', indexdef) FROM pg_indexes
    WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    ORDER BY 1
"""
LEFT_OVER = """
    SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relname NOT LIKE 'alembic_version%'
    UNION ALL
    SELECT proname FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
"""


@pytest.fixture
async def empty_url(servers: LocalServers) -> AsyncIterator[str]:
    server_url = servers.postgres.url("postgres")
    await create_database(server_url, name="bare")
    yield servers.postgres.url("bare")
    connection = await asyncpg.connect(server_url)
    await connection.execute("DROP DATABASE bare WITH (FORCE)")
    await connection.close()


async def lines(url: str, query: str) -> list[str]:
    connection = await asyncpg.connect(url)
    try:
        return [row[0] for row in await connection.fetch(query)]
    finally:
        await connection.close()


async def make_tables(url: str) -> None:
    async def connect() -> object:
        return await asyncpg.connect(url)

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=pool.NullPool)
    async with engine.begin() as connection:
        await connection.exec_driver_sql("CREATE TABLE alembic_version (version_num text)")
        await connection.run_sync(whole_metadata().create_all)
    await engine.dispose()


async def test_the_migrated_schema_is_the_one_that_the_tables_declare(database_url: str, empty_url: str) -> None:
    await asyncio.to_thread(upgrade, empty_url)
    connection = await asyncpg.connect(empty_url)
    for table in await lines(empty_url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"):
        await connection.execute(f"DROP TABLE {table} CASCADE")
    await connection.close()
    await make_tables(empty_url)

    declared = await lines(empty_url, SHAPE)

    assert len(declared) > 100
    assert await lines(database_url, SHAPE) == declared


def test_the_first_schema_stays_as_it_was_applied() -> None:
    """A change of it would reach no database that exists: it belongs into a revision of its own."""
    digest = hashlib.sha256(FIRST_SCHEMA.read_bytes()).hexdigest()
    assert digest == "2c48c709594830408f764958430657418f1e755359a7aeb7a6adf2e1d75e6ee0"


async def test_an_earlier_database_keeps_its_people_and_imports_and_its_applicants_wait(empty_url: str) -> None:
    await asyncio.to_thread(command.upgrade, alembic_config(empty_url), "0100")
    owner = await asyncpg.connect(empty_url)
    await owner.execute(
        """
        INSERT INTO companies (id, name, slug, industry) VALUES (waymark_uuid7(), 'Harbour', 'harbour', 'Education');
        INSERT INTO users (company_id, full_name, role, profile, email, phone)
        SELECT id, 'Asha Rao', 'APPLICANT', NULL, 'asha@example.org', '+919800000001' FROM companies
         UNION ALL
        SELECT id, 'Ben Lal', 'TRAINEE', 'TRAINEE', 'ben@example.org', '+919800000002' FROM companies;
        INSERT INTO imports (company_id, file_name, delimiter, encoding, format)
        SELECT id, 'whole_list.csv', ',', 'utf-8', 2 FROM companies
        """
    )
    await owner.close()

    await asyncio.to_thread(upgrade, empty_url)
    waiting = "SELECT full_name || ' ' || state FROM users JOIN applications ON user_id = id"
    assert await lines(empty_url, waiting) == ["Asha Rao waiting"]
    counted = "SELECT coalesce(profile, '') || people FROM people_figures ORDER BY 1"
    assert await lines(empty_url, counted) == ["1", "TRAINEE1"]
    found = "SELECT searched || array_to_string(spelt, '.') FROM people_search ORDER BY 1"
    assert await lines(empty_url, found) == [
        "asha rao asha@example.org +919800000001as.ru",
        "ben lal ben@example.org +919800000002vn.l",
    ]
    assert await lines(empty_url, "SELECT region || ' ' || sync_threshold FROM companies") == ["IN 20"]
    # Workers leave alone what has a greater number than they know.
    assert int((await lines(empty_url, "SELECT format::text FROM imports"))[0]) <= FORMAT


async def test_a_role_that_may_not_create_extensions_names_what_an_administrator_runs(
    empty_url: str, servers: LocalServers
) -> None:
    owner = await asyncpg.connect(empty_url)
    await owner.execute("CREATE ROLE limited LOGIN; GRANT ALL ON SCHEMA public TO limited")

    with pytest.raises(MigrationError) as refused:
        await asyncio.to_thread(upgrade, servers.postgres.url("bare", role="limited"))
    assert "CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS btree_gin;" in str(refused.value)
    assert await lines(empty_url, LEFT_OVER) == []

    await owner.execute("DROP OWNED BY limited; DROP ROLE limited")
    await owner.close()


async def test_a_database_of_another_version_is_left_alone_with_a_sentence(empty_url: str) -> None:
    owner = await asyncpg.connect(empty_url)
    await owner.execute("CREATE TABLE alembic_version (version_num text); INSERT INTO alembic_version VALUES ('0054')")
    await owner.close()

    with pytest.raises(MigrationError, match="Export the people of each company as CSV with that version"):
        await asyncio.to_thread(upgrade, empty_url)
    assert await lines(empty_url, LEFT_OVER) == []


async def test_an_older_schema_is_refused_and_an_unknown_one(owner_url: str) -> None:
    for wanted, sentence in (("0103", "is newer than 0103: a schema only goes forwards"), ("9999", "'9999'")):
        with pytest.raises(MigrationError, match=sentence):
            await asyncio.to_thread(upgrade, owner_url, revision=wanted)


@pytest.fixture
async def idle(empty_url: str) -> "AsyncIterator[asyncpg.Connection[asyncpg.Record]]":
    """An open transaction of a client that has read the companies at schema 0105."""
    await asyncio.to_thread(upgrade, empty_url, revision="0105")
    idle = await asyncpg.connect(empty_url, server_settings={"application_name": "report"})
    await idle.execute("BEGIN; SELECT id AS a_secret FROM companies")
    yield idle
    await idle.close()


async def test_readers_pass_a_migration_that_waits_for_a_transaction(
    empty_url: str, idle: "asyncpg.Connection[asyncpg.Record]", capsys: pytest.CaptureFixture[str]
) -> None:
    migration = asyncio.create_task(asyncio.to_thread(upgrade, empty_url, revision="0106"))
    reader = await asyncpg.connect(empty_url)
    waits = f"{BLOCKED} AND application_name = 'waymark migrate'"

    async def is_waiting() -> bool:
        return bool(await reader.fetchval(waits))

    for _ in range(2):
        await eventually(is_waiting, within=60, what="the migration asks for its lock")
        await reader.fetch("SELECT id FROM companies", timeout=30)
    await idle.execute("COMMIT")
    await migration

    assert await lines(empty_url, "SELECT version_num FROM alembic_version") == ["0106"]
    assert "application report, user postgres, idle in transaction, in a transaction since" in capsys.readouterr().err
    await reader.close()


async def test_a_migration_that_gives_up_names_who_holds_the_lock_and_no_text_of_a_query(
    empty_url: str, idle: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    with pytest.raises(MigrationError) as blocked:
        await asyncio.to_thread(upgrade, empty_url, revision="0106", wait=0)

    assert f"process {idle.get_server_pid()}, application report" in str(blocked.value)
    assert "query BEGIN …" in str(blocked.value)
    assert "a_secret" not in str(blocked.value)
    assert await lines(empty_url, "SELECT version_num FROM alembic_version") == ["0105"]


async def run_step(url: str, step: Callable[[], None]) -> None:
    """Run a step of a revision outside of one."""

    async def connect() -> object:
        return await asyncpg.connect(url)

    def run(connection: Connection) -> None:
        with Operations.context(MigrationContext.configure(connection)):
            step()

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=pool.NullPool)
    async with engine.connect() as connection:
        await connection.run_sync(run)
    await engine.dispose()


async def test_an_index_that_an_interrupted_try_has_left_is_made_again(empty_url: str) -> None:
    owner = await asyncpg.connect(empty_url)
    await owner.execute("CREATE TABLE things (name text); INSERT INTO things VALUES ('a'), ('a')")
    with pytest.raises(asyncpg.UniqueViolationError):
        await owner.execute("CREATE UNIQUE INDEX CONCURRENTLY ix_things ON things (name)")
    await owner.execute("TRUNCATE things")

    await run_step(empty_url, lambda: create_index("ix_things", "things (name)", unique=True))
    valid = "SELECT indisvalid::text FROM pg_index WHERE indexrelid = 'ix_things'::regclass"
    assert await lines(empty_url, valid) == ["true"]

    await run_step(empty_url, lambda: drop_index("ix_things"))
    assert await lines(empty_url, "SELECT indexname FROM pg_indexes WHERE tablename = 'things'") == []
    await owner.close()


async def test_rows_are_changed_in_batches_of_a_transaction_each(empty_url: str) -> None:
    owner = await asyncpg.connect(empty_url)
    await owner.execute("CREATE TABLE things AS SELECT n, NULL::text AS name FROM generate_series(1, 12) n")
    await owner.close()

    update = """
        UPDATE things SET name = 'n' || n
         WHERE n = ANY (ARRAY(SELECT n FROM things WHERE name IS NULL LIMIT 5)) AND name IS NULL
    """
    await run_step(empty_url, lambda: change_in_batches(update))

    transactions = "SELECT count(*)::text FROM things WHERE name = 'n' || n GROUP BY xmin::text ORDER BY 1"
    assert await lines(empty_url, transactions) == ["2", "5", "5"]


async def test_two_starts_at_once_migrate_once(empty_url: str, own_settings: dict[str, str], tmp_path: Path) -> None:
    environment = own_settings | {"DATABASE_URL": empty_url}
    starts = [fork("server.cli", "migrate", environment=environment, out=tmp_path / f"out-{n}") for n in range(2)]

    assert [await start.ended() for start in starts] == [0, 0]
    assert await lines(empty_url, "SELECT count(*)::text FROM alembic_version") == ["1"]


async def test_ids_rise_with_time(database_url: str) -> None:
    ids = await lines(database_url, "SELECT waymark_uuid7()::text FROM generate_series(1, 1000)")

    assert ids == sorted(ids)
    assert {value[14] for value in ids} == {"7"}
