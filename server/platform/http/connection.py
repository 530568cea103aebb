"""One request and its answer over ASGI, in the task that the server has made for it.

Quart takes three tasks more for each: to read the body, to answer, and to send the answer in time.
"""

import asyncio
from contextlib import AsyncExitStack, suppress
from functools import lru_cache
from typing import Any, Final, cast

from hypercorn.typing import ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, HTTPResponseBodyEvent, HTTPScope
from quart import Quart, Request
from quart.asgi import ASGIHTTPConnection
from quart.typing import ResponseTypes
from quart.wrappers.response import DataBody, Response
from typing_extensions import override
from werkzeug.datastructures import Headers

from server.platform.http.context import Call
from server.platform.http.headers import EXTENSION, FixedHeaders
from server.platform.http.requests import METHODS_WITH_BODY, LimitedBody
from server.platform.process.priority import SHORT_REQUESTS

# A client that leaves is noticed once a request has taken this long: most are answered by then.
UNWATCHED_SECONDS: Final = 0.1
# One of these announces the body of a request that need not have one.
LENGTH, CODING, EMPTY = b"content-length", b"transfer-encoding", b"0"
REMEMBERED_NAMES: Final = 512


class Connection(ASGIHTTPConnection):
    def __init__(self, app: Quart, scope: HTTPScope) -> None:
        super().__init__(app, scope)
        self._handler: asyncio.Task[Any] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._has_left = False

    @override
    async def __call__(self, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        request = self._create_request_from_scope(send)
        self._handler = asyncio.current_task()
        loop, timer = asyncio.get_running_loop(), None
        carries_nothing = not _may_have_body(self.scope)
        if carries_nothing:
            SHORT_REQUESTS.begin()
            request.body.set_complete()
            timer = loop.call_later(UNWATCHED_SECONDS, self._read, request, receive)
        else:
            self._read(request, receive)
        try:
            async with AsyncExitStack() as cast("Call", request).at_end:
                await self.handle_request(request, send)
        except asyncio.CancelledError:
            if not self._has_left:
                raise
        finally:
            if carries_nothing:
                SHORT_REQUESTS.end()
            if timer is not None:
                timer.cancel()
            if self._reader is not None:
                self._reader.cancel()

    def _read(self, request: Request, receive: ASGIReceiveCallable) -> None:
        """Read the body and, after it, notice that the client leaves: then the request ends, too."""

        async def read() -> None:
            await self.handle_messages(request, receive)
            self._has_left = True
            if self._handler is not None:
                self._handler.cancel()

        self._reader = asyncio.create_task(read())

    @override
    async def handle_messages(self, request: Request, receive: ASGIReceiveCallable) -> None:
        """Take of an upload what there is room for: the rest waits at the client, not in memory."""
        body = cast("LimitedBody", request.body)
        while (message := await receive())["type"] == "http.request":
            body.append(message.get("body", b""))
            if not message.get("more_body", False):
                body.set_complete()
            await body.room()

    @override
    def _create_request_from_scope(self, send: ASGISendCallable) -> Request:
        scope, headers = self.scope, Headers()
        # Without the checks of each line for line breaks, which the server has refused.
        headers._list = [("Remote-Addr", (scope.get("client") or ["<local>"])[0])]  # noqa: SLF001 - see above
        headers._list += [(_title(name), value.decode("latin1")) for name, value in scope["headers"]]  # noqa: SLF001
        return self.app.request_class(
            scope["method"],
            scope["scheme"],
            scope["path"],
            scope["query_string"],
            headers,
            scope.get("root_path", ""),
            scope["http_version"],
            max_content_length=self.app.config["MAX_CONTENT_LENGTH"],
            body_timeout=self.app.config["BODY_TIMEOUT"],
            send_push_promise=_no_push,
            scope=scope,
        )

    @override
    async def handle_request(self, request: Request, send: ASGISendCallable) -> None:
        response = await self.app.handle_request(request)
        fixed = cast("FixedHeaders", self.app.extensions[EXTENSION])
        head = {
            "type": "http.response.start",
            "status": response.status_code,
            "headers": fixed.around(response, cast("Call", request)),
        }
        timeout = response.timeout if isinstance(response, Response) else ...
        with suppress(TimeoutError):
            async with asyncio.timeout(self.app.config["RESPONSE_TIMEOUT"] if timeout is ... else timeout):
                await send(cast("ASGISendEvent", head))
                await _send_body(response, send)


async def _send_body(response: ResponseTypes, send: ASGISendCallable) -> None:
    if not isinstance(response, Response):
        await send(_part(b"".join(response.iter_encoded())))
    elif isinstance(response.response, DataBody):
        body = response.response
        await send(_part(body.data[body.begin : body.end]))
    else:
        async with response.response as parts:
            async for part in parts:
                await send(_part(part.encode() if isinstance(part, str) else part, more=True))
        await send(_part(b""))


def _part(content: bytes, *, more: bool = False) -> HTTPResponseBodyEvent:
    return {"type": "http.response.body", "body": content, "more_body": more}


def _may_have_body(scope: HTTPScope) -> bool:
    return scope["method"] in METHODS_WITH_BODY or any(
        name == CODING or (name == LENGTH and value != EMPTY) for name, value in scope["headers"]
    )


@lru_cache(maxsize=REMEMBERED_NAMES)
def _title(name: bytes) -> str:
    return name.decode("latin1").title()


async def _no_push(path: str, headers: Headers) -> None:
    """HTTP/1 pushes nothing."""
