"""Resume a sign-up by email and password, after its tab was closed at the company step."""

from server.access.flows.flow import FlowState, OpenedFlow
from server.access.flows.own_flow import end_former_flow
from server.access.flows.repository import get_flow
from server.access.flows.send_code import send_flow_code
from server.access.flows.signup_repository import WaitingSignup, copy_signup
from server.messaging.messages.kinds import Channel
from server.platform.configuration.settings import LoginVerification
from server.platform.process.crypto import random_token
from server.platform.services import Visit, Work


async def resume_signup(unit: Work[Visit], signup: WaitingSignup) -> OpenedFlow | None:
    """Give the caller's browser a flow of the sign-up. Returns None when the sign-up no longer waits.

    The browser that has typed its codes gets its own flow. Any other gets a copy that asks for a code by email, as a
    sign-in on a new device does: a password alone is not enough. No copy outlives the first flow.

    Raises:
        SendQuotaReachedError: the email has had its codes.
    """
    if not signup.is_own or unit.context.flow_secret is None:
        return await _copy(unit, signup)
    flow = await get_flow(unit.connection, flow_id=signup.flow_id)
    if flow is None or flow.state is not FlowState.COMPANY_REQUIRED:
        return None
    return OpenedFlow(flow=flow, secret=unit.context.flow_secret)


async def _copy(unit: Work[Visit], signup: WaitingSignup) -> OpenedFlow | None:
    secret = random_token()
    needs_code = unit.services.settings.login_verification is not LoginVerification.NEVER
    flow_id = await copy_signup(
        unit.connection, flow_id=signup.flow_id, secret=secret, needs_code=needs_code, address=unit.address
    )
    if flow_id is None:
        return None
    await end_former_flow(unit)
    flow = await get_flow(unit.connection, flow_id=flow_id)
    if needs_code and flow is not None:
        await send_flow_code(unit, flow, channel=Channel.EMAIL)
        flow = await get_flow(unit.connection, flow_id=flow_id)
    return None if flow is None else OpenedFlow(flow=flow, secret=secret)
