"""Check a code, and advance its flow when it is right."""

import hmac
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from server.access.factors.required import after_first_step
from server.access.failures.errors import OtpInvalidError
from server.access.flows.code_repository import count_attempt, forget_shared_code
from server.access.flows.find_own_flow import lock_own_flow, reread_flow
from server.access.flows.flow import MAXIMUM_ATTEMPTS, Flow
from server.access.flows.publish_flow_state import publish_flow_state
from server.access.flows.repository import advance_flow
from server.access.flows.steps import FlowContext, FlowState
from server.access.verification.code_salts import code_salt, shared_subject
from server.access.verification.errors import (
    AnotherChannelError,
    OtpExpiredError,
    OtpLockedError,
)
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import Channel
from server.people.account.account_repository import mark_contact_verified
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import ApplicationError, ConflictError
from server.platform.process.crypto import Purpose
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label
from server.vocabulary.methods import Method


@dataclass(frozen=True, kw_only=True)
class Guess:
    """The request, without the secret."""

    handle: UUID
    context: FlowContext
    channel: Channel
    otp: str


class AcceptSignup(Protocol):
    """What a right code does in a sign-up, within the transaction. Raises ConflictError, which undoes all of it."""

    async def __call__(self, services: Services, unit: UnitOfWork, flow: Flow, /, *, address: str) -> None: ...


async def verify_code(
    services: Services, guess: Guess, *, secret: str | None, address: str, accept_signup: AcceptSignup
) -> Flow:
    """Check one guess; returns the advanced flow when it is right.

    Raises:
        FlowExpiredError: the flow is not the caller's or waits for no code.
        AnotherChannelError: the last code was sent by the other channel.
        OtpInvalidError, OtpExpiredError, OtpLockedError: the guess was wrong, or came too late, or was one too many.
        ConflictError: another account has the contacts of this sign-up by now.

    """
    async with services.database.unit_of_work() as unit:
        flow = await lock_own_flow(
            unit.connection, secret=secret, handle=guess.handle, context=guess.context, state=FlowState.CODE_REQUIRED
        )
        if guess.channel is not flow.channel:
            raise AnotherChannelError(flow.channel)
        unit.after_commit(lambda: publish_flow_state(services, flow_id=flow.id))
        outcome = await _judge(services, unit, flow, otp=guess.otp, address=address, accept_signup=accept_signup)
    # Raised outside the transaction, which would otherwise roll the count of the attempt back.
    if isinstance(outcome, ApplicationError):
        raise outcome
    return outcome


async def _judge(
    services: Services, unit: UnitOfWork, flow: Flow, *, otp: str, address: str, accept_signup: AcceptSignup
) -> Flow | ApplicationError:
    counted = await count_attempt(unit.connection, flow_id=flow.id)
    if counted is None:
        return _locked(flow) if flow.attempts >= MAXIMUM_ATTEMPTS else OtpExpiredError()
    attempts, code_mac = counted
    if _is_right(services, flow, otp=otp, code_mac=code_mac):
        await forget_shared_code(unit.connection, subject=shared_subject(services.keys, flow, channel=flow.channel))
        return await _move_on(services, unit, flow, address=address, accept_signup=accept_signup)
    if attempts < MAXIMUM_ATTEMPTS:
        return OtpInvalidError(attempts_remaining=MAXIMUM_ATTEMPTS - attempts)
    await _record_lock(unit.connection, flow, address=address)
    return _locked(flow)


def _is_right(services: Services, flow: Flow, *, otp: str, code_mac: bytes) -> bool:
    salt = code_salt(flow, channel=flow.channel, digits=flow.code_digits)
    right = services.keys.verify_mac(Purpose.CODE, code_mac, salt, otp.encode())
    test_code = services.settings.dev_otp_code if services.settings.is_development else None
    is_test_code = test_code is not None and hmac.compare_digest(test_code.encode(), otp.encode())
    return (right or is_test_code) and flow.can_succeed


async def _move_on(
    services: Services, unit: UnitOfWork, flow: Flow, *, address: str, accept_signup: AcceptSignup
) -> Flow | ConflictError:
    if flow.context is FlowContext.SIGNUP:
        try:
            async with unit.connection.transaction():
                await accept_signup(services, unit, flow, address=address)
        except ConflictError as taken:
            return taken
    else:
        await _accept_code(unit.connection, flow)
    return await reread_flow(unit.connection, flow_id=flow.id)


async def _accept_code(connection: Connection, flow: Flow) -> None:
    needs_password = flow.temporary_password or flow.context is FlowContext.PASSWORD_RESET
    after = FlowState.PASSWORD_REQUIRED
    if flow.company_id is not None and flow.user_id is not None:
        if not needs_password:
            after = await after_first_step(
                connection, company_id=flow.company_id, user_id=flow.user_id, methods=flow.methods
            )
        await mark_contact_verified(connection, company_id=flow.company_id, user_id=flow.user_id, channel=flow.channel)
    await advance_flow(connection, flow_id=flow.id, before=FlowState.CODE_REQUIRED, after=after, method=Method.CODE)


def _locked(flow: Flow) -> OtpLockedError:
    wait = 0.0 if flow.resend_at is None else (flow.resend_at - flow.read_at).total_seconds()
    return OtpLockedError(retry_after=wait)


async def _record_lock(connection: Connection, flow: Flow, *, address: str) -> None:
    await record(
        connection,
        action=AuditAction.CODE_LOCKED,
        company_id=flow.company_id,
        subject_id=flow.user_id,
        subject_label=None if flow.label is None else mask_label(flow.label),
        address=address,
        after={"context": flow.context.value, "channel": flow.channel.value},
    )
