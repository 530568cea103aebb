"""Notifications of the end of an import, in the transaction that ends it; after a long one a mail as well."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from server.database import UnitOfWork
from server.identity.identity import Identity
from server.imports.repository import Import
from server.messages.kinds import Channel, MessageKind
from server.messages.outbox import queue_message
from server.notifications.kinds import NotificationKind
from server.notifications.notify import notify
from server.notifications.repository import Notice
from server.services import Services
from server.users.repository import find_contact

# Shorter imports are watched to the end; send no mail.
MAIL_AFTER: Final = timedelta(minutes=1)

ALL_CREATED: Final = "Every row became an account."
INVITED: Final = "Invitations go out by themselves."
NOT_INVITED: Final = "No invitation has been sent yet: the results offer it."
NONE_CREATED: Final = "No account had been created."


async def notify_completed(services: Services, unit: UnitOfWork, found: Import) -> None:
    """Notify the user who started it; `found` is its final state."""
    failed = found.failed_count + found.invalid_rows
    notice = Notice(
        kind=NotificationKind.IMPORT_FINISHED,
        title=f"{found.file_name}: {_number(found.created_count, 'account')} created",
        body=" ".join(
            [
                f"{_number(failed, 'row')} failed. The results say why." if failed else ALL_CREATED,
                *([] if failed and found.invite else [INVITED if found.invite else NOT_INVITED]),
            ]
        ),
        link=_link(found),
        about=found.id,
    )
    await _notify(services, unit, notice, company_id=found.company_id, person=found.started_by)
    if _took_long(found):
        await _mail(services, unit, found)


async def notify_failed(services: Services, unit: UnitOfWork, found: Import, *, reason: str) -> None:
    """Notify the uploader of a file whose check has failed."""
    notice = Notice(
        kind=NotificationKind.IMPORT_FAILED,
        title=f"{found.file_name} could not be read",
        body=reason,
        link=_link(found),
        about=found.id,
    )
    await _notify(services, unit, notice, company_id=found.company_id, person=found.uploaded_by)


async def notify_cancelled(services: Services, unit: UnitOfWork, found: Import, *, by: Identity) -> None:
    """Notify the user who started or uploaded it, unless they cancelled it; `found` is its state before."""
    person = found.started_by or found.uploaded_by
    created = f"{_number(found.created_count, 'account')} had been created and will stay."
    notice = Notice(
        kind=NotificationKind.IMPORT_CANCELLED,
        title=f"{found.file_name} was cancelled",
        body=f"{by.full_name} cancelled the import. {created if found.created_count else NONE_CREATED}",
        link=_link(found),
        about=found.id,
    )
    await _notify(services, unit, notice, company_id=found.company_id, person=None if person == by.user_id else person)


async def _notify(
    services: Services, unit: UnitOfWork, notice: Notice, *, company_id: UUID, person: UUID | None
) -> None:
    if person is not None:
        await notify(services, unit, notice, company_id=company_id, user_ids=[person])


async def _mail(services: Services, unit: UnitOfWork, found: Import) -> None:
    if found.started_by is None:
        return
    starter = await find_contact(unit.connection, company_id=found.company_id, user_id=found.started_by)
    if starter is None:
        return
    await queue_message(
        unit.connection,
        kind=MessageKind.IMPORT_FINISHED,
        channel=Channel.EMAIL,
        recipient=starter.email,
        keys=services.keys,
        company_id=found.company_id,
        user_id=found.started_by,
        import_id=found.id,
        parameters={
            "full_name": starter.full_name,
            "file_name": found.file_name,
            "created": found.created_count,
            "failed": found.failed_count + found.invalid_rows,
            "invite": found.invite,
        },
    )


def _took_long(found: Import) -> bool:
    if found.started_at is None or found.finished_at is None:
        return False
    return found.finished_at - found.started_at > MAIL_AFTER


def _link(found: Import) -> str:
    return f"/dashboard/users/imports/{found.id}"


def _number(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
