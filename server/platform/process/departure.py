"""Shutdown of a web process behind a proxy, without a refused request.

It reports itself unavailable and continues to serve until the proxy has noticed; then its sockets reconnect, to another
process; only then does the server stop, which waits for running requests.
"""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from typing import Final

from structlog import get_logger

# deploy/Caddyfile asks every second. In a rolling restart the proxy must see the previous process healthy before it
# drops this one.
OTHERS_NOTICED_SECONDS: Final = 1.5
NOTICED_SECONDS: Final = 2.0
# Sockets that come while the proxy still sends them here are closed by the server itself.
MOVE_SECONDS: Final = 2.5

logger = get_logger(__name__)


class Departure:
    """Handles SIGTERM before uvicorn, which would stop at once.

    `is_announced`: the health check reports that requests should go elsewhere.
    """

    def __init__(self) -> None:
        self.is_announced = False
        self._leaving: asyncio.Task[None] | None = None

    def watch(self, *, move_sockets: Callable[[], Awaitable[None]]) -> None:
        """Install the handler of SIGTERM; a second signal does not wait. Call in the process's own event loop."""
        server = signal.getsignal(signal.SIGTERM)
        if callable(server):
            asyncio.get_running_loop().add_signal_handler(
                signal.SIGTERM, self._begin, lambda: server(signal.SIGTERM, None), move_sockets
            )

    def _begin(self, end: Callable[[], object], move_sockets: Callable[[], Awaitable[None]]) -> None:
        if self._leaving is not None:
            end()
            return
        logger.info("leaving")
        self._leaving = asyncio.get_running_loop().create_task(self._leave(end, move_sockets))

    async def _leave(self, end: Callable[[], object], move_sockets: Callable[[], Awaitable[None]]) -> None:
        await asyncio.sleep(OTHERS_NOTICED_SECONDS)
        self.is_announced = True
        await asyncio.sleep(NOTICED_SECONDS)
        await move_sockets()
        await asyncio.sleep(MOVE_SECONDS)
        end()
