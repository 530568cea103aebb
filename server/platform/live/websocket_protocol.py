"""uvicorn's WebSocket protocol with a limit of what a client may send, which holds before a frame is parsed.

It is given to uvicorn by server/serve.py. ASGI shows neither pings nor the frames of unfinished messages, and what is
read at once can be forty thousand of them.
"""

import asyncio
from typing import Final

from typing_extensions import override
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

# The token and forty events of ours are a fifth of this.
MOST_BYTES: Final = 32 * 1024
SECONDS: Final = 10.0


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Closes a connection whose client sends more than MOST_BYTES within SECONDS."""

    received_since = float("-inf")
    received = 0

    @override
    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            # The request, which has the limits of every request.
            super().data_received(data)
            return
        now = asyncio.get_running_loop().time()
        if now - self.received_since > SECONDS:
            self.received_since, self.received = now, 0
        self.received += len(data)
        if self.received > MOST_BYTES:
            self.transport.abort()
        else:
            super().data_received(data)
