"""Transport of events between processes: Socket.IO's messages on one channel of Redis.

When Redis is down the sockets of the same process are still served. A process that no longer receives its own pings
reports it, subscribes again and lets its sockets reconnect, because they may have missed events.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final
from uuid import UUID

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError
from socketio.async_pubsub_manager import AsyncPubSubManager
from structlog import get_logger
from typing_extensions import override

from server.platform.live.packets import encode_event

CHANNEL: Final = "waymark:live"
PUBLISH_SECONDS: Final = 1.0
PING_SECONDS: Final = 3.0
SILENCE_SECONDS: Final = 9.0
RECONNECT_SECONDS: Final = 0.5
# For how long the time of the last event in a room is remembered.
REMEMBERED_SECONDS: Final = 60.0
END_SESSION: Final = "end_session"
END_SESSIONS: Final = "end_sessions"
# Sessions that one message names.
MOST_ENDED: Final = 500
END_FLOWS: Final = "end_flows"
CHANGE_RIGHTS: Final = "change_rights"
PING: Final = "ping"
# The moment from which the topic is free again, in Redis' own time, so that no process' clock counts.
RESERVE_SLOT: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local slot = math.max(now, tonumber(redis.call('GET', KEYS[1]) or now))
local free = slot + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.0f', free), 'PX', free - now)
return slot - now
"""

logger = get_logger(__name__)

# The connections of this process that are in a room.
FindRecipients = Callable[[str], Sequence[str]]
SessionEnded = Callable[[UUID, str], None]
FlowsEnded = Callable[[Sequence[UUID]], None]
RightsChanged = Callable[[UUID], None]
Recovered = Callable[[], Awaitable[None]]


class DisconnectedError(Exception):
    """Nothing was received for too long, not even this process' own messages."""


