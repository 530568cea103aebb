"""Notify an account of the end of the work that it started: an import or a bulk job, in the transaction that ends it.

The bell has it always. A mail follows work that is not watched to its end.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.sending import send_messages
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice
from server.people.account.repository import find_contact
from server.platform.services import ServiceWork

# What ends sooner is watched to its end.
MAIL_AFTER: Final = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class EndMail:
    """`parameters` are those of the kind, without the name of its recipient."""

    kind: MessageKind
    parameters: dict[str, Any] = field(default_factory=dict)
    import_id: UUID | None = None


async def notify_end(
    unit: ServiceWork,
    notice: Notice,
    *,
    company_id: UUID,
    recipient: UUID | None,
    mail: EndMail | None,
) -> None:
    """No one is notified where the account is deleted, and by mail only an active one."""
    if recipient is None:
        return
    await notify(unit, notice, company_id=company_id, user_ids=[recipient])
    if mail is not None:
        await _queue(unit, mail, company_id=company_id, recipient=recipient)


async def _queue(unit: ServiceWork, mail: EndMail, *, company_id: UUID, recipient: UUID) -> None:
    contact = await find_contact(unit.connection, company_id=company_id, user_id=recipient)
    if contact is None:
        return
    await queue_message(
        unit.connection,
        kind=mail.kind,
        channel=Channel.EMAIL,
        recipient=contact.email,
        keys=unit.services.keys,
        company_id=company_id,
        user_id=recipient,
        import_id=mail.import_id,
        parameters={"full_name": contact.full_name, **mail.parameters},
    )
    unit.enqueue(send_messages.job())
