"""Whether the server can serve, and what it depends on: checked at once, for two seconds at most.

What is down is kept by check, with the reason. Only callers with METRICS_TOKEN see reasons, and checks beyond the four
that are public.
"""

import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum
from http import HTTPStatus
from typing import ClassVar, Final, cast

from pydantic import Field
from quart import Blueprint, current_app
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from server.platform.database.connections import Connection
from server.platform.database.schema_repository import find_revision, needed_revision
from server.platform.errors import UNAVAILABLE_MESSAGE, ErrorCode, UnavailableError
from server.platform.http.authentication import current_call, has_metrics_token, operation
from server.platform.process.metrics import CHECKS_UP, QUEUE_WAIT
from server.platform.process.outages import OUTAGES
from server.platform.process.tasks import WORKER_HEARTBEAT, WORKER_OUTAGES
from server.platform.process.version import BUILD
from server.platform.schemas import ResponseSchema
from server.platform.services import Services

CHECK_SECONDS: Final = 1.0
RETRY_SECONDS: Final = 2
# Workers take all work within seconds, but for what waits behind other work of its company.
LONGEST_WAIT_SECONDS: Final = 120.0
PROBE: Final = "waymark:health"
DELIVERY: Final = {"smtp": "The mail server", "sms": "The provider of text messages"}
# Checks that are logged here; the others are where a call fails.
LOGGED: Final = ("worker", "schema", "messages", "queue")

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


class Caller(ResponseSchema):
    """The address and scheme that the proxies have told of a caller, as far as TRUSTED_PROXIES names them."""

    address: str
    scheme: str


class Health(ResponseSchema):
    status: HealthStatus
    version: str = Field(description="the release, and after a plus the commit that it was built from")
    checks: Checks
    reasons: dict[str, str] | None = Field(
        default=None,
        exclude_if=lambda reasons: reasons is None,
        description="by check what is wrong; only where METRICS_TOKEN is the bearer token",
    )
    caller: Caller | None = Field(
        default=None, exclude_if=lambda caller: caller is None, description="who asks; only where there are reasons"
    )


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
Reasons = dict[str, str]


