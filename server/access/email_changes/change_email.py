"""Change the email of an account: at once, or once the recipient of the new one has confirmed it.

An administrator enters that of another, a person their own: of this the present address, where there is one, gets a
link first, and the new one a link of its own only after that was used.

An account that was never signed in to has an address that its owner has not proved either. It gets the new one at once,
and the invitation that goes there proves it; what was sent to the former address opens nothing any more. Every other
account keeps its email until the link in the mail to the new one is used.
"""

from typing import Any, Final, Unpack
from uuid import UUID

from pydantic import Field

from server.access.email_changes.repository import (
    LINK_LIFE,
    PRESENT,
    Waiting,
    consume_token,
    delete_change,
    find_change,
    find_owner,
    put_change,
)
from server.access.factors.fresh_proof import require_fresh_proof
from server.access.flows.own_flow import end_account_flows
from server.access.policies.repository import allowed_domains
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import refuse_too_many
from server.access.sessions.repository import forget_devices
from server.company.audit.record import AuditAction, record_act, record_visit
from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import queue_mail
from server.messaging.messages.repository import withdraw_messages
from server.people.account import errors
from server.people.account.account_rules import Account, field_rules, profile_of
from server.people.account.change_accounts import lock_for_action, release_email
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import is_in_company, lock_accounts, queue_uninvited
from server.people.account.read_user import read_record
from server.people.account.schemas import UserRecord
from server.people.account.sign_in_repository import get_account, is_unproven, lock_unproven_email, replace_email
from server.people.invitations.invite_user import check_limits, queue_invitations, take_mail
from server.people.invitations.limits import make_stop_code
from server.platform.database.connections import Connection
from server.platform.errors import (
    BadRequestError,
    ConflictError,
    ForbiddenError,
    NotSignedInError,
    ValidationFailedError,
    existing,
)
from server.platform.process.clock import utc_now
from server.platform.process.crypto import random_token
from server.platform.schemas import ResponseSchema
from server.platform.services import Context, ServiceUnit, Unit, Visit
from server.vocabulary.emails import mask_email
from server.vocabulary.field_kinds import domain_problem
from server.vocabulary.fields import read_typed
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import AccountKey
from server.vocabulary.profiles import ADMINISTRATORS, Profile, covers


class EmailLinkInvalidError(BadRequestError):
    """The token is unknown, used, replaced, withdrawn or expired."""

    message = (
        "This link is no longer valid. Enter the address again on your profile page, or ask your administrator to."
    )


class EmailNotUsableError(ConflictError):
    """An account has the email by now."""

    message = "This address cannot be used for your account. Please ask your administrator."


class OwnEmailChange(ResponseSchema):
    """An email that is to replace the caller's; both are null where none waits."""

    email: str | None = Field(description="the new one")
    sent_to: str | None = Field(description="the address that has to open its link now: the present one, then the new")


async def read_own_change(context: Context) -> OwnEmailChange:
    async with context.services.database.reading() as connection:
        return await _read(connection, context)


async def change_own_email(context: Context, *, typed: str) -> OwnEmailChange:
    """Ask for another email of the caller's own; repeated, the link of the same step is sent again.

    Raises:
        ValidationFailedError, ContactTakenError: as an administrator's edit does.
        StepUpRequiredError: the caller's last proof is too old.
        ChangesUsedUpError: it was asked too often today; also NotSignedInError.
        InvitationStoppedError, InvitationTooSoonError, InvitationsUsedUpError: see take_mail.
    """
    actor, owner = context.actor, context.actor.key
    company_id = actor.company_id
    async with context.unit_of_work() as unit:
        connection = unit.connection
        account = await _lock_own(unit)
        domains = await allowed_domains(connection, company_id=company_id)
        read, wrong = read_typed({"email": typed}, rules=field_rules(unit.services.settings, domains=domains))
        if wrong:
            raise ValidationFailedError(errors=wrong)
        email = str(read["email"])
        await require_fresh_proof(connection, context)
        if await is_in_company(connection, company_id=company_id, email=email):
            raise errors.ContactTakenError(errors.Taken(email=True, phone=False))
        await refuse_too_many(unit, MessageKind.EMAIL_CHANGE)
        waiting = await find_change(connection, **owner)
        if account.email is None or (waiting is not None and waiting.present_confirmed and waiting.email == email):
            await _mail_new(unit, account, email=email, company=actor.company_name, by=None, **owner)
        else:
            await check_limits(unit, email, company_id=company_id)
            await _mail_present(unit, account, email=email, **owner)
        await _record_request(unit, account, email=email)
        announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[account.id])
        return await _read(connection, context)


