"""Put invitations into the outbox."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from server.messaging.messages.kinds import MessageKind, channel_of
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.repository import copy_messages
from server.messaging.messages.send_messages import send_messages
from server.people.account.account_rules import Change
from server.people.account.change_repository import Invited, queue_uninvited
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services


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
    """Queue an invitation to an email, or to a phone in its place.

    Without a typed password one is generated when it is claimed.
    """
    await queue_message(
        unit.connection,
        kind=MessageKind.INVITATION,
        channel=channel_of(email),
        recipient=email,
        keys=services.keys,
        company_id=company_id,
        user_id=user_id,
        secret=typed_password,
        expires_at=expires_at,
    )
    unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))


async def queue_invitations(
    services: Services, unit: UnitOfWork, invited: Sequence[Invited], *, company_id: UUID
) -> None:
    """Queue an invitation for each account; passwords are generated when they are claimed."""
    if invited:
        await copy_messages(
            unit.connection,
            invited,
            kind=MessageKind.INVITATION.value,
            company_id=company_id,
        )
        unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))


async def invite_activated(
    services: Services, unit: UnitOfWork, changes: Sequence[Change], *, company_id: UUID
) -> None:
    """Invite the accounts that these changes have activated and that were never invited."""
    activated = [each.account.id for each in changes if each.after.get("isActive") is True]
    if activated:
        invited = await queue_uninvited(unit.connection, activated, company_id=company_id)
        await queue_invitations(services, unit, invited, company_id=company_id)
