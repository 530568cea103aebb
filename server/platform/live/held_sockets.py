"""The sockets of this process that a session or a flow holds, their rooms and their end; and the door before them.

Features' `live.py` declare both kinds: what opens them, what they have a right to, and what their clients are sent.

The door in front of Socket.IO's server reads every frame of a client before Socket.IO does, which would take `connect`
and `disconnect` from a client as events, keep silent connections open, and queue without end for a client that does not
read.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from re import DOTALL
from re import compile as pattern
from typing import Any, Final, Self
from uuid import UUID

import socketio
from structlog import get_logger

from server.platform.errors import NotSignedInError
from server.platform.events import CompanyRoom, Event, Payload, Room
from server.platform.http.proxies import Network, find_peer
from server.platform.http.requests import query_problem
from server.platform.live.bus import RedisPublisher
from server.platform.process.clock import utc_now
from server.platform.process.metrics import SOCKETS
from server.platform.services import Services
from server.vocabulary.identity import Actor
from server.vocabulary.networks import network_of

HANDSHAKE_SECONDS: Final = 5.0
MOST_CONNECTIONS: Final = 12_000
MOST_SILENT_PER_NETWORK: Final = 250
# One message may wait for a client that does not read from one look to the next. Socket.IO's pings end one that lags.
LOOK_SECONDS: Final = 5.0
FRAME_CHARACTERS: Final = 16_384
# Frames of any content; far fewer may be events.
FRAMES: Final = 120
FRAMES_SECONDS: Final = 10.0
POLICY_VIOLATION: Final = 1008
PATHS: Final = frozenset({"/socket.io", "/socket.io/"})
DISCONNECTED: Final = {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
# Packets of Engine.IO (the first digit) and Socket.IO (the second).
PONG, HANDSHAKE, GOODBYE = "3", "40", "41"
EVENT: Final = pattern(r"42[0-9]{0,15}(\[.*)", DOTALL)
# Names that Socket.IO reserves, here or in a client.
RESERVED: Final = frozenset(
    {
        *("connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener", "*"),
        "__disconnect_final",
    }
)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

logger = get_logger(__name__)


@dataclass(kw_only=True, slots=True, weakref_slot=True)
class Budget:
    """A budget of `most` calls in any `seconds`; `now` is the event loop's time."""

    most: int
    seconds: float
    spent: int = 0
    since: float = float("-inf")

    def spend(self, now: float) -> bool:
        """Count one call; False when the budget is used up."""
        if now - self.since >= self.seconds:
            self.since, self.spent = now, 0
        self.spent += 1
        return self.spent <= self.most


class Transport:
    """One WebSocket, between uvicorn and Socket.IO. It is silent until its client is recognised."""

    def __init__(self, receive: Receive, send: Send, *, address: str, deadline: float) -> None:
        self._receive = receive
        self._send = send
        self._deadline: float | None = deadline
        self._frames = Budget(most=FRAMES, seconds=FRAMES_SECONDS)
        self._reading: asyncio.Timeout | None = None
        self._has_shaken_hands = False
        self._sender: asyncio.Task[Any] | None = None
        # How many looks have found the message that is being sent; none where no message is.
        self._looks: int | None = None
        self._is_given_up = False
        self.address = address
        self.is_silent = True

    @property
    def network(self) -> str:
        return network_of(self.address)

    def end(self) -> None:
        """No more frames are read, and the connection is closed once all that waits is sent."""
        self._end_at(_now())

    def stay(self) -> None:
        """Its client has authenticated: the connection stays open from now on."""
        self.is_silent = False
        self._end_at(None)

    async def receive(self) -> dict[str, Any]:
        """Receive a frame that our client may send; anything else is a disconnect, and so is a refused handshake."""
        is_refused = self._has_shaken_hands and self.is_silent
        if is_refused or (self._deadline is not None and self._deadline <= _now()):
            return DISCONNECTED
        try:
            async with asyncio.timeout_at(self._deadline) as self._reading:
                message = await self._receive()
        except TimeoutError:
            return DISCONNECTED
        finally:
            self._reading = None
        if message["type"] != "websocket.receive":
            return message
        text = message.get("text")
        if text == GOODBYE or not self._frames.spend(_now()):
            return DISCONNECTED
        if not self._is_acceptable(text):
            logger.info("socket_frame_refused", network=self.network)
            return DISCONNECTED
        return message

    async def send(self, message: dict[str, Any]) -> None:
        if self._is_given_up:
            raise ConnectionError
        self._sender, self._looks = asyncio.current_task(), 0
        await self._send(message)
        self._looks = None

    def give_up(self) -> None:
        """End it without what still waits, where this look finds the same message waiting as the one before."""
        if self._looks is None or self._sender is None:
            return
        self._looks += 1
        if self._looks > 1:
            logger.info("socket_too_slow", network=self.network)
            self._is_given_up, self._looks = True, None
            self._sender.cancel()
            self.end()

    def _end_at(self, deadline: float | None) -> None:
        self._deadline = deadline
        if self._reading is not None:
            self._reading.reschedule(deadline)

    def _is_acceptable(self, text: str | None) -> bool:
        if not text or text == PONG:
            return text == PONG
        event = EVENT.fullmatch(text)
        try:
            if event is not None and not self.is_silent:
                name, *_ = json.loads(event[1])
                return isinstance(name, str) and name not in RESERVED
            if text.startswith(HANDSHAKE) and not self._has_shaken_hands:
                self._has_shaken_hands = True
                json.loads(text[2:] or "null")
                return True
        except (ValueError, RecursionError):
            return False
        return False


