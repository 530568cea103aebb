"""Delete the companies whose delay is over, as the owner of the tables, in small transactions.

Interrupted, it is run again. The company's audit trail goes with it, in one transaction at the end, so that no chain is
ever seen without its beginning. What stays is one entry of no company: which one was deleted, when, and how many people
it had.
"""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from server.company.audit.chain_repository import remove_entries
from server.company.audit.record import AuditAction, record
from server.company.closing.repository import TRAIL, count_people, delete_some, tables_of_company
from server.company.companies.repository import due_companies, hold_due_company, remove_company
from server.platform.database.connections import Database
from server.platform.database.migrate import whole_metadata

# Each row of an account is looked for in some fifty tables.
BATCH: Final = 1_000
LAST: Final = 2**62


async def delete_due(database: Database) -> list[str]:
    """Return the slugs of the companies that are gone."""
    tables = tables_of_company(whole_metadata())
    async with database.reading() as connection:
        due = await due_companies(connection)
    return [slug for company_id in due if (slug := await _delete(database, company_id, tables=tables)) is not None]


async def _delete(database: Database, company_id: UUID, *, tables: Mapping[str, str]) -> str | None:
    async with database.unit_of_work() as unit:
        slug = await hold_due_company(unit.connection, company_id=company_id)
        if slug is None:
            return None
        people = await count_people(unit.connection, company_id=company_id)
    for table in reversed([each for each in tables if each not in TRAIL | {"companies"}]):
        while await _delete_some(database, table, tables[table], company_id=company_id) == BATCH:
            pass
    async with database.unit_of_work() as unit:
        connection = unit.connection
        while await remove_entries(connection, chain=company_id, until=LAST, limit=BATCH):
            pass
        while await delete_some(
            connection, "audit_entries", tables["audit_entries"], company_id=company_id, limit=BATCH
        ):
            pass
        await remove_company(connection, company_id=company_id)
        after = {"by": "operator", "slug": slug, "people": people}
        await record(connection, action=AuditAction.COMPANY_DELETED, subject_id=company_id, after=after)
    return slug


async def _delete_some(database: Database, table: str, condition: str, *, company_id: UUID) -> int:
    async with database.unit_of_work() as unit:
        return await delete_some(unit.connection, table, condition, company_id=company_id, limit=BATCH)
