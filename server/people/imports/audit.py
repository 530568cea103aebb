"""Entries of imports in the audit trail: what a caller does, and what a worker does in the name of a user."""

from typing import Any
from uuid import UUID

from server.company.audit.record import AuditAction, record, record_act
from server.people.imports.read_import import PROGRESS
from server.people.imports.repository import Import
from server.platform.database.connections import UnitOfWork
from server.platform.services import Context, Work


async def record_step(unit: Work[Context], found: Import, action: AuditAction, **after: Any) -> None:  # noqa: ANN401 - JSON
    """Record what the caller does with an import, and publish its progress."""
    await record_act(unit, action, subject_id=found.id, subject_label=found.file_name, after=after)
    PROGRESS.announce(unit, found.id)


async def record_worker_step(
    unit: UnitOfWork,
    found: Import,
    action: AuditAction,
    *,
    actor_id: UUID | None,
    **after: Any,  # noqa: ANN401 - JSON
) -> None:
    await record(
        unit.connection,
        action=action,
        company_id=found.company_id,
        actor_id=actor_id,
        subject_id=found.id,
        subject_label=found.file_name,
        after=after,
    )
