"""Set a password: check the policy, store the hash, revoke sessions and flows, record, notify and publish."""

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final
from uuid import UUID

from server.access.factors.prove_factor import after_first_step
from server.access.flows.flow import Flow, FlowContext, FlowExpiredError, FlowState
from server.access.flows.own_flow import (
    announce_ended_flows,
    lock_own_flow,
    publish_flow_state,
    read_own_flow,
    reread_flow,
)
from server.access.flows.repository import advance_flow, end_other_flows
from server.access.passwords.check_password import is_right_password
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import MessageKind, channel_of
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.send_messages import send_messages
from server.people.account.account_repository import Account
from server.people.account.events import UsersChangeKind
from server.people.account.identifier_repository import get_account
from server.people.account.password_repository import store_password
from server.people.account.publish_change import publish_users_changed
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import ValidationFailedError
from server.platform.services import Services, Visit
from server.vocabulary.identifiers import mask_label
from server.vocabulary.methods import Method
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


async def read_flow_account(services: Services, *, secret: str | None, handle: UUID, context: FlowContext) -> Account:
    """The account of a flow that waits for a password.

    Raises:
        FlowExpiredError: the flow is not the caller's, or does not wait for a password.

    """
    flow = await read_own_flow(services, secret=secret, handle=handle)
    if flow.context is not context or flow.state is not FlowState.PASSWORD_REQUIRED:
        raise FlowExpiredError
    if flow.company_id is None or flow.user_id is None:
        raise FlowExpiredError
    async with services.database.reading() as connection:
        account, _ = await get_account(connection, company_id=flow.company_id, user_id=flow.user_id)
    if account is None:
        raise FlowExpiredError
    return account


async def consume_password_step(
    connection: Connection, *, secret: str | None, handle: UUID, context: FlowContext
) -> Flow:
    """The flow as it was, locked and moved on. Raises FlowExpiredError.

    A reset is completed by it; a login becomes ready, or waits for a second factor that it has not proved yet.
    """
    waiting = FlowState.PASSWORD_REQUIRED
    flow = await lock_own_flow(connection, secret=secret, handle=handle, context=context, state=waiting)
    if flow.company_id is None or flow.user_id is None:
        raise FlowExpiredError
    after = FlowState.COMPLETED
    if context is FlowContext.LOGIN:
        after = await after_first_step(
            connection, company_id=flow.company_id, user_id=flow.user_id, methods=flow.methods
        )
    await advance_flow(connection, flow_id=flow.id, before=waiting, after=after)
    return flow


async def hash_new_password(services: Services, account: Account, new: NewPassword, *, network: str) -> str:
    """The hash of a password that the policy allows.

    Raises:
        ValidationFailedError: it does not, or this is the temporary password that was mailed.

    """
    errors = new_password_errors(new.password, new.confirmation, full_name=account.full_name, email=account.email or "")
    if (
        not errors
        and account.has_temporary_password
        and await is_right_password(services, account, new.password, network=network)
    ):
        errors["newPassword"] = SAME_PASSWORD
    if not errors and (problem := await services.password_range.find_problem(new.password)):
        errors["newPassword"] = problem
    if errors:
        raise ValidationFailedError(errors=errors)
    return await services.passwords.hash(new.password, share=network)


async def set_password(
    services: Services,
    unit: UnitOfWork,
    account: Account,
    *,
    password_hash: str,
    cause: PasswordCause,
    address: str,
    flow_id: UUID | None = None,
    session_id: UUID | None = None,
) -> bool:
    """Store the hash and revoke what the former password has opened, but for this flow and this session.

    False: the account is inactive, or has another password by now.
    """
    owner = {"company_id": account.company_id, "user_id": account.user_id}
    if not await store_password(
        unit.connection,
        **owner,
        password_hash=password_hash,
        former_hash=account.password_hash if cause.from_temporary is False else None,
        former_is_temporary=cause.from_temporary,
        proves_contact=cause.proves_contact,
    ):
        return False
    announce_ended_flows(services, unit, await end_other_flows(unit.connection, **owner, flow_id=flow_id))
    await end_user_sessions(services, unit, **owner, reason=cause.ends, spared=session_id)
    await record(
        unit.connection,
        action=cause.action,
        by=account,
        subject_id=account.user_id,
        subject_label=mask_label(account.label) if cause.is_labelled else None,
        address=address,
    )
    if cause.is_mailed:
        await _notify(services, unit, account, keeps_a_session=session_id is not None)
    if cause.from_temporary is not False:
        _publish(services, unit, account)
    return True


async def _notify(services: Services, unit: UnitOfWork, account: Account, *, keeps_a_session: bool) -> None:
    """By email, else by SMS."""
    await queue_message(
        unit.connection,
        kind=MessageKind.PASSWORD_CHANGED,
        channel=channel_of(account.contact),
        recipient=account.contact,
        keys=services.keys,
        company_id=account.company_id,
        user_id=account.user_id,
        parameters={"full_name": account.full_name} | ({"keeps_a_session": True} if keeps_a_session else {}),
    )
    unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))


def _publish(services: Services, unit: UnitOfWork, account: Account) -> None:
    """The list of users shows that an invitation has been accepted."""
    unit.after_commit(
        partial(
            publish_users_changed,
            services,
            company_id=account.company_id,
            kind=UsersChangeKind.UPDATED,
            ids=[account.user_id],
        )
    )


async def replace_temporary_password(services: Services, new: NewPassword, *, handle: UUID, caller: Visit) -> Flow:
    """Set the account's own password; the flow, ready for its session or waiting for a second factor.

    Raises:
        FlowExpiredError: the flow is not the caller's, or does not wait for a password.
        ValidationFailedError: the new password is not acceptable.

    """
    account = await read_flow_account(services, secret=caller.flow_secret, handle=handle, context=FlowContext.LOGIN)
    password_hash = await hash_new_password(services, account, new, network=caller.network)
    async with services.database.unit_of_work() as unit:
        flow = await consume_password_step(
            unit.connection, secret=caller.flow_secret, handle=handle, context=FlowContext.LOGIN
        )
        is_set = await set_password(
            services,
            unit,
            account,
            password_hash=password_hash,
            cause=replace(REPLACEMENT, proves_contact=Method.LINK in flow.methods),
            address=caller.address,
            flow_id=flow.id,
        )
        if not is_set:
            raise FlowExpiredError
        unit.after_commit(lambda: publish_flow_state(services, flow_id=flow.id))
        return await reread_flow(unit.connection, flow_id=flow.id)