async def cancel_own_change(context: Context) -> OwnEmailChange:
    """Withdraw what waits for a link, also where an administrator has entered it. Repeated, it changes nothing."""
    async with context.unit_of_work() as unit:
        await _cancel(unit, await _lock_own(unit))
        return await _read(unit.connection, context)


async def _read(connection: Connection, context: Context) -> OwnEmailChange:
    change = await find_change(connection, **context.actor.key)
    if change is None:
        return OwnEmailChange(email=None, sent_to=None)
    return OwnEmailChange(email=change.email, sent_to=context.actor.email if change.is_first else change.email)


async def _lock_own(unit: Unit[Context]) -> Account:
    locked = await lock_accounts(unit.connection, [unit.context.user_id], company_id=unit.context.company_id)
    if unit.context.user_id not in locked:
        raise NotSignedInError
    return locked[unit.context.user_id]


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
        actor = unit.context.actor
        owner = {"company_id": company_id, "user_id": account.id}
        await _mail_new(unit, account, email=email, company=actor.company_name, by=actor.profile, **owner)
        await _record_request(unit, account, email=email)
    announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[account.id])


KEPT_BY_PERSON: Final = (
    "A directory does not change this email: the person does, on their profile page, or an administrator for them"
)


async def change_email_by_directory(unit: Unit[Context], account: Account, *, email: str) -> None:
    """Change the email of a locked account of which a directory, that proves nothing of itself, has another one.

    One that was never signed in to gets it at once. Any other keeps its own until its person has confirmed the change
    at the present address, then at the new one: a key alone leads no account to another mailbox.

    Raises ForbiddenError: it manages people, or has no email that its person could confirm by; also ContactTakenError,
    TakenElsewhereError, TooManyTakenError and what check_limits does.
    """
    owner = {"company_id": unit.context.company_id, "user_id": account.id}
    if account.profile in ADMINISTRATORS:
        raise ForbiddenError(KEPT_BY_PERSON)
    if await is_unproven(unit.connection, **owner):
        await change_email(unit, account, email=email)
        return
    if account.email is None:
        raise ForbiddenError(KEPT_BY_PERSON)
    waiting = await find_change(unit.connection, **owner)
    if waiting is not None and waiting.email == email:
        return
    if await is_in_company(unit.connection, company_id=owner["company_id"], email=email):
        raise errors.ContactTakenError(errors.Taken(email=True, phone=False))
    await check_limits(unit, account.email, company_id=owner["company_id"])
    await check_limits(unit, email, company_id=owner["company_id"])
    await _mail_present(unit, account, email=email, is_own=False, **owner)
    await _record_request(unit, account, email=email)
    announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=owner["company_id"], user_ids=[account.id])


async def cancel_email_change(context: Context, user_id: UUID) -> UserRecord:
    """Withdraw an email that waits for its confirmation: its link opens nothing any more. Repeated, it changes nothing.

    Raises SelfForbiddenError, NotFoundError, ForbiddenError.
    """
    if user_id == context.user_id:
        raise errors.SelfForbiddenError
    async with context.unit_of_work() as unit:
        await _cancel(unit, await lock_for_action(unit, user_id))
        return await read_record(unit.connection, user_id, context=context)


