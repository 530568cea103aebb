"""Events between processes, on one channel of Redis.

python-socketio's own manager for Redis is not used: with Redis away it waits up to a minute before it subscribes again,
and it never tells that events were missed.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from uuid import UUID, uuid4

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError
from structlog import get_logger

from server.platform.events import FLOW, SESSION, USER, Event, Payload, fits
from server.platform.process.outages import OUTAGES

CHANNEL: Final = "waymark:events"
PUBLISH_SECONDS: Final = 1.0
PING_SECONDS: Final = 3.0
SILENCE_SECONDS: Final = 9.0
RECONNECT_SECONDS: Final = 0.5
# For how long the time of the last event in a room is remembered.
REMEMBERED_SECONDS: Final = 60.0
# Rooms that one message names.
MOST_NAMED: Final = 500
FAILURES: Final = (RedisError, OSError, TimeoutError)
# The moment from which the topic is free again, in Redis' own time, so that no process' clock counts.
RESERVE_SLOT: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local slot = math.max(now, tonumber(redis.call('GET', KEYS[1]) or now))
local free = slot + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.0f', free), 'PX', free - now)
return slot - now
"""

Handler = Callable[..., Awaitable[None]]

logger = get_logger(__name__)


class RedisPublisher:
    """Publishes to the listeners of all processes; implements server.platform.events.Publisher.

    A process without sockets handles nothing. The own one does so first, so that it is served without Redis, too.
    """

    def __init__(self, redis_url: str) -> None:
        self._redis: Redis = Redis.from_url(redis_url, socket_connect_timeout=PUBLISH_SECONDS)
        self._reserve_slot = self._redis.register_script(RESERVE_SLOT)
        self._id = uuid4().hex
        self._is_closed = False
        self._handlers: Mapping[str, Handler] = {}
        self._recover: Callable[[], Awaitable[None]] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._subscribed_at: float | None = None
        # By room, the newest last.
        self._published_at: dict[str, float] = {}
        # Set while this process receives what is published.
        self.subscribed = asyncio.Event()

    async def publish(self, event: Event[Payload], *, to: UUID, payload: Payload) -> None:
        if not fits(payload):
            logger.error("event_too_large", event_name=event.name)
            return
        dumped = payload.model_dump(mode="json", by_alias=True)
        await self._say("deliver", room=event.room.of(to), name=event.name, payload=dumped)

    async def publish_to_many(self, event: Event[Payload], *, to: Sequence[UUID], payload: Payload) -> None:
        dumped = payload.model_dump(mode="json", by_alias=True)
        for first in range(0, len(to), MOST_NAMED):
            rooms = [event.room.of(each) for each in to[first : first + MOST_NAMED]]
            await self._say("deliver_to_many", rooms=rooms, name=event.name, payload=dumped)

    async def end_sessions(self, session_ids: Sequence[UUID], *, reason: str) -> None:
        for first in range(0, len(session_ids), MOST_NAMED):
            rooms = [SESSION.of(each) for each in session_ids[first : first + MOST_NAMED]]
            await self._say("end", rooms=rooms, reason=reason)

    async def end_flows(self, flow_ids: Sequence[UUID]) -> None:
        await self._say("end", rooms=[FLOW.of(each) for each in flow_ids], reason=None)

    async def change_rights(self, user_id: UUID) -> None:
        await self._say("look_again", room=USER.of(user_id))

    async def reserve_slot(self, topic: str, *, every: float) -> float:
        """Seconds until this process may publish; `every` when Redis is down."""
        if self._is_closed:
            return every
        try:
            async with asyncio.timeout(PUBLISH_SECONDS):
                wait = await self._reserve_slot(keys=[f"waymark:turn:{topic}"], args=[round(every * 1000)])
        except FAILURES as error:
            OUTAGES.failed("redis", type(error).__name__, at="reserve_slot")
            return every
        return float(wait) / 1000

    def listen(self, handlers: Mapping[str, Handler], *, recover: Callable[[], Awaitable[None]]) -> None:
        """Handle what is published, by its kind; `recover` is called where events may have been missed."""
        self._handlers, self._recover = handlers, recover
        self._listening = asyncio.create_task(self._listen())

    def quiet_seconds(self, rooms: Iterable[str]) -> float:
        """For how long no process has published in the rooms; 0 where this one may have missed events."""
        if self._subscribed_at is None:
            return 0.0
        known = max(_now() - REMEMBERED_SECONDS, self._subscribed_at)
        return _now() - max([known, *(self._published_at.get(room, known) for room in rooms)])

    async def close(self) -> None:
        """Later messages are dropped: a closed pool of redis-py would connect again, and nothing would close it."""
        self._is_closed = True
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])
        await self._redis.aclose()

    async def _say(self, kind: str, **content: Any) -> None:  # noqa: ANN401 - whatever JSON can say
        message = {"from": self._id, "kind": kind, "content": content}
        await self._hear(message)
        if self._is_closed:
            logger.warning("event_not_published", kind=kind, error="Closed")
            return
        try:
            async with asyncio.timeout(PUBLISH_SECONDS):
                await self._redis.publish(CHANNEL, json.dumps(message, separators=(",", ":")))
        except FAILURES as error:
            OUTAGES.failed("redis", type(error).__name__, at="publish")

    async def _hear(self, message: dict[str, Any]) -> None:
        handle = self._handlers.get(message["kind"])
        if handle is None:
            # A newer version publishes it, or this process listens to nothing.
            return
        try:
            if message["kind"].startswith("deliver"):
                for room in message["content"].get("rooms") or [message["content"]["room"]]:
                    self._note_published(room)
            await handle(**message["content"])
        except Exception:
            logger.exception("event_not_delivered")

    async def _listen(self) -> None:
        has_missed = False
        while True:
            subscription = self._redis.pubsub(ignore_subscribe_messages=True)
            try:
                await self._receive(subscription, has_missed=has_missed)
            except FAILURES as error:
                OUTAGES.failed("redis", type(error).__name__, at="subscribe")
            finally:
                self._subscribed_at = None
                self.subscribed.clear()
                with suppress(*FAILURES):
                    async with asyncio.timeout(PUBLISH_SECONDS):
                        await subscription.aclose()  # type: ignore[no-untyped-call]
            has_missed = True
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _receive(self, subscription: PubSub, *, has_missed: bool) -> None:
        """Raises TimeoutError: Redis has left pings unanswered for too long."""
        async with asyncio.timeout(SILENCE_SECONDS):
            await subscription.subscribe(CHANNEL)
        unanswered = 0
        # Pings are counted, not seconds: after a pause of this process its answers are there, and are not read yet.
        while unanswered * PING_SECONDS < SILENCE_SECONDS:
            await subscription.ping()
            unanswered += 1
            while received := await subscription.get_message(timeout=PING_SECONDS):
                unanswered = 0
                if not self.subscribed.is_set():
                    await self._note_subscribed(has_missed=has_missed)
                if received["type"] == "message" and (message := json.loads(received["data"]))["from"] != self._id:
                    await self._hear(message)
        raise TimeoutError

    async def _note_subscribed(self, *, has_missed: bool) -> None:
        self._subscribed_at = _now()
        self.subscribed.set()
        if has_missed and self._recover is not None:
            logger.info("realtime_connected_again")
            await self._recover()

    def _note_published(self, room: str) -> None:
        now = _now()
        self._published_at.pop(room, None)
        self._published_at[room] = now
        while now - self._published_at[oldest := next(iter(self._published_at))] > REMEMBERED_SECONDS:
            del self._published_at[oldest]


def _now() -> float:
    return asyncio.get_running_loop().time()
