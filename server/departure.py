"""How a web process behind a proxy leaves without anybody being refused.

It says that it is unavailable and goes on serving, until the proxy has heard; then its sockets connect anew, which
takes them to another process; only then does the server end, which waits for the requests that still run.
"""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from typing import Final

from structlog import get_logger

# deploy/Caddyfile asks every second. Where processes are restarted in turn, the one before has just begun to answer: it
# must have been noticed before this one is avoided.
OTHERS_NOTICED_SECONDS: Final = 1.5
NOTICED_SECONDS: Final = 2.0
# Sockets that come while the proxy still sends them here are closed by the server itself.
MOVE_SECONDS: Final = 2.5

logger = get_logger(__name__)


class Departure:
    """Stands between SIGTERM and the server that runs this process, which would end at once.

    `is_told`: whoever asks for the health hears that requests should go elsewhere.
    """

    def __init__(self) -> None:
        self.is_told = False
        self._leaving: asyncio.Task[None] | None = None

    def watch(self, *, move_sockets: Callable[[], Awaitable[None]]) -> None:
        """Take SIGTERM over; a second one does not wait. To be called in the process's own event loop."""
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
        self.is_told = True
        await asyncio.sleep(NOTICED_SECONDS)
        await move_sockets()
        await asyncio.sleep(MOVE_SECONDS)
        end()
