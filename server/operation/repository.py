"""What a database holds: its tables with their rows, the keys that sealed something, and what a server allows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

import asyncpg

from server.platform.database.connections import Connection

Direct: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

# A backup takes as long as it takes.
PATIENT: Final = {"statement_timeout": "0", "idle_in_transaction_session_timeout": "0"}
TABLES: Final = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
# All that a key of SECRET_KEYS has sealed begins with the key's id; the audit trail names it.
SEALED: Final = (
    *("messages.secret", "captured_messages.secret", "factors.sealed_secret", "erasures.contacts"),
    *("sso_connections.sealed_secret", "sso_states.sealed_proof"),
    *("webhooks.sealed_secret", "webhooks.former_secret", "import_sources.sealed_secret"),
)
NAMING: Final = ("audit_seals", "audit_redactions")


async def connect(url: str) -> Direct:
    """Connect for statements that may take long, outside of the pool and its limits."""
    return await asyncpg.connect(url, server_settings=PATIENT, statement_cache_size=0)


@asynccontextmanager
async def snapshot(connection: Direct) -> AsyncIterator[str]:
    """Hold a snapshot that other connections may read; yield its name."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        yield await connection.fetchval("SELECT pg_export_snapshot()")


async def has_tables(connection: Direct) -> bool:
    return bool(await connection.fetch(f"{TABLES} LIMIT 1"))


async def count_rows(connection: Direct) -> dict[str, int]:
    """Return the number of rows by table."""
    tables = [row[0] for row in await connection.fetch(TABLES)]
    return {each: await connection.fetchval(f"SELECT count(*) FROM public.{each}") for each in tables}  # noqa: S608 - quoted


async def read_revision(connection: Direct) -> str:
    return str(await connection.fetchval("SELECT version_num FROM alembic_version"))


async def keys_in_use(connection: Direct) -> set[str]:
    """Return the ids of keys that have sealed something that is stored."""
    sealed = [tuple(each.split(".")) for each in SEALED]
    kinds = [f"SELECT encode(substring({name} FOR 4), 'hex') FROM {table} WHERE {name} <> ''" for table, name in sealed]  # noqa: S608 - constants
    kinds += [f"SELECT key_id FROM {table}" for table in NAMING]  # noqa: S608 - constants
    return {row[0] for row in await connection.fetch(" UNION ".join(kinds))}


async def analyze(connection: Direct) -> None:
    """Let Postgres learn what the tables hold."""
    await connection.execute("ANALYZE")


@dataclass(frozen=True, kw_only=True)
class ServerFacts:
    """`rights` are the role's on each table; `owns`: it may change the schema."""

    version: str
    number: int
    role: str
    now: datetime
    extensions: list[str]
    owns: bool
    rights: dict[str, list[str]]


async def find_facts(connection: Connection) -> ServerFacts:
    query = """
        SELECT split_part(current_setting('server_version'), ' ', 1) AS version, current_user AS role,
               current_setting('server_version_num')::int / 10000 AS number, clock_timestamp() AS now,
               ARRAY(SELECT extname::text FROM pg_extension) AS extensions,
               (SELECT coalesce(bool_and(pg_has_role(tableowner, 'USAGE')), true) FROM pg_tables
                 WHERE schemaname = 'public') AS owns,
               (SELECT coalesce(jsonb_object_agg(tablename, ARRAY(
                    SELECT allowed FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS allowed
                     WHERE has_table_privilege(format('public.%I', tablename), allowed))), '{}')
                  FROM pg_tables WHERE schemaname = 'public') AS rights
    """
    found = await connection.fetch_record(ServerFacts, query)
    assert found is not None  # noqa: S101 - one row
    return found
