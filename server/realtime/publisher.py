"""How anything in the server or a worker says something to the browsers."""

import json
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from uuid import UUID

from structlog import get_logger

from server.realtime.bus import Bus
from server.realtime.events import Event, SessionChanged, SessionEndReason
from server.realtime.rooms import user_room
from server.schemas import ResponseSchema

MAXIMUM_PAYLOAD_BYTES: Final = 8 * 1024
REMEMBERED: Final = 10_000

logger = get_logger(__name__)


def fits(payload: ResponseSchema) -> bool:
    """Whether it is small enough to be published; a letter beyond ASCII takes six bytes or more."""
    return _size(payload.model_dump(mode="json", by_alias=True)) < MAXIMUM_PAYLOAD_BYTES


def _size(dumped: dict[str, Any]) -> int:
    return len(json.dumps(dumped, separators=(",", ":")))


class Publisher(Protocol):
    """Publishing is bounded to a second and never raises: a lost event changes nothing."""

    async def publish(self, event: Event, *, room: str, payload: ResponseSchema) -> None: ...

    async def take_turn(self, topic: str, *, every: float) -> float:
        """Seconds until this process may speak of `topic`, of which all together speak once in `every` seconds.

        The turn is taken: who does not use it makes the others wait for nothing.
        """

    async def end_session(self, session_id: UUID, *, reason: SessionEndReason) -> None:
        """Tell the session's sockets that it is over, and close them, in every process."""

    async def end_flows(self, flow_ids: Sequence[UUID]) -> None:
        """Close the sockets of flows that are over, in every process."""

    async def change_rights(self, user_id: UUID, *, changed: SessionChanged) -> None:
        """Tell the user's sockets what they are now, and put them into the rooms of that, in every process."""


class RedisPublisher:
    """`listens` is for a process that holds sockets: then the bus is its Socket.IO client manager."""

    def __init__(self, redis_url: str, *, listens: bool = False) -> None:
        self.bus = Bus(redis_url, listens=listens)

    async def publish(self, event: Event, *, room: str, payload: ResponseSchema) -> None:
        dumped = payload.model_dump(mode="json", by_alias=True)
        size = _size(dumped)
        if size >= MAXIMUM_PAYLOAD_BYTES:
            logger.error("event_too_large", event_name=event.value, size=size)
            return
        await self.bus.emit(event.value, dumped, namespace="/", room=room)

    async def take_turn(self, topic: str, *, every: float) -> float:
        return await self.bus.take_turn(topic, every=every)

    async def end_session(self, session_id: UUID, *, reason: SessionEndReason) -> None:
        await self.bus.end_session(session_id, reason.value)

    async def end_flows(self, flow_ids: Sequence[UUID]) -> None:
        await self.bus.end_flows(flow_ids)

    async def change_rights(self, user_id: UUID, *, changed: SessionChanged) -> None:
        await self.bus.change_rights(user_id, changed.model_dump(mode="json", by_alias=True))

    async def close(self) -> None:
        await self.bus.close()


@dataclass(frozen=True, kw_only=True)
class Published:
    event: Event
    room: str
    payload: ResponseSchema
    at: float = field(default_factory=time.monotonic)


@dataclass
class RecordingPublisher:
    """Keeps what was published (the newest ten thousand), for tests."""

    published: deque[Published] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    ended: list[tuple[UUID, SessionEndReason]] = field(default_factory=list)
    ended_flows: list[UUID] = field(default_factory=list)
    _free: dict[str, float] = field(default_factory=dict)

    async def publish(self, event: Event, *, room: str, payload: ResponseSchema) -> None:
        self.published.append(Published(event=event, room=room, payload=payload))

    async def take_turn(self, topic: str, *, every: float) -> float:
        now = time.monotonic()
        turn = max(now, self._free.get(topic, now))
        self._free[topic] = turn + every
        return turn - now

    async def end_session(self, session_id: UUID, *, reason: SessionEndReason) -> None:
        self.ended.append((session_id, reason))

    async def end_flows(self, flow_ids: Sequence[UUID]) -> None:
        self.ended_flows += flow_ids

    async def change_rights(self, user_id: UUID, *, changed: SessionChanged) -> None:
        await self.publish(Event.SESSION_CHANGED, room=user_room(user_id), payload=changed)
