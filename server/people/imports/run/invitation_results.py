"""What became of an import's invitations: counted, and reported to the company's administrators."""

from collections.abc import Iterable, Sequence
from typing import Final
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify_administrators
from server.messaging.notifications.repository import Notice
from server.people.imports.progress import publish_progress, publish_snapshot
from server.people.imports.repository import find_import
from server.people.imports.run.invitation_repository import count_invited
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services

UNDELIVERED_TITLE: Final = "Invitations could not be delivered"
WITHHELD_TITLE: Final = "Invitations were not sent"
WITHHELD: Final = (
    "The people of {file} are not invited, because the user who asked for it may no longer invite them. "
    "The results of the import offer to invite them."
)


async def count_sent(services: Services, unit: UnitOfWork, import_ids: Sequence[tuple[UUID, UUID]]) -> None:
    """Count one sent invitation for each (company, import), and publish the progress after the commit."""
    counted = await count_invited(unit.connection, import_ids)

    async def publish() -> None:
        for import_id in counted:
            publish_progress(services, import_id=import_id)

    if counted:
        unit.after_commit(publish)


async def report_withheld(services: Services, unit: UnitOfWork, *, company_id: UUID, import_id: UUID) -> None:
    """Once an import: its people wait for an administrator who may invite them."""
    found = await find_import(unit.connection, company_id=company_id, import_id=import_id)
    assert found is not None  # noqa: S101 - locked by the caller
    await record(
        unit.connection,
        action=AuditAction.IMPORT_NOT_INVITED,
        company_id=company_id,
        actor_id=None,
        subject_id=import_id,
        subject_label=found.file_name,
        after={"created": found.created_count, "invited": found.invited},
    )
    # About nothing: another notice about this import must not keep this one back.
    notice = Notice(
        kind=NotificationKind.INVITATION_FAILED,
        title=WITHHELD_TITLE,
        body=WITHHELD.format(file=found.file_name),
        link=f"/dashboard/users/imports/{import_id}",
        about=None,
    )
    await notify_administrators(services, unit, notice, company_id=company_id)
    unit.after_commit(lambda: publish_snapshot(services, import_id=import_id))


async def notify_undelivered(services: Services, import_ids: Iterable[tuple[UUID, UUID]]) -> None:
    """Notify once for each (company, import), however many of its invitations fail."""
    for company_id, import_id in import_ids:
        async with services.database.unit_of_work() as unit:
            found = await find_import(unit.connection, company_id=company_id, import_id=import_id)
            if found is None:
                continue
            notice = Notice(
                kind=NotificationKind.INVITATION_FAILED,
                title=UNDELIVERED_TITLE,
                body=f"Some people in {found.file_name} did not get the mail. The results of the import show who.",
                link=f"/dashboard/users/imports/{import_id}",
                about=import_id,
            )
            await notify_administrators(services, unit, notice, company_id=company_id)
        publish_progress(services, import_id=import_id)
