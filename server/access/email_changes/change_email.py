"""Change the email of an account: at once, or once the recipient of the new one has confirmed it.

An account that was never signed in to has an address that its owner has not proved either. It gets the new one at once,
and the invitation that goes there proves it; what was sent to the former address opens nothing any more. Every other
account keeps its email until the link in the mail to the new one is used.
"""

from uuid import UUID

from server.access.email_changes.repository import LINK_LIFE, consume_token, delete_change, find_owner, put_change
from server.access.flows.own_flow import end_account_flows
from server.access.policies.repository import allowed_domains
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.repository import forget_devices
from server.company.audit.record import AuditAction, record_act, record_visit
from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import queue_mail
from server.messaging.messages.repository import withdraw_messages
from server.people.account import errors
from server.people.account.account_rules import Account, profile_of
from server.people.account.change_accounts import lock_for_action, release_email
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import is_in_company, lock_accounts, queue_uninvited
from server.people.account.read_user import read_record
from server.people.account.schemas import UserRecord
from server.people.account.sign_in_repository import is_unproven, lock_unproven_email, replace_email
from server.people.invitations.invite_user import queue_invitations, take_mail
from server.people.invitations.limits import make_stop_code
from server.platform.errors import BadRequestError, ConflictError
from server.platform.process.clock import utc_now
from server.platform.process.crypto import random_token
from server.platform.services import Context, Unit, Visit
from server.vocabulary.emails import mask_email
from server.vocabulary.field_kinds import domain_problem
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import AccountKey
from server.vocabulary.profiles import covers


class EmailLinkInvalidError(BadRequestError):
    """The token is unknown, used, replaced, withdrawn or expired."""

    message = "This link is no longer valid. Please ask your administrator to enter the address again."


class EmailNotUsableError(ConflictError):
    """An account has the email by now."""

    message = "This address cannot be used for your account. Please ask your administrator."


async def change_email(unit: Unit[Context], account: Account, *, email: str) -> None:
    """Change the email of a locked account that has another one, or have the new one confirmed.

    Only the company's own people are looked at before: see the decision on people who are registered elsewhere.

    Raises:
        TakenElsewhereError: one of another company has it; only where the email would change at once.
        InvitationStoppedError, InvitationTooSoonError, InvitationsUsedUpError: see take_mail.
        ContactTakenError, TooManyTakenError.
    """
    company_id = unit.context.company_id
    if await is_in_company(unit.connection, company_id=company_id, email=email):
        raise errors.ContactTakenError(errors.Taken(email=True, phone=False))
    if await is_unproven(unit.connection, company_id=company_id, user_id=account.id):
        await _replace(unit, account, email=email)
    else:
        await _ask_to_confirm(unit, account, email=email)
    announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[account.id])


async def cancel_email_change(context: Context, user_id: UUID) -> UserRecord:
    """Withdraw an email that waits for its confirmation: its link opens nothing any more. Repeated, it changes nothing.

    Raises SelfForbiddenError, NotFoundError, ForbiddenError.
    """
    if user_id == context.user_id:
        raise errors.SelfForbiddenError
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        connection = unit.connection
        account = await lock_for_action(unit, user_id)
        email = await delete_change(connection, company_id=company_id, user_id=user_id)
        if email is not None:
            await withdraw_messages(connection, user_id, company_id=company_id, kind=MessageKind.EMAIL_CHANGE)
            await record_act(
                unit,
                AuditAction.EMAIL_CHANGE_CANCELLED,
                subject_id=user_id,
                subject_label=mask_label(account.label),
                before={"email": mask_email(email)},
            )
            announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[user_id])
        return await read_record(connection, company_id=company_id, user_id=user_id)


