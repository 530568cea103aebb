"""Alembic's entry point: runs migrations over asyncpg, each revision in a transaction of its own.

A revision waits half a second for a lock, then it lets those through who have queued behind it, and is tried again.
"""

import asyncio
import sys
from time import monotonic
from typing import Any, Final

import asyncpg
from alembic import context
from sqlalchemy import Connection, pool
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from server.platform.database.migrate import GOES_TO, SERVING_ROLE, URL, WAITS, MigrationError, whole_metadata
from server.platform.database.migrations.grants import grant

# The key of the advisory lock, any fixed number: concurrent starts migrate one after the other.
LOCK: Final = 7_246_915
LOCK_TIMEOUT: Final = "500ms"
PAUSE_SECONDS: Final = 2.0
LOOK_SECONDS: Final = 0.1
BLOCKED: Final = frozenset({"55P03", "40P01"})  # lock_not_available, deadlock_detected
# The first word of a query only: the rest may hold secrets.
BLOCKERS: Final = r"""
    SELECT string_agg(
               concat_ws(', ', 'process ' || pid, 'application ' || nullif(application_name, ''), 'user ' || usename,
                         state, 'in a transaction since ' || to_char(xact_start AT TIME ZONE 'UTC', 'HH24:MI:SS UTC'),
                         'query ' || substring(query FROM '^\s*(\w+)') || ' …'), '; ' ORDER BY pid)
    FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1))
"""
OTHER_VERSION: Final = (
    "This database was made by a version of Waymark that this one cannot migrate (its schema is {heads}). Export the "
    "people of each company as CSV with that version, and import them with this one into a new database."
)
NEWER: Final = (
    "The database has schema {heads}, which is newer than {wanted}: a schema only goes forwards. Nothing was changed."
)
BLOCKED_BY: Final = (
    "The schema could not be changed, because others hold a lock: {blockers}. End their transactions, then migrate "
    "again. Revisions before this one are done, and nothing of this one."
)


def migrate(connection: Connection) -> None:
    role = context.config.attributes.get(SERVING_ROLE)

    def grant_all(*_: object, **__: object) -> None:
        if role is not None:
            grant(connection, role=role)

    context.configure(
        connection=connection,
        target_metadata=whole_metadata(),
        compare_type=True,
        compare_server_default=True,
        transaction_per_migration=True,
        on_version_apply=grant_all,
    )
    refuse_unknown_schema()
    with context.begin_transaction():
        context.run_migrations()
    grant_all()


def refuse_unknown_schema() -> None:
    """Raises MigrationError: no revision of this version leads from the one that the database has to the wanted one."""
    heads = set(context.get_context().get_current_heads())
    if heads - {each.revision for each in context.script.walk_revisions()}:
        raise MigrationError(OTHER_VERSION.format(heads=", ".join(sorted(heads))))
    wanted = context.config.attributes.get(GOES_TO)
    if wanted and heads - {each.revision for each in context.script.walk_revisions("base", wanted)}:
        raise MigrationError(NEWER.format(heads=", ".join(sorted(heads)), wanted=wanted))


async def connect() -> "asyncpg.Connection[asyncpg.Record]":
    # Not through an SQLAlchemy URL, so that application and migrations parse DATABASE_URL alike.
    settings = {"application_name": "waymark migrate", "lock_timeout": LOCK_TIMEOUT}
    return await asyncpg.connect(context.config.attributes[URL], server_settings=settings)


async def run() -> None:
    guard = await connect()
    try:
        # Asked for again and again: one that waits would hold a snapshot, for whose end an index made meanwhile waits.
        while not await guard.fetchval("SELECT pg_try_advisory_lock($1)", LOCK):  # noqa: ASYNC110 - another process's
            await asyncio.sleep(LOOK_SECONDS)
        told, last = "", monotonic() + context.config.attributes.get(WAITS, 0)
        while (blockers := await try_once(guard)) is not None:
            if monotonic() >= last:
                raise MigrationError(BLOCKED_BY.format(blockers=blockers))
            if blockers != told:
                sys.stderr.write(f"Waiting for a lock that others hold: {blockers}.\n")
                told = blockers
            await asyncio.sleep(PAUSE_SECONDS)
    finally:
        await guard.close()


async def try_once(guard: "asyncpg.Connection[asyncpg.Record]") -> str | None:
    """Run what is not done yet. Returns who holds a lock that it needs; None where all is done."""
    blockers = "they have ended"
    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=pool.NullPool)
    async with engine.connect() as connection:
        own: Any = (await connection.get_raw_connection()).driver_connection
        migrating = asyncio.create_task(connection.run_sync(migrate))
        while not migrating.done():
            blockers = await guard.fetchval(BLOCKERS, own.get_server_pid()) or blockers
            await asyncio.wait({migrating}, timeout=LOOK_SECONDS)
        try:
            await migrating
            await connection.commit()
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in BLOCKED:
                raise
            return blockers
    return None


def emit() -> None:
    """Write the SQL instead of running it."""
    context.configure(dialect_name="postgresql", literal_binds=True, transaction_per_migration=True)
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():
    emit()
else:
    asyncio.run(run())
