"""uvicorn's HTTP protocol with time limits for slow clients.

uvicorn waits without end for the rest of a header or of a body, takes headers of any length and any number of requests
at once, works through a body in pieces of one byte, and keeps an answer for a client that does not take it. A proxy in
front stops most of this; not every process has one.
"""

import asyncio
import socket
from contextlib import suppress
from enum import Enum, auto
from http import HTTPStatus
from typing import Any, ClassVar, Final, cast

from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from server.platform.error_codes import ErrorCode
from server.platform.errors import ApplicationError, PayloadTooLargeError
from server.platform.http.problems import Problem, RequestTimedOutError

HEADER_BYTES: Final = 64 * 1024
# Requests that wait behind one that is being answered.
MOST_PIPELINED: Final = 16
# A body comes in pieces as large as the network makes them; a chunk of one byte costs as much as one of 64 KB.
MOST_SMALL_PIECES: Final = 10_000
SMALL_PIECE_BYTES: Final = 256
FED_AT_ONCE: Final = 16 * 1024
FLUSH_SECONDS: Final = 5.0
# A client that has to take so little in so long has left, or is there to be waited for.
TAKE_SECONDS: Final = 30.0
LEAST_TAKEN: Final = 16 * 1024
# Else the kernel takes megabytes at once, and for minutes nothing is seen of a slow client that takes them.
UNSENT_BYTES: Final = 64 * 1024
CONTINUE: Final = b"HTTP/1.1 100"


class Stage(Enum):
    """What the connection waits for."""

    NOTHING = auto()
    HEADERS = auto()
    BODY = auto()


class WholeAnswer:
    """The transport of one answer: its head leaves with the first part of its body, in one system call."""

    __slots__ = ("_head", "_transport")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head: bytes | None = None

    def write(self, part: bytes) -> None:
        if self._head is None and not part.startswith(CONTINUE):
            self._head = part
        elif self._head:
            self._transport.writelines((self._head, part))
            self._head = b""
        else:
            self._transport.write(part)

    def close(self) -> None:
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()


