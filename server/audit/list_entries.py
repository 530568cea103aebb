from typing import Final
from uuid import UUID

from server.audit.list_repository import AuditEntryRow, AuditFilter, count_entries, list_entries
from server.audit.schemas import AuditPage, AuditQuery, AuditRecord
from server.database import Connection
from server.identity.identity import Identity
from server.services import Services

MOST_COUNTED: Final = 10_000

__all__ = ["AuditEntryRow", "list_audit", "present_entry", "recent_entries"]


async def recent_entries(connection: Connection, *, company_id: UUID, limit: int) -> list[AuditEntryRow]:
    """The newest entries of a company, for whoever may read them (see may_read_audit)."""
    return await list_entries(connection, company_id=company_id, offset=0, limit=limit)


async def list_audit(services: Services, *, identity: Identity, query: AuditQuery) -> AuditPage:
    """One page of the company's audit trail, newest first."""
    matching = AuditFilter(action=query.action, search=query.search.strip() or None)
    async with services.database.reading() as connection:
        entries = await list_entries(
            connection,
            company_id=identity.company_id,
            offset=(query.page - 1) * query.page_size,
            limit=query.page_size,
            matching=matching,
        )
        total = await count_entries(
            connection, company_id=identity.company_id, matching=matching, most=MOST_COUNTED + 1
        )
    return AuditPage(
        data=[present_entry(entry) for entry in entries],
        page=query.page,
        page_size=query.page_size,
        total=min(total, MOST_COUNTED),
        total_is_exact=total <= MOST_COUNTED,
    )


def present_entry(entry: AuditEntryRow) -> AuditRecord:
    return AuditRecord.model_validate(entry)
