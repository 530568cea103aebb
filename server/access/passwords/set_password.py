"""Set a password: the caller's own, one instead of a temporary one, or by a reset; or end it by a notice's link.

The policy is checked, the hash stored, what the former password has opened ends, and its owner is notified. The link
says that an act was not the owner's. It proves the mailbox, as a reset by email does, and does no more than that and
one thing besides: a factor that was added a moment ago, by the act itself, is taken away again. It opens nothing.
"""

import secrets
import string
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID, uuid4

from pydantic import Field

from server.access.factors.fresh_proof import ask_fresh_proof, lock_by_fresh_proof
from server.access.factors.own_factors import after_first_step
from server.access.factors.repository import delete_factor, end_codes_of, has_factor, replace_codes
from server.access.factors.schemas import FactorItem
from server.access.failures.repository import Guesser
from server.access.failures.throttle import count_failure, forgive, identify_guesser, note_success, refuse_blocked
from server.access.flows import own_flow
from server.access.flows.flow import Flow, FlowContext, FlowExpiredError, FlowState, OpenedFlow
from server.access.flows.own_flow import clear_quotas, end_account_flows, send_first_code
from server.access.flows.repository import advance_flow, open_reset_flow
from server.access.robot_check.checks import pass_robot_check
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import notify_of_secured
from server.access.sessions.repository import (
    NotifiedAccount,
    delete_own_email_change,
    forget_devices,
    lock_notified,
)
from server.company.audit.record import AuditAction, record_act, record_visit
from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.outbox import queue_mail
from server.messaging.messages.repository import withdraw_messages
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.sign_in_repository import SignInAccount, end_own_password, get_account, store_password
from server.platform.database.connections import Connection
from server.platform.errors import BadRequestError, NotSignedInError, ValidationFailedError
from server.platform.process.crypto import Keyring, Purpose, normalize_password, random_token
from server.platform.schemas import RequestSchema, ResponseSchema, TypedPassword
from server.platform.services import Context, Services, Unit, Visit
from server.vocabulary.emails import mask_email
from server.vocabulary.identifiers import Identifier, mask_label
from server.vocabulary.identity import AccountOwner, Method
from server.vocabulary.link_tokens import NoticeAct, NoticeSubject, is_notice_token, read_notice_token
from server.vocabulary.password_policy import new_password_errors
from server.vocabulary.visible_text import without_invisible

WRONG_PASSWORD: Final = "The current password is not right"  # noqa: S105 - a sentence
SYMBOLS: Final = "@#$"
ALPHABET: Final = string.ascii_letters + string.digits + SYMBOLS
LENGTH: Final = 12
CLASSES: Final = tuple(map(frozenset, (string.ascii_lowercase, string.ascii_uppercase, string.digits, SYMBOLS)))
# A password of this length is of medium strength with two kinds of characters.
LEAST_CLASSES: Final = 2


@dataclass(frozen=True, kw_only=True)
class ProvenPassword:
    """The caller's account. The next transaction begins with `note_success` of the guesser."""

    account: SignInAccount
    guesser: Guesser


def generate_temporary_password() -> str:
    """Make 12 characters of 65: each password is as likely as any other that meets the password policy."""
    while True:
        password = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        if sum(not group.isdisjoint(password) for group in CLASSES) >= LEAST_CLASSES:
            return password


def temporary_password_mac(keys: Keyring, user_id: UUID, password: str) -> bytes:
    """Hash a temporary password by a key: the hash is useless without it, and for any other account."""
    return keys.mac(Purpose.TEMPORARY_PASSWORD, user_id.bytes, password.encode())


def choose_account(
    services: Services, found: Sequence[tuple[SignInAccount, bool]], *, password: str
) -> tuple[SignInAccount | None, bool]:
    """Choose among the accounts that an identifier may name: the one whose temporary password this is, else the oldest.

    One slow hash is computed for a login, so that it cannot choose.
    """
    chosen = (each for each in found if _is_temporary(services, each[0], password))
    return next(chosen, found[0] if found else (None, False))


