"""Flows of sockets: which of them may connect and stay connected."""

from collections.abc import Collection
from uuid import UUID

from server.access.flows.flow import FlowExpiredError, FlowStateAnswer
from server.access.flows.own_flow import OTP_STATE
from server.access.flows.repository import find_flow, live_flow_ids
from server.platform.live.held_sockets import FoundFlow
from server.platform.services import Services


class FlowSockets:
    """Implements server.platform.live.held_sockets.Flows."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def find(self, secret: str) -> FoundFlow:
        """Raises FlowExpiredError."""
        async with self._services.database.reading() as connection:
            flow = await find_flow(connection, secret=secret)
        if flow is None:
            raise FlowExpiredError
        state = OTP_STATE.message(FlowStateAnswer.of(flow, settings=self._services.settings))
        return FoundFlow(id=flow.id, remaining=flow.expires_at - flow.read_at, state=state)

    async def find_live(self, flow_ids: Collection[UUID]) -> set[UUID]:
        async with self._services.database.reading() as connection:
            return await live_flow_ids(connection, flow_ids=flow_ids)
