"""Set a password: the caller's own, one instead of a temporary one, or by a reset.

The policy is checked, the hash stored, what the former password has opened ends, and its owner is notified.
"""

from typing import Final
from uuid import UUID, uuid4

from server.access.factors.fresh_proof import ask_fresh_proof, lock_by_fresh_proof
from server.access.factors.prove_factor import after_first_step
from server.access.failures.throttle import forgive, note_success
from server.access.flows import own_flow
from server.access.flows.flow import Flow, FlowContext, FlowExpiredError, FlowState, OpenedFlow
from server.access.flows.repository import advance_flow, open_reset_flow
from server.access.flows.send_code import clear_quotas, send_first_code
from server.access.passwords.check_password import (
    WRONG_PASSWORD,
    find_without_password,
    is_right_password,
    prove_password,
)
from server.access.robot_check.checks import pass_robot_check
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import queue_mail
from server.access.sessions.repository import forget_devices
from server.company.audit.record import AuditAction, record_visit
from server.messaging.messages.kinds import MessageKind
from server.people.account.account_repository import SignInAccount, get_account, store_password
from server.people.account.events import UsersChangeKind, announce_changes
from server.platform.errors import ValidationFailedError
from server.platform.process.crypto import normalize_password, random_token
from server.platform.schemas import RequestSchema, TypedPassword
from server.platform.services import Context, Visit, Work
from server.vocabulary.identifiers import Identifier, mask_label
from server.vocabulary.identity import Method
from server.vocabulary.password_policy import new_password_errors

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
    identity, services = context.identity, context.services
    new, name, email = change.new_password, identity.full_name, identity.email or ""
    errors = new_password_errors(new, change.confirm_password, full_name=name, email=email)
    if not errors and normalize_password(new) == normalize_password(change.current_password):
        errors["newPassword"] = "Please choose a password other than your current one"
    if errors:
        raise ValidationFailedError(errors=errors)
    proven = await find_without_password(context)
    if proven is None:
        failure = AuditAction.PASSWORD_CHANGE_FAILED
        proven = await prove_password(context, change.current_password, field=CURRENT, failure=failure)
    else:
        await ask_fresh_proof(context)
    if problem := await services.password_range.find_problem(new):
        raise ValidationFailedError(errors={"newPassword": problem})
    password_hash = await services.passwords.hash(new, share=context.network)
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
            session_id=identity.session_id,
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


async def consume_password_step(unit: Work[Visit], *, handle: UUID, context: FlowContext) -> Flow:
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
        and await is_right_password(services, account, password, network=visit.network)
    ):
        errors["newPassword"] = "Please choose a password other than the temporary one"
    if not errors and (problem := await services.password_range.find_problem(password)):
        errors["newPassword"] = problem
    if errors:
        raise ValidationFailedError(errors=errors)
    return await services.passwords.hash(password, share=visit.network)


async def set_password(
    unit: Work[Visit],
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