async def is_right_password(services: Services, account: SignInAccount | None, password: str, *, share: str) -> bool:
    """Compare by the same work for an account that is unknown, inactive, or has no password.

    A temporary password made by the server is compared by its keyed hash, and the slow hash runs all the same.
    """
    matches = await services.passwords.verify(_slow_hash(account), _meant(account, password), share=share)
    return account is not None and _opens(services, account, password, matches=matches)


async def check_either(
    services: Services, account: SignInAccount | None, *, signup_hash: str | None, password: str, network: str
) -> tuple[bool, bool]:
    """Return whether this opens the account, and whether the sign-up, in the time of one slow hash.

    It is the account's where that has one: an email that was registered meanwhile belongs to its account.
    """
    stored = _slow_hash(account)
    matches = await services.passwords.verify(stored or signup_hash, _meant(account, password), share=network)
    opens_account = account is not None and _opens(services, account, password, matches=matches and stored is not None)
    return opens_account, matches and stored is None and signup_hash is not None


async def prove_password(context: Context, password: str, *, field: str, failure: AuditAction) -> ProvenPassword:
    """Compare the caller's present password within a session. `field` is its name in the form.

    A stolen session must not become a way to guess passwords: wrong ones count and wait as those of a sign-in do.

    Raises:
        ValidationFailedError: the password is wrong.
        TooManyFailuresError: too many wrong ones came before, here or at the sign-in.
    """
    own = await _read_own(context)
    account, actor = own.account, context.actor
    is_right = await is_right_password(context.services, account, password, share=str(context.company_id))
    if is_right and account.password_hash is not None and not account.has_temporary_password:
        return own
    async with context.unit_of_work() as unit:
        await count_failure(unit.connection, own.guesser)
        await record_act(unit, failure, subject_id=actor.user_id, subject_label=mask_label(actor.label))
    raise ValidationFailedError(errors={field: WRONG_PASSWORD})


async def _read_own(context: Context) -> ProvenPassword:
    actor = context.actor
    async with context.services.database.reading() as connection:
        account, knows_device = await get_account(connection, **actor.key, device_hash=context.device_hash)
        if account is None:
            raise NotSignedInError
        guesser = identify_guesser(context, actor.sign_in_name, knows_device=knows_device)
        await refuse_blocked(connection, guesser)
    return ProvenPassword(account=account, guesser=guesser)


def _slow_hash(account: SignInAccount | None) -> str | None:
    by_mac = account is not None and account.temporary_password_mac is not None
    return None if account is None or by_mac else account.password_hash


def _meant(account: SignInAccount | None, typed: str) -> str:
    """No temporary password has spaces around it: they come from the mail that it was copied out of."""
    return typed.strip() if account is not None and account.has_temporary_password else typed


def _opens(services: Services, account: SignInAccount, password: str, *, matches: bool) -> bool:
    if account.temporary_password_mac is not None:
        matches = _is_temporary(services, account, password)
    is_in_time = account.temporary_password_is_valid or not account.has_temporary_password
    return matches and account.is_active and is_in_time


def _is_temporary(services: Services, account: SignInAccount, password: str) -> bool:
    mac = account.temporary_password_mac
    # It may have been copied out of a mail with what surrounds it there.
    return mac is not None and services.keys.verify_mac(
        Purpose.TEMPORARY_PASSWORD, mac, account.user_id.bytes, without_invisible(password).encode()
    )


CURRENT: Final = "currentPassword"


class ChangePasswordRequest(RequestSchema):
    current_password: TypedPassword
    new_password: TypedPassword
    confirm_password: TypedPassword


class NewPasswordRequest(RequestSchema):
    user_id: UUID
    new_password: TypedPassword
    confirm_password: TypedPassword


