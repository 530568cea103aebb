"""Invite one account again, where the limits allow it now; and queue the invitations of others."""

from collections import Counter
from collections.abc import Sequence
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.company.companies.repository import take_invitations, used_today
from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import queue_mail
from server.messaging.messages.repository import copy_messages
from server.messaging.messages.sending import send_messages
from server.people.account.account_rules import Change
from server.people.account.change_accounts import lock_for_action
from server.people.account.errors import HAS_SIGNED_IN, IS_INACTIVE, NotInvitableError
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import Invited, find_invitation, mark_invitations_queued, queue_uninvited
from server.people.account.read_user import read_record
from server.people.account.schemas import UserRecord
from server.people.invitations import repository
from server.people.invitations.limits import (
    COOLDOWN,
    NEW_COMPANY_AGE,
    InvitationLimits,
    InvitationStoppedError,
    InvitationsUsedUpError,
    InvitationTooSoonError,
    counted_as,
    remembered_as,
)
from server.people.invitations.repository import Recipient
from server.platform.services import Context, ServiceUnit
from server.vocabulary.identifiers import mask_label
from server.vocabulary.invitation_state import Invitation


async def check_limits(unit: ServiceUnit, contact: str, *, company_id: UUID) -> None:
    """Nothing is counted here: the sender decides again.

    Raises InvitationStoppedError, InvitationTooSoonError, InvitationsUsedUpError.
    """
    connection, settings = unit.connection, unit.services.settings
    limits, mailbox = InvitationLimits.from_settings(settings), counted_as(unit.services.keys, contact)
    if await repository.find_stopped(connection, [Recipient(company_id, company_id, remembered_as(contact))]):
        raise InvitationStoppedError
    wait, until_tomorrow = await repository.find_waits(connection, mailbox, daily_limit=limits.destination)
    if wait > 0:
        raise InvitationTooSoonError(retry_after=wait)
    sent = await used_today(connection, "invitations", company_id=company_id)
    if sent >= limits.new_company and await repository.is_new_company(connection, company_id=company_id):
        raise InvitationsUsedUpError(daily=limits.new_company, brand=settings.brand_name, retry_after=until_tomorrow)


async def take_mail(unit: ServiceUnit, contact: str, *, company_id: UUID) -> None:
    """Count a mail that is no invitation as one, within the transaction that queues it. Raises see check_limits."""
    await check_limits(unit, contact, company_id=company_id)
    room = await take_room(unit, Counter([company_id]))
    if not room.total() or not await take_mailboxes(unit, [counted_as(unit.services.keys, contact)]):
        # Another mail has taken the place since.
        raise InvitationTooSoonError(retry_after=COOLDOWN.total_seconds())


async def take_room(unit: ServiceUnit, asked: Counter[UUID]) -> Counter[UUID]:
    """Count these invitations of companies; how many of them each may send today."""
    limits = InvitationLimits.from_settings(unit.services.settings)
    return await take_invitations(
        unit.connection, asked, limit=limits.company, new_limit=limits.new_company, new_age=NEW_COMPANY_AGE
    )


async def take_mailboxes(unit: ServiceUnit, mailboxes: Sequence[bytes]) -> set[bytes]:
    """Count one invitation to each of these, which are all different; those that may be sent it now."""
    limits = InvitationLimits.from_settings(unit.services.settings)
    return await repository.take_destinations(unit.connection, mailboxes, daily_limit=limits.destination)


async def queue_invitations(unit: ServiceUnit, invited: Sequence[Invited], *, company_id: UUID) -> None:
    """Queue an invitation for each account; passwords are generated when they are claimed."""
    if invited:
        await copy_messages(unit.connection, invited, kind=MessageKind.INVITATION.value, company_id=company_id)
        unit.enqueue(send_messages.task())


async def invite_activated(unit: ServiceUnit, changes: Sequence[Change], *, company_id: UUID) -> None:
    """Invite the accounts that these changes have activated and that were never invited."""
    activated = [each.account.id for each in changes if each.after.get("isActive") is True]
    if activated:
        invited = await queue_uninvited(unit.connection, activated, company_id=company_id)
        await queue_invitations(unit, invited, company_id=company_id)


async def invite_user(context: Context, *, user_id: UUID) -> UserRecord:
    """Send the invitation (again), with a new temporary password. A queued invitation is left unchanged.

    Raises NotInvitableError: they have a password of their own, or the account is inactive; also NotFoundError,
    ForbiddenError, InvitationStoppedError, InvitationTooSoonError and InvitationsUsedUpError.
    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        account = await lock_for_action(unit, user_id)
        invitation, has_password = await find_invitation(unit.connection, company_id=company_id, user_id=user_id)
        # An applicant, or the founder of a company, has a password without ever having been invited.
        if invitation is Invitation.ACCEPTED or has_password:
            raise NotInvitableError(HAS_SIGNED_IN)
        if not account.is_active:
            raise NotInvitableError(IS_INACTIVE)
        await check_limits(unit, account.contact, company_id=company_id)
        if invitation is not Invitation.QUEUED:
            await mark_invitations_queued(unit.connection, [user_id], company_id=company_id)
            await queue_mail(unit, MessageKind.INVITATION, to=account.contact, company_id=company_id, user_id=user_id)
            await record_act(
                unit,
                AuditAction.USER_INVITED,
                subject_id=user_id,
                subject_label=mask_label(account.label),
                before={"invitation": invitation.value},
                after={"invitation": Invitation.QUEUED.value},
            )
            announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[user_id])
        return await read_record(unit.connection, user_id, context=context)
