"""Set a password: check the policy, store the hash, revoke sessions and flows, record, notify and publish."""

from dataclasses import dataclass, field, replace
from typing import Final
from uuid import UUID

from server.access.factors.prove_factor import after_first_step
from server.access.flows.flow import Flow, FlowContext, FlowExpiredError, FlowState
from server.access.flows.own_flow import (
    announce_ended_flows,
    announce_flow_state,
    lock_own_flow,
    read_own_flow,
    reread_flow,
)
from server.access.flows.repository import advance_flow, end_other_flows
from server.access.passwords.check_password import is_right_password
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sessions.notices import queue_mail
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import MessageKind
from server.people.account.account_repository import SignInAccount, get_account, store_password
from server.people.account.events import UsersChangeKind, announce_changes
from server.platform.errors import ValidationFailedError
from server.platform.services import Visit, Work
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Method
from server.vocabulary.password_policy import new_password_errors

SAME_PASSWORD: Final = "Please choose a password other than the temporary one"  # noqa: S105 - a sentence


@dataclass(frozen=True, kw_only=True)
class NewPassword:
    password: str = field(repr=False)
    confirmation: str = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class PasswordCause:
    """Why a password is set. `from_temporary` is which kind the former one must still be; None for any."""

    action: AuditAction
    ends: SessionEndReason
    from_temporary: bool | None
    proves_contact: bool = False
    is_mailed: bool = True
    is_labelled: bool = False


CHANGE: Final = PasswordCause(
    action=AuditAction.PASSWORD_CHANGED, ends=SessionEndReason.REVOKED, from_temporary=False, is_labelled=True
)
RESET: Final = PasswordCause(
    action=AuditAction.PASSWORD_RESET, ends=SessionEndReason.PASSWORD_RESET, from_temporary=None, proves_contact=True
)
REPLACEMENT: Final = PasswordCause(
    action=AuditAction.PASSWORD_SET, ends=SessionEndReason.PASSWORD_RESET, from_temporary=True, is_mailed=False
)


async def replace_temporary_password(visit: Visit, new: NewPassword, *, handle: UUID) -> Flow:
    """Replace a temporary password within the login that it has begun.

    Returns the flow, ready for its session or waiting for a second factor.

    Raises:
        FlowExpiredError: the flow is not the caller's, or does not wait for a password.
        ValidationFailedError: the new password is not acceptable.
    """
    account = await read_flow_account(visit, handle=handle, context=FlowContext.LOGIN)
    password_hash = await hash_new_password(visit, account, new)
    async with visit.unit_of_work() as unit:
        flow = await consume_password_step(unit, handle=handle, context=FlowContext.LOGIN)
        cause = replace(REPLACEMENT, proves_contact=Method.LINK in flow.methods)
        if not await set_password(unit, account, password_hash=password_hash, cause=cause, flow_id=flow.id):
            raise FlowExpiredError
        announce_flow_state(unit, flow.id)
        return await reread_flow(unit.connection, flow_id=flow.id)


async def read_flow_account(visit: Visit, *, handle: UUID, context: FlowContext) -> SignInAccount:
    """Read the account of a flow that waits for a password.

    Raises:
        FlowExpiredError: the flow is not the caller's, or does not wait for a password.
    """
    flow = await read_own_flow(visit, handle=handle)
    if flow.context is not context or flow.state is not FlowState.PASSWORD_REQUIRED:
        raise FlowExpiredError
    if flow.company_id is None or flow.user_id is None:
        raise FlowExpiredError
    async with visit.services.database.reading() as connection:
        account, _ = await get_account(connection, company_id=flow.company_id, user_id=flow.user_id)
    if account is None:
        raise FlowExpiredError
    return account


async def consume_password_step(unit: Work[Visit], *, handle: UUID, context: FlowContext) -> Flow:
    """Lock a flow and move it on. Returns it as it was. Raises FlowExpiredError.

    A reset is completed by it; a login becomes ready, or waits for a second factor that it has not proved yet.
    """
    flow = await lock_own_flow(unit, handle=handle, context=context, state=FlowState.PASSWORD_REQUIRED)
    if flow.company_id is None or flow.user_id is None:
        raise FlowExpiredError
    after = FlowState.COMPLETED
    if context is FlowContext.LOGIN:
        owner = {"company_id": flow.company_id, "user_id": flow.user_id}
        after = await after_first_step(unit.connection, **owner, methods=flow.methods)
    await advance_flow(unit.connection, flow_id=flow.id, before=flow.state, after=after)
    return flow


async def hash_new_password(visit: Visit, account: SignInAccount, new: NewPassword) -> str:
    """Hash a password that the policy allows.

    Raises:
        ValidationFailedError: it does not, or this is the temporary password that was mailed.
    """
    services = visit.services
    errors = new_password_errors(new.password, new.confirmation, full_name=account.full_name, email=account.email or "")
    if (
        not errors
        and account.has_temporary_password
        and await is_right_password(services, account, new.password, network=visit.network)
    ):
        errors["newPassword"] = SAME_PASSWORD
    if not errors and (problem := await services.password_range.find_problem(new.password)):
        errors["newPassword"] = problem
    if errors:
        raise ValidationFailedError(errors=errors)
    return await services.passwords.hash(new.password, share=visit.network)


async def set_password(
    unit: Work[Visit],
    account: SignInAccount,
    *,
    password_hash: str,
    cause: PasswordCause,
    flow_id: UUID | None = None,
    session_id: UUID | None = None,
) -> bool:
    """Store the hash and revoke what the former password has opened, but for this flow and this session.

    Returns False when the account is inactive, or has another password by now.
    """
    if not await store_password(
        unit.connection,
        **account.key,
        password_hash=password_hash,
        former_hash=account.password_hash if cause.from_temporary is False else None,
        former_is_temporary=cause.from_temporary,
        proves_contact=cause.proves_contact,
    ):
        return False
    announce_ended_flows(unit, await end_other_flows(unit.connection, **account.key, flow_id=flow_id))
    await end_user_sessions(unit, **account.key, reason=cause.ends, spared=session_id)
    await record(
        unit.connection,
        action=cause.action,
        by=account,
        subject_id=account.user_id,
        subject_label=mask_label(account.label) if cause.is_labelled else None,
        address=unit.address,
    )
    if cause.is_mailed:
        parameters = {"full_name": account.full_name} | ({} if session_id is None else {"keeps_a_session": True})
        await queue_mail(unit, MessageKind.PASSWORD_CHANGED, to=account.contact, **account.key, parameters=parameters)
    if cause.from_temporary is not False:
        # The list of users shows that an invitation has been accepted.
        announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=account.company_id, user_ids=[account.user_id])
    return True
