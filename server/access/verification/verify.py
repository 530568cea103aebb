"""Check what is typed at a step of a flow, a code that was sent or a second factor, and advance the flow."""

import hmac
from enum import StrEnum
from math import ceil
from typing import Final
from uuid import UUID

from server.access.factors.own_factors import after_first_step, notify_of_recovery_code, prove_factor
from server.access.failures.throttle import OtpInvalidError, TooManyFailuresError
from server.access.flows.flow import MAXIMUM_ATTEMPTS, Flow, FlowContext, FlowState
from server.access.flows.own_flow import announce_flow_state, code_salt, lock_own_flow, reread_flow, shared_subject
from server.access.flows.repository import advance_flow, count_attempt, forget_shared_code
from server.access.signup.sign_up import accept_signup_code
from server.company.audit.record import AuditAction, record_visit
from server.people.account.sign_in_repository import mark_contact_verified
from server.platform.errors import ApplicationError, ConflictError, TooManyRequestsError, ValidationFailedError
from server.platform.process.crypto import Purpose
from server.platform.process.metrics import SIGN_INS
from server.platform.services import Services, Unit, Visit
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import AccountOwner, FactorMethod, Method


class VerificationType(StrEnum):
    """What is typed: the code that was sent, a code of an authenticator app, or a recovery code."""

    EMAIL = "EMAIL"
    SMS = "SMS"
    TOTP = "TOTP"
    RECOVERY = "RECOVERY"


_FACTORS: Final = {VerificationType.TOTP: FactorMethod.TOTP, VerificationType.RECOVERY: FactorMethod.RECOVERY}


class OtpExpiredError(ApplicationError):
    message = "Your verification code has expired. Please request a new one."


class OtpLockedError(TooManyRequestsError):
    message = "Too many failed attempts. Please request a new code."


async def verify_typed(visit: Visit, typed: str, *, kind: VerificationType, handle: UUID, context: FlowContext) -> Flow:
    """Check one guess. Returns the advanced flow.

    Raises:
        FlowExpiredError: the flow is not the caller's or waits for no code or factor.
        ValidationFailedError: the last code was sent by the other channel.
        OtpInvalidError, OtpExpiredError, OtpLockedError: the guess was wrong, or came too late, or was one too many.
        TooManyFailuresError: the account has had too many wrong codes of its factors.
        ConflictError: another account has the contacts of this sign-up by now.
    """
    method = _FACTORS.get(kind)
    state = FlowState.CODE_REQUIRED if method is None else FlowState.FACTOR_REQUIRED
    async with visit.unit_of_work() as unit:
        flow = await lock_own_flow(unit, handle=handle, context=context, state=state)
        if method is not None:
            refusal = await _judge_factor(unit, flow, method=method, code=typed)
        elif kind.value == flow.channel.value:
            refusal = await _judge_code(unit, flow, otp=typed)
        else:
            raise ValidationFailedError(errors={"verificationType": f"The last code was sent by {flow.channel.shown}."})
        if refusal is None:
            return await reread_flow(unit.connection, flow_id=flow.id)
    SIGN_INS.labels((method or Method.CODE).value, "failed").inc()
    # Raised outside the transaction, which would otherwise roll the count of the attempt back.
    raise refusal


async def _judge_code(unit: Unit[Visit], flow: Flow, *, otp: str) -> ApplicationError | None:
    announce_flow_state(unit, flow.id)
    counted = await count_attempt(unit.connection, flow_id=flow.id)
    if counted is None:
        return _locked(flow) if flow.attempts >= MAXIMUM_ATTEMPTS else OtpExpiredError()
    if _is_right(unit.services, flow, otp=otp, code_mac=counted.code_mac):
        subject = shared_subject(unit.services.keys, flow, channel=flow.channel)
        await forget_shared_code(unit.connection, subject=subject)
        return await _accept_code(unit, flow)
    if counted.attempts < MAXIMUM_ATTEMPTS:
        return OtpInvalidError(attempts_remaining=MAXIMUM_ATTEMPTS - counted.attempts)
    await _record(unit, flow, AuditAction.CODE_LOCKED, channel=flow.channel.value, context=flow.context.value)
    return _locked(flow)


def _is_right(services: Services, flow: Flow, *, otp: str, code_mac: bytes) -> bool:
    salt = code_salt(flow, channel=flow.channel, digits=flow.code_digits)
    right = services.keys.verify_mac(Purpose.CODE, code_mac, salt, otp.encode())
    test_code = services.settings.dev_otp_code if services.settings.is_development else None
    is_test_code = test_code is not None and hmac.compare_digest(test_code.encode(), otp.encode())
    return (right or is_test_code) and flow.can_succeed


async def _accept_code(unit: Unit[Visit], flow: Flow) -> ConflictError | None:
    if flow.context is FlowContext.SIGNUP:
        try:
            async with unit.connection.transaction():
                await accept_signup_code(unit, flow)
        except ConflictError as taken:
            return taken
        return None
    needs_password = flow.temporary_password or flow.context is FlowContext.PASSWORD_RESET
    after = FlowState.PASSWORD_REQUIRED
    if not needs_password:
        after = await after_first_step(unit.connection, **flow.owner, methods=flow.methods)
    await mark_contact_verified(unit.connection, **flow.owner, channel=flow.channel)
    await advance_flow(unit.connection, flow, to=after, method=Method.CODE)
    return None


def _locked(flow: Flow) -> OtpLockedError:
    wait = 0.0 if flow.resend_at is None else (flow.resend_at - flow.read_at).total_seconds()
    return OtpLockedError(retry_after=max(1, ceil(wait)), attempts_remaining=0)


async def _judge_factor(unit: Unit[Visit], flow: Flow, *, method: FactorMethod, code: str) -> ApplicationError | None:
    owner = flow.owner
    if method is FactorMethod.TOTP and flow.factors and FactorMethod.TOTP not in flow.factors:
        # The account's company does not count authenticator apps.
        return OtpInvalidError()
    refusal = await prove_factor(unit, **owner, method=method, code=code)
    if refusal is not None:
        if isinstance(refusal, TooManyFailuresError):
            await _record(unit, flow, AuditAction.CODE_LOCKED, method=method.value)
        return refusal
    if method is FactorMethod.RECOVERY:
        recipient = AccountOwner(**owner, email=flow.email, full_name=flow.full_name or "")
        await notify_of_recovery_code(unit, recipient)
        await _record(unit, flow, AuditAction.RECOVERY_CODE_USED, actor_id=flow.user_id, method=method.value)
    await advance_flow(unit.connection, flow, to=FlowState.READY, method=Method(method))
    announce_flow_state(unit, flow.id)
    return None


async def _record(
    unit: Unit[Visit], flow: Flow, action: AuditAction, *, actor_id: UUID | None = None, **after: str
) -> None:
    await record_visit(
        unit,
        action,
        company_id=flow.company_id,
        actor_id=actor_id,
        subject_id=flow.user_id,
        subject_label=None if flow.label is None else mask_label(flow.label),
        after=after,
    )
