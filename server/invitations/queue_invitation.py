"""Put an invitation into the outbox."""

from datetime import datetime
from uuid import UUID

from server.database import UnitOfWork
from server.messages.kinds import Channel, MessageKind
from server.messages.outbox import queue_message
from server.messages.send_messages import send_messages
from server.services import Services


async def queue_invitation(
    services: Services,
    unit: UnitOfWork,
    *,
    company_id: UUID,
    user_id: UUID,
    email: str,
    typed_password: str | None = None,
    expires_at: datetime | None = None,
) -> None:
    """Queue an invitation; without a typed password one is generated when the mail is claimed."""
    await queue_message(
        unit.connection,
        kind=MessageKind.INVITATION,
        channel=Channel.EMAIL,
        recipient=email,
        keys=services.keys,
        company_id=company_id,
        user_id=user_id,
        secret=typed_password,
        expires_at=expires_at,
    )
    unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
