"""Reads a company's audit entries, newest first."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.company.audit.repository import AuditAction
from server.platform.database.connections import Connection, Row

# The largest character: all texts with a prefix sort between the prefix and the prefix followed by it.
LAST: Final = "\U0010ffff"
_LABEL: Final = 'lower(subject_label) COLLATE "C"'


@dataclass(frozen=True, kw_only=True)
class AuditEntryRow:
    """One entry; `actor_name` is None without an actor, and for a deleted account."""

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
    """`search` is a prefix of the subject's label, in any case."""

    action: AuditAction | None = None
    subject: UUID | None = None
    search: str | None = None


EVERYTHING: Final = AuditFilter()


async def list_entries(
    connection: Connection, *, company_id: UUID, offset: int, limit: int, matching: AuditFilter = EVERYTHING
) -> list[AuditEntryRow]:
    # An index-only scan finds the page; only its rows are read whole, and only their actors are joined.
    rows = await connection.fetch_all(
        f"""
        SELECT e.id, e.action, e.actor_id, actor.full_name AS actor_name, e.subject_id, e.subject_label, e.address,
               e.before, e.after, e.created_at
          FROM ({_matching(matching)} ORDER BY id DESC OFFSET :offset LIMIT :limit) AS page
          JOIN audit_entries e ON e.id = page.id
          LEFT JOIN users actor ON actor.company_id = e.company_id AND actor.id = e.actor_id
         ORDER BY e.id DESC
        """,  # noqa: S608 - constants
        offset=offset,
        limit=limit,
        **_values(matching, company_id=company_id),
    )
    return [_entry(row) for row in rows]


async def count_entries(connection: Connection, *, company_id: UUID, matching: AuditFilter, most: int) -> int:
    """The number of matching entries, counted up to `most`."""
    total: int = await connection.fetch_value(
        f"SELECT count(*) FROM ({_matching(matching)} LIMIT :most) AS matching",  # noqa: S608 - constants
        most=most,
        **_values(matching, company_id=company_id),
    )
    return total


def _matching(matching: AuditFilter) -> str:
    """The conditions of the given filters only: an optional condition would keep Postgres from using its index."""
    conditions = ["company_id = :company_id"]
    if matching.action is not None:
        conditions.append("action = :action")
    if matching.subject is not None:
        conditions.append("subject_id = :subject")
    if matching.search is not None:
        conditions.append(f"{_LABEL} >= lower(:search) AND {_LABEL} < lower(:search) || :last")
    return f"SELECT id FROM audit_entries WHERE {' AND '.join(conditions)}"  # noqa: S608 - constants


def _values(matching: AuditFilter, *, company_id: UUID) -> dict[str, Any]:
    """Values for every parameter; a query takes those that it names."""
    return {
        "company_id": company_id,
        "action": matching.action,
        "subject": matching.subject,
        "search": matching.search,
        "last": LAST,
    }


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
