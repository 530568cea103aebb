"""Publish the state of a flow after commit."""

from collections.abc import Sequence
from uuid import UUID

from server.access.flows.answers import state_answer
from server.access.flows.events import OTP_STATE
from server.access.flows.repository import get_flow, raise_version
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services


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