class HealthProbe:
    EXTENSION: ClassVar = "waymark_health_probe"

    def __init__(
        self,
        services: Services,
        *,
        measure_wait: Callable[[Connection], Awaitable[float]],
        is_subscribed: Callable[[], bool],
        leaves: Callable[[], bool],
    ) -> None:
        """`measure_wait`: seconds for which the oldest work waits. `leaves`: the process is about to end."""
        self._database = services.database
        self._measure_wait = measure_wait
        self._is_subscribed = is_subscribed
        self._leaves = leaves
        url = services.settings.redis_url
        self._redis: Redis = Redis.from_url(url, socket_connect_timeout=CHECK_SECONDS, decode_responses=True)
        self._running: asyncio.Task[Reasons] | None = None

    async def look(self) -> Reasons:
        """Return what is down, by check; concurrent callers share one run and its result."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._check())
        return await asyncio.shield(self._running)

    async def close(self) -> None:
        await self._redis.aclose()

    async def _check(self) -> Reasons:
        database, redis = await asyncio.gather(self._check_database(), self._check_redis())
        reasons = database | redis
        if not self._is_subscribed():
            reasons["realtime"] = "This process receives no events: its subscription to Redis is interrupted."
        if self._leaves():
            reasons["process"] = "This process is shutting down."
        for name in (*Checks.model_fields, *LOGGED):
            CHECKS_UP.labels(name).set(name not in reasons)
        for name in LOGGED:
            if name in reasons:
                OUTAGES.failed(name, "down", reason=reasons[name])
            else:
                OUTAGES.works(name)
        return reasons

    async def _check_database(self) -> Reasons:
        name, problem = "database", "Postgres cannot be reached, or does not answer in time"
        try:
            async with asyncio.timeout(CHECK_SECONDS), self._database.reading(is_kept=True) as connection:
                found, needed = await find_revision(connection), needed_revision()
                if found < needed:
                    has = f"The database has schema {found or 'none'}"
                    return {"schema": f"{has}, this version needs {needed}: run migrate."}
                name, problem = "queue", "Postgres does not tell in time how long work waits"
                waited = await self._measure_wait(connection)
        except (OSError, TimeoutError, UnavailableError) as error:
            return {name: f"{problem} ({_type_of(error)})."}
        QUEUE_WAIT.set(waited)
        if waited < LONGEST_WAIT_SECONDS:
            return {}
        return {"queue": "Codes, notices, imports or jobs have waited for more than two minutes: no worker takes them."}

    async def _check_redis(self) -> Reasons:
        """Write to it: one that is full, or a replica, still answers pings."""
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                await self._redis.set(PROBE, "1", ex=60)
                heartbeat = await self._redis.exists(WORKER_HEARTBEAT)
                outages = await self._redis.hgetall(WORKER_OUTAGES)  # type: ignore[misc]  # its types know two clients
        except (RedisError, OSError, TimeoutError) as error:
            reason = f"Redis cannot be reached, or does not answer in time ({_type_of(error)})."
            if isinstance(error, ResponseError):
                reason = f"Redis refuses writes: {error}"
            OUTAGES.failed("redis", _type_of(error), at="health", reason=reason)
            return {"redis": reason, "worker": "Workers take no jobs without Redis."}
        OUTAGES.works("redis")
        reasons = {} if heartbeat else {"worker": "No worker has given a sign of life for 15 seconds."}
        if failing := [f"{label}: {outages[name]}" for name, label in DELIVERY.items() if name in outages]:
            reasons["messages"] = "; ".join(failing)
        return reasons


def _type_of(error: BaseException) -> str:
    """Name the error of the driver, where ours hides it."""
    return type((isinstance(error, UnavailableError) and error.__cause__) or error).__name__


@blueprint.get("/health")
@blueprint.get("/api/v1/health", endpoint="read_api_health")
@operation("health", public=True, limit=600, answers=READINESS)
async def read_health() -> Answer:
    """Whether the server can serve, and what it stands on."""
    return await _answer(needed={"database", "schema", "process"})


@blueprint.get("/health/ready")
@operation("health", public=True, limit=600, answers=READINESS)
async def read_readiness() -> Answer:
    """Whether requests should be sent here: it reaches a database that it can use, and receives events."""
    return await _answer(needed={"database", "schema", "process", "realtime"})


@blueprint.get("/health/live")
@operation("health", public=True, limit=600)
async def read_liveness() -> Liveness:
    """That the process answers at all; it asks no other service."""
    return Liveness(status=HealthStatus.OK)


async def _answer(*, needed: set[str]) -> Answer:
    reasons = await cast("HealthProbe", current_app.extensions[HealthProbe.EXTENSION]).look()
    shown = reasons if has_metrics_token() else {name: reasons[name] for name in Checks.model_fields if name in reasons}
    status, peer = HealthStatus.DEGRADED if shown else HealthStatus.OK, current_call().peer
    health = Health(
        status=status if needed.isdisjoint(reasons) else HealthStatus.UNAVAILABLE,
        version=BUILD,
        checks=Checks(**{name: CheckResult.DOWN if name in shown else CheckResult.OK for name in Checks.model_fields}),
        reasons=reasons if has_metrics_token() else None,
        caller=Caller(address=peer.address, scheme=peer.scheme) if has_metrics_token() else None,
    )
    if health.status is not HealthStatus.UNAVAILABLE:
        return health
    problem = UnhealthyProblem(
        **dict(health), message=UNAVAILABLE_MESSAGE, code=UnavailableError.code, retry_after=RETRY_SECONDS
    )
    return problem, UnavailableError.status, {"Retry-After": str(RETRY_SECONDS)}
