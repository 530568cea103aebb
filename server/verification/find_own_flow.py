"""The flow of whoever asks: by its secret, and only with the ids and the context that belong to it."""

from uuid import UUID

from server.database import Connection
from server.services import Services
from server.verification.errors import FlowExpiredError
from server.verification.flows import Flow
from server.verification.repository import find_flow, lock_flow
from server.verification.steps import FlowContext, FlowState


async def read_own_flow(services: Services, *, secret: str | None, handle: UUID) -> Flow:
    """Raises FlowExpiredError, also for another flow's userId."""
    async with services.database.reading() as connection:
        return _own(await find_flow(connection, secret=secret or ""), handle=handle)


async def lock_own_flow(
    connection: Connection, *, secret: str | None, handle: UUID, context: FlowContext, state: FlowState
) -> Flow:
    """The flow, held until the transaction ends, if it is at this step.

    Raises:
        FlowExpiredError: it is not, or not the caller's, or of another context.

    """
    flow = _own(await lock_flow(connection, secret=secret or ""), handle=handle)
    if flow.context is not context or flow.state is not state:
        raise FlowExpiredError
    return flow


def _own(flow: Flow | None, *, handle: UUID) -> Flow:
    if flow is None or flow.handle != handle:
        raise FlowExpiredError
    return flow
