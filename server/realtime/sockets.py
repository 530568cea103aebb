"""Socket.IO's server, hardened where it trusts whoever connects.

Only WebSocket frames of text reach it; connections that say nothing are reaped; one that stops reading is
closed before its queue grows; a packet that cannot be read closes the connection instead of vanishing.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

import socketio
from engineio.packet import MESSAGE, Packet
from structlog import get_logger
from typing_extensions import override

from server.proxies import Network, find_peer, network_of
from server.realtime.bus import Bus

HANDSHAKE_SECONDS: Final = 5.0
MOST_CONNECTIONS: Final = 12_000
MOST_SILENT_PER_NETWORK: Final = 250
MOST_WAITING_PACKETS: Final = 200
# How long a connection that is over may take to get rid of what was said before.
ABORT_SECONDS: Final = 5.0
FRAME_CHARACTERS: Final = 16_384
ENGINE_PACKETS: Final = frozenset("0123456")
PATHS: Final = frozenset({"/socket.io", "/socket.io/"})

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

logger = get_logger(__name__)


class Sockets(socketio.AsyncServer):  # type: ignore[misc] # Socket.IO ships no types
    """`origins` is never empty: an empty list would switch Socket.IO's check off.

    `most_silent` counts connections from one network that have not authenticated yet.
    """

    def __init__(
        self,
        bus: Bus,
        *,
        origins: Sequence[str],
        trusted: Sequence[Network],
        handshake_seconds: float = HANDSHAKE_SECONDS,
        most_connections: int = MOST_CONNECTIONS,
        most_silent: int = MOST_SILENT_PER_NETWORK,
    ) -> None:
        super().__init__(
            async_mode="asgi",
            client_manager=bus,
            transports=["websocket"],
            allow_upgrades=False,
            cors_allowed_origins=list(origins),
            max_http_buffer_size=FRAME_CHARACTERS,
            http_compression=False,
            logger=False,
            engineio_logger=False,
        )
        self.bus = bus
        self._has_started = False
        self._trusted = trusted
        self._handshake_seconds = handshake_seconds
        self._most_connections = most_connections
        self._most_silent = most_silent
        self._silent: dict[str, tuple[str, asyncio.TimerHandle]] = {}
        self._silent_by_network: Counter[str] = Counter()
        self._closing: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Listen to the bus from now on, not only from the first connection on."""
        self.manager_initialized = self._has_started = True
        self.bus.initialize()

    def has_authenticated(self, eio_sid: str) -> None:
        """Whoever is at the other end is known: the connection is not reaped any more."""
        silent = self._silent.pop(eio_sid, None)
        if silent is None:
            return
        network, timer = silent
        timer.cancel()
        self._silent_by_network[network] -= 1
        if not self._silent_by_network[network]:
            del self._silent_by_network[network]

    def close_transport(self, eio_sid: str) -> None:
        """Close the connection without a word; a client of ours connects again by itself."""
        task = asyncio.get_running_loop().create_task(self._close(eio_sid))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def push(self, frame: str, *, to: Iterable[str]) -> None:
        """Say the same to many; whoever does not keep up is closed."""
        packet = Packet(MESSAGE, frame)
        for eio_sid in to:
            socket = self.eio.sockets.get(eio_sid)
            if socket is None or socket.closed:
                continue
            if socket.queue.qsize() > MOST_WAITING_PACKETS:
                logger.info("socket_too_slow")
                self.close_transport(eio_sid)
            else:
                socket.queue.put_nowait(packet)

    async def stop(self) -> None:
        """Close every connection and end what runs beside them."""
        for eio_sid in list(self.eio.sockets):
            await self._close(eio_sid)
        if self._has_started:
            self.bus.thread.cancel()
            with suppress(asyncio.CancelledError):
                await self.bus.thread
        await self.shutdown()

    async def _close(self, eio_sid: str) -> None:
        socket = self.eio.sockets.get(eio_sid)
        if socket is None:
            return
        await socket.close(wait=False, abort=True)
        # Engine.IO would wait for the client to hang up; None ends its writer, which closes the WebSocket
        # once everything said before is out.
        await socket.queue.put(None)

    @override
    async def _handle_eio_connect(self, eio_sid: str, environ: dict[str, Any]) -> bool | None:
        network = self._network_of(environ)
        is_full = len(self.eio.sockets) > self._most_connections
        if is_full or self._silent_by_network[network] >= self._most_silent:
            logger.warning("socket_refused", network=network, connections=len(self.eio.sockets))
            return False
        timer = asyncio.get_running_loop().call_later(self._handshake_seconds, self.close_transport, eio_sid)
        socket = self.eio.sockets[eio_sid]
        socket.poll = partial(_take_packets, socket.queue)
        self._silent[eio_sid] = (network, timer)
        self._silent_by_network[network] += 1
        await super()._handle_eio_connect(eio_sid, environ)
        return None

    @override
    async def _handle_eio_disconnect(self, eio_sid: str, reason: str) -> None:
        self.has_authenticated(eio_sid)
        _abort_later(self.environ.get(eio_sid, {}))
        await super()._handle_eio_disconnect(eio_sid, reason)

    @override
    async def _handle_eio_message(self, eio_sid: str, data: str) -> None:
        try:
            await super()._handle_eio_message(eio_sid, data)
        except Exception:  # noqa: BLE001 - whatever a stranger sent
            logger.info("socket_packet_unreadable")
            self.close_transport(eio_sid)

    @override
    async def _send_eio_packet(self, eio_sid: str, eio_pkt: Any) -> None:
        socket = self.eio.sockets.get(eio_sid)
        if socket is not None and socket.queue.qsize() > MOST_WAITING_PACKETS:
            logger.info("socket_too_slow")
            await self._close(eio_sid)
            return
        await super()._send_eio_packet(eio_sid, eio_pkt)

    def _network_of(self, environ: dict[str, Any]) -> str:
        client = environ["asgi.scope"].get("client")
        peer = find_peer(
            address=None if client is None else client[0],
            scheme="http",
            forwarded_for=environ.get("HTTP_X_FORWARDED_FOR", ""),
            forwarded_proto="",
            trusted=self._trusted,
        )
        return network_of(peer.address)


