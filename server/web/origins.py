"""The allowed origins, for CORS and against cross-site requests."""

from typing import Final

from quart import Response, request

from server.errors import ForbiddenError
from server.web.context import current_services

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
ALLOWED_METHODS: Final = "GET, POST, PUT, PATCH, DELETE"
ALLOWED_HEADERS: Final = "Authorization, Content-Type, Idempotency-Key, X-Flow-Token, X-Request-ID"
EXPOSED_HEADERS: Final = "Content-Disposition, Retry-After, X-Flow-Token, X-Request-ID"
PREFLIGHT_SECONDS: Final = "600"


class ForeignOriginError(ForbiddenError):
    code = "foreign_origin"


def is_listed(origin: str) -> bool:
    return origin in current_services().settings.origins


def refuse_foreign_origins() -> None:
    """Run before every view: another site's page may not change anything in a visitor's name.

    Raises:
        ForeignOriginError: the call comes from a page of an origin that is not listed.
    """
    if request.method in SAFE_METHODS:
        return
    origin = request.headers.get("Origin")
    is_foreign = not is_listed(origin) if origin is not None else request.headers.get("Sec-Fetch-Site") == "cross-site"
    if is_foreign:
        raise ForeignOriginError


def is_preflight() -> bool:
    """OPTIONS is answered for every path alike; the headers tell the browser whether it may continue."""
    return request.method == "OPTIONS"


def add_cors_headers(response: Response) -> None:
    response.headers.add("Vary", "Origin")
    origin = request.headers.get("Origin")
    if origin is None or not is_listed(origin):
        return
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers["Access-Control-Allow-Credentials"] = "true"
    response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = ALLOWED_METHODS
        response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
        response.headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
