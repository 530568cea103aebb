"""Socket.IO's server, hardened where it trusts its clients.

Only WebSocket frames of text reach it; silent connections are reaped; one that stops reading is closed before its
queue grows; a packet that our client never sends closes its connection before Socket.IO reads it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

import socketio
from socketio.packet import ACK
from structlog import get_logger
from typing_extensions import override

from server.platform.http.proxies import Network, find_peer
from server.platform.http.requests import query_problem
from server.platform.live.budget import Budget
from server.platform.live.bus import Bus
from server.platform.live.outbox import Outbox, Outgoing
from server.platform.live.packets import GOODBYE, NAMESPACE, ClientPacket, Kind, UnacceptablePacketError, read_packet
from server.platform.live.transports import Transport, Transports, protocol_behind
from server.vocabulary.networks import network_of

HANDSHAKE_SECONDS: Final = 5.0
MOST_CONNECTIONS: Final = 12_000
MOST_SILENT_PER_NETWORK: Final = 250
MOST_WAITING_PACKETS: Final = 200
# How long an ended connection may take to send what is queued.
ABORT_SECONDS: Final = 5.0
FRAME_CHARACTERS: Final = 16_384
# Of any content; far fewer may be events.
FRAMES: Final = 120
FRAMES_SECONDS: Final = 10.0
# The packets of Engine.IO that a client sends over WebSocket: the answer to a ping, and a message.
ENGINE_PACKETS: Final = frozenset("34")
POLICY_VIOLATION: Final = 1008
# What Engine.IO looks at until the connection ends.
ASGI_NAMES: Final = ("asgi.scope", "asgi.receive", "asgi.send")
PATHS: Final = frozenset({"/socket.io", "/socket.io/"})

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
# Given the connection's id, the event's name and its arguments; gives the acknowledgement.
EventHandler = Callable[[str, str, tuple[Any, ...]], Awaitable[dict[str, Any]]]

logger = get_logger(__name__)


class Sockets(socketio.AsyncServer):  # type: ignore[misc] # Socket.IO ships no types
    """`origins` is never empty: an empty list would switch Socket.IO's check off.

    `most_silent` counts connections from one network that have not authenticated yet. `on_event` answers what clients
    send, `on_closed` is called for every connection that has ended; both are given the connection's id.
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
        self.on_event: EventHandler | None = None
        self.on_closed: Callable[[str], None] | None = None
        self._transports = Transports()
        self._closing: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Listen to the bus from now on, not only from the first connection on."""
        self.manager_initialized = self._has_started = True
        self.bus.initialize()

    @property
    def free_places(self) -> int:
        """How many more connections this process has room for."""
        return self._most_connections - len(self.eio.sockets)

    def recognise(self, eio_sid: str) -> bool:
        """The client is authenticated: its connection is no longer reaped. False when it has already ended."""
        self._transports.recognise(eio_sid)
        return self._transports.find(eio_sid) is not None

    def forget_request(self, eio_sid: str) -> None:
        """The handshake is over: what a browser sends to open a connection is more than all else that is kept of it."""
        environ = self.environ.get(eio_sid, {})
        kept = {name: environ[name] for name in ASGI_NAMES if name in environ}
        environ.clear()
        environ.update(kept)
        forget = getattr(protocol_behind(environ), "forget_request", None)
        if forget is not None:
            forget()

    def network_of(self, eio_sid: str) -> str:
        """The network of an open connection; empty for one that has ended."""
        transport = self._transports.find(eio_sid)
        return "" if transport is None else transport.network

    def address_of(self, eio_sid: str) -> str:
        """The client's address on an open connection; empty for one that has ended."""
        transport = self._transports.find(eio_sid)
        return "" if transport is None else transport.address

    def authenticated(self) -> list[str]:
        """The open connections of recognised clients: each must have its record."""
        return [eio_sid for eio_sid in self.eio.sockets if not self._transports.is_waiting(eio_sid)]

    def dismiss(self, eio_sid: str) -> None:
        """Close the connection with a disconnect packet, after which the client does not reconnect."""
        self.push(GOODBYE, to=[eio_sid])
        self.close_transport(eio_sid)

    def close_transport(self, eio_sid: str) -> None:
        """Close the connection without a disconnect packet: our client reconnects."""
        self._transports.stop_reading(eio_sid)
        task = asyncio.get_running_loop().create_task(self._close(eio_sid))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def push(self, frame: str, *, to: Iterable[str]) -> None:
        """Send one frame to many connections; one that does not keep up is closed."""
        message = Outgoing.of(frame)
        for eio_sid in to:
            socket = self.eio.sockets.get(eio_sid)
            if socket is None or socket.closed:
                continue
            outbox: Outbox = socket.poll
            if outbox.waiting > MOST_WAITING_PACKETS:
                logger.info("socket_too_slow")
                self.close_transport(eio_sid)
            else:
                outbox.send(message)

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
        # once the queue is sent.
        await socket.queue.put(None)

    @override
    async def _handle_eio_connect(self, eio_sid: str, environ: dict[str, Any]) -> bool | None:
        address = find_peer(environ["asgi.scope"], trusted=self._trusted).address
        network = network_of(address)
        is_full = len(self.eio.sockets) > self._most_connections
        if is_full or self._transports.count_silent(network) >= self._most_silent:
            logger.warning("socket_refused", network=network, connections=len(self.eio.sockets))
            return False
        deadline = asyncio.get_running_loop().call_later(self._handshake_seconds, self.close_transport, eio_sid)
        socket = self.eio.sockets[eio_sid]
        socket.poll = Outbox(socket.queue, protocol=protocol_behind(environ))
        self._transports.add(eio_sid, address=address, deadline=deadline)
        await super()._handle_eio_connect(eio_sid, environ)
        return None

    @override
    async def _handle_eio_disconnect(self, eio_sid: str, reason: str) -> None:
        self._transports.remove(eio_sid)
        if self.on_closed is not None:
            self.on_closed(eio_sid)
        _abort_later(self.environ.get(eio_sid, {}))
        await super()._handle_eio_disconnect(eio_sid, reason)

    @override
    async def _handle_eio_message(self, eio_sid: str, data: object) -> None:
        """Every packet that a client sends passes here, before Socket.IO or a handler reads it."""
        transport = self._transports.find(eio_sid)
        if transport is None:
            return
        try:
            await self._dispatch(eio_sid, transport, read_packet(data))
        except UnacceptablePacketError:
            logger.info("socket_packet_refused", network=transport.network)
            self.close_transport(eio_sid)
        except Exception:
            logger.exception("socket_packet_failed")
            self.close_transport(eio_sid)

    async def _dispatch(self, eio_sid: str, transport: Transport, packet: ClientPacket) -> None:
        if packet.kind is Kind.GOODBYE:
            self.close_transport(eio_sid)
        elif packet.kind is Kind.HANDSHAKE and not transport.has_shaken_hands:
            transport.has_shaken_hands = True
            await self._handle_connect(eio_sid, NAMESPACE, packet.content)
            if transport.is_silent:
                # Refused: a client tries again on another connection.
                self.close_transport(eio_sid)
        elif packet.kind is Kind.EVENT and not transport.is_silent:
            await self._answer(eio_sid, packet)
        else:
            raise UnacceptablePacketError

    async def _answer(self, eio_sid: str, packet: ClientPacket) -> None:
        if self.on_event is None:
            raise UnacceptablePacketError
        name, *arguments = packet.content
        answer = await self.on_event(eio_sid, name, tuple(arguments))
        if packet.id is not None:
            acknowledgement = self.packet_class(ACK, namespace=NAMESPACE, id=packet.id, data=[answer], binary=False)
            self.push(acknowledgement.encode(), to=[eio_sid])

    @override
    async def _send_eio_packet(self, eio_sid: str, eio_pkt: Any) -> None:
        socket = self.eio.sockets.get(eio_sid)
        if socket is not None and socket.queue.qsize() > MOST_WAITING_PACKETS:
            logger.info("socket_too_slow")
            await self._close(eio_sid)
            return
        await super()._send_eio_packet(eio_sid, eio_pkt)


