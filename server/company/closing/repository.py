"""SQL over all tables of one company: which they are, and how their rows are copied and deleted."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import BinaryIO, Final
from uuid import UUID

import sqlalchemy as sa

from server.platform.database.connections import Connection

_OF_WORK: Final = """
    IN (SELECT id FROM imports WHERE company_id = {company}
        UNION ALL SELECT id FROM bulk_jobs WHERE company_id = {company})
"""
# Tables whose company no foreign key tells.
_BY_NAME: Final = {
    "companies": "id = {company}",
    "work_chunks": f"work_id {_OF_WORK}",
    "import_rows": f"import_id {_OF_WORK}",
    "import_problems": f"import_id {_OF_WORK}",
    "bulk_rows": f"job_id {_OF_WORK}",
    "captured_messages": "message_id IN (SELECT id FROM messages WHERE company_id = {company})",
}
# The trail goes with its company, by what knows its chains.
TRAIL: Final = frozenset({"audit_entries", "audit_seals", "audit_redactions"})
# These belong to no company: counters by keyed hashes, and what lapses within two days.
OF_NONE: Final = frozenset(
    {"invitation_destinations", "login_failures", "send_quotas", "shared_codes", "spent_challenges"}
)
MOST_ADMINISTRATORS: Final = 100
# A statement of an export may take as long, in seconds.
A_DAY: Final = 86_400.0


def tables_of_company(metadata: sa.MetaData) -> Mapping[str, str]:
    """Return the condition of a company's rows by table, in which `{company}` stands for its id.

    A table stands after those that it refers to.
    """
    found: dict[str, str] = {}
    for table in metadata.sorted_tables:
        parents = (key for key in table.foreign_keys if key.column.table.name in found)
        if table.name in _BY_NAME:
            found[table.name] = _BY_NAME[table.name]
        elif "company_id" in table.columns:
            found[table.name] = "company_id = {company}"
        elif (key := next(parents, None)) is not None:
            parent = key.column.table.name
            found[table.name] = f"{key.parent.name} IN (SELECT {key.column.name} FROM {parent} WHERE {found[parent]})"  # noqa: S608 - names of the schema
    return found


@dataclass(frozen=True, kw_only=True)
class Source:
    """The rows of a company in a table."""

    table: str
    condition: str
    company_id: UUID

    @property
    def rows(self) -> str:
        return f"FROM {self.table} WHERE {self.condition.format(company='$1')}"


@asynccontextmanager
async def snapshot(connection: Connection) -> AsyncIterator[None]:
    """All that is read within is of one moment, however long it takes."""
    async with connection.raw.transaction(isolation="repeatable_read", readonly=True):
        await connection.raw.execute(
            "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
        )
        yield


async def copy_rows(connection: Connection, source: Source, columns: Sequence[str], *, to: BinaryIO) -> int:
    """Write each row as a line of JSON; how many there were."""
    query = f"SELECT to_jsonb(found) FROM (SELECT {', '.join(columns)} {source.rows}) AS found"  # noqa: S608 - names
    # Quotes and delimiters that JSON never holds: a row is written as it is.
    status = await connection.raw.copy_from_query(
        query, source.company_id, output=to, format="csv", quote="\x01", delimiter="\x02", timeout=A_DAY
    )
    return int(status.split()[-1])


async def each_file(
    connection: Connection, source: Source, column: str, *, named: str
) -> AsyncIterator[tuple[UUID, bytes]]:
    """One at a time, because a file may be large."""
    query = f"SELECT {named}, {column} {source.rows} AND {column} IS NOT NULL"
    async for key, content in connection.raw.cursor(query, source.company_id, prefetch=1, timeout=A_DAY):
        yield key, content


async def delete_some(connection: Connection, table: str, condition: str, *, company_id: UUID, limit: int) -> int:
    """Delete some of the company's rows of a table; how many there were."""
    query = f"""
        WITH gone AS (DELETE FROM {table} WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM {table} WHERE {condition.format(company=":company_id")} LIMIT :limit)) RETURNING 1)
        SELECT count(*) FROM gone
    """  # noqa: S608 - names of the schema
    return await connection.fetch_number(query, company_id=company_id, limit=limit)


@dataclass(frozen=True, kw_only=True)
class Administrator:
    email: str
    full_name: str
    language: str


async def find_administrators(connection: Connection, *, company_id: UUID) -> list[Administrator]:
    """The first hundred who get mail."""
    query = f"""
        SELECT u.email, u.full_name, coalesce(u.language, c.language) AS language
          FROM users u JOIN companies c ON c.id = u.company_id
         WHERE u.company_id = :company_id AND u.is_active AND u.profile IN ('SUPER_ADMIN', 'ADMIN')
           AND u.email IS NOT NULL ORDER BY u.id LIMIT {MOST_ADMINISTRATORS}
    """  # noqa: S608 - a number
    return await connection.fetch_records(Administrator, query, company_id=company_id)


async def count_people(connection: Connection, *, company_id: UUID) -> int:
    return await connection.fetch_number(
        "SELECT count(*) FROM users WHERE company_id = :company_id", company_id=company_id
    )
