"""Every step of a flow finds the caller's own flow first, and publishes its state last."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.access.flows.answers import FlowStateAnswer, state_answer
from server.access.flows.flow import Flow, FlowContext, FlowExpiredError, FlowState
from server.access.flows.repository import find_flow, get_flow, lock_flow, raise_version
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.events import FLOW, Event
from server.platform.services import Services


async def read_own_flow(services: Services, *, secret: str | None, handle: UUID) -> Flow:
    """Raises FlowExpiredError, also for another flow's userId."""
    async with services.database.reading() as connection:
        return _own(await find_flow(connection, secret=secret or ""), handle=handle)


async def lock_own_flow(
    connection: Connection, *, secret: str | None, handle: UUID, context: FlowContext, state: FlowState
) -> Flow:
    """The flow, locked until the transaction ends, if it is at this step.

    Raises:
        FlowExpiredError: it is not, or not the caller's, or of another context.

    """
    flow = _own(await lock_flow(connection, secret=secret or ""), handle=handle)
    if flow.context is not context or flow.state is not state:
        raise FlowExpiredError
    return flow


async def reread_flow(connection: Connection, *, flow_id: UUID) -> Flow:
    """The flow as it is now. Raises FlowExpiredError: its account is gone or inactive."""
    flow = await get_flow(connection, flow_id=flow_id)
    if flow is None:
        raise FlowExpiredError
    return flow


def _own(flow: Flow | None, *, handle: UUID) -> Flow:
    if flow is None or flow.handle != handle:
        raise FlowExpiredError
    return flow


OTP_STATE: Final = Event(
    name="otp:state",
    payload=FlowStateAnswer,
    room=FLOW,
    to="the sockets of the flow",
    when="on connect, and whenever a code is sent, delivered, guessed at or replaced, or the flow takes a step",
    rate="as it happens",
    lost="`GET /verification/state` answers the same; the next connection gets it again. When the flow has ended, "
    "completed, replaced or expired, its sockets are closed, the next handshake is refused with `flow_expired`.",
)


async def publish_flow_state(services: Services, *, flow_id: UUID) -> None:
    """Publish the state of a flow to its page; the sockets of an ended flow are closed."""
    async with services.database.reading() as connection:
        flow = await get_flow(connection, flow_id=flow_id)
    if flow is None:
        await services.publisher.end_flows([flow_id])
        return
    payload = state_answer(flow, settings=services.settings)
    await services.publisher.publish(OTP_STATE, to=flow_id, payload=payload)


def announce_ended_flows(services: Services, unit: UnitOfWork, flow_ids: Sequence[UUID]) -> None:
    """Close the sockets of ended flows after the commit."""
    if flow_ids:
        unit.after_commit(lambda: services.publisher.end_flows(flow_ids))


async def record_code_attempt(services: Services, unit: UnitOfWork, *, flow_id: UUID) -> None:
    """Record the result of an attempt to send a flow's code, and publish its state after the commit."""
    if await raise_version(unit.connection, flow_id=flow_id):
        unit.after_commit(lambda: publish_flow_state(services, flow_id=flow_id))
