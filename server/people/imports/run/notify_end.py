"""Notifications of the end of an import, in the transaction that ends it, and the mail after a long one."""

from typing import Final
from uuid import UUID

from server.messaging.messages.kinds import MessageKind
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.repository import Notice
from server.people.chunks.engine import MAIL_AFTER, EndMail, notify_end, notify_undone
from server.people.imports.repository import Import
from server.people.imports.states import ImportMode, ImportState
from server.platform.services import Context, ServiceUnit, Unit

INVITED: Final = "Invitations go out by themselves."
PLANNED: Final = "Invitations go out at the chosen time."
NOT_INVITED: Final = "No invitation has been sent yet: the results offer it."
NONE_CREATED: Final = "No account had been created."
# Fewer rows that end sooner are watched to the end: no mail.
MAIL_ROWS: Final = 1_000


async def notify_completed(unit: ServiceUnit, found: Import) -> None:
    """Notify the user who started it; `found` is its final state."""
    failed = found.failed_count + found.refused_rows
    is_plain = (failed and found.invite) or (found.updates and not found.created_count)
    all_done = "Every row was processed." if found.updates else "Every row became an account."
    rows = f"{_number(failed, 'row')} failed. The results say why." if failed else all_done
    later = NOT_INVITED if found.invite_at is None else PLANNED
    invitations = INVITED if found.invite else later
    await _notify(
        unit,
        found,
        NotificationKind.IMPORT_FINISHED,
        title=f"{found.file_name}: {_done(found)}",
        body=rows if is_plain else f"{rows} {invitations}",
        recipient=found.started_by,
        outcome=found.state,
    )


async def notify_failed(unit: ServiceUnit, found: Import, *, reason: str) -> None:
    """Notify the uploader of a file whose check has failed."""
    await _notify(
        unit,
        found,
        NotificationKind.IMPORT_FAILED,
        title=f"{found.file_name} could not be read",
        body=reason,
        recipient=found.uploaded_by,
        outcome=ImportState.FAILED,
        reason=reason,
    )


async def notify_cancelled(unit: Unit[Context], found: Import) -> None:
    """Notify the user who started or uploaded it, unless they cancelled it; `found` is its state before."""
    by, recipient = unit.context.actor, found.started_by or found.uploaded_by
    done = found.created_count or found.changed_count
    stays = f"{_done(found, had='had been ')} and will stay."
    if recipient != by.user_id:
        await _notify(
            unit,
            found,
            NotificationKind.IMPORT_CANCELLED,
            title=f"{found.file_name} was cancelled",
            body=f"{by.full_name} cancelled the import. {stays if done else NONE_CREATED}",
            recipient=recipient,
            outcome=ImportState.CANCELLED,
            cancelled_by=by.full_name,
        )


async def notify_of_undo(unit: ServiceUnit, found: Import, *, kept: int) -> None:
    """Notify the user who started it; `found` is its state after the undo."""
    stays = f" {_number(kept, 'row')} stayed as they are." if kept else ""
    notice = Notice(
        kind=NotificationKind.IMPORT_FINISHED,
        title=f"{found.file_name} was undone",
        body=f"It was undone for {_number(found.undone, 'row')}." + stays,
        link=import_link(found),
        about=found.id,
    )
    await notify_undone(unit, notice, company_id=found.company_id, recipient=found.started_by)


async def _notify(
    unit: ServiceUnit,
    found: Import,
    kind: NotificationKind,
    *,
    title: str,
    body: str,
    recipient: UUID | None,
    outcome: ImportState,
    **parameters: str,
) -> None:
    """A mail follows where the import has many rows or has taken long: of this outcome, and with its parameters."""
    notice = Notice(kind=kind, title=title, body=body, link=import_link(found), about=found.id)
    took = (found.finished_at or found.read_at) - (found.started_at or found.created_at)
    mail = None
    if found.total_rows >= MAIL_ROWS or took > MAIL_AFTER:
        counts = {
            "file_name": found.file_name,
            "created": found.created_count,
            "failed": found.failed_count + found.refused_rows,
            "invite": found.invite,
            **({"changed": found.changed_count} if found.updates else {}),
        }
        mail = EndMail(
            kind=MessageKind.IMPORT_FINISHED,
            parameters={**counts, "outcome": outcome.value, **parameters},
            import_id=found.id,
        )
    await notify_end(unit, notice, company_id=found.company_id, recipient=recipient, mail=mail)


def import_link(found: Import) -> str:
    return f"/dashboard/users/imports/{found.id}"


def _done(found: Import, *, had: str = "") -> str:
    if found.mode is ImportMode.UPDATE:
        return f"{_number(found.changed_count, 'account')} {had}updated"
    updated = f", {found.changed_count:,} {had}updated" if found.updates else ""
    return f"{_number(found.created_count, 'account')} {had}created{updated}"


def _number(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
