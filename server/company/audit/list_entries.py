"""List the audit trail of a company, a page at a time.

ADMIN and MANAGEMENT have the same permissions, and MANAGEMENT may not read it: the profile decides.
"""

from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from server.company.audit.record import AuditAction
from server.company.audit.repository import count_entries, list_entries
from server.platform.schemas import Moment, Page, PageQuery, ResponseSchema
from server.platform.services import Context
from server.vocabulary.profiles import Profile


class AuditQuery(PageQuery):
    """`search` is a prefix of the subject's label: a masked email, or the name of a file; `subject` is its id."""

    action: AuditAction | None = None
    subject: UUID | None = None
    search: Annotated[str, Field(max_length=200)] = ""


class AuditRecord(ResponseSchema):
    """One action: actor, subject, time and address; `before` and `after` hold what has changed."""

    id: UUID
    action: AuditAction
    actor_id: UUID | None
    actor_name: str | None
    subject_id: UUID | None
    subject_label: str | None
    address: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    created_at: Moment


class AuditPage(Page[AuditRecord]):
    """`total` is exact up to ten thousand."""


AUDITORS: Final = frozenset({Profile.SUPER_ADMIN, Profile.ADMIN})


def may_read_audit(profile: Profile | None) -> bool:
    return profile in AUDITORS


MOST_COUNTED: Final = 10_000


async def list_audit(context: Context, *, query: AuditQuery) -> AuditPage:
    company_id = context.company_id
    matching = {"action": query.action, "subject": query.subject, "search": query.search.strip() or None}
    async with context.services.database.reading() as connection:
        entries = await list_entries(
            connection, company_id=company_id, offset=query.offset, limit=query.page_size, **matching
        )
        total = await count_entries(connection, company_id=company_id, most=MOST_COUNTED + 1, **matching)
    return AuditPage.of(query, entries, total=min(total, MOST_COUNTED), total_is_exact=total <= MOST_COUNTED)
