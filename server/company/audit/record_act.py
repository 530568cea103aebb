"""Record what a request does."""

from typing import Any, TypedDict, Unpack
from uuid import UUID

from server.company.audit.repository import Actor, AuditAction, record
from server.platform.services import Context, Visit, Work


class Entry(TypedDict, total=False):
    """What an entry states besides its actor; see record."""

    company_id: UUID | None
    actor_id: UUID | None
    subject_id: UUID | None
    subject_label: str | None
    subject_version: int | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None


async def record_visit(
    unit: Work[Visit], action: AuditAction, *, by: Actor | None = None, **entry: Unpack[Entry]
) -> None:
    """Add one entry with the address of the request; see record."""
    await record(unit.connection, action=action, by=by, address=unit.address, **entry)


async def record_act(unit: Work[Context], action: AuditAction, **entry: Unpack[Entry]) -> None:
    """Add one entry by the caller of the unit of work; see record."""
    await record_visit(unit, action, by=unit.context.identity, **entry)
