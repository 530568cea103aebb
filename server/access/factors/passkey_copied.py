"""What follows when a passkey shows a counter that went back: an earlier state of it, or a copy, is in use."""

from server.access.factors.passkey_repository import Passkey
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.send_messages import send_messages
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services


async def report_copy(services: Services, unit: UnitOfWork, passkey: Passkey, *, address: str) -> None:
    """Record it, and notify the owner, who may not be the one that used it."""
    await record(
        unit.connection,
        action=AuditAction.PASSKEY_COPIED,
        company_id=passkey.company_id,
        subject_id=passkey.user_id,
        subject_label=passkey.name,
        address=address,
        after={"factor": str(passkey.id)},
    )
    if passkey.email is not None:
        await queue_message(
            unit.connection,
            kind=MessageKind.PASSKEY_COPIED,
            channel=Channel.EMAIL,
            recipient=passkey.email,
            keys=services.keys,
            company_id=passkey.company_id,
            user_id=passkey.user_id,
            parameters={"full_name": passkey.full_name, "passkey": passkey.name},
        )
        unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
    notice = Notice(
        kind=NotificationKind.PASSKEY_COPIED,
        title="A passkey was blocked",
        body=f"A copy of your passkey {passkey.name} may be in use. Remove it and add a new one.",
        link="/dashboard/profile",
        about=passkey.id,
    )
    await notify(services, unit, notice, company_id=passkey.company_id, user_ids=[passkey.user_id])
