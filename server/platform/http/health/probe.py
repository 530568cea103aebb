"""Checks of everything the server depends on, all at once, for a second at most."""

import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import ClassVar, Final

from redis.asyncio import Redis
from redis.exceptions import RedisError

from server.platform.errors import UnavailableError
from server.platform.schemas import ResponseSchema
from server.platform.services import Services

CHECK_SECONDS: Final = 1.0
# The heartbeat of all workers; it expires 15 s after the last one has stopped.
WORKER_HEARTBEAT: Final = "waymark:worker:heartbeat"


class CheckResult(StrEnum):
    OK = "ok"
    DOWN = "down"


class Checks(ResponseSchema):
    database: CheckResult
    redis: CheckResult
    worker: CheckResult
    realtime: CheckResult


class HealthProbe:
    EXTENSION: ClassVar = "waymark_health_probe"

    def __init__(self, services: Services, *, is_subscribed: Callable[[], bool], leaves: Callable[[], bool]) -> None:
        self._database = services.database
        self._is_subscribed = is_subscribed
        # The process is about to end, and requests should go elsewhere.
        self.leaves = leaves
        self._redis: Redis = Redis.from_url(services.settings.redis_url, socket_connect_timeout=CHECK_SECONDS)
        self._running: asyncio.Task[Checks] | None = None

    async def look(self) -> Checks:
        """Run the checks; concurrent callers share one run and its result."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._check())
        return await asyncio.shield(self._running)

    async def _check(self) -> Checks:
        database, redis, worker = await asyncio.gather(
            _succeeds(self._ask_database), _succeeds(self._ping_redis), _succeeds(self._find_heartbeat)
        )
        realtime = CheckResult.OK if self._is_subscribed() else CheckResult.DOWN
        return Checks(database=database, redis=redis, worker=worker, realtime=realtime)

    async def close(self) -> None:
        await self._redis.aclose()

    async def _ask_database(self) -> bool:
        async with self._database.reading(is_kept=True) as connection:
            return bool(await connection.fetch_value("SELECT true"))

    async def _ping_redis(self) -> bool:
        return bool(await self._redis.ping())

    async def _find_heartbeat(self) -> bool:
        return bool(await self._redis.exists(WORKER_HEARTBEAT))


async def _succeeds(check: Callable[[], Awaitable[bool]]) -> CheckResult:
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            return CheckResult.OK if await check() else CheckResult.DOWN
    except (RedisError, OSError, TimeoutError, UnavailableError):
        return CheckResult.DOWN
