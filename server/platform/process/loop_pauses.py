"""Measure how long the event loop of this process did not come round: the lateness of a timer."""

import asyncio
from collections import deque
from typing import Final

from structlog import get_logger

from server.platform.process.metrics import LOOP_PAUSE

TICK_SECONDS: Final = 0.02
REMEMBERED_SECONDS: Final = 60.0
# A worker has no page of metrics: its log names what an operator has to know.
LOGGED_SECONDS: Final = 1.0

logger = get_logger(__name__)


class LoopPauses:
    def __init__(self) -> None:
        # (end, length) of each look.
        self._pauses: deque[tuple[float, float]] = deque()
        self._watching: asyncio.Task[None] | None = None
        LOOP_PAUSE.set_function(self.longest)

    def longest(self) -> float:
        """The longest pause of the last minute, in seconds."""
        return max((length for _, length in self._pauses), default=0.0)

    def start(self) -> None:
        """Measure the running loop until :meth:`stop`."""
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    def stop(self) -> None:
        if self._watching is not None:
            self._watching.cancel()

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK_SECONDS
            await asyncio.sleep(TICK_SECONDS)
            self._note(loop.time(), late=loop.time() - due)

    def _note(self, now: float, *, late: float) -> None:
        if late >= LOGGED_SECONDS:
            logger.warning("loop_paused", seconds=round(late, 3))
        self._pauses.append((now, late))
        while self._pauses[0][0] < now - REMEMBERED_SECONDS:
            self._pauses.popleft()
