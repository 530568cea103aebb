"""Bring a database to the newest schema; make a migration from what changed in the tables."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import MetaData
from sqlalchemy.exc import DBAPIError

from server.platform.configuration.settings import Settings
from server.platform.database.metadata import metadata

MIGRATIONS: Final = Path(__file__).parent / "migrations"
SERVER: Final = Path(__file__).parents[2]
URL: Final = "database_url"
SERVING_ROLE: Final = "serving_role"
GOES_TO: Final = "goes_to"
WAITS: Final = "waits"
WAIT_SECONDS: Final = 100


class MigrationError(Exception):
    """The database cannot be migrated; the text says what an administrator is to do."""


def upgrade(
    database_url: str, *, revision: str = "head", serving_role: str | None = None, wait: float = WAIT_SECONDS
) -> None:
    """Migrate forwards, and give `serving_role` its rights on what is there then (see `migrations/grants.py`).

    Safe to call from several processes at once: one works, the others wait. A lock is asked for again and again, for
    `wait` seconds. Runs an event loop of its own: call it outside of one, or in a thread. Raises MigrationError.
    """
    config = alembic_config(database_url, serving_role=serving_role)
    config.attributes |= {GOES_TO: revision, WAITS: wait}
    with _explained():
        command.upgrade(config, revision)


async def find_serving_role(settings: Settings) -> str | None:
    """The role of DATABASE_URL; None where one role both owns and serves. Raises MigrationError."""
    if settings.migration_database_url is None:
        return None
    with _explained():
        connection = await asyncpg.connect(settings.database_url, statement_cache_size=0)
        try:
            role: str = await connection.fetchval("SELECT current_user")
        finally:
            await connection.close()
    return role


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except CommandError as error:
        raise MigrationError(f"{error}. Nothing was changed.") from error
    except DBAPIError as error:
        raise MigrationError(
            f"Postgres has refused to change the schema: {error.orig and error.orig.__cause__}"
        ) from error
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        shown = str(error) or type(error).__name__
        raise MigrationError(f"The database at DATABASE_URL cannot be used: {shown}") from error


def make_migration(database_url: str, *, title: str) -> None:
    """Write a revision with what the tables have and the database at `database_url` has not."""
    command.revision(alembic_config(database_url), message=title, autogenerate=True)


def whole_metadata() -> MetaData:
    """Every table of every feature."""
    for module in sorted(SERVER.rglob("tables.py")):
        importlib.import_module(".".join(["server", *module.relative_to(SERVER).with_suffix("").parts]))
    return metadata


def alembic_config(database_url: str, *, serving_role: str | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.attributes |= {URL: database_url, SERVING_ROLE: serving_role}
    return config
