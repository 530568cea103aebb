"""Whether the server can serve, and what it stands on."""

from enum import StrEnum
from typing import Final, cast

from quart import Blueprint, current_app
from quart_schema import validate_response

from server.platform.error_codes import ErrorCode
from server.platform.errors import UNAVAILABLE_MESSAGE, UnavailableError
from server.platform.http.authentication import limited, public
from server.platform.http.health.probe import CheckResult, Checks, HealthProbe
from server.platform.process.version import VERSION
from server.platform.schemas import ResponseSchema

RETRY_SECONDS: Final = 2

blueprint: Final = Blueprint("health", __name__)


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


@blueprint.get("/health")
@blueprint.get("/api/v1/health", endpoint="read_api_health")
@public
@limited(600)
@validate_response(Health)
@validate_response(UnhealthyProblem, 503)
async def read_health() -> Answer:
    """Whether the server can serve, and what it stands on."""
    probe = _probe()
    found = await probe.look()
    serves = found.database is CheckResult.OK and not probe.leaves()
    return _answer(found, serves=serves)


@blueprint.get("/health/ready")
@public
@limited(600)
@validate_response(Health)
@validate_response(UnhealthyProblem, 503)
async def read_readiness() -> Answer:
    """Whether requests should be sent here: it reaches the database and receives events."""
    probe = _probe()
    found = await probe.look()
    serves = found.database is found.realtime is CheckResult.OK and not probe.leaves()
    return _answer(found, serves=serves)


@blueprint.get("/health/live")
@public
@limited(600)
@validate_response(Liveness)
async def read_liveness() -> Liveness:
    """That the process answers at all; it asks no other service."""
    return Liveness(status=HealthStatus.OK)


def _probe() -> HealthProbe:
    return cast("HealthProbe", current_app.extensions[HealthProbe.EXTENSION])


def _answer(checks: Checks, *, serves: bool) -> Answer:
    if serves:
        is_whole = all(result is CheckResult.OK for _, result in checks)
        status = HealthStatus.OK if is_whole else HealthStatus.DEGRADED
        return Health(status=status, version=VERSION, checks=checks)
    problem = UnhealthyProblem(
        status=HealthStatus.UNAVAILABLE,
        version=VERSION,
        checks=checks,
        message=UNAVAILABLE_MESSAGE,
        code=ErrorCode.UNAVAILABLE,
        retry_after=RETRY_SECONDS,
    )
    return problem, UnavailableError.status, {"Retry-After": str(RETRY_SECONDS)}
