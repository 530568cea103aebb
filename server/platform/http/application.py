"""Quart without what this server does not use, and with the steps of every request in one place.

Each override leaves a part of Quart's own way out, which every request would pay for.
"""

import asyncio
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, Final, cast

from pydantic import BaseModel
from quart import Quart, Response
from quart.ctx import RequestContext
from quart.routing import QuartRule
from quart.sessions import NullSession, SessionMixin
from quart.typing import ResponseReturnValue, ResponseTypes
from quart.wrappers import BaseRequestWebsocket, Request
from typing_extensions import override
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from server.platform.database.conflicts import repeat_on_conflict
from server.platform.http import access, origins, request_log, requests
from server.platform.http.connection import Connection
from server.platform.http.context import SERVICES_EXTENSION
from server.platform.services import Services

NO_SESSION: Final = NullSession()
JSON: Final = "application/json"
# Items of a list that are written at a time.
PIECE: Final = 20


class Route(QuartRule):
    """Compiles the builder of its URLs on first use: the server builds none, and all take most of a start."""

    @override
    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compile_builder = super()._compile_builder

        def build(route: QuartRule, **values: Any) -> tuple[str, str]:  # noqa: ANN401 - of any converter
            return compile_builder(append_unknown)(route, **values)

        return build


class Context(RequestContext):
    """A request's context, without a session in a cookie; a path without parameters is looked up."""

    def __init__(self, app: "Application", request: Request, session: SessionMixin | None = NO_SESSION) -> None:
        super().__init__(app, request, session)
        call = cast("requests.JsonRequest", request)
        if self.url_adapter is None:
            call.url_rule = app.plain_routes[call.method, call.path]
            call.view_args = dict(call.url_rule.defaults or {})
        else:
            self.match_request()
        if call.routing_exception is None and call.endpoint is not None:
            call.view = app.view_functions.get(call.endpoint)

    @override
    async def _push(self) -> None:
        """Nothing is left to do."""


class Application(Quart):
    """Repeats a view whose transaction met another one; the request's body is kept, so that it can be read again."""

    url_rule_class = Route
    request_class = requests.JsonRequest
    asgi_http_class = Connection

    @cached_property
    def plain_routes(self) -> dict[tuple[str, str], QuartRule]:
        """The routes without parameters, by method and path."""
        routes: dict[tuple[str, str], QuartRule] = {}
        for rule in self.url_map.iter_rules():
            if "<" not in rule.rule:
                for method in rule.methods or ():
                    routes.setdefault((method, rule.rule), cast("QuartRule", rule))
        return routes

    @override
    def create_url_adapter(self, request: BaseRequestWebsocket | None) -> MapAdapter | None:
        if isinstance(request, Request) and (request.method, request.path) in self.plain_routes:
            return None
        return super().create_url_adapter(request)

    @override
    def request_context(self, request: Request) -> RequestContext:
        return Context(self, request)

    @override
    async def full_dispatch_request(self, request_context: RequestContext | None = None) -> ResponseTypes:
        assert request_context is not None  # noqa: S101 - Quart gives it
        call = cast("requests.JsonRequest", request_context.request)
        try:
            result: ResponseReturnValue | HTTPException | None = await self._prepare(call)
            if result is None:
                result = await self.dispatch_request(request_context)
        except Exception as error:  # noqa: BLE001 - each has an answer
            result = await self.handle_user_exception(error)
        return await self.finalize_request(result, request_context)

    async def _prepare(self, call: requests.JsonRequest) -> Response | None:
        """Every step that a request passes before its view, in this order."""
        settings = cast("Services", self.extensions[SERVICES_EXTENSION]).settings
        request_log.begin(call, trusted=settings.trusted_networks)
        requests.limit_body(call)
        requests.refuse_secrets_in_address(call)
        if origins.is_preflight(call):
            return Response(status=204)
        origins.refuse_foreign_origins(call, listed=settings.origins)
        await access.admit(call, extensions=self.extensions)
        await requests.check_body(call)
        return None

    @override
    async def dispatch_request(self, request_context: RequestContext | None = None) -> ResponseReturnValue:
        return await repeat_on_conflict(partial(super().dispatch_request, request_context))

    @override
    async def finalize_request(
        self,
        result: ResponseReturnValue | HTTPException,
        request_context: RequestContext | None = None,
        from_error_handler: bool = False,
    ) -> ResponseTypes:
        response = await _encoded(result) or await self.make_response(result)
        assert request_context is not None  # noqa: S101 - Quart gives it
        call = cast("requests.JsonRequest", request_context.request)
        for function in request_context._after_request_functions:  # noqa: SLF001 - as Quart does
            response = await self.ensure_async(function)(response)  # type: ignore[assignment] # awaited
        settings = cast("Services", self.extensions[SERVICES_EXTENSION]).settings
        origins.add_cors_headers(call, response, listed=settings.origins)
        request_log.finish(call, response)
        return response


async def _encoded(result: object) -> Response | None:
    """The answer to a view's schema, with a status and headers or without; None for anything else."""
    model, status, headers = (*result, None, None)[:3] if isinstance(result, tuple) else (result, None, None)
    if not isinstance(model, BaseModel) or not isinstance(status, int | None):
        return None
    return Response(f"{await _write(model)}\n", status=status, headers=headers, content_type=JSON)


async def _write(model: BaseModel) -> str:
    """Long lists are written piece by piece: between two of them other requests have their turns."""
    lists = {name: value for name, value in model if isinstance(value, list) and len(value) > PIECE}
    text = model.model_dump_json(by_alias=True, ensure_ascii=True, exclude=set(lists))
    for name, items in lists.items():
        key, pieces = "", list[str]()
        for start in range(0, len(items), PIECE):
            piece = model.model_copy(update={name: items[start : start + PIECE]})
            field = piece.model_dump_json(by_alias=True, ensure_ascii=True, include={name})
            key, _, written = field.removesuffix("]}").partition(":[")
            pieces.append(written)
            await asyncio.sleep(0)
        text = f"{text[:-1]}{',' * (text != '{}')}{key[1:]}:[{','.join(pieces)}]}}"
    return text
