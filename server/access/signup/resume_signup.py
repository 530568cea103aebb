"""Resume a sign-up by email and password, after its tab was closed at the company step."""

from dataclasses import dataclass, field

from server.access.flows.flow import Flow, FlowState
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_flow, get_flow
from server.access.flows.send_code import send_flow_code
from server.access.flows.signup_repository import WaitingSignup, copy_signup
from server.messaging.messages.kinds import Channel
from server.platform.configuration.settings import LoginVerification
from server.platform.database.connections import UnitOfWork
from server.platform.process.crypto import random_token
from server.platform.services import Services, Visit


@dataclass(frozen=True, kw_only=True)
class ResumedSignup:
    flow: Flow
    secret: str = field(repr=False)


async def resume_signup(
    services: Services, unit: UnitOfWork, signup: WaitingSignup, *, caller: Visit
) -> ResumedSignup | None:
    """The sign-up's flow for the caller's browser; None when it no longer waits.

    The browser that has typed its codes gets its own flow. Any other gets a copy that asks for a code by email, as a
    sign-in on a new device does: a password alone is not enough. No copy outlives the first flow.

    Raises:
        SendQuotaReachedError: the email has had its codes.

    """
    if signup.is_own and caller.flow_secret is not None:
        flow = await get_flow(unit.connection, flow_id=signup.flow_id)
        is_waiting = flow is not None and flow.state is FlowState.COMPANY_REQUIRED
        return ResumedSignup(flow=flow, secret=caller.flow_secret) if flow is not None and is_waiting else None
    return await _copy(services, unit, signup, caller=caller)


async def _copy(services: Services, unit: UnitOfWork, signup: WaitingSignup, *, caller: Visit) -> ResumedSignup | None:
    secret = random_token()
    needs_code = services.settings.login_verification is not LoginVerification.NEVER
    flow_id = await copy_signup(
        unit.connection, flow_id=signup.flow_id, secret=secret, needs_code=needs_code, address=caller.address
    )
    if flow_id is None:
        return None
    if caller.flow_secret is not None:
        announce_ended_flows(services, unit, await end_flow(unit.connection, secret=caller.flow_secret))
    flow = await get_flow(unit.connection, flow_id=flow_id)
    if needs_code and flow is not None:
        await send_flow_code(services, unit, flow, channel=Channel.EMAIL)
        flow = await get_flow(unit.connection, flow_id=flow_id)
    return None if flow is None else ResumedSignup(flow=flow, secret=secret)
