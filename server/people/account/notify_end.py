"""Notify an account of the end of the work that it started: an import or a bulk job, in the transaction that ends it.

The bell has it always. A mail follows work that is not watched to its end.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from server.access.sessions.notices import queue_mail
from server.messaging.messages.kinds import MessageKind
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice, delete_about
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
    unit: ServiceWork, notice: Notice, *, company_id: UUID, recipient: UUID | None, mail: EndMail | None
) -> None:
    """No one is notified where the account is deleted, and by mail only an active one."""
    if recipient is None:
        return
    await notify(unit, notice, company_id=company_id, user_ids=[recipient])
    contact = await find_contact(unit.connection, company_id=company_id, user_id=recipient)
    if mail is not None and contact is not None:
        await queue_mail(
            unit,
            mail.kind,
            to=contact.email,
            company_id=company_id,
            user_id=recipient,
            parameters={"full_name": contact.full_name, **mail.parameters},
            import_id=mail.import_id,
        )


async def notify_undone(unit: ServiceWork, notice: Notice, *, company_id: UUID, recipient: UUID | None) -> None:
    """The notice takes the place of those about the work before it was undone."""
    if notice.about is not None:
        await delete_about(unit.connection, notice.about, company_id=company_id)
    await notify_end(unit, notice, company_id=company_id, recipient=recipient, mail=None)
