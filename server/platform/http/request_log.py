"""One id and one log line for every request. Neither holds a query, a body or a token."""

import re
import time
from random import getrandbits
from typing import Final

from quart.typing import ResponseTypes
from structlog import get_logger
from structlog.contextvars import bind_contextvars

from server.platform.configuration.settings import Settings
from server.platform.http.authentication import Call
from server.platform.http.proxies import find_peer
from server.platform.process.metrics import observe_request

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,128}")
QUIET_PATHS: Final = ("/health", "/metrics", "/assets/", "/api/v1/health")

logger = get_logger("server.access")


def begin(call: Call, *, settings: Settings) -> None:
    """Run before everything else."""
    call.started_at = time.perf_counter()
    given = call.headers.get("X-Request-ID", "")
    call.request_id = given if REQUEST_ID.fullmatch(given) else f"{getrandbits(128):032x}"
    call.peer = find_peer(call.scope, trusted=settings.trusted_networks)
    # What stands between may take the call on unencrypted.
    call.scheme = "https" if settings.serves_https else call.peer.scheme
    # The only name that a request binds: one that came before on its connection leaves nothing else behind.
    bind_contextvars(request_id=call.request_id)


def finish(call: Call, response: ResponseTypes) -> None:
    """Run after everything else, also when the answer is an error."""
    seconds = time.perf_counter() - call.started_at
    route = "unknown" if call.url_rule is None else call.url_rule.rule
    observe_request(method=call.method, route=route, status=response.status_code, seconds=seconds)
    if call.path.startswith(QUIET_PATHS) and response.status_code < 400:  # noqa: PLR2004 - an error is never quiet
        return
    identity = call.identity
    logger.info(
        "request",
        method=call.method,
        path=call.path,
        status=response.status_code,
        milliseconds=round(seconds * 1000, 1),
        address=call.peer.address,
        code=call.error_code,
        user_id=None if identity is None else str(identity.user_id),
    )