async def _cancel(unit: Unit[Context], account: Account) -> None:
    owner = {"company_id": unit.context.company_id, "user_id": account.id}
    email = await delete_change(unit.connection, **owner)
    if email is not None:
        await _withdraw_links(unit.connection, **owner)
        await record_act(
            unit,
            AuditAction.EMAIL_CHANGE_CANCELLED,
            subject_id=account.id,
            subject_label=mask_label(account.label),
            before={"email": mask_email(email)},
        )
        announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=unit.context.company_id, user_ids=[account.id])


async def _withdraw_links(connection: Connection, *, company_id: UUID, user_id: UUID) -> None:
    for kind in (MessageKind.EMAIL_CHANGE, MessageKind.EMAIL_CHANGE_ASKED):
        await withdraw_messages(connection, user_id, company_id=company_id, kind=kind)


async def confirm_email(visit: Visit, *, token: str) -> str | None:
    """Give an account its confirmed email, by which it logs in: its sessions, sign-ins under way and devices end.

    A token of the present address sends the link of the new one instead. Returns this address, masked, for that.

    Raises:
        EmailLinkInvalidError: the token is not one that an active account waits for.
        EmailNotUsableError: an account has the email by now, or the company no longer allows its domain; the link is
            used up all the same.
        InvitationStoppedError, InvitationTooSoonError, InvitationsUsedUpError: see take_mail; the link works later.
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
        if confirmed.is_first:
            company = existing((await get_account(unit.connection, **owner))[0]).company_name
            await _mail_new(unit, account, email=confirmed.email, company=company, by=None, **owner)
            return mask_email(confirmed.email)
        if not (confirmed.present_confirmed or covers(confirmed.requester, profile_of(account.profile))):
            # It has risen above the requester since: it is not given to the mailbox that they chose.
            raise EmailLinkInvalidError
        is_changed = await _confirm(unit, account, email=confirmed.email, owner=owner)
        announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=company_id, user_ids=[user_id])
    if not is_changed:
        raise EmailNotUsableError
    return None


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


async def _mail_present(
    unit: ServiceUnit, account: Account, *, email: str, is_own: bool = True, **owner: Unpack[AccountKey]
) -> None:
    """Ask a person at their present address, which they have, whether it is they who want another.

    Where it is not their own wish, their company's directory has it.
    """
    change = Waiting(email=email, requester=None, present_confirmed=False)
    parameters: dict[str, Any] = {"full_name": account.full_name, "new_email": mask_email(email)}
    parameters |= {} if is_own else {"is_directory": True}
    await _send_link(unit, change, to=str(account.email), parameters=parameters, **owner)


async def _mail_new(
    unit: ServiceUnit, account: Account, *, email: str, company: str, by: Profile | None, **owner: Unpack[AccountKey]
) -> None:
    """Ask the recipient of a new address to confirm it. `by` is None where the person has entered it."""
    await take_mail(unit, email, company_id=owner["company_id"])
    change = Waiting(email=email, requester=by, present_confirmed=True if by is None else None)
    parameters = {
        "full_name": account.full_name,
        "company_name": company,
        "stop_code": make_stop_code(unit.services.keys, **owner, contact=email),
    } | ({"is_own": True} if by is None else {})
    await _send_link(unit, change, to=email, parameters=parameters, **owner)


async def _send_link(
    unit: ServiceUnit, change: Waiting, *, to: str, parameters: dict[str, Any], **owner: Unpack[AccountKey]
) -> None:
    token = f"{PRESENT if change.is_first else ''}{random_token()}"
    await _withdraw_links(unit.connection, **owner)
    await put_change(unit.connection, change, token=token, **owner)
    await queue_mail(
        unit,
        MessageKind.EMAIL_CHANGE_ASKED if change.is_first else MessageKind.EMAIL_CHANGE,
        to=to,
        **owner,
        parameters=parameters,
        secret=token,
        expires_at=utc_now() + LINK_LIFE,
    )


async def _record_request(unit: Unit[Context], account: Account, *, email: str) -> None:
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
