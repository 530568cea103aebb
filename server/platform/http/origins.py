"""The allowed origins, for CORS and against cross-site requests."""

from collections.abc import Collection
from typing import Final

from quart import Request
from quart.typing import ResponseTypes

from server.platform.errors import ForbiddenError

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
ALLOWED_METHODS: Final = "GET, POST, PUT, PATCH, DELETE"
ALLOWED_HEADERS: Final = "Authorization, Content-Type, Idempotency-Key, X-Flow-Token, X-Request-ID"
EXPOSED_HEADERS: Final = "Content-Disposition, Retry-After, X-Flow-Token, X-Request-ID"
PREFLIGHT_SECONDS: Final = "600"


class ForeignOriginError(ForbiddenError):
    code = "foreign_origin"


def refuse_foreign_origins(call: Request, *, listed: Collection[str]) -> None:
    """Run before every view: another site's page may not change anything in a visitor's name.

    Raises:
        ForeignOriginError: the call comes from a page of an origin that is not listed.
    """
    if call.method in SAFE_METHODS:
        return
    origin = call.headers.get("Origin")
    is_foreign = origin not in listed if origin is not None else call.headers.get("Sec-Fetch-Site") == "cross-site"
    if is_foreign:
        raise ForeignOriginError


def is_preflight(call: Request) -> bool:
    """OPTIONS is answered for every path alike; the headers tell the browser whether it may continue."""
    return call.method == "OPTIONS"


def add_cors_headers(call: Request, response: ResponseTypes, *, listed: Collection[str]) -> None:
    """All but `Vary: Origin`, which every answer has."""
    origin = call.headers.get("Origin")
    if origin is None or origin not in listed:
        return
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers["Access-Control-Allow-Credentials"] = "true"
    response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
    if is_preflight(call):
        response.headers["Access-Control-Allow-Methods"] = ALLOWED_METHODS
        response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
        response.headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
