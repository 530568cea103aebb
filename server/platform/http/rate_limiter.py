"""Calls of an address, or for a row, are counted in Redis over fixed windows that every process shares.

A process takes calls from a window in small leases, so that a generous limit costs one round trip in many
calls and a used-up one costs none. With Redis away each process counts for itself.
"""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from server.platform.process.metrics import REFUSALS
from server.platform.process.outages import OUTAGES
from server.vocabulary.networks import network_of

REDIS_SECONDS: Final = 0.3
RETRY_REDIS_AFTER_SECONDS: Final = 1.0
LEASES_IN_A_LIMIT: Final = 20
REMEMBERED_WINDOWS: Final = 20_000


@dataclass(frozen=True, kw_only=True)
class Limit:
    bucket: str
    count: int
    seconds: int


@dataclass
class Window:
    """What this process holds of one window: `left` calls to give, `taken` from the window so far."""

    number: int
    left: int = 0
    taken: int = 0
    is_used_up: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class RateLimiter:
    """`scale` multiplies every limit (RATE_LIMIT_SCALE)."""

    def __init__(self, redis_url: str, *, scale: float) -> None:
        self._redis: Redis = Redis.from_url(redis_url, socket_connect_timeout=REDIS_SECONDS)
        self._scale = scale
        self._windows: dict[tuple[str, str], Window] = {}
        self._redis_away_until = 0.0

    async def spend(self, limit: Limit, *, key: str) -> int | None:
        """Use up one call of an address or a row. None when it is allowed, else the seconds until the next window."""
        now = time.time()
        key = network_of(key)
        window = self._window((limit.bucket, key), number=int(now // limit.seconds))
        if window.left == 0 and not window.is_used_up:
            # One takes a lease for all that wait: a lease for each would be the whole limit.
            async with window.lock:
                if window.left == 0 and not window.is_used_up:
                    await self._take(limit, window, key=key)
        if window.left == 0:
            REFUSALS.labels(limit.bucket).inc()
            return max(1, round((window.number + 1) * limit.seconds - now))
        window.left -= 1
        return None

    async def close(self) -> None:
        await self._redis.aclose()

    def _window(self, key: tuple[str, str], *, number: int) -> Window:
        window = self._windows.get(key)
        if window is None or window.number != number:
            if len(self._windows) >= REMEMBERED_WINDOWS:
                self._windows.clear()
            window = self._windows[key] = Window(number=number)
        return window

    async def _take(self, limit: Limit, window: Window, *, key: str) -> None:
        count = max(1, int(limit.count * self._scale))
        size = max(1, count // LEASES_IN_A_LIMIT)
        name = f"waymark:limit:{limit.bucket}:{key}:{window.number}"
        # Redis does not know what this process has taken without it.
        total = max(await self._add(name, size, seconds=limit.seconds) or 0, window.taken + size)
        granted = max(0, min(size, count - (total - size)))
        window.taken += granted
        window.left += granted
        window.is_used_up = granted == 0

    async def _add(self, key: str, size: int, *, seconds: int) -> int | None:
        """The number of calls that all processes have taken, or None without Redis."""
        if time.monotonic() < self._redis_away_until:
            return None
        try:
            async with asyncio.timeout(REDIS_SECONDS), self._redis.pipeline(transaction=True) as pipeline:
                pipeline.incrby(key, size)
                pipeline.expire(key, seconds * 2)
                taken = int((await pipeline.execute())[0])
        except (RedisError, OSError, TimeoutError) as error:
            self._redis_away_until = time.monotonic() + RETRY_REDIS_AFTER_SECONDS
            OUTAGES.failed("redis", type(error).__name__, at="rate_limits")
            return None
        OUTAGES.works("redis")
        return taken
