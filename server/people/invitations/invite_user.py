"""Invite one account again, where the limits allow it now."""

from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.people.account.account_rules import Account
from server.people.account.change_accounts import lock_for_action
from server.people.account.change_repository import mark_invitation_queued
from server.people.account.errors import HAS_SIGNED_IN, IS_INACTIVE, NotInvitableError
from server.people.account.events import UsersChangeKind, announce_change
from server.people.account.read_user import read_record
from server.people.account.repository import find_invitation
from server.people.account.schemas import UserRecord
from server.people.invitations.check_limits import check_limits
from server.people.invitations.queue_invitation import queue_invitation
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Identity
from server.vocabulary.invitation_state import Invitation


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
        account = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        invitation, has_password = await find_invitation(unit.connection, company_id=company_id, user_id=user_id)
        _refuse(account, invitation=invitation, has_password=has_password)
        await check_limits(services, unit.connection, company_id=company_id, email=account.contact)
        if invitation is not Invitation.QUEUED:
            await mark_invitation_queued(unit.connection, company_id=company_id, user_id=user_id)
            await queue_invitation(services, unit, company_id=company_id, user_id=user_id, email=account.contact)
            await record(
                unit.connection,
                action=AuditAction.USER_INVITED,
                by=identity,
                subject_id=user_id,
                subject_label=mask_label(account.label),
                address=address,
                before={"invitation": invitation.value},
                after={"invitation": Invitation.QUEUED.value},
            )
            announce_change(services, unit, kind=UsersChangeKind.UPDATED, identity=identity, user_id=user_id)
        return await read_record(unit.connection, company_id=company_id, user_id=user_id)


def _refuse(account: Account, *, invitation: Invitation, has_password: bool) -> None:
    """An applicant, or the founder of a company, has a password without ever having been invited."""
    if invitation is Invitation.ACCEPTED or has_password:
        raise NotInvitableError(HAS_SIGNED_IN)
    if not account.is_active:
        raise NotInvitableError(IS_INACTIVE)
