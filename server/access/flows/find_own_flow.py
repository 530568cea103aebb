"""The caller's own flow, found by its secret; user id, context and state must be those of the flow."""

from uuid import UUID

from server.access.flows.errors import FlowExpiredError
from server.access.flows.flow import Flow
from server.access.flows.repository import find_flow, get_flow, lock_flow
from server.access.flows.steps import FlowContext, FlowState
from server.platform.database.connections import Connection
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
