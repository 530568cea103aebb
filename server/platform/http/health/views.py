"""Whether the server can serve, and what it stands on."""

from enum import StrEnum
from typing import Final

from quart import Blueprint, current_app
from quart_schema import validate_response

from server.platform.error_codes import ErrorCode
from server.platform.errors import UNAVAILABLE_MESSAGE, UnavailableError
from server.platform.http.authentication import limited, public
from server.platform.http.health.probe import Findings, HealthProbe
from server.platform.process.version import VERSION
from server.platform.schemas import ResponseSchema

RETRY_SECONDS: Final = 2

blueprint: Final = Blueprint("health", __name__)


class CheckResult(StrEnum):
    OK = "ok"
    DOWN = "down"


class HealthStatus(StrEnum):
    """`degraded`: it serves, but something that it can do without for a while is down."""

    OK = "ok"
    DEGRADED = "degraded"
    UNAVAILABLE = "unavailable"


class Checks(ResponseSchema):
    database: CheckResult
    redis: CheckResult
    worker: CheckResult
    realtime: CheckResult


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
    findings = await _look()
    everything = all((findings.database, findings.redis, findings.worker, findings.realtime))
    return _answer(findings, serves=findings.database and not findings.leaves, is_whole=everything)


@blueprint.get("/health/ready")
@public
@limited(600)
@validate_response(Health)
@validate_response(UnhealthyProblem, 503)
async def read_readiness() -> Answer:
    """Whether requests should be sent here: it reaches the database and receives events."""
    findings = await _look()
    serves = findings.database and findings.realtime and not findings.leaves
    return _answer(findings, serves=serves, is_whole=serves and findings.redis and findings.worker)


@blueprint.get("/health/live")
@public
@limited(600)
@validate_response(Liveness)
async def read_liveness() -> Liveness:
    """That the process answers at all; it asks no other service."""
    return Liveness(status=HealthStatus.OK)


async def _look() -> Findings:
    probe = current_app.extensions[HealthProbe.EXTENSION]
    assert isinstance(probe, HealthProbe)  # noqa: S101 - create_app put it there
    return await probe.look()


def _answer(findings: Findings, *, serves: bool, is_whole: bool) -> Answer:
    checks = Checks(
        database=_result(findings.database),
        redis=_result(findings.redis),
        worker=_result(findings.worker),
        realtime=_result(findings.realtime),
    )
    if serves:
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


def _result(is_ok: bool) -> CheckResult:  # noqa: FBT001 - a plain conversion
    return CheckResult.OK if is_ok else CheckResult.DOWN
