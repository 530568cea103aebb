"""Alembic's entry point: runs migrations over asyncpg, with the application's connection settings."""

import asyncio
from typing import Any, Final

import asyncpg
from alembic import context
from sqlalchemy import Connection, pool, text
from sqlalchemy.ext.asyncio import create_async_engine

from server.platform.database.migrate import SERVING_ROLE, URL, MigrationError, whole_metadata
from server.platform.database.migrations.grants import grant

# The key of the advisory lock, any fixed number: concurrent starts migrate one after the other.
LOCK: Final = 7_246_915
OTHER_VERSION: Final = (
    "This database was made by a version of Waymark that this one cannot migrate (its schema is {heads}). Export the "
    "people of each company as CSV with that version, and import them with this one into a new database."
)


def migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=whole_metadata(),
        compare_type=True,
        compare_server_default=True,
    )
    with context.begin_transaction():
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        refuse_unknown_schema()
        context.run_migrations()
        if (role := context.config.attributes.get(SERVING_ROLE)) is not None:
            grant(connection, role=role)


def refuse_unknown_schema() -> None:
    """Raises MigrationError: no revision of this version leads on from the one that the database has."""
    heads = set(context.get_context().get_current_heads())
    if heads - {each.revision for each in context.script.walk_revisions()}:
        raise MigrationError(OTHER_VERSION.format(heads=", ".join(sorted(heads))))


async def connect() -> Any:  # noqa: ANN401 - SQLAlchemy does not care which driver connection it is given
    # Not through an SQLAlchemy URL, so that application and migrations parse DATABASE_URL alike.
    return await asyncpg.connect(context.config.attributes[URL])


async def run() -> None:
    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=pool.NullPool)
    async with engine.connect() as connection:
        await connection.run_sync(migrate)
        await connection.commit()
    await engine.dispose()


asyncio.run(run())
