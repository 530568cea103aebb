"""Delete batches that were made by mistake."""

from collections.abc import Sequence
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.people.batches.events import BatchesChangeKind, announce_batches
from server.people.batches.repository import delete_unused_batches
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services


async def delete_unused(
    services: Services, unit: UnitOfWork, batch_ids: Sequence[UUID], *, company_id: UUID, actor_id: UUID | None
) -> None:
    """Those that are empty and were never changed."""
    deleted = await delete_unused_batches(unit.connection, batch_ids, company_id=company_id)
    for batch_id, name in deleted.items():
        await record(
            unit.connection,
            action=AuditAction.BATCH_DELETED,
            company_id=company_id,
            actor_id=actor_id,
            subject_id=batch_id,
            subject_label=name,
        )
    if deleted:
        kind, ids = BatchesChangeKind.DELETED, list(deleted)
        announce_batches(services, unit, company_id=company_id, kind=kind, ids=ids)
