"""One id and one log line for every request. Neither holds a query, a body or a token."""

import re
import time
from random import getrandbits
from typing import Final

from quart import Response, g, request
from structlog import get_logger
from structlog.contextvars import bind_contextvars, clear_contextvars

from server.metrics import observe_request
from server.proxies import find_peer
from server.web.context import current_services

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,128}")
QUIET_PATHS: Final = ("/health", "/metrics", "/assets/", "/api/v1/health")

logger = get_logger("server.access")


def begin() -> None:
    """Run before everything else."""
    g.started_at = time.perf_counter()
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if REQUEST_ID.fullmatch(given) else f"{getrandbits(128):032x}"
    g.peer = find_peer(request.scope, trusted=current_services().settings.trusted_networks)
    clear_contextvars()
    bind_contextvars(request_id=g.request_id)


def finish(response: Response) -> None:
    """Run after everything else, also when the answer is an error."""
    response.headers["X-Request-ID"] = g.request_id
    seconds = time.perf_counter() - g.started_at
    route = "unknown" if request.url_rule is None else request.url_rule.rule
    observe_request(method=request.method, route=route, status=response.status_code, seconds=seconds)
    if request.path.startswith(QUIET_PATHS) and response.status_code < 400:  # noqa: PLR2004 - an error is never quiet
        return
    identity = g.get("identity")
    logger.info(
        "request",
        method=request.method,
        path=request.path,
        status=response.status_code,
        milliseconds=round(seconds * 1000, 1),
        address=g.peer.address,
        code=g.get("error_code"),
        user_id=None if identity is None else str(identity.user_id),
    )