async def change_password(context: Context, change: ChangePasswordRequest) -> None:
    """Set the caller's password, and end their other sessions.

    An account without one, whose user logs in by a passkey or a provider, gets its first by a fresh proof.

    Raises:
        ValidationFailedError: the new password is not acceptable, or the current one is wrong.
        TooManyFailuresError: too many wrong ones came before, here or at the sign-in.
        StepUpRequiredError: the account has no password, and the caller's last proof is too old.
    """
    actor, services = context.actor, context.services
    new, name, email = change.new_password, actor.full_name, actor.email or ""
    errors = new_password_errors(new, change.confirm_password, full_name=name, email=email)
    if not errors and normalize_password(new) == normalize_password(change.current_password):
        errors["newPassword"] = "Please choose a password other than your current one"
    if errors:
        raise ValidationFailedError(errors=errors)
    proven = await _read_own(context)
    if proven.account.password_hash is None and not proven.account.has_temporary_password:
        # There is nothing to compare.
        await ask_fresh_proof(context)
    else:
        failure = AuditAction.PASSWORD_CHANGE_FAILED
        proven = await prove_password(context, change.current_password, field=CURRENT, failure=failure)
    if problem := await services.password_range.find_problem(new):
        raise ValidationFailedError(errors={"newPassword": problem})
    password_hash = await services.passwords.hash(new, share=context.company_id)
    async with context.unit_of_work() as unit:
        # The failures are locked first, in the same order as by a sign-in.
        await note_success(unit.connection, proven.guesser)
        if proven.account.password_hash is None:
            # The proof is read again under the lock, as where factors change.
            await lock_by_fresh_proof(unit)
        if not await set_password(
            unit,
            proven.account,
            AuditAction.PASSWORD_CHANGED,
            password_hash=password_hash,
            from_temporary=False,
            session_id=context.session.id,
        ):
            raise ValidationFailedError(errors={CURRENT: WRONG_PASSWORD})


async def initiate_reset(visit: Visit, identifier: Identifier, *, robot_check_payload: str | None) -> OpenedFlow:
    """Open a flow and send its code; where the account is unknown or inactive, none is sent.

    The same is read, written and counted for both.

    Raises:
        RobotCheckFailedError: one was given and is no good, or so many codes are sent only to those who pass one.
        SendQuotaReachedError: the network that asks has to wait for its next minute.
    """
    is_checked = await pass_robot_check(visit.services, robot_check_payload, address=visit.address)
    secret = random_token()
    async with visit.unit_of_work() as unit:
        flow_id = await open_reset_flow(
            unit.connection, secret=secret, handle=uuid4(), identifier=identifier, address=visit.address
        )
        return await send_first_code(unit, flow_id=flow_id, secret=secret, is_checked=is_checked)


async def complete_reset(visit: Visit, new: NewPasswordRequest) -> None:
    """Set the password of the flow's account, once. It ends the waits for what names it and opens no session.

    Another email that was asked for within a session is withdrawn: that session may have been a stranger's.

    Raises:
        FlowExpiredError: the flow is not the caller's, or does not wait for a password.
        ValidationFailedError: the new password is not acceptable.
    """
    account = await read_flow_account(visit, handle=new.user_id, context=FlowContext.PASSWORD_RESET)
    password_hash = await hash_new_password(visit, account, new)
    async with visit.unit_of_work() as unit:
        # The failures are locked first, in the same order as by a sign-in.
        for identifier in account.identifiers:
            await forgive(unit, identifier)
        flow = await consume_password_step(unit, handle=new.user_id, context=FlowContext.PASSWORD_RESET)
        own_flow.announce_ended_flows(unit, [flow.id])
        await forget_devices(unit.connection, **account.key)
        await clear_quotas(unit, flow)
        action = AuditAction.PASSWORD_RESET
        if not await set_password(
            unit, account, action, password_hash=password_hash, proves_contact=True, flow_id=flow.id
        ):
            raise FlowExpiredError
        await _cancel_own_email_change(unit, account, label=account.label)


async def replace_temporary_password(visit: Visit, new: NewPasswordRequest) -> Flow:
    """Replace a temporary password within the login that it has begun.

    Returns the flow, ready for its session or waiting for a second factor.

    Raises:
        FlowExpiredError: the flow is not the caller's, or does not wait for a password.
        ValidationFailedError: the new password is not acceptable.
    """
    account = await read_flow_account(visit, handle=new.user_id, context=FlowContext.LOGIN)
    password_hash = await hash_new_password(visit, account, new)
    async with visit.unit_of_work() as unit:
        flow = await consume_password_step(unit, handle=new.user_id, context=FlowContext.LOGIN)
        if not await set_password(
            unit,
            account,
            AuditAction.PASSWORD_SET,
            password_hash=password_hash,
            from_temporary=True,
            proves_contact=Method.LINK in flow.methods,
            flow_id=flow.id,
        ):
            raise FlowExpiredError
        own_flow.announce_flow_state(unit, flow.id)
        return await own_flow.reread_flow(unit.connection, flow_id=flow.id)


