"""The mail after the end of an import, in the transaction that ends it: its counts and where its results are."""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from server.database import UnitOfWork
from server.imports.repository import Import
from server.imports.states import ImportState
from server.messages.kinds import Channel, MessageKind
from server.messages.outbox import queue_message
from server.messages.send_messages import send_messages
from server.services import Services
from server.users.repository import find_contact

# Fewer rows that end sooner are watched to the end: no mail.
MAIL_AFTER: Final = timedelta(minutes=1)
MAIL_ROWS: Final = 1_000


async def mail_end(
    services: Services,
    unit: UnitOfWork,
    found: Import,
    *,
    outcome: ImportState,
    recipient: UUID | None,
    **parameters: str,
) -> None:
    """Queue it for `recipient` where the import has many rows or has taken long.

    `parameters` are those of the outcome: `reason` of one that failed, `cancelled_by` of one that was cancelled.
    """
    if recipient is None or not _is_long(found):
        return
    contact = await find_contact(unit.connection, company_id=found.company_id, user_id=recipient)
    if contact is None:
        return
    await queue_message(
        unit.connection,
        kind=MessageKind.IMPORT_FINISHED,
        channel=Channel.EMAIL,
        recipient=contact.email,
        keys=services.keys,
        company_id=found.company_id,
        user_id=recipient,
        import_id=found.id,
        parameters={"full_name": contact.full_name, **_counts(found), "outcome": outcome.value, **parameters},
    )
    unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))


def _counts(found: Import) -> dict[str, Any]:
    return {
        "file_name": found.file_name,
        "created": found.created_count,
        "failed": found.failed_count + found.refused_rows,
        "invite": found.invite,
        **({"changed": found.changed_count} if found.updates else {}),
    }


def _is_long(found: Import) -> bool:
    took = (found.finished_at or found.read_at) - (found.started_at or found.created_at)
    return found.total_rows >= MAIL_ROWS or took > MAIL_AFTER
