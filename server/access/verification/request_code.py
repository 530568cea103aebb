"""Send a code on request: initiate, resend and change-type share one cooldown."""

from uuid import UUID

from server.access.flows.code_repository import swap_codes
from server.access.flows.find_own_flow import lock_own_flow, reread_flow
from server.access.flows.flow import Flow, offered_by
from server.access.flows.publish_flow_state import publish_flow_state
from server.access.flows.steps import FlowContext, FlowState
from server.access.verification.errors import ChannelNotOfferedError
from server.access.verification.send_flow_code import send_flow_code
from server.messaging.messages.kinds import Channel
from server.platform.services import Services


async def request_code(
    services: Services,
    *,
    secret: str | None,
    handle: UUID,
    context: FlowContext,
    channel: Channel,
    field: str,
    is_new: bool = True,
) -> Flow:
    """Send a code by `channel`; `field` is its name in the form. Returns the flow.

    Unless it has to be new (`is_new`), one that was sent by the other channel and still holds is returned to.

    Raises:
        FlowExpiredError: the flow is not the caller's or waits for no code.
        ChannelNotOfferedError: the account gets no code that way.
        ResendTooSoonError, TooManySendsError, SendQuotaReachedError: not now.

    """
    async with services.database.unit_of_work() as unit:
        flow = await lock_own_flow(
            unit.connection, secret=secret, handle=handle, context=context, state=FlowState.CODE_REQUIRED
        )
        if channel not in offered_by(services.settings, flow):
            raise ChannelNotOfferedError(channel, field=field)
        if channel is not flow.channel:
            await swap_codes(unit.connection, flow_id=flow.id, channel=channel)
            flow = await reread_flow(unit.connection, flow_id=flow.id)
            is_new = is_new or not flow.code_holds
        else:
            is_new = True
        if is_new:
            await send_flow_code(services, unit, flow, channel=channel)
        else:
            unit.after_commit(lambda: publish_flow_state(services, flow_id=flow.id))
        return await reread_flow(unit.connection, flow_id=flow.id)
