"""Notify a company's administrators of an invitation that was not delivered, and of a used-up daily limit.

It comes after the failure was recorded, in transactions of their own. The list of users shows the failure too.
"""

from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

from server.messaging.messages.kinds import Channel, channel_of
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify_administrators
from server.messaging.notifications.repository import Notice
from server.people.account.repository import find_user
from server.people.invitations.errors import describe_new_company_limit
from server.people.invitations.limits import InvitationLimits
from server.people.invitations.repository import DueInvitation, is_new_company
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services

LINK: Final = "/dashboard/users"
UNDELIVERED_TITLE: Final = "An invitation could not be delivered"
WAITING_TITLE: Final = "Some invitations wait until tomorrow"
CHECK_ADDRESS: Final = "Check the address before you invite them again."
CHECK_NUMBER: Final = "Check the number before you invite them again."


async def notify_undelivered(services: Services, failed: Sequence[DueInvitation], *, reason: str | None) -> None:
    """Notify of each single invitation; `reason` is given where the address is not the cause."""
    for invitation in failed:
        async with services.database.unit_of_work() as unit:
            await _notify_undelivered(services, unit, invitation, reason=reason)


async def _notify_undelivered(
    services: Services, unit: UnitOfWork, invitation: DueInvitation, *, reason: str | None
) -> None:
    person = await find_user(unit.connection, company_id=invitation.company_id, user_id=invitation.user_id)
    if person is None or not person.is_active:
        return
    by_sms = channel_of(invitation.contact) is Channel.SMS
    notice = Notice(
        kind=NotificationKind.INVITATION_FAILED,
        title=UNDELIVERED_TITLE,
        body=(
            f"{person.full_name} ({invitation.contact}) did not get the {'text message' if by_sms else 'mail'}."
            f" {reason or (CHECK_NUMBER if by_sms else CHECK_ADDRESS)}"
        ),
        link=LINK,
        about=invitation.message_id,
    )
    await notify_administrators(services, unit, notice, company_id=invitation.company_id)


async def notify_waiting(services: Services, companies: Collection[UUID]) -> None:
    """Notify each company once that invitations wait until tomorrow because it is new, and how to send more."""
    for company_id in companies:
        async with services.database.unit_of_work() as unit:
            if await is_new_company(unit.connection, company_id=company_id):
                notice = _waiting_notice(services, company_id=company_id)
                await notify_administrators(services, unit, notice, company_id=company_id)


def _waiting_notice(services: Services, *, company_id: UUID) -> Notice:
    limit = describe_new_company_limit(
        daily=InvitationLimits.from_settings(services.settings).new_company, brand=services.settings.brand_name
    )
    return Notice(
        kind=NotificationKind.INVITATION_FAILED,
        title=WAITING_TITLE,
        body=f"{limit} The others are sent by themselves, day by day.",
        link=LINK,
        about=company_id,
    )