class Bus(AsyncPubSubManager):  # type: ignore[misc] # Socket.IO ships no types
    """Socket.IO's client manager on Redis.

    A worker only publishes (`listens=False`). Publishing takes at most a second, and never raises.
    """

    name = "waymark"

    def __init__(self, redis_url: str, *, listens: bool, channel: str = CHANNEL) -> None:
        super().__init__(channel=channel, write_only=not listens)
        pool: Any = ConnectionPool.from_url(redis_url, socket_connect_timeout=PUBLISH_SECONDS)
        self._redis: Redis = Redis(connection_pool=pool)
        self._reserve_slot = self._redis.register_script(RESERVE_SLOT)
        self._received_at: float | None = None
        self._subscribed_at: float | None = None
        # By room, the newest last.
        self._published_at: dict[str, float] = {}
        self._is_closed = False
        self.connected = asyncio.Event()
        self.disconnected = asyncio.Event()
        self.find_recipients: FindRecipients | None = None
        self.on_session_ended: SessionEnded | None = None
        self.on_flows_ended: FlowsEnded | None = None
        self.on_rights_changed: RightsChanged | None = None
        self.on_recovered: Recovered | None = None

    @property
    def is_subscribed(self) -> bool:
        """True while this process receives what is published; a worker never does."""
        return self._received_at is not None and _now() - self._received_at < SILENCE_SECONDS + PING_SECONDS

    def quiet_seconds(self, rooms: Iterable[str]) -> float:
        """For how long no process has published in the rooms; 0 where this one may have missed events."""
        if not self.is_subscribed or self._subscribed_at is None:
            return 0.0
        known = max(_now() - REMEMBERED_SECONDS, self._subscribed_at)
        return _now() - max([known, *(self._published_at.get(room, known) for room in rooms)])

    async def end_session(self, session_id: UUID, reason: str) -> None:
        """Close the session's sockets here, then in every other process."""
        if self.on_session_ended is not None:
            self.on_session_ended(session_id, reason)
        await self._publish(
            {"method": END_SESSION, "session": str(session_id), "reason": reason, "host_id": self.host_id}
        )

    async def end_sessions(self, session_ids: Sequence[UUID], reason: str) -> None:
        """The same for many sessions. A process of an earlier version finds them at its next check."""
        self._end_sessions(session_ids, reason)
        for first in range(0, len(session_ids), MOST_ENDED):
            ended = [str(each) for each in session_ids[first : first + MOST_ENDED]]
            await self._publish({"method": END_SESSIONS, "sessions": ended, "reason": reason, "host_id": self.host_id})

    async def end_flows(self, flow_ids: Sequence[UUID]) -> None:
        """Close the sockets of ended flows here, then in every other process."""
        if self.on_flows_ended is not None:
            self.on_flows_ended(flow_ids)
        await self._publish({"method": END_FLOWS, "flows": [str(each) for each in flow_ids], "host_id": self.host_id})

    async def reserve_slot(self, topic: str, *, every: float) -> float:
        """Seconds until this process may publish; `every` when Redis is down."""
        if self._is_closed:
            return every
        try:
            async with asyncio.timeout(PUBLISH_SECONDS):
                wait = await self._reserve_slot(keys=[f"waymark:turn:{topic}"], args=[round(every * 1000)])
        except (RedisError, OSError, TimeoutError) as error:
            logger.warning("slot_not_reserved", topic=topic, error=type(error).__name__)
            return every
        return float(wait) / 1000

    async def change_rights(self, user_id: UUID, changed: dict[str, Any]) -> None:
        """Recheck the user's sockets here, then in every other process; one of the previous version reads `changed`."""
        if self.on_rights_changed is not None:
            self.on_rights_changed(user_id)
        await self._publish(
            {"method": CHANGE_RIGHTS, "user": str(user_id), "changed": changed, "host_id": self.host_id}
        )

    @override
    async def _handle_emit(self, message: dict[str, Any]) -> None:
        """The sockets that the registry has in the room: Socket.IO's own rooms are not used."""
        self._note_published(message["room"])
        recipients = [] if self.find_recipients is None else self.find_recipients(message["room"])
        if recipients:
            self.server.push(encode_event(message["event"], *message["data"]), to=recipients)

    async def close(self) -> None:
        """Later messages are dropped: a closed pool of redis-py would connect again, and nothing would close it."""
        self._is_closed = True
        await self._redis.aclose(close_connection_pool=True)

    async def _publish(self, data: dict[str, Any]) -> None:
        if self._is_closed:
            logger.warning("event_not_published", method=data["method"], error="Closed")
            return
        try:
            async with asyncio.timeout(PUBLISH_SECONDS):
                await self._redis.publish(self.channel, json.dumps(data, separators=(",", ":")))
        except (RedisError, OSError, TimeoutError) as error:
            logger.warning("event_not_published", method=data["method"], error=type(error).__name__)

    async def _listen(self) -> AsyncIterator[dict[str, Any]]:
        was_disconnected = False
        while True:
            try:
                async with self._subscription() as subscription:
                    async for message in self._messages(subscription):
                        if was_disconnected and message["method"] == PING:
                            was_disconnected = False
                            await self._recover()
                        yield message
            except (RedisError, OSError, TimeoutError, DisconnectedError) as error:
                logger.warning("realtime_disconnected", error=type(error).__name__)
            was_disconnected, self._received_at, self._subscribed_at = True, None, None
            self._note(is_connected=False)
            await asyncio.sleep(RECONNECT_SECONDS)

    @asynccontextmanager
    async def _subscription(self) -> AsyncIterator[PubSub]:
        subscription = self._redis.pubsub(ignore_subscribe_messages=True)
        try:
            async with asyncio.timeout(PUBLISH_SECONDS * 2):
                await subscription.subscribe(self.channel)
            yield subscription
        finally:
            await _close_quietly(subscription)

    async def _messages(self, subscription: PubSub) -> AsyncIterator[dict[str, Any]]:
        """Messages of the channel; raises DisconnectedError when even this process' pings do not arrive."""
        received_at, pinged_at = _now(), float("-inf")
        while True:
            if _now() - received_at > SILENCE_SECONDS:
                raise DisconnectedError
            if _now() - pinged_at >= PING_SECONDS:
                pinged_at = _now()
                await self._publish({"method": PING, "host_id": self.host_id})
            received = await subscription.get_message(timeout=PING_SECONDS / 2)
            message = _read(received)
            if message is None:
                continue
            if message["method"] == PING and message.get("host_id") == self.host_id:
                received_at = self._received_at = _now()
                self._subscribed_at = self._subscribed_at or received_at
                self._note(is_connected=True)
            self._handle_own(message)
            yield message

    def _handle_own(self, message: dict[str, Any]) -> None:
        """Methods of ours, which Socket.IO's manager ignores."""
        if message.get("host_id") == self.host_id:
            return
        if message["method"] == CHANGE_RIGHTS and self.on_rights_changed is not None:
            self.on_rights_changed(UUID(message["user"]))
        elif message["method"] == END_SESSION and self.on_session_ended is not None:
            self.on_session_ended(UUID(message["session"]), str(message["reason"]))
        elif message["method"] == END_SESSIONS:
            self._end_sessions([UUID(each) for each in message["sessions"]], str(message["reason"]))
        elif message["method"] == END_FLOWS and self.on_flows_ended is not None:
            self.on_flows_ended([UUID(each) for each in message["flows"]])

    def _end_sessions(self, session_ids: Sequence[UUID], reason: str) -> None:
        if self.on_session_ended is not None:
            for session_id in session_ids:
                self.on_session_ended(session_id, reason)

    def _note_published(self, room: str) -> None:
        now = _now()
        self._published_at.pop(room, None)
        self._published_at[room] = now
        while now - self._published_at[oldest := next(iter(self._published_at))] > REMEMBERED_SECONDS:
            del self._published_at[oldest]

    def _note(self, *, is_connected: bool) -> None:
        """Set one of two events, so that either state can be awaited."""
        now, before = (self.connected, self.disconnected) if is_connected else (self.disconnected, self.connected)
        now.set()
        before.clear()

    async def _recover(self) -> None:
        logger.info("realtime_connected_again")
        if self.on_recovered is not None:
            await self.on_recovered()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _read(received: dict[str, Any] | None) -> dict[str, Any] | None:
    if received is None or received["type"] != "message":
        return None
    try:
        message = json.loads(received["data"])
    except ValueError:
        return None
    return message if isinstance(message, dict) and "method" in message else None


async def _close_quietly(subscription: PubSub) -> None:
    try:
        async with asyncio.timeout(PUBLISH_SECONDS):
            await subscription.aclose()  # type: ignore[no-untyped-call]
    except (RedisError, OSError, TimeoutError):
        return
