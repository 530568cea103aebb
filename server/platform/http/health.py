"""Whether the server can serve, and what it depends on: checked all at once, for a second at most."""

import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum
from http import HTTPStatus
from typing import ClassVar, Final, cast

from quart import Blueprint, current_app
from redis.asyncio import Redis
from redis.exceptions import RedisError

from server.platform.errors import UNAVAILABLE_MESSAGE, ErrorCode, UnavailableError
from server.platform.http.authentication import operation
from server.platform.process.version import VERSION
from server.platform.schemas import ResponseSchema
from server.platform.services import Services

CHECK_SECONDS: Final = 1.0
RETRY_SECONDS: Final = 2
# The heartbeat of all workers; it expires 15 s after the last one has stopped.
WORKER_HEARTBEAT: Final = "waymark:worker:heartbeat"

blueprint: Final = Blueprint("health", __name__)


class CheckResult(StrEnum):
    OK = "ok"
    DOWN = "down"


class Checks(ResponseSchema):
    database: CheckResult
    redis: CheckResult
    worker: CheckResult
    realtime: CheckResult


class HealthStatus(StrEnum):
    """`degraded`: it serves, but something that it can do without for a while is down."""

    OK = "ok"
    DEGRADED = "degraded"
    UNAVAILABLE = "unavailable"


class Health(ResponseSchema):
    status: HealthStatus
    version: str
    checks: Checks


class UnhealthyProblem(Health):
    """The health with the fields that every error has."""

    message: str
    code: ErrorCode
    retry_after: int


class Liveness(ResponseSchema):
    status: HealthStatus


Answer = Health | tuple[UnhealthyProblem, int, dict[str, str]]
READINESS: Final[dict[int, type[ResponseSchema]]] = {
    HTTPStatus.OK: Health,
    HTTPStatus.SERVICE_UNAVAILABLE: UnhealthyProblem,
}


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

    async def close(self) -> None:
        await self._redis.aclose()

    async def _check(self) -> Checks:
        database, redis, worker = await asyncio.gather(
            _check(self._ask_database), _check(self._redis.ping), _check(self._find_heartbeat)
        )
        realtime = CheckResult.OK if self._is_subscribed() else CheckResult.DOWN
        return Checks(database=database, redis=redis, worker=worker, realtime=realtime)

    async def _ask_database(self) -> object:
        async with self._database.reading(is_kept=True) as connection:
            return await connection.fetch_value("SELECT true")

    async def _find_heartbeat(self) -> object:
        return await self._redis.exists(WORKER_HEARTBEAT)


async def _check(check: Callable[[], Awaitable[object]]) -> CheckResult:
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            return CheckResult.OK if await check() else CheckResult.DOWN
    except (RedisError, OSError, TimeoutError, UnavailableError):
        return CheckResult.DOWN


@blueprint.get("/health")
@blueprint.get("/api/v1/health", endpoint="read_api_health")
@operation("health", public=True, limit=600, answers=READINESS)
async def read_health() -> Answer:
    """Whether the server can serve, and what it stands on."""
    return await _answer(needs_events=False)


@blueprint.get("/health/ready")
@operation("health", public=True, limit=600, answers=READINESS)
async def read_readiness() -> Answer:
    """Whether requests should be sent here: it reaches the database and receives events."""
    return await _answer(needs_events=True)


@blueprint.get("/health/live")
@operation("health", public=True, limit=600)
async def read_liveness() -> Liveness:
    """That the process answers at all; it asks no other service."""
    return Liveness(status=HealthStatus.OK)


async def _answer(*, needs_events: bool) -> Answer:
    probe = cast("HealthProbe", current_app.extensions[HealthProbe.EXTENSION])
    checks = await probe.look()
    needed = {checks.database, checks.realtime} if needs_events else {checks.database}
    if needed == {CheckResult.OK} and not probe.leaves():
        is_whole = all(result is CheckResult.OK for _, result in checks)
        status = HealthStatus.OK if is_whole else HealthStatus.DEGRADED
        return Health(status=status, version=VERSION, checks=checks)
    problem = UnhealthyProblem(
        status=HealthStatus.UNAVAILABLE,
        version=VERSION,
        checks=checks,
        message=UNAVAILABLE_MESSAGE,
        code=UnavailableError.code,
        retry_after=RETRY_SECONDS,
    )
    return problem, UnavailableError.status, {"Retry-After": str(RETRY_SECONDS)}
