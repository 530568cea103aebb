"""Sockets of flows: the pages of a verification that follow their code."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Self
from uuid import UUID

from typing_extensions import override

from server.access.flows.flow import Flow, FlowExpiredError, FlowStateAnswer
from server.access.flows.own_flow import OTP_STATE
from server.access.flows.repository import find_flow, live_flow_ids
from server.platform.errors import ApplicationError
from server.platform.events import FLOW
from server.platform.live.held_sockets import HeldSocket
from server.platform.process.clock import utc_now

# One browser holds a flow: its tabs, and dead connections that have not timed out yet.
MOST_SOCKETS_OF_A_FLOW: Final = 8
MOST_FLOW_SOCKETS_OF_A_NETWORK: Final = 200


@dataclass(kw_only=True, slots=True, eq=False)
class FlowSocket(HeldSocket):
    flow_id: UUID = field(init=False)

    @override
    async def recognise(self, secret: str) -> Callable[[], Awaitable[None]]:
        """Raises FlowExpiredError."""
        async with self.held.services.database.reading() as connection:
            flow = await find_flow(connection, secret=secret)
        if flow is None:
            raise FlowExpiredError
        self.flow_id = flow.id
        return partial(self._greet, flow)

    async def _greet(self, flow: Flow) -> None:
        await self.send(OTP_STATE, FlowStateAnswer.of(flow, settings=self.held.services.settings))
        # By the database's clock.
        self.end_at(utc_now() + (flow.expires_at - flow.read_at))

    @override
    def limits(self, scale: float) -> Mapping[str, int | None]:
        of_network = round(MOST_FLOW_SOCKETS_OF_A_NETWORK * scale)
        return {
            FLOW.of(self.flow_id): MOST_SOCKETS_OF_A_FLOW,
            f"network:{self.transport.network}": of_network,
            "flows": None,
        }

    @override
    def due_rooms(self) -> frozenset[str]:
        return frozenset({FLOW.of(self.flow_id)})

    @classmethod
    @override
    async def recheck(cls, sockets: Sequence[Self]) -> None:
        async with sockets[0].held.services.database.reading() as connection:
            live = await live_flow_ids(connection, flow_ids={socket.flow_id for socket in sockets})
        for socket in sockets:
            if socket.flow_id not in live:
                await socket.close()

    @override
    async def look_again(self) -> None:
        try:
            await self.recheck([self])
        except ApplicationError:
            await self.drop()
