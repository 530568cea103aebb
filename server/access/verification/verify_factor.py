"""Check a second factor, and make its flow ready when it is right."""

from dataclasses import dataclass, field
from uuid import UUID

from server.access.factors.prove_factor import FactorGuess, prove_factor
from server.access.factors.recovery_codes import notify_of_recovery_code
from server.access.failures.errors import OtpInvalidError, TooManyFailuresError
from server.access.flows.errors import FlowExpiredError
from server.access.flows.find_own_flow import lock_own_flow, reread_flow
from server.access.flows.flow import Flow
from server.access.flows.publish_flow_state import publish_flow_state
from server.access.flows.repository import advance_flow
from server.access.flows.steps import FlowContext, FlowState
from server.access.notices.send_notice import Owner
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import UnitOfWork
from server.platform.errors import ApplicationError
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label
from server.vocabulary.methods import FactorMethod, Method


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
        owner = Owner(
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
