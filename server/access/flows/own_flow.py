"""Every step of a flow finds the caller's own flow first, and publishes its state last."""

from collections.abc import Collection, Sequence
from typing import Final, Unpack
from uuid import UUID

from server.access.flows import repository
from server.access.flows.flow import Flow, FlowContext, FlowExpiredError, FlowState, FlowStateAnswer, OpenedFlow
from server.messaging.messages.kinds import Channel
from server.platform.database.connections import Connection
from server.platform.events import FLOW, Event
from server.platform.process.crypto import random_token
from server.platform.services import Services, ServiceWork, Visit, Work
from server.vocabulary.identity import AccountKey, Method

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


async def open_login(
    unit: Work[Visit],
    *,
    state: FlowState,
    channel: Channel,
    methods: Collection[Method],
    temporary_password: bool = False,
    **owner: Unpack[AccountKey],
) -> OpenedFlow | None:
    """Open the flow of a login with a new secret. Returns None when the account is gone or inactive."""
    secret = random_token()
    row = {"state": state, "channel": channel, "temporary_password": temporary_password, "address": unit.address}
    flow = await repository.open_login_flow(unit.connection, secret=secret, methods=methods, **owner, **row)
    return None if flow is None else OpenedFlow(flow=flow, secret=secret)


async def end_former_flow(unit: Work[Visit]) -> None:
    """End the flow that the browser has had before it opened a new one."""
    if unit.context.flow_secret is not None:
        ended = await repository.end_flow(unit.connection, secret=unit.context.flow_secret)
        announce_ended_flows(unit, ended)


async def read_own_flow(visit: Visit, *, handle: UUID) -> Flow:
    """Read the flow of this browser. Raises FlowExpiredError, also for another flow's userId."""
    async with visit.services.database.reading() as connection:
        return _own(await repository.find_flow(connection, secret=visit.flow_secret or ""), handle=handle)


async def lock_own_flow(unit: Work[Visit], *, handle: UUID, context: FlowContext, state: FlowState) -> Flow:
    """Lock the flow of this browser until the transaction ends.

    Raises FlowExpiredError: it is not the caller's, or of another context, or at another step.
    """
    flow = _own(await repository.lock_flow(unit.connection, secret=unit.context.flow_secret or ""), handle=handle)
    if flow.context is not context or flow.state is not state:
        raise FlowExpiredError
    return flow


async def reread_flow(connection: Connection, *, flow_id: UUID) -> Flow:
    """Read the flow as it is now. Raises FlowExpiredError: its account is gone or inactive."""
    flow = await repository.get_flow(connection, flow_id=flow_id)
    if flow is None:
        raise FlowExpiredError
    return flow


async def publish_flow_state(services: Services, *, flow_id: UUID) -> None:
    """Publish the state of a flow to its page, or close the sockets of a flow that has ended."""
    async with services.database.reading() as connection:
        flow = await repository.get_flow(connection, flow_id=flow_id)
    if flow is None:
        await services.publisher.end_flows([flow_id])
        return
    await services.publisher.publish(
        OTP_STATE, to=flow_id, payload=FlowStateAnswer.of(flow, settings=services.settings)
    )


def announce_flow_state(unit: ServiceWork, flow_id: UUID) -> None:
    """Publish the state of a flow after the commit."""
    unit.after_commit(lambda: publish_flow_state(unit.services, flow_id=flow_id))


def announce_ended_flows(unit: ServiceWork, flow_ids: Sequence[UUID]) -> None:
    """Close the sockets of ended flows after the commit."""
    if flow_ids:
        unit.after_commit(lambda: unit.services.publisher.end_flows(flow_ids))


async def end_account_flows(
    unit: ServiceWork, *, spared: UUID | None = None, **owner: Unpack[AccountKey]
) -> Sequence[UUID]:
    """End an account's flows but one; their sockets close after the commit. Returns their ids."""
    users, company_id = [owner["user_id"]], owner["company_id"]
    ended = await repository.end_flows_of_users(unit.connection, users, company_id=company_id, spared=spared)
    announce_ended_flows(unit, ended)
    return ended


async def record_code_attempt(unit: ServiceWork, *, flow_id: UUID) -> None:
    """Record the result of an attempt to send a flow's code, and publish its state after the commit."""
    if await repository.raise_version(unit.connection, flow_id=flow_id):
        announce_flow_state(unit, flow_id)


def _own(flow: Flow | None, *, handle: UUID) -> Flow:
    if flow is None or flow.handle != handle:
        raise FlowExpiredError
    return flow
