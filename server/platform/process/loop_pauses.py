"""Measure how long the event loop of this process did not come round: the lateness of a timer."""

import asyncio
from collections import deque
from typing import Final

from structlog import get_logger

from server.platform.process.metrics import LOOP_PAUSE

TICK_SECONDS: Final = 0.02
# A process whose pauses are only logged looks less often: it is woken by little else while it is idle.
IDLE_TICK_SECONDS: Final = 0.1
REMEMBERED_SECONDS: Final = 60.0
# The log names such a pause too.
LOGGED_SECONDS: Final = 1.0

logger = get_logger(__name__)


class LoopPauses:
    def __init__(self, *, tick: float = TICK_SECONDS) -> None:
        self._tick = tick
        # (end, length) of each look.
        self._pauses: deque[tuple[float, float]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        LOOP_PAUSE.set_function(self.longest)

    def longest(self) -> float:
        """The longest pause of the last minute, in seconds."""
        # A copy: another thread reads it for the metrics.
        return max((length for _, length in tuple(self._pauses)), default=0.0)

    def start(self) -> None:
        """Measure the running loop until :meth:`stop`."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self._tick
        self._timer = loop.call_at(due, self._look, due)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _look(self, due: float) -> None:
        now = asyncio.get_running_loop().time()
        late = now - due
        if late >= LOGGED_SECONDS:
            logger.warning("loop_paused", seconds=round(late, 3))
        self._pauses.append((now, late))
        while self._pauses[0][0] < now - REMEMBERED_SECONDS:
            self._pauses.popleft()
        self.start()