class Sockets:
    """`origins` is never empty: an empty list would switch Socket.IO's check off.

    `most_silent` counts connections from one network that have not authenticated yet.
    """

    def __init__(
        self,
        *,
        origins: Sequence[str],
        trusted: Sequence[Network],
        handshake_seconds: float = HANDSHAKE_SECONDS,
        most_connections: int = MOST_CONNECTIONS,
        most_silent: int = MOST_SILENT_PER_NETWORK,
    ) -> None:
        self.server = socketio.AsyncServer(
            async_mode="asgi",
            # One event of a client after the other: it sends no faster than it is answered.
            async_handlers=False,
            transports=["websocket"],
            allow_upgrades=False,
            cors_allowed_origins=list(origins),
            max_http_buffer_size=FRAME_CHARACTERS,
        )
        self._trusted = trusted
        self.handshake_seconds = handshake_seconds
        self._most_connections = most_connections
        self._most_silent = most_silent
        self._open: set[Transport] = set()
        self._silent: Counter[str] = Counter()

    @property
    def free_places(self) -> int:
        """How many more connections this process has room for."""
        return self._most_connections - len(self._open)

    def recognise(self, transport: Transport) -> None:
        """Its client has authenticated: the connection does not count as a silent one any more."""
        if transport.is_silent:
            transport.stay()
            uncount(self._silent, transport.network)

    async def give_up_slow_clients(self) -> None:
        """Look for them as long as the process serves."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for transport in list(self._open):
                transport.give_up()

    def around(self, app: Application) -> Application:
        """The ASGI application: sockets on /socket.io, everything else (the lifespan too) goes to `app`."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "websocket" and query_problem(scope["query_string"]) is not None:
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            elif scope["type"] == "websocket" and scope["path"] in PATHS:
                await self._serve(scope, receive, send)
            else:
                await app(scope, receive, send)

        return application

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = find_peer(scope, trusted=self._trusted).address
        transport = Transport(receive, send, address=address, deadline=_now() + self.handshake_seconds)
        if self.free_places <= 0 or self._silent[transport.network] >= self._most_silent:
            logger.warning("socket_refused", network=transport.network, connections=len(self._open))
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        self._open.add(transport)
        self._silent[transport.network] += 1
        try:
            await self.server.handle_request(scope | {"waymark": transport}, transport.receive, transport.send)
        finally:
            self.recognise(transport)
            self._open.remove(transport)


def uncount(counts: "Counter[str]", name: str) -> None:
    """Count one less; what has none is not kept."""
    counts[name] -= 1
    if not counts[name]:
        del counts[name]


def _now() -> float:
    return asyncio.get_running_loop().time()


NAMESPACE: Final = "/"
# Seconds before the end of a token.
WARNINGS: Final = (300.0, 60.0)
# A timer may fire slightly early; the remaining time is rounded to so many decimals.
STEP_DECIMALS: Final = 1


def seconds_left(expires_at: datetime) -> float:
    return max(0.0, round((expires_at - utc_now()).total_seconds(), STEP_DECIMALS))


def seconds_to_next(left: float) -> float:
    """Return the seconds to the next warning, or to the end when both have been sent."""
    return next((left - warning for warning in WARNINGS if left > warning), left)


