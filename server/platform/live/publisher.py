"""How the server or a worker publishes events: over Redis, to the sockets of every process."""

from collections.abc import Sequence
from uuid import UUID

from structlog import get_logger

from server.platform.events import Event, Payload, fits
from server.platform.live.bus import Bus
from server.platform.schemas import ResponseSchema

logger = get_logger(__name__)


class RedisPublisher:
    """`listens` is for a process that holds sockets: then the bus is its Socket.IO client manager."""

    def __init__(self, redis_url: str, *, listens: bool = False) -> None:
        self.bus = Bus(redis_url, listens=listens)

    async def publish(self, event: Event[Payload], *, to: UUID, payload: Payload) -> None:
        if not fits(payload):
            logger.error("event_too_large", event_name=event.name)
            return
        dumped = payload.model_dump(mode="json", by_alias=True)
        await self.bus.emit(event.name, dumped, namespace="/", room=event.room.of(to))

    async def reserve_slot(self, topic: str, *, every: float) -> float:
        return await self.bus.reserve_slot(topic, every=every)

    async def end_session(self, session_id: UUID, *, reason: str) -> None:
        await self.bus.end_session(session_id, reason)

    async def end_sessions(self, session_ids: Sequence[UUID], *, reason: str) -> None:
        await self.bus.end_sessions(session_ids, reason)

    async def end_flows(self, flow_ids: Sequence[UUID]) -> None:
        await self.bus.end_flows(flow_ids)

    async def change_rights(self, user_id: UUID, *, changed: ResponseSchema) -> None:
        await self.bus.change_rights(user_id, changed.model_dump(mode="json", by_alias=True))

    async def close(self) -> None:
        await self.bus.close()