async def _take_packets(queue: "asyncio.Queue[Packet | None]") -> list[Packet]:
    """What waits to be said, at least one packet; none at the end.

    Engine.IO's own sets a timer and a task around every wait, which costs as much as sending; what it notices, the
    one who reads from the same connection notices too.
    """
    packets: list[Packet] = []
    packet = await queue.get()
    while packet is not None:
        packets.append(packet)
        if queue.empty():
            return packets
        packet = queue.get_nowait()
    if packets:
        queue.put_nowait(None)
    return packets


def _abort_later(environ: dict[str, Any]) -> None:
    """A client that reads nothing would keep its connection, and what waits in it, for ever.

    ASGI has no word for cutting a connection: it is uvicorn's, behind `send`.
    """
    transport = getattr(getattr(environ.get("asgi.send"), "__self__", None), "transport", None)
    if transport is not None:
        asyncio.get_running_loop().call_later(ABORT_SECONDS, transport.abort)


def around(app: Application, sockets: Sockets) -> Application:
    """The ASGI application: sockets on /socket.io, everything else (the lifespan too) goes to `app`."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] in PATHS:
            await sockets.handle_request(scope, _only_readable(receive), send)
        else:
            await app(scope, receive, send)

    return application


def _only_readable(receive: Receive) -> Receive:
    """Engine.IO would fall over a frame that is none of its packets: such a client has hung up."""

    async def receive_readable() -> dict[str, Any]:
        event = await receive()
        if event["type"] != "websocket.receive":
            return event
        text = event.get("text")
        if not text or text[0] not in ENGINE_PACKETS or len(text) > FRAME_CHARACTERS:
            return {"type": "websocket.disconnect", "code": 1003}
        return event

    return receive_readable