@dataclass(kw_only=True, slots=True, eq=False)
class HeldSocket:
    """A socket. `sid` is its name at Socket.IO; `counted` are the limits that it counts against.

    What is sent here goes to this socket alone; the publisher reaches those of all processes.
    """

    sid: str
    transport: Transport
    held: "HeldSockets"
    counted: tuple[str, ...] = ()
    budgets: tuple[Budget, ...] = ()
    rooms: frozenset[str] = frozenset()
    # Rings before its end.
    timer: asyncio.TimerHandle | None = None

    async def recognise(self, secret: str) -> Callable[[], Awaitable[None]]:
        """Find what holds the socket. The function that is returned greets the client once it is connected.

        Raises ApplicationError: no session or flow is alive with this secret, or it may not be connected from here.
        """
        raise NotImplementedError

    def limits(self, scale: float) -> Mapping[str, int | None]:
        """How many sockets may count against each limit; None: a share of the free places."""
        raise NotImplementedError

    @property
    def event_limits(self) -> Mapping[UUID, int]:
        """The owners that share their budgets of events with other sockets, and how many events each has."""
        return {}

    def due_rooms(self) -> frozenset[str]:
        """The rooms that it has a right to."""
        raise NotImplementedError

    @classmethod
    async def recheck(cls, sockets: Sequence[Self]) -> None:
        """Compare sockets of this kind with Postgres, by one query, and end those that have no right to stay."""
        raise NotImplementedError

    async def look_again(self) -> None:
        """Read whether its session or flow is alive, and its rights; end it where they are gone."""
        raise NotImplementedError

    async def identify(self) -> Actor:
        """The account of the socket's session, as Postgres knows it now.

        Raises:
            NotSignedInError: it holds no session, or the session has ended: then it is closed once that is answered.
            NetworkNotAllowedError, FactorSetupRequiredError: the company's policy does not admit the account.
        """
        raise NotSignedInError

    async def watch(self, _room: Room, _owner_id: UUID) -> bool:
        """Enter a room, for as long as the rights for it last; False: the socket watches too many."""
        return False

    async def unwatch(self, room: Room, owner_id: UUID) -> None:
        """Leave a room, where the socket is in it."""

    async def suspend(self) -> None:
        """Until rights are read again, the socket receives nothing that needs them."""

    async def warn(self) -> None:
        """Notify the client of a session that its token ends soon."""

    async def end(self, _reason: str | None = None) -> None:
        """Notify the client of a session that it has ended, and close the socket."""
        await self.close()

    async def expire(self) -> None:
        """Do the same at the end of its token."""
        await self.close()

    @property
    def is_held(self) -> bool:
        return self.held.find(self.sid) is self

    async def place(self) -> None:
        """Move it into the rooms of its present rights, out of all others."""
        if self.is_held:
            due = self.due_rooms()
            for room in self.rooms - due:
                await self.held.server.leave_room(self.sid, room)
            for room in due - self.rooms:
                await self.held.server.enter_room(self.sid, room)
            self.rooms = due

    async def send(self, event: Event[Payload], payload: Payload) -> None:
        if self.is_held:
            await self.held.server.emit(event.name, payload.model_dump(mode="json", by_alias=True), to=self.sid)

    async def close(self) -> None:
        """Close it with a disconnect packet, after which the client does not reconnect."""
        if self.is_held:
            await self.held.server.disconnect(self.sid)

    async def drop(self) -> None:
        """Close it without a disconnect packet: our client reconnects."""
        if self.is_held:
            self.held.remove(self.sid)
            for room in self.rooms:
                await self.held.server.leave_room(self.sid, room)
            self.transport.end()

    def end_at(self, expires_at: datetime) -> None:
        """Close it then; a client that connects after a warning was due gets one now."""
        if not self.is_held:
            return
        if self.timer is not None:
            self.timer.cancel()
        left = seconds_left(expires_at)
        if 0 < left <= WARNINGS[0]:
            self.held.spawn(self.warn())
        self._schedule(expires_at, left)

    def _schedule(self, expires_at: datetime, left: float) -> None:
        self.timer = asyncio.get_running_loop().call_later(seconds_to_next(left), self._ring, expires_at)

    def _ring(self, expires_at: datetime) -> None:
        left = seconds_left(expires_at)
        if left == 0:
            self.held.spawn(self.expire())
        else:
            self.held.spawn(self.warn())
            self._schedule(expires_at, left)


class HeldSockets:
    """All of them, with what they are served by; their rooms follow from the rights that Postgres has."""

    def __init__(
        self, services: Services, sockets: Sockets, *, publisher: RedisPublisher, company_rooms: Collection[CompanyRoom]
    ) -> None:
        self.services = services
        self.publisher = publisher
        self.company_rooms = company_rooms
        self.server = sockets.server
        self._sockets = sockets
        self._held: dict[str, HeldSocket] = {}
        self._counts: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    def find(self, sid: str) -> HeldSocket | None:
        return self._held.get(sid)

    def all(self) -> list[HeldSocket]:
        return list(self._held.values())

    def members(self, room: str) -> list[HeldSocket]:
        participants = self.server.manager.get_participants(NAMESPACE, room)
        return [self._held[sid] for sid, _ in participants if sid in self._held]

    def count(self, limit: str) -> int:
        return self._counts[limit]

    async def add(self, socket: HeldSocket) -> None:
        self._held[socket.sid] = socket
        self._counts.update(socket.counted)
        SOCKETS.set(len(self._held))
        self._sockets.recognise(socket.transport)
        await socket.place()

    def remove(self, sid: str) -> HeldSocket | None:
        socket = self._held.pop(sid, None)
        if socket is not None:
            for limit in socket.counted:
                uncount(self._counts, limit)
            SOCKETS.set(len(self._held))
            if socket.timer is not None:
                socket.timer.cancel()
        return socket

    async def recheck(self) -> None:
        """Close the sockets of ended sessions and flows, move those whose rights have changed: an event may be lost."""
        for kind in {type(socket) for socket in self.all()}:
            # The last of a kind may have left while those of another were compared.
            if sockets := [socket for socket in self.all() if isinstance(socket, kind)]:
                await kind.recheck(sockets)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def stop(self) -> None:
        for socket in self.all():
            await socket.drop()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.server.shutdown()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("socket_task_failed", exc_info=task.exception())
