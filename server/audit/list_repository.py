"""The audit trail, read: a company's own entries, newest first."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.audit.repository import AuditAction
from server.database import Connection, Row

# The page is found in the index alone; only its rows are read whole, and only their actors looked up.
_PAGE: Final = """
    SELECT e.id, e.action, e.actor_id, actor.full_name AS actor_name, e.subject_id, e.subject_label, e.address,
           e.before, e.after, e.created_at
      FROM ({page}) AS page
      JOIN audit_entries e ON e.id = page.id
      LEFT JOIN users actor ON actor.company_id = e.company_id AND actor.id = e.actor_id
     ORDER BY e.id DESC
"""
_MATCHING: Final = """
    SELECT id FROM audit_entries
     WHERE company_id = :company_id
       AND (CAST(:action AS text) IS NULL OR action = CAST(:action AS text))
       AND (CAST(:search AS text) IS NULL OR starts_with(lower(subject_label), lower(CAST(:search AS text))))
"""
_ONE_PAGE: Final = _PAGE.format(page=f"{_MATCHING} ORDER BY id DESC OFFSET :offset LIMIT :limit")
_COUNT: Final = f"SELECT count(*) FROM ({_MATCHING} LIMIT :most) AS matching"  # noqa: S608 - constants


@dataclass(frozen=True, kw_only=True)
class AuditEntryRow:
    """One entry; `actor_name` is None for nobody, and for somebody who is no longer there."""

    id: UUID
    action: AuditAction
    actor_id: UUID | None
    actor_name: str | None
    subject_id: UUID | None
    subject_label: str | None
    address: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class AuditFilter:
    """`search` is how the subject's label begins, in any case."""

    action: AuditAction | None = None
    search: str | None = None


EVERYTHING: Final = AuditFilter()


async def list_entries(
    connection: Connection, *, company_id: UUID, offset: int, limit: int, matching: AuditFilter = EVERYTHING
) -> list[AuditEntryRow]:
    rows = await connection.fetch_all(
        _ONE_PAGE,
        company_id=company_id,
        action=matching.action,
        search=matching.search,
        offset=offset,
        limit=limit,
    )
    return [_entry(row) for row in rows]


async def count_entries(connection: Connection, *, company_id: UUID, matching: AuditFilter, most: int) -> int:
    """How many match, counted no further than `most`."""
    total: int = await connection.fetch_value(
        _COUNT, company_id=company_id, action=matching.action, search=matching.search, most=most
    )
    return total


def _entry(row: Row) -> AuditEntryRow:
    return AuditEntryRow(
        id=row.id,
        action=AuditAction(row.action),
        actor_id=row.actor_id,
        actor_name=row.actor_name,
        subject_id=row.subject_id,
        subject_label=row.subject_label,
        address=row.address,
        before=row.before,
        after=row.after,
        created_at=row.created_at,
    )
