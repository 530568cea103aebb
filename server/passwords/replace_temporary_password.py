from dataclasses import dataclass, field
from functools import partial
from typing import Final
from uuid import UUID

from server.audit.repository import AuditAction, record
from server.database import UnitOfWork
from server.errors import ValidationFailedError
from server.identity.password_policy import new_password_errors
from server.login.repository import Account, find_account, replace_temporary_password
from server.passwords.check_password import is_right_password
from server.realtime.events import SessionEndReason, UsersChangeKind
from server.services import Services
from server.sessions.end_sessions import end_user_sessions
from server.users.publish_change import publish_users_changed
from server.verification.errors import FlowExpiredError
from server.verification.find_own_flow import lock_own_flow, read_own_flow
from server.verification.flows import Flow
from server.verification.publish_flow_state import announce_ended_flows, publish_flow_state
from server.verification.repository import advance_flow, end_other_flows, get_flow
from server.verification.steps import FlowContext, FlowState

SAME_PASSWORD: Final = "Please choose a password other than the temporary one"  # noqa: S105 - a sentence


@dataclass(frozen=True, kw_only=True)
class NewPassword:
    password: str = field(repr=False)
    confirmation: str = field(repr=False)


async def replace_own_temporary_password(
    services: Services, new: NewPassword, *, handle: UUID, secret: str | None, address: str
) -> Flow:
    """Set the person's own password; the flow, ready for its session.

    Raises:
        FlowExpiredError: the flow is not the caller's, or does not wait for a password.
        ValidationFailedError: the new password may not be had.

    """
    flow = await read_own_flow(services, secret=secret, handle=handle)
    if flow.context is not FlowContext.LOGIN or flow.state is not FlowState.PASSWORD_REQUIRED:
        raise FlowExpiredError
    account = await _account_of(services, flow)
    await _refuse_bad(services, account, new)
    password_hash = await services.passwords.hash(new.password)
    async with services.database.unit_of_work() as unit:
        return await _replace(
            services, unit, account, handle=handle, secret=secret, password_hash=password_hash, address=address
        )


async def _account_of(services: Services, flow: Flow) -> Account:
    async with services.database.reading() as connection:
        account, _ = await find_account(connection, email=flow.email or "", device_hash=None)
    if account is None or account.user_id != flow.user_id:
        raise FlowExpiredError
    return account


async def _refuse_bad(services: Services, account: Account, new: NewPassword) -> None:
    errors = new_password_errors(new.password, new.confirmation, full_name=account.full_name, email=account.email)
    if not errors and await is_right_password(services, account, new.password):
        errors["newPassword"] = SAME_PASSWORD
    if errors:
        raise ValidationFailedError(errors=errors)


async def _replace(
    services: Services,
    unit: UnitOfWork,
    account: Account,
    *,
    handle: UUID,
    secret: str | None,
    password_hash: str,
    address: str,
) -> Flow:
    flow = await lock_own_flow(
        unit.connection,
        secret=secret,
        handle=handle,
        context=FlowContext.LOGIN,
        state=FlowState.PASSWORD_REQUIRED,
    )
    owner = {"company_id": account.company_id, "user_id": account.user_id}
    if not await replace_temporary_password(unit.connection, **owner, password_hash=password_hash):
        raise FlowExpiredError
    await advance_flow(unit.connection, flow_id=flow.id, before=FlowState.PASSWORD_REQUIRED, after=FlowState.READY)
    announce_ended_flows(services, unit, await end_other_flows(unit.connection, **owner, flow_id=flow.id))
    await end_user_sessions(services, unit, **owner, reason=SessionEndReason.PASSWORD_RESET)
    await record(
        unit.connection, action=AuditAction.PASSWORD_SET, by=account, subject_id=account.user_id, address=address
    )
    _announce(services, unit, account=account, flow=flow)
    changed = await get_flow(unit.connection, flow_id=flow.id)
    if changed is None:
        raise FlowExpiredError
    return changed


def _announce(services: Services, unit: UnitOfWork, *, account: Account, flow: Flow) -> None:
    accepted = partial(
        publish_users_changed,
        services,
        company_id=account.company_id,
        kind=UsersChangeKind.UPDATED,
        ids=[account.user_id],
    )
    unit.after_commit(lambda: publish_flow_state(services, flow_id=flow.id))
    unit.after_commit(accepted)