async def read_flow_account(visit: Visit, *, handle: UUID, context: FlowContext) -> SignInAccount:
    """Read the account of a flow that waits for a password.

    Raises FlowExpiredError: the flow is not the caller's, or does not wait for a password.
    """
    flow = await own_flow.read_own_flow(visit, handle=handle)
    if flow.context is not context or flow.state is not FlowState.PASSWORD_REQUIRED:
        raise FlowExpiredError
    async with visit.services.database.reading() as connection:
        account, _ = await get_account(connection, **flow.owner)
    if account is None:
        raise FlowExpiredError
    return account


async def consume_password_step(unit: Unit[Visit], *, handle: UUID, context: FlowContext) -> Flow:
    """Lock a flow and move it on. Returns it as it was. Raises FlowExpiredError.

    A reset is completed by it; a login becomes ready, or waits for a second factor that it has not proved yet.
    """
    flow = await own_flow.lock_own_flow(unit, handle=handle, context=context, state=FlowState.PASSWORD_REQUIRED)
    after = FlowState.COMPLETED
    if context is FlowContext.LOGIN:
        after = await after_first_step(unit.connection, **flow.owner, methods=flow.methods)
    await advance_flow(unit.connection, flow, to=after)
    return flow


async def hash_new_password(visit: Visit, account: SignInAccount, new: NewPasswordRequest) -> str:
    """Hash a password that the policy allows.

    Raises ValidationFailedError: it does not, or this is the temporary password that was mailed.
    """
    services, password, email = visit.services, new.new_password, account.email or ""
    errors = new_password_errors(password, new.confirm_password, full_name=account.full_name, email=email)
    if (
        not errors
        and account.has_temporary_password
        and await is_right_password(services, account, password, share=visit.network)
    ):
        errors["newPassword"] = "Please choose a password other than the temporary one"
    if not errors and (problem := await services.password_range.find_problem(password)):
        errors["newPassword"] = problem
    if errors:
        raise ValidationFailedError(errors=errors)
    return await services.passwords.hash(password, share=visit.network)


async def set_password(
    unit: Unit[Visit],
    account: SignInAccount,
    action: AuditAction,
    *,
    password_hash: str,
    from_temporary: bool | None = None,
    proves_contact: bool = False,
    flow_id: UUID | None = None,
    session_id: UUID | None = None,
) -> bool:
    """Store the hash and revoke what the former password has opened, but for this flow and this session.

    `from_temporary` is which kind the former one must still be; None for any. Returns False when the account is
    inactive, or has another password by now.
    """
    within_session = session_id is not None
    if not await store_password(
        unit.connection,
        **account.key,
        password_hash=password_hash,
        former_hash=account.password_hash if from_temporary is False else None,
        former_is_temporary=from_temporary,
        proves_contact=proves_contact,
    ):
        return False
    await own_flow.end_account_flows(unit, **account.key, spared=flow_id)
    reason = SessionEndReason.REVOKED if within_session else SessionEndReason.PASSWORD_RESET
    await end_user_sessions(unit, **account.key, reason=reason, spared=session_id)
    label = mask_label(account.label) if within_session else None
    await record_visit(unit, action, by=account, subject_id=account.user_id, subject_label=label)
    if from_temporary is not True:
        parameters = {"full_name": account.full_name} | ({"keeps_a_session": True} if within_session else {})
        await queue_mail(unit, MessageKind.PASSWORD_CHANGED, to=account.contact, **account.key, parameters=parameters)
    if from_temporary is not False:
        # The list of users shows that an invitation has been accepted.
        announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=account.company_id, user_ids=[account.user_id])
    return True


