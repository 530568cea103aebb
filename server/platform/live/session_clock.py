"""Timers of sockets: two warnings before the end of a token, and the end of a token or flow."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any, Final

from structlog import get_logger

from server.platform.process.clock import utc_now

# Seconds before the end.
WARNINGS: Final = (300.0, 60.0)
# A timer may fire slightly early; the remaining time is rounded to so many decimals.
STEP_DECIMALS: Final = 1

Action = Callable[[str], Coroutine[Any, Any, None]]

logger = get_logger(__name__)


def seconds_left(expires_at: datetime) -> float:
    return max(0.0, round((expires_at - utc_now()).total_seconds(), STEP_DECIMALS))


def seconds_to_next(left: float) -> float:
    """From now to the next warning, or to the end when both have been."""
    return next((left - warning for warning in WARNINGS if left > warning), left)


class SessionClock:
    """One timer a socket. `warn` and `expire` are given the socket's id."""

    def __init__(self, *, warn: Action, expire: Action) -> None:
        self._warn = warn
        self._expire = expire
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._running: set[asyncio.Task[None]] = set()

    def start(self, sid: str, *, expires_at: datetime) -> None:
        """Restart the timer; a socket that connects after a warning was due gets one now."""
        self.stop(sid)
        left = seconds_left(expires_at)
        if 0 < left <= WARNINGS[0]:
            self._run(self._warn(sid))
        self._schedule(sid, expires_at, left)

    def stop(self, sid: str) -> None:
        timer = self._timers.pop(sid, None)
        if timer is not None:
            timer.cancel()

    def _schedule(self, sid: str, expires_at: datetime, left: float) -> None:
        loop = asyncio.get_running_loop()
        self._timers[sid] = loop.call_later(seconds_to_next(left), self._ring, sid, expires_at)

    def _ring(self, sid: str, expires_at: datetime) -> None:
        left = seconds_left(expires_at)
        if left == 0:
            del self._timers[sid]
            self._run(self._expire(sid))
            return
        self._run(self._warn(sid))
        self._schedule(sid, expires_at, left)

    def _run(self, action: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(action)
        self._running.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("session_clock_failed", exc_info=task.exception())
