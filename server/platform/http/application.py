"""The Quart application: the steps that every request passes, and how its bytes come and go.

A step before the view may end the request by an error or an answer; the order of both lists is the order of the steps.
Every request has one id and one log line. Neither holds a query, a body or a token.
"""

import asyncio
import re
import time
from contextlib import AsyncExitStack
from functools import partial, wraps
from random import getrandbits
from typing import Any, Final

from hypercorn.typing import ASGIReceiveCallable, ASGIReceiveEvent, ASGISendCallable, ASGISendEvent, Scope
from quart import Quart, Response
from quart.typing import ResponseTypes
from quart.wrappers import BaseRequestWebsocket
from structlog import get_logger
from structlog.contextvars import bind_contextvars
from typing_extensions import override
from werkzeug.routing import MapAdapter

from server.platform.database.connections import repeat_on_conflict
from server.platform.http import headers, requests
from server.platform.http.authentication import Call, View, admit, at_end, current_call, current_services, serving
from server.platform.http.proxies import find_peer
from server.platform.process.metrics import METHODS, observe_request
from server.platform.process.traces import TRACES

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,128}")
QUIET_PATHS: Final = ("/health", "/metrics", "/assets/", "/api/v1/health")

LEAST_ERROR: Final = 500

logger = get_logger("server.access")


# A client that has not taken a part of an answer in so long has left, or is there to be waited for. The part follows
# megabytes that the kernel has taken: less time would end those with a slow line.
SEND_SECONDS: Final = 60.0
SEND_TIMEOUT: Final = "SEND_TIMEOUT"


class Application(Quart):
    request_class = requests.JsonRequest

    @override
    def create_url_adapter(self, request: BaseRequestWebsocket | None) -> MapAdapter | None:
        """Match by path and method alone: a host may be one that cannot be read, and redirects would name it."""
        if request is None:
            return super().create_url_adapter(request)
        return self.url_map.bind("", url_scheme=request.scheme, default_method=request.method, path_info=request.path)

    @override
    async def asgi_app(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Take no more of an upload than there is room for, and send no longer than a client may take."""
        if scope["type"] == "websocket":
            # Sockets have their own application in front of this one.
            await send({"type": "websocket.close", "code": 1000, "reason": None})
            return
        room, taken = asyncio.Event(), 0

        async def receive_in_turn() -> ASGIReceiveEvent:
            nonlocal taken
            if taken > requests.MOST_UNREAD:
                await room.wait()
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
            return message

        async def send_in_time(message: ASGISendEvent) -> None:
            async with asyncio.timeout(self.config[SEND_TIMEOUT]):
                await send(message)

        async with AsyncExitStack() as stack:
            at_end.set(stack)
            requests.room.set(room)
            if scope["type"] == "http" and not scope["path"].startswith(QUIET_PATHS):
                stack.enter_context(TRACES.span("request"))
            await super().asgi_app(scope, receive_in_turn, send_in_time)


def make_application() -> Application:
    app = Application("server", static_folder=None)
    app.config.update({"MAX_CONTENT_LENGTH": requests.UPLOAD_BYTES, "RESPONSE_TIMEOUT": 60, SEND_TIMEOUT: SEND_SECONDS})
    app.url_map.merge_slashes = app.url_map.redirect_defaults = False
    app.before_request(_prepare)
    app.after_request(_finish)
    return app


async def _prepare() -> Response | None:
    call, settings = current_call(), current_services().settings
    call.started_at = time.perf_counter()
    given = call.headers.get("X-Request-ID", "")
    call.request_id = given if REQUEST_ID.fullmatch(given) else f"{getrandbits(128):032x}"
    call.peer = find_peer(call.scope, trusted=settings.trusted_networks)
    # A proxy that ends TLS may pass the call on unencrypted.
    call.scheme = "https" if settings.effective_public_url.startswith("https:") else call.peer.scheme
    # The only name that a request binds: one that came before on its connection leaves nothing else behind.
    bind_contextvars(request_id=call.request_id)
    requests.check_head(call)
    # OPTIONS is answered for every path alike; the headers tell the browser whether it may continue.
    if call.method == "OPTIONS":
        return Response(status=204)
    headers.refuse_foreign_origins(call, listed=settings.origins)
    await admit(call)
    await requests.check_body(call)
    return None


async def _finish(response: ResponseTypes) -> ResponseTypes:
    call, by = current_call(), serving()
    headers.add_cors_headers(call, response, listed=by.services.settings.origins)
    headers.add_security_headers(call, response, fixed=by.headers)
    _note_answered(call, response)
    return response


def _note_answered(call: Call, response: ResponseTypes) -> None:
    seconds = time.perf_counter() - call.started_at
    route = "unknown" if call.url_rule is None else call.url_rule.rule
    observe_request(method=call.method, route=route, status=response.status_code, seconds=seconds)
    if not call.path.startswith(QUIET_PATHS):
        method = call.method if call.method in METHODS else "other"
        TRACES.describe(
            name=f"{method} {route}", status=response.status_code, failed=response.status_code >= LEAST_ERROR
        )
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
        user_id=None if identity is None else str(identity.actor.user_id),
    )


def repeat_views_on_conflict(app: Quart) -> None:
    """A view whose transaction met another one runs again; what its request has brought is kept for that."""
    for endpoint, view in app.view_functions.items():
        app.view_functions[endpoint] = _repeated(view)


def _repeated(view: View) -> View:
    @wraps(view)
    async def run(**arguments: Any) -> Any:  # noqa: ANN401 - those of the view
        return await repeat_on_conflict(partial(view, **arguments))

    return run
