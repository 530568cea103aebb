"""Invite one account again, where the limits allow it now."""

from uuid import UUID

from server.audit.repository import AuditAction, record
from server.database import Connection
from server.identity.emails import mask_email
from server.identity.identity import Identity
from server.identity.invitation_state import Invitation
from server.invitations.errors import InvitationStoppedError, InvitationsUsedUpError, InvitationTooSoonError
from server.invitations.limits import InvitationLimits
from server.invitations.mailboxes import counted_as, remembered_as
from server.invitations.queue_invitation import queue_invitation
from server.invitations.repository import find_standing
from server.services import Services
from server.users.authority import lock_for_action
from server.users.change_repository import LockedUser, mark_invitation_queued
from server.users.errors import HAS_SIGNED_IN, IS_INACTIVE, NotInvitableError
from server.users.events import UsersChangeKind
from server.users.publish_change import announce_change
from server.users.read_user import read_record
from server.users.schemas import UserRecord


async def invite_user(services: Services, *, identity: Identity, user_id: UUID, address: str) -> UserRecord:
    """Send the invitation (again), with a new temporary password. A queued invitation is left unchanged.

    Raises:
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller's profile does not cover theirs.
        NotInvitableError: they have a password of their own, or the account is inactive.
        InvitationStoppedError: the recipient does not want to be invited by this company.
        InvitationTooSoonError: the address was sent one a moment ago, or enough of them today.
        InvitationsUsedUpError: the company is new and has sent its invitations of today.

    """
    company_id = identity.company_id
    async with services.database.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        _refuse(found)
        await _check_limits(services, unit.connection, company_id=company_id, email=found.row.email)
        if found.row.invitation is not Invitation.QUEUED:
            await mark_invitation_queued(unit.connection, company_id=company_id, user_id=user_id)
            await queue_invitation(services, unit, company_id=company_id, user_id=user_id, email=found.row.email)
            await record(
                unit.connection,
                action=AuditAction.USER_INVITED,
                by=identity,
                subject_id=user_id,
                subject_label=mask_email(found.row.email),
                address=address,
                before={"invitation": found.row.invitation.value},
                after={"invitation": Invitation.QUEUED.value},
            )
            announce_change(services, unit, kind=UsersChangeKind.UPDATED, identity=identity, user_id=user_id)
        return await read_record(unit.connection, company_id=company_id, user_id=user_id)


def _refuse(found: LockedUser) -> None:
    """An applicant, or the founder of a company, has a password without ever having been invited."""
    if found.row.invitation is Invitation.ACCEPTED or found.has_own_password:
        raise NotInvitableError(HAS_SIGNED_IN)
    if not found.row.is_active:
        raise NotInvitableError(IS_INACTIVE)


async def _check_limits(services: Services, connection: Connection, *, company_id: UUID, email: str) -> None:
    """Nothing is counted here: the sender decides again."""
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