def _abort_later(environ: dict[str, Any]) -> None:
    """A client that reads nothing would keep its connection and its queue for ever.

    ASGI has no word for cutting a connection: it is uvicorn's, behind `send`.
    """
    transport = getattr(protocol_behind(environ), "transport", None)
    if transport is not None:
        asyncio.get_running_loop().call_later(ABORT_SECONDS, transport.abort)


def around(app: Application, sockets: Sockets) -> Application:
    """The ASGI application: sockets on /socket.io, everything else (the lifespan too) goes to `app`."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and query_problem(scope["query_string"]) is not None:
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        elif scope["type"] == "websocket" and scope["path"] in PATHS:
            await sockets.handle_request(scope, _only_readable(receive), send)
        else:
            await app(scope, receive, send)

    return application


def _only_readable(receive: Receive) -> Receive:
    """A frame that our client never sends, or one too many, counts as a disconnect."""
    frames = Budget(most=FRAMES, seconds=FRAMES_SECONDS)

    async def receive_readable() -> dict[str, Any]:
        event = await receive()
        if event["type"] != "websocket.receive":
            return event
        text = event.get("text")
        is_readable = text and text[0] in ENGINE_PACKETS and len(text) <= FRAME_CHARACTERS
        if not is_readable or not frames.spend(asyncio.get_running_loop().time()):
            return {"type": "websocket.disconnect", "code": 1003}
        return event

    return receive_readable
