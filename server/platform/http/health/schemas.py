from enum import StrEnum

from server.platform.error_codes import ErrorCode
from server.platform.schemas import ResponseSchema


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
