"""Record what a signed-in caller does."""

from typing import Any
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.platform.services import Context, Work


async def record_act(
    unit: Work[Context],
    action: AuditAction,
    *,
    subject_id: UUID | None = None,
    subject_label: str | None = None,
    subject_version: int | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """Add one entry by the caller of the unit of work; see record."""
    await record(
        unit.connection,
        action=action,
        by=unit.context.identity,
        subject_id=subject_id,
        subject_label=subject_label,
        subject_version=subject_version,
        address=unit.address,
        before=before,
        after=after,
    )