async def confirm_email(visit: Visit, *, token: str) -> None:
    """Give an account its confirmed email, by which it logs in: its sessions, sign-ins under way and devices end.

    Raises:
        EmailLinkInvalidError: the token is not one that an active account waits for.
        EmailNotUsableError: an account has the email by now, or the company no longer allows its domain; the link is
            used up all the same.
    """
    async with visit.unit_of_work() as unit:
        owner = await find_owner(unit.connection, token=token)
        if owner is None:
            raise EmailLinkInvalidError
        company_id, user_id = owner["company_id"], owner["user_id"]
        locked = await lock_accounts(unit.connection, [user_id], company_id=company_id, to_delete=True)
        account = locked.get(user_id)
        confirmed = await consume_token(unit.connection, **owner, token=token)
        if account is None or confirmed is None or not account.is_active:
            raise EmailLinkInvalidError
        if not covers(confirmed.requester, profile_of(account.profile)):
            # It has risen above the requester since: it is not given to the mailbox that they chose.
            raise EmailLinkInvalidError
        is_changed = await _confirm(unit, account, email=confirmed.email, owner=owner)
        announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[user_id])
    if not is_changed:
        raise EmailNotUsableError


async def _replace(unit: Unit[Context], account: Account, *, email: str) -> None:
    connection, company_id = unit.connection, unit.context.company_id
    owner = {"company_id": company_id, "user_id": account.id}
    await errors.refuse_after_too_many(connection, company_id=company_id, settings=unit.services.settings)
    replaced = await replace_email(connection, **owner, email=email, is_proved=False)
    if replaced is None:
        raise errors.TakenElsewhereError
    await end_account_flows(unit, **owner)
    await withdraw_messages(connection, account.id, company_id=company_id, kind=MessageKind.INVITATION)
    if replaced.was_invited and account.is_active:
        invited = await queue_uninvited(connection, [account.id], company_id=company_id)
        await queue_invitations(unit, invited, company_id=company_id)
    await record_act(
        unit,
        AuditAction.EMAIL_CHANGED,
        subject_id=account.id,
        subject_label=mask_email(email),
        subject_version=replaced.version,
        before={"email": account.email and mask_email(account.email)},
        after={"email": mask_email(email)},
    )


async def _ask_to_confirm(unit: Unit[Context], account: Account, *, email: str) -> None:
    connection, actor, token = unit.connection, unit.context.actor, random_token()
    company_id = actor.company_id
    await withdraw_messages(connection, account.id, company_id=company_id, kind=MessageKind.EMAIL_CHANGE)
    await take_mail(unit, email)
    owner = {"company_id": company_id, "user_id": account.id}
    await put_change(connection, **owner, email=email, token=token, requester=actor.profile)
    parameters = {
        "full_name": account.full_name,
        "company_name": actor.company_name,
        "stop_code": make_stop_code(unit.services.keys, **owner, contact=email),
    }
    await queue_mail(
        unit,
        MessageKind.EMAIL_CHANGE,
        to=email,
        **owner,
        parameters=parameters,
        secret=token,
        expires_at=utc_now() + LINK_LIFE,
    )
    await record_act(
        unit,
        AuditAction.EMAIL_CHANGE_REQUESTED,
        subject_id=account.id,
        subject_label=mask_label(account.label),
        after={"email": mask_email(email)},
    )


async def _confirm(unit: Unit[Visit], account: Account, *, email: str, owner: AccountKey) -> bool:
    connection, company_id = unit.connection, owner["company_id"]
    replaced = None
    if not domain_problem(email, domains=await allowed_domains(connection, company_id=company_id)):
        unproven = await lock_unproven_email(connection, email=email, company_id=company_id)
        if unproven is not None:
            await release_email(unit, unproven)
        replaced = await replace_email(connection, **owner, email=email, is_proved=True)
    await record_visit(
        unit,
        AuditAction.EMAIL_CHANGE_FAILED if replaced is None else AuditAction.EMAIL_CHANGED,
        company_id=company_id,
        actor_id=account.id,
        subject_id=account.id,
        subject_label=mask_label(account.label if replaced is None else email),
        subject_version=None if replaced is None else replaced.version,
        before={"email": account.email and mask_email(account.email)},
        after={"email": mask_email(email)},
    )
    if replaced is None:
        return False
    await end_account_flows(unit, **owner)
    await end_user_sessions(unit, **owner, reason=SessionEndReason.REVOKED)
    await forget_devices(connection, **owner)
    if replaced.was_verified and account.email is not None:
        # The former address gets a notice without the new one, which an administrator has typed.
        parameters = {"full_name": account.full_name}
        await queue_mail(unit, MessageKind.EMAIL_CHANGED, to=account.email, **owner, parameters=parameters)
    return True
