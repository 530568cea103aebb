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
        end, loop = signal.getsignal(signal.SIGTERM), asyncio.get_running_loop()
        if not callable(end):
            return

        async def leave() -> None:
            await asyncio.sleep(OTHERS_NOTICED_SECONDS)
            self.is_announced = True
            await asyncio.sleep(NOTICED_SECONDS)
            await move_sockets()
            await asyncio.sleep(MOVE_SECONDS)
            end(signal.SIGTERM, None)

        def begin() -> None:
            if self._leaving is not None:
                end(signal.SIGTERM, None)
                return
            logger.info("leaving")
            self._leaving = loop.create_task(leave())

        loop.add_signal_handler(signal.SIGTERM, begin)