class HttpProtocol(HttpToolsProtocol):
    """Answers 408, 413 or 431 where a request comes too slowly or is too large to be read, and closes."""

    header_seconds: ClassVar[float] = 10.0
    body_seconds: ClassVar[float] = 75.0
    take_seconds: ClassVar[float] = TAKE_SECONDS

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - uvicorn's, whatever they are
        super().__init__(*arguments, **options)
        self._stage = self._watched = Stage.NOTHING
        self._timer: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None
        self._header_bytes = self._pieces = self._piece_bytes = self._untaken = 0

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        # So that writing pauses, and a slow client is seen, whatever is left.
        transport.set_write_buffer_limits(high=0)
        # None of it over a Unix socket.
        with suppress(OSError):
            connection = transport.get_extra_info("socket")
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
        self._watch(Stage.HEADERS)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._watch(Stage.NOTHING)
        self._stop_expecting()
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        for place in range(0, len(data), FED_AT_ONCE):
            piece = data[place : place + FED_AT_ONCE]
            super().data_received(piece)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                self._watch(Stage.NOTHING)
                return
            if self._is_too_large(len(piece)):
                return
        self._watch(Stage.HEADERS if self._is_between_requests else self._stage)

    @override
    def on_message_begin(self) -> None:
        self._stage, self._header_bytes = Stage.HEADERS, 0
        super().on_message_begin()

    @override
    def on_headers_complete(self) -> None:
        self._stage, self._pieces, self._piece_bytes = Stage.BODY, 0, 0
        super().on_headers_complete()
        cycle: RequestResponseCycle | None = self.cycle
        # An answer to HEAD has no body that its head could wait for.
        if cycle is not None and self.scope["method"] != "HEAD":
            cycle.transport = cast("asyncio.Transport", WholeAnswer(self.transport))

    @override
    def on_body(self, body: bytes) -> None:
        self._pieces += 1
        self._piece_bytes += len(body)
        super().on_body(body)

    @override
    def on_message_complete(self) -> None:
        self._stage, self._header_bytes = Stage.NOTHING, 0
        self._watch(Stage.NOTHING)
        super().on_message_complete()

    @override
    def handle_websocket_upgrade(self) -> None:
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade()
        # Where its reader cannot read the request it begins no handshake, and would wait for ever.
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):
            self.send_400_response("Invalid WebSocket request.")

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_to_be_taken()

    @override
    def resume_writing(self) -> None:
        self._stop_expecting()
        super().resume_writing()

    def _expect_to_be_taken(self) -> None:
        self._untaken = self.transport.get_write_buffer_size()
        self._taking = self.loop.call_later(self.take_seconds, self._end_slow_reader)

    def _stop_expecting(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _end_slow_reader(self) -> None:
        """The request ends with its connection, as where the client leaves."""
        if self._untaken - self.transport.get_write_buffer_size() < LEAST_TAKEN:
            self.transport.abort()
        else:
            self._expect_to_be_taken()

    @property
    def _is_between_requests(self) -> bool:
        """Line breaks between two requests begin none, but end uvicorn's own waiting for the next one."""
        cycle: RequestResponseCycle | None = self.cycle
        return self._stage is Stage.NOTHING and (cycle is None or cycle.response_complete)

    def _is_too_large(self, fed: int) -> bool:
        """Refuse a request that is larger than any of our client."""
        if self._stage is Stage.HEADERS or self._is_between_requests:
            self._header_bytes += fed
        if self._header_bytes > HEADER_BYTES or len(self.pipeline) > MOST_PIPELINED:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, PayloadTooLargeError)
        elif self._pieces > MOST_SMALL_PIECES and self._piece_bytes < self._pieces * SMALL_PIECE_BYTES:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, PayloadTooLargeError)
        return self.transport.is_closing()

    def _watch(self, stage: Stage) -> None:
        """Limit the time that the client may take for this stage."""
        if stage is self._watched:
            return
        self._watched = stage
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if stage is not Stage.NOTHING:
            seconds = self.header_seconds if stage is Stage.HEADERS else self.body_seconds
            self._timer = self.loop.call_later(seconds, self._end_waiting)

    def _end_waiting(self) -> None:
        self._timer, self._watched = None, Stage.NOTHING
        self._refuse(HTTPStatus.REQUEST_TIMEOUT, RequestTimedOutError)

    def _refuse(self, status: HTTPStatus, error: type[ApplicationError]) -> None:
        """Answer and close; only close where an answer has begun, or nothing was asked."""
        cycle: RequestResponseCycle | None = self.cycle
        is_answered = cycle is not None and cycle.response_started and not cycle.response_complete
        if self._stage is not Stage.NOTHING and not is_answered and not self.transport.is_closing():
            self.transport.write(_answer(status, Problem(message=error.message, code=ErrorCode(error.code))))
        self._watch(Stage.NOTHING)
        self.transport.close()
        self.loop.call_later(FLUSH_SECONDS, self.transport.abort)


def limited_protocol(
    *, header_seconds: float, body_seconds: float, take_seconds: float = TAKE_SECONDS
) -> type[HttpProtocol]:
    """The protocol with limits of one's own, for uvicorn's `--http`."""

    class LimitedProtocol(HttpProtocol):
        pass

    LimitedProtocol.header_seconds, LimitedProtocol.body_seconds = header_seconds, body_seconds
    LimitedProtocol.take_seconds = take_seconds
    return LimitedProtocol


def _answer(status: HTTPStatus, problem: Problem) -> bytes:
    body = problem.model_dump_json(exclude_none=True).encode()
    head = (
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
        "cache-control: no-store\r\nconnection: close\r\n\r\n"
    )
    return b"".join([STATUS_LINE[status], head.encode(), body])
