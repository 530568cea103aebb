"""List the audit trail of a company, a page at a time."""

from typing import Final

from server.company.audit.list_repository import AuditFilter, count_entries, list_entries
from server.company.audit.schemas import AuditPage, AuditQuery, AuditRecord
from server.platform.services import Services
from server.vocabulary.identity import Identity

MOST_COUNTED: Final = 10_000


async def list_audit(services: Services, *, identity: Identity, query: AuditQuery) -> AuditPage:
    """One page of the company's audit trail, newest first."""
    matching = AuditFilter(action=query.action, subject=query.subject, search=query.search.strip() or None)
    async with services.database.reading() as connection:
        entries = await list_entries(
            connection,
            company_id=identity.company_id,
            offset=query.offset,
            limit=query.page_size,
            matching=matching,
        )
        total = await count_entries(
            connection, company_id=identity.company_id, matching=matching, most=MOST_COUNTED + 1
        )
    return AuditPage(
        data=[AuditRecord.model_validate(entry) for entry in entries],
        page=query.page,
        page_size=query.page_size,
        total=min(total, MOST_COUNTED),
        total_is_exact=total <= MOST_COUNTED,
    )
