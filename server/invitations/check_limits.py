"""Whether one invitation may be sent now: for the call that asks for it. The outbox decides again when it sends."""

from uuid import UUID

from server.database import Connection
from server.invitations.errors import InvitationStoppedError, InvitationsUsedUpError, InvitationTooSoonError
from server.invitations.limits import InvitationLimits
from server.invitations.mailboxes import counted_as, remembered_as
from server.invitations.repository import find_standing
from server.services import Services


async def check_limits(services: Services, connection: Connection, *, company_id: UUID, email: str) -> None:
    """Nothing is counted here.

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
