"""Notifications of the end of an import, in the transaction that ends it; see mail_end for the mail."""

from typing import Final
from uuid import UUID

from server.database import UnitOfWork
from server.identity.identity import Identity
from server.imports.repository import Import
from server.imports.run.mail_end import mail_end
from server.imports.states import ImportState
from server.notifications.kinds import NotificationKind
from server.notifications.notify import notify
from server.notifications.repository import Notice
from server.services import Services

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
    await mail_end(services, unit, found, outcome=found.state, recipient=found.started_by)


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
    await mail_end(services, unit, found, outcome=ImportState.FAILED, recipient=found.uploaded_by, reason=reason)


async def notify_cancelled(services: Services, unit: UnitOfWork, found: Import, *, by: Identity) -> None:
    """Notify the user who started or uploaded it, unless they cancelled it; `found` is its state before."""
    person = found.started_by or found.uploaded_by
    if person == by.user_id:
        return
    created = f"{_number(found.created_count, 'account')} had been created and will stay."
    notice = Notice(
        kind=NotificationKind.IMPORT_CANCELLED,
        title=f"{found.file_name} was cancelled",
        body=f"{by.full_name} cancelled the import. {created if found.created_count else NONE_CREATED}",
        link=_link(found),
        about=found.id,
    )
    await _notify(services, unit, notice, company_id=found.company_id, person=person)
    await mail_end(services, unit, found, outcome=ImportState.CANCELLED, recipient=person, cancelled_by=by.full_name)


async def _notify(
    services: Services, unit: UnitOfWork, notice: Notice, *, company_id: UUID, person: UUID | None
) -> None:
    if person is not None:
        await notify(services, unit, notice, company_id=company_id, user_ids=[person])


def _link(found: Import) -> str:
    return f"/dashboard/users/imports/{found.id}"


def _number(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
