from uuid import UUID

from server.audit.repository import AuditAction, record
from server.identity.emails import mask_email
from server.identity.identity import Identity
from server.identity.invitation_state import Invitation
from server.invitations.check_limits import check_limits
from server.invitations.queue_invitation import queue_invitation
from server.realtime.events import UsersChangeKind
from server.services import Services
from server.users.announce import announce_change
from server.users.authority import lock_for_action
from server.users.change_repository import LockedUser, mark_invitation_queued
from server.users.errors import HAS_SIGNED_IN, IS_INACTIVE, NotInvitableError
from server.users.read_user import read_record
from server.users.schemas import UserRecord


async def invite_user(services: Services, *, identity: Identity, user_id: UUID, address: str) -> UserRecord:
    """Send the invitation (again), with a new temporary password. One that still waits to be sent is let be.

    Raises:
        NotFoundError: the company has nobody of this id.
        ForbiddenError: the caller's profile does not cover theirs.
        NotInvitableError: they have a password of their own, or the account is inactive.
        InvitationStoppedError, InvitationTooSoonError, InvitationsUsedUpError: it may not be sent, or not yet.

    """
    company_id = identity.company_id
    async with services.database.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        _refuse(found)
        await check_limits(services, unit.connection, company_id=company_id, email=found.row.email)
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
    """An applicant, or whoever has signed up, has a password of their own without ever having been invited."""
    if found.row.invitation is Invitation.ACCEPTED or found.has_own_password:
        raise NotInvitableError(HAS_SIGNED_IN)
    if not found.row.is_active:
        raise NotInvitableError(IS_INACTIVE)
