"""Record what a request does."""

from typing import Unpack
from uuid import UUID

from server.company.audit.repository import Actor, AuditAction, Entry, record
from server.platform.services import Context, Visit, Work


class VisitEntry(Entry, total=False):
    """An entry that may name its company or its actor by their ids; see record."""

    company_id: UUID | None
    actor_id: UUID | None


async def record_visit(
    unit: Work[Visit], action: AuditAction, *, by: Actor | None = None, **entry: Unpack[VisitEntry]
) -> None:
    """Add one entry with the address of the request; see record."""
    await record(unit.connection, action=action, by=by, address=unit.address, **entry)


async def record_act(unit: Work[Context], action: AuditAction, **entry: Unpack[Entry]) -> None:
    """Add one entry by the caller of the unit of work; see record."""
    await record_visit(unit, action, by=unit.context.identity, **entry)
