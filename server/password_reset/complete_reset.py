"""The last step of a reset: the new password, and the end of everything that the old one had opened."""

from dataclasses import dataclass, field
from functools import partial
from uuid import UUID

from server.audit.repository import AuditAction, record
from server.database import UnitOfWork
from server.errors import ValidationFailedError
from server.identity.password_policy import new_password_errors
from server.login.repository import Account, find_account
from server.login.throttle import forgive, identify_guesser
from server.messages.kinds import Channel, MessageKind
from server.messages.outbox import queue_message
from server.messages.send_messages import send_messages
from server.password_reset.repository import forget_devices, set_password
from server.passwords.check_password import is_right_password
from server.passwords.replace_temporary_password import SAME_PASSWORD
from server.realtime.events import SessionEndReason, UsersChangeKind
from server.services import Services
from server.sessions.end_sessions import end_user_sessions
from server.users.publish_change import publish_users_changed
from server.verification.errors import FlowExpiredError
from server.verification.find_own_flow import lock_own_flow, read_own_flow
from server.verification.publish_flow_state import announce_ended_flows
from server.verification.quotas import clear_quotas
from server.verification.repository import advance_flow, end_other_flows
from server.verification.steps import FlowContext, FlowState


@dataclass(frozen=True, kw_only=True)
class ChosenPassword:
    password: str = field(repr=False)
    confirmation: str = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class Resetter:
    """Who asks: the secret of their flow, the id that belongs to it, and where they are."""

    handle: UUID
    secret: str | None = field(repr=False)
    address: str


async def complete_reset(services: Services, chosen: ChosenPassword, *, resetter: Resetter) -> None:
    """Set the password of the flow's account, once. It ends the waits for this email; it signs no one in.

    Raises:
        FlowExpiredError: the flow is not the caller's, or does not wait for a password.
        ValidationFailedError: the password may not be had.

    """
    account = await _account_of(services, resetter)
    await _refuse_bad(services, account, chosen)
    password_hash = await services.passwords.hash(chosen.password)
    guesser = identify_guesser(services.keys, email=account.email, address=resetter.address, device_hash=None)
    async with services.database.unit_of_work() as unit:
        # First, as a sign-in takes its locks.
        await forgive(unit.connection, guesser)
        await _replace(services, unit, account, resetter=resetter, password_hash=password_hash)
        await end_user_sessions(
            services,
            unit,
            company_id=account.company_id,
            user_id=account.user_id,
            reason=SessionEndReason.PASSWORD_RESET,
        )
        await record(
            unit.connection,
            action=AuditAction.PASSWORD_RESET,
            by=account,
            subject_id=account.user_id,
            address=resetter.address,
        )
        await _tell(services, unit, account)


async def _account_of(services: Services, resetter: Resetter) -> Account:
    flow = await read_own_flow(services, secret=resetter.secret, handle=resetter.handle)
    if flow.context is not FlowContext.PASSWORD_RESET or flow.state is not FlowState.PASSWORD_REQUIRED:
        raise FlowExpiredError
    async with services.database.reading() as connection:
        account, _ = await find_account(connection, email=flow.email or "", device_hash=None)
    if account is None or account.user_id != flow.user_id:
        raise FlowExpiredError
    return account


async def _refuse_bad(services: Services, account: Account, chosen: ChosenPassword) -> None:
    errors = new_password_errors(chosen.password, chosen.confirmation, full_name=account.full_name, email=account.email)
    # One that was mailed may not become the person's own.
    if not errors and account.has_temporary_password and await is_right_password(services, account, chosen.password):
        errors["newPassword"] = SAME_PASSWORD
    if errors:
        raise ValidationFailedError(errors=errors)


async def _replace(
    services: Services, unit: UnitOfWork, account: Account, *, resetter: Resetter, password_hash: str
) -> None:
    flow = await lock_own_flow(
        unit.connection,
        secret=resetter.secret,
        handle=resetter.handle,
        context=FlowContext.PASSWORD_RESET,
        state=FlowState.PASSWORD_REQUIRED,
    )
    owner = {"company_id": account.company_id, "user_id": account.user_id}
    if not await set_password(unit.connection, **owner, password_hash=password_hash):
        raise FlowExpiredError
    await advance_flow(unit.connection, flow_id=flow.id, before=FlowState.PASSWORD_REQUIRED, after=FlowState.COMPLETED)
    ended = await end_other_flows(unit.connection, **owner, flow_id=flow.id)
    announce_ended_flows(services, unit, [flow.id, *ended])
    await forget_devices(unit.connection, **owner)
    await clear_quotas(unit.connection, flow, keys=services.keys)


async def _tell(services: Services, unit: UnitOfWork, account: Account) -> None:
    """The person, by mail; those who look at the list of users, because an invitation may have been accepted."""
    await queue_message(
        unit.connection,
        kind=MessageKind.PASSWORD_CHANGED,
        channel=Channel.EMAIL,
        recipient=account.email,
        keys=services.keys,
        company_id=account.company_id,
        user_id=account.user_id,
        parameters={"full_name": account.full_name},
    )
    changed = partial(
        publish_users_changed,
        services,
        company_id=account.company_id,
        kind=UsersChangeKind.UPDATED,
        ids=[account.user_id],
    )
    unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
    unit.after_commit(changed)
