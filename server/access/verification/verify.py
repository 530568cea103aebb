"""Check what is typed at a step of a flow, a code that was sent or a second factor, and advance the flow."""

import hmac
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol
from uuid import UUID

from server.access.factors.prove_factor import FactorGuess, after_first_step, prove_factor
from server.access.factors.recovery_codes import notify_of_recovery_code
from server.access.failures.throttle import OtpInvalidError, TooManyFailuresError
from server.access.flows.code_repository import count_attempt, forget_shared_code
from server.access.flows.flow import MAXIMUM_ATTEMPTS, Flow, FlowContext, FlowExpiredError, FlowState
from server.access.flows.own_flow import lock_own_flow, publish_flow_state, reread_flow
from server.access.flows.repository import advance_flow
from server.access.flows.send_code import (
    AnotherChannelError,
    OtpExpiredError,
    OtpLockedError,
    code_salt,
    shared_subject,
)
from server.access.sessions.notices import NoticeRecipient
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import Channel
from server.people.account.account_repository import mark_contact_verified
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import ApplicationError, ConflictError
from server.platform.process.crypto import Purpose
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label
from server.vocabulary.methods import FactorMethod, Method


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
            async with unit.connection.savepoint():
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


@dataclass(frozen=True, kw_only=True)
class TypedFactor:
    """The request, without the secret."""

    handle: UUID
    context: FlowContext
    method: FactorMethod
    code: str = field(repr=False)


async def verify_factor(services: Services, typed: TypedFactor, *, secret: str | None, address: str) -> Flow:
    """The flow, ready.

    Raises:
        FlowExpiredError: the flow is not the caller's or waits for no factor.
        OtpInvalidError, TooManyFailuresError: the code is wrong, or one of too many.

    """
    async with services.database.unit_of_work() as unit:
        flow = await lock_own_flow(
            unit.connection,
            secret=secret,
            handle=typed.handle,
            context=typed.context,
            state=FlowState.FACTOR_REQUIRED,
        )
        refusal = await _prove(services, unit, flow, typed=typed, address=address)
        if refusal is None:
            await advance_flow(
                unit.connection,
                flow_id=flow.id,
                before=FlowState.FACTOR_REQUIRED,
                after=FlowState.READY,
                method=Method(typed.method.value),
            )
            unit.after_commit(lambda: publish_flow_state(services, flow_id=flow.id))
            return await reread_flow(unit.connection, flow_id=flow.id)
    # Raised outside the transaction, which would otherwise roll the count of the guess back.
    raise refusal


async def _prove(
    services: Services, unit: UnitOfWork, flow: Flow, *, typed: TypedFactor, address: str
) -> ApplicationError | None:
    if flow.company_id is None or flow.user_id is None:
        raise FlowExpiredError
    if typed.method is FactorMethod.TOTP and flow.factors and FactorMethod.TOTP not in flow.factors:
        # Not one that counts for the account's company.
        return OtpInvalidError()
    guess = FactorGuess(company_id=flow.company_id, user_id=flow.user_id, method=typed.method, code=typed.code)
    refusal = await prove_factor(services, unit.connection, guess)
    if refusal is None and typed.method is FactorMethod.RECOVERY:
        owner = NoticeRecipient(
            company_id=flow.company_id, user_id=flow.user_id, email=flow.email, full_name=flow.full_name or ""
        )
        await notify_of_recovery_code(services, unit, owner)
    action = _audited(typed.method, refusal)
    if action is not None:
        await record(
            unit.connection,
            action=action,
            company_id=flow.company_id,
            actor_id=flow.user_id if refusal is None else None,
            subject_id=flow.user_id,
            subject_label=None if flow.label is None else mask_label(flow.label),
            address=address,
            after={"method": typed.method.value},
        )
    return refusal


def _audited(method: FactorMethod, refusal: ApplicationError | None) -> AuditAction | None:
    if refusal is None:
        return AuditAction.RECOVERY_CODE_USED if method is FactorMethod.RECOVERY else None
    return AuditAction.CODE_LOCKED if isinstance(refusal, TooManyFailuresError) else None


class VerificationType(StrEnum):
    """What is typed: the code that was sent, a code of an authenticator app, or a recovery code."""

    EMAIL = "EMAIL"
    SMS = "SMS"
    TOTP = "TOTP"
    RECOVERY = "RECOVERY"


_FACTORS = {VerificationType.TOTP: FactorMethod.TOTP, VerificationType.RECOVERY: FactorMethod.RECOVERY}


@dataclass(frozen=True, kw_only=True)
class Typed:
    """The request, without the secret."""

    handle: UUID
    context: FlowContext
    kind: VerificationType
    text: str = field(repr=False)


async def verify_typed(
    services: Services, typed: Typed, *, secret: str | None, address: str, accept_signup: AcceptSignup
) -> Flow:
    """The advanced flow. Raises what verify_code and verify_factor raise."""
    method = _FACTORS.get(typed.kind)
    if method is not None:
        factor = TypedFactor(handle=typed.handle, context=typed.context, method=method, code=typed.text)
        return await verify_factor(services, factor, secret=secret, address=address)
    guess = Guess(handle=typed.handle, context=typed.context, channel=Channel(typed.kind.value), otp=typed.text)
    return await verify_code(services, guess, secret=secret, address=address, accept_signup=accept_signup)
