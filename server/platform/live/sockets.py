"""Socket.IO's server, and the door in front of it, which reads every frame of a client before Socket.IO does.

Socket.IO would take `connect` and `disconnect` from a client as events, keep silent connections open, and queue without
end for a client that does not read.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from re import DOTALL
from re import compile as pattern
from typing import Any, Final

import socketio
from structlog import get_logger

from server.platform.http.proxies import Network, find_peer
from server.platform.http.requests import query_problem
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
