"""The schema that the database has, and the one that this version of the code needs."""

from functools import cache
from pathlib import Path
from typing import Final

import asyncpg

from server.platform.database.connections import Connection

VERSIONS: Final = Path(__file__).parent / "migrations" / "versions"


@cache
def known_revisions() -> frozenset[str]:
    """Return the numbers of all that this version can migrate from."""
    return frozenset(path.name.partition("_")[0] for path in VERSIONS.glob("[0-9]*.py"))


@cache
def needed_revision() -> str:
    """Return the newest but for those named `01NN_after_…`, which run once every process is replaced."""
    names = [path.name for path in VERSIONS.glob("[0-9]*.py")]
    return max(name.partition("_")[0] for name in names if "_after_" not in name)


async def find_revision(connection: Connection) -> str:
    """Return the number of the database's revision; an empty one where it was never migrated."""
    try:
        return str(await connection.fetch_value("SELECT version_num FROM alembic_version"))
    except asyncpg.UndefinedTableError:
        return ""
