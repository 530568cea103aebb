"""Whether a company may send an address one more invitation now, or another mail that it has not asked for."""

from collections import Counter
from uuid import UUID

from server.company.companies.usage_repository import take_invitations
from server.people.invitations.errors import InvitationStoppedError, InvitationsUsedUpError, InvitationTooSoonError
from server.people.invitations.limits import COOLDOWN, NEW_COMPANY_AGE, InvitationLimits
from server.people.invitations.mailboxes import counted_as, remembered_as
from server.people.invitations.repository import find_standing, take_destinations
from server.platform.database.connections import Connection
from server.platform.services import Services


async def check_limits(services: Services, connection: Connection, *, company_id: UUID, email: str) -> None:
    """Nothing is counted here: the sender decides again.

    Raises:
        InvitationStoppedError: the recipient does not want to be invited by this company.
        InvitationTooSoonError: the address was sent one a moment ago, or enough of them today.
        InvitationsUsedUpError: the company is new and has sent its invitations of today.

    """
    limits = InvitationLimits.from_settings(services.settings)
    standing = await find_standing(
        connection,
        company_id=company_id,
        destination=counted_as(services.keys, email),
        mailbox=remembered_as(email),
        destination_daily=limits.destination,
    )
    if standing.is_stopped:
        raise InvitationStoppedError
    if standing.destination_wait > 0:
        raise InvitationTooSoonError(retry_after=standing.destination_wait)
    if standing.is_new_company and standing.sent_today >= limits.new_company:
        raise InvitationsUsedUpError(
            daily=limits.new_company, brand=services.settings.brand_name, retry_after=standing.until_tomorrow
        )


async def take_mail(services: Services, connection: Connection, *, company_id: UUID, email: str) -> None:
    """Count a mail that is no invitation as one, within the transaction that queues it.

    Raises:
        see check_limits.

    """
    await check_limits(services, connection, company_id=company_id, email=email)
    limits = InvitationLimits.from_settings(services.settings)
    room = await take_invitations(
        connection,
        Counter([company_id]),
        limit=limits.company,
        new_limit=limits.new_company,
        new_age=NEW_COMPANY_AGE,
    )
    destination = counted_as(services.keys, email)
    if not room[company_id] or not await take_destinations(connection, [destination], daily_limit=limits.destination):
        # Another mail has taken the place since.
        raise InvitationTooSoonError(retry_after=COOLDOWN.total_seconds())