LINK_LIFE: Final = timedelta(hours=72)


class NoticeLinkInvalidError(BadRequestError):
    """The link is forged or expired, or its account has another email by now or is closed; the answer does not say."""

    message = "This link is no longer valid. Choose a new password, and check your devices on your profile page."


class NotMeAnswer(ResponseSchema):
    """What was done now: at a second call nothing is left to do."""

    email: str = Field(description="of the account, for the reset of its password")
    sessions_ended: int
    password_ended: bool
    factor_removed: str | None = Field(description="the name of the second factor that was removed")
    recovery_codes_ended: bool


async def secure_account(visit: Visit, *, token: str) -> NotMeAnswer:
    """End what the account is open to, and take back what the notice is about. A second call finds nothing to do.

    Raises NoticeLinkInvalidError: the token is none of ours or older than 72 hours, or its account has another email.
    """
    async with visit.unit_of_work() as unit:
        account, notice = await _find(unit, token)
        owner = account.key
        flows = await end_account_flows(unit, **owner)
        sessions = await end_user_sessions(unit, **owner, reason=SessionEndReason.REVOKED)
        # The codes of the same act, of a first factor or made anew, have its moment.
        codes = await end_codes_of(unit.connection, **owner, made_at=notice.at)
        factor = await _remove_factor(unit.connection, notice)
        devices = await forget_devices(unit.connection, **owner)
        password = await end_own_password(unit.connection, **owner)
        change = await _cancel_own_email_change(unit, account, label=account.email)
        secured = NotMeAnswer(
            email=account.email,
            sessions_ended=len(sessions),
            password_ended=password,
            factor_removed=None if factor is None else factor.name,
            recovery_codes_ended=codes,
        )
        if any((sessions, flows, devices, password, factor, codes, change)):
            await record_visit(
                unit,
                AuditAction.ACCOUNT_SECURED,
                by=account,
                subject_id=account.user_id,
                subject_label=mask_email(account.email),
                before=None if factor is None else {"factor": str(factor.id), "kind": factor.kind.value},
                after={
                    "notice": notice.act.name.lower(),
                    "sessions": len(sessions),
                    "password": password,
                    "recoveryCodes": codes,
                },
            )
            await notify_of_secured(unit, account, factor=secured.factor_removed)
    return secured


async def _cancel_own_email_change(unit: Unit[Visit], account: AccountOwner, *, label: str) -> bool:
    email = await delete_own_email_change(unit.connection, **account.key)
    if email is None:
        return False
    for kind in (MessageKind.EMAIL_CHANGE, MessageKind.EMAIL_CHANGE_ASKED):
        await withdraw_messages(unit.connection, account.user_id, company_id=account.company_id, kind=kind)
    await record_visit(
        unit,
        AuditAction.EMAIL_CHANGE_CANCELLED,
        by=account,
        subject_id=account.user_id,
        subject_label=mask_label(label),
        before={"email": mask_email(email)},
    )
    announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=account.company_id, user_ids=[account.user_id])
    return True


async def _find(unit: Unit[Visit], token: str) -> tuple[NotifiedAccount, NoticeSubject]:
    notice = read_notice_token(token)
    if notice is None:
        raise NoticeLinkInvalidError
    account = await lock_notified(unit.connection, company_id=notice.company_id, user_id=notice.user_id)
    if account is None or not is_notice_token(unit.services.keys, token, subject=notice, email=account.email):
        raise NoticeLinkInvalidError
    if account.read_at - notice.at > LINK_LIFE:
        raise NoticeLinkInvalidError
    return account, notice


async def _remove_factor(connection: Connection, notice: NoticeSubject) -> FactorItem | None:
    """Remove the factor that the notice is about, if it is of this account and of the last 72 hours."""
    if notice.act is not NoticeAct.FACTOR_ADDED or notice.about is None:
        return None
    owner = {"company_id": notice.company_id, "user_id": notice.user_id}
    removed = await delete_factor(connection, **owner, factor_id=notice.about, within=LINK_LIFE)
    if removed is not None and not await has_factor(connection, **owner):
        await replace_codes(connection, **owner, macs=[])
    return removed
