"""uvicorn's WebSocket protocol with a limit on the frames of one connection.

A read brings up to 256 KB, which is 40,000 empty frames; uvicorn works through all of them before anything else runs,
and answers each ping. The limit therefore counts while frames are read, whatever they are: text, parts of it, pings.
"""

import asyncio
from typing import Any, Final

from typing_extensions import override
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import Frame
from websockets.protocol import State
from websockets.server import ServerProtocol

from server.platform.live.budget import Budget
from server.platform.live.sockets import ABORT_SECONDS, FRAMES, FRAMES_SECONDS

# Those that `sockets` lets through, and as many pings, pongs and fragments.
MOST_FRAMES: Final = 2 * FRAMES


class LimitedReader(ServerProtocol):
    """Stops at the first frame that is too many: what follows is dropped unread."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - websockets' own
        super().__init__(**options)
        self._frames = Budget(most=MOST_FRAMES, seconds=FRAMES_SECONDS)

    @override
    def recv_frame(self, frame: Frame) -> None:
        if not self._frames.spend(asyncio.get_running_loop().time()):
            message = "too many frames"
            raise ProtocolError(message)
        super().recv_frame(frame)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Closes where a client sends too many frames, one that is no frame, or any before it was answered."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - uvicorn's, whatever they are
        super().__init__(*arguments, **options)
        # No extensions: a compressed message may be a thousand times as large as what was sent.
        self.conn = LimitedReader(max_size=self.config.ws_max_size, logger=self.logger)

    @override
    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()
            return
        super().data_received(data)

    def write_frame(self, frame: bytes) -> bool:
        """False, and nothing written, where the connection is not open, or its client does not keep up."""
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(frame)
        return True

    def forget_request(self) -> None:
        """What opened the connection is not looked at again."""
        self.request.headers.clear()
        self.response.headers.clear()
        self.scope["headers"] = ()

    @override
    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        # A client that reads nothing would keep the connection, with the answers that wait in it.
        self.loop.call_later(ABORT_SECONDS, self.transport.abort)
