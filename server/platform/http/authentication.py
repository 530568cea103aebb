"""Who calls, and what a route lets them do: the present request, the declarations on views, and the gate before them.

A view's route says once who calls: `public`, `signed_in`, `serves_setup`, `requires(...)` or `reserved_for(...)`, and
`limited(...)`. A route that declares nothing refuses every call; a test walks the routes and finds it. An answer that
is a file is made as it is read.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import wraps
from http import HTTPStatus
from typing import Any, Final, TypeAlias, TypeVar, cast, get_args, get_type_hints

from pydantic import BaseModel
from quart import Blueprint, Request, Response, current_app
from quart.globals import request_ctx
from quart_schema import tag, validate_querystring, validate_request, validate_response
from werkzeug.sansio.response import Response as AnyResponse

from server.platform.database.connections import count_connections_for
from server.platform.errors import (
    FactorSetupRequiredError,
    ForbiddenError,
    NetworkNotAllowedError,
    NotSignedInError,
    TooManyRequestsError,
)
from server.platform.http.multipart import FilePart
from server.platform.http.proxies import Peer
from server.platform.http.rate_limiter import Limit, RateLimiter
from server.platform.http.secret_cookies import DEVICE_COOKIE, FLOW_COOKIE
from server.platform.process.fair_slots import FairSlots
from server.platform.services import Context, Services, Visit
from server.vocabulary.identity import Identity
from server.vocabulary.languages import LANGUAGE_COOKIE, first_language
from server.vocabulary.networks import network_of
from server.vocabulary.profiles import Permission, Profile

EXTENSION: Final = "waymark"
ROUTE: Final = "_waymark_route"

View = TypeVar("View", bound=Callable[..., Any])
Mark: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
at_end: Final[ContextVar[AsyncExitStack]] = ContextVar("at_end")


@dataclass(frozen=True, kw_only=True)
class Serving:
    """What the wiring gives an application to serve with.

    `identify` checks an access token, and raises NotSignedInError; `note_refused` records a call from a network that
    is not admitted; `headers` are the same for every answer.
    """

    services: Services
    limiter: RateLimiter
    identify: Callable[..., Awaitable[Identity]]
    note_refused: Callable[..., Awaitable[None]]
    headers: Mapping[str, str]


class Call(Request):
    """A request with what its first steps have found out."""

    started_at = 0.0
    request_id = ""
    peer: Peer
    identity: Identity | None = None
    error_code: str | None = None
    file: FilePart | None = None

    @property
    def view(self) -> Callable[..., Any] | None:
        """Return the view, or None for an unknown path or method."""
        return None if self.endpoint is None else current_app.view_functions.get(self.endpoint)

    @property
    def at_end(self) -> AsyncExitStack:
        """Closed once the request has been answered, or its client has left."""
        return at_end.get()


def current_call() -> Call:
    return cast("Call", request_ctx.request)


def serving() -> Serving:
    return cast("Serving", current_app.extensions[EXTENSION])


def current_services() -> Services:
    return serving().services


def current_identity() -> Identity:
    """The signed-in caller. Raises NotSignedInError: the route is public, or the caller is not signed in."""
    identity = current_call().identity
    if identity is None:
        raise NotSignedInError
    return identity


def heavy(view: View) -> View:
    """Mark a view that costs much more than a page: few of one company run at once, some more wait, then 429.

    Its slot is released before the answer is sent, which a client may take slowly.
    """

    @wraps(view)
    async def run(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - those of the view
        async with company_slot(current_services().heavy_requests):
            return await view(*arguments, **options)

    return cast("View", run)


def company_slot(slots: FairSlots) -> AbstractAsyncContextManager[None]:
    """Hold a slot for the caller's company. Raises TooManyRequestsError: as many of it wait already."""
    return slots.hold(current_identity().company_id)


def current_visit() -> Visit:
    return Visit(
        services=current_services(),
        address=current_call().peer.address,
        user_agent=current_call().headers.get("User-Agent", ""),
        language=first_language(accepted_languages()),
        flow_secret=FLOW_COOKIE.read(),
        device_secret=DEVICE_COOKIE.read(),
    )


def current_context() -> Context:
    """Raises NotSignedInError: the route is public, or the caller is not signed in."""
    return current_visit().signed_in(current_identity())


def accepted_languages() -> list[str]:
    """The languages of the visitor, the preferred one first: the client reads the same two."""
    call = current_call()
    accepted = [tag.partition("-")[0].lower() for tag in call.accept_languages.values()]
    return [call.cookies.get(LANGUAGE_COOKIE, ""), *accepted]


def bearer_token() -> str | None:
    """The bearer value of the Authorization header, unchecked."""
    scheme, _, token = current_call().headers.get("Authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


@dataclass(frozen=True, kw_only=True)
class Access:
    """Who may call a route; `permission` and `profiles` only count for those who are signed in."""

    signed_in: bool
    permission: Permission | None = None
    profiles: frozenset[Profile] | None = None

    def admits(self, identity: Identity) -> bool:
        if self.permission is not None and not identity.may(self.permission):
            return False
        return self.profiles is None or identity.profile in self.profiles


@dataclass(frozen=True, kw_only=True)
class Route:
    """What the marks of a view declare.

    `files` are the types of the file that it answers with, `fails` statuses of errors that do not follow from what it
    takes and who may call it. A route takes JSON of at most `json_bytes`, or a form, or one file.
    """

    access: Access | None = None
    limit: Limit | None = None
    serves_setup: bool = False
    is_hidden: bool = False
    is_download: bool = False
    files: tuple[str, ...] = ()
    fails: frozenset[int] = frozenset()
    takes_file: bool = False
    takes_form: bool = False
    json_bytes: int = 64 * 1024


NOTHING_DECLARED: Final = Route()


def route_of(view: Callable[..., Any]) -> Route:
    route: Route = getattr(view, ROUTE, NOTHING_DECLARED)
    return route


def declare(**marks: Any) -> Callable[[View], View]:  # noqa: ANN401 - the fields of Route
    def mark(view: View) -> View:
        route = route_of(view)
        if "access" in marks and route.access is not None:
            msg = f"{view.__name__} says twice who may call it"
            raise TypeError(msg)
        setattr(view, ROUTE, replace(route, **marks))
        return view

    return mark


# Every caller; its protection is in the use case.
public: Final = declare(access=Access(signed_in=False))
# Callers with a live session.
signed_in: Final = declare(access=Access(signed_in=True))
# The same, and sessions that lack the second factor that their company demands.
serves_setup: Final = declare(access=Access(signed_in=True), serves_setup=True)


def requires(permission: Permission) -> Callable[[View], View]:
    """Callers with a live session and a profile with this permission."""
    return declare(access=Access(signed_in=True, permission=permission))


def reserved_for(*profiles: Profile) -> Callable[[View], View]:
    """Callers with a live session and one of these profiles, where no permission distinguishes them."""
    return declare(access=Access(signed_in=True, profiles=frozenset(profiles)))


def limited(count: int, *, per: int = 60, bucket: str | None = None) -> Callable[[View], View]:
    """Limit a view to `count` calls in `per` seconds from one address; routes of one `bucket` share them."""

    def mark(view: View) -> View:
        name = bucket or f"{view.__module__}.{view.__name__}"
        return declare(limit=Limit(bucket=name, count=count, seconds=per))(view)

    return mark


# The section of routes that are no calls of the API: pages, files, and those for operators.
HIDDEN: Final = None


def operation(
    section: str | None, *marks: Mark, status: int = HTTPStatus.OK, answers: Mapping[int, type[BaseModel]] | None = None
) -> Mark:
    """Mark a view: its section of the document, who may call it, its limit; the first mark is the outermost.

    What it takes and answers is validated by its annotations: its parameter `data` is the body, `query_args` the
    query. Another status than 200 is returned with the answer; `answers` are given where there are several.
    """

    def mark(view: Callable[..., Any]) -> Callable[..., Any]:
        types = get_type_hints(view)
        answer = types["return"]
        view = declare(is_hidden=True)(view) if section is HIDDEN else tag([section])(view)
        if answers is None and not (isinstance(answer, type) and issubclass(answer, AnyResponse)):
            view = validate_response(answer if status == HTTPStatus.OK else get_args(answer)[0], status)(view)
        for each_status, model in (answers or {}).items():
            view = validate_response(model, each_status)(view)
        if "data" in types:
            view = validate_request(types["data"])(view)
        if "query_args" in types:
            view = validate_querystring(types["query_args"])(view)
        for each in reversed(marks):
            view = each(view)
        return view

    return mark


@dataclass(frozen=True)
class Routes:
    """Routes of a feature, in one section of the document. Each gives a view its path and marks; see `operation`."""

    blueprint: Blueprint
    section: str | None

    def get(self, path: str, *marks: Mark, **answered: Any) -> Mark:  # noqa: ANN401 - see operation
        return self._route("GET", path, *marks, **answered)

    def post(self, path: str, *marks: Mark, **answered: Any) -> Mark:  # noqa: ANN401 - see operation
        return self._route("POST", path, *marks, **answered)

    def put(self, path: str, *marks: Mark, **answered: Any) -> Mark:  # noqa: ANN401 - see operation
        return self._route("PUT", path, *marks, **answered)

    def patch(self, path: str, *marks: Mark, **answered: Any) -> Mark:  # noqa: ANN401 - see operation
        return self._route("PATCH", path, *marks, **answered)

    def delete(self, path: str, *marks: Mark, **answered: Any) -> Mark:  # noqa: ANN401 - see operation
        return self._route("DELETE", path, *marks, **answered)

    def _route(self, method: str, path: str, *marks: Mark, **answered: Any) -> Mark:  # noqa: ANN401 - see operation
        describe, register = operation(self.section, *marks, **answered), self.blueprint.route(path, methods=[method])
        return lambda view: register(describe(view))


def answers_file(*media_types: str) -> Callable[[View], View]:
    """Answers 200 with a file, of one of these types, instead of JSON."""
    return declare(files=media_types)


def may_fail(*statuses: int) -> Callable[[View], View]:
    """Statuses of errors that do not follow from what the route takes and who may call it."""
    return declare(fails=frozenset(statuses))


async def admit(call: Call) -> None:
    """Run before every view.

    Raises:
        TooManyRequestsError: the address has used up this route's calls.
        NotSignedInError: the route is not public and the caller has no live session.
        NetworkNotAllowedError: the company of this administrator admits other networks only.
        FactorSetupRequiredError: the caller has to set up a second factor first.
        ForbiddenError: the caller may not, or the route does not declare who may.
    """
    if call.view is None:
        return
    route = route_of(call.view)
    if route.limit is not None:
        await spend(route.limit)
    access = route.access
    if access is None:
        raise ForbiddenError
    if access.signed_in:
        call.identity = await _identify(call)
        if call.identity.lacks_factor and not route.serves_setup:
            raise FactorSetupRequiredError
        if not access.admits(call.identity):
            raise ForbiddenError
    else:
        count_connections_for(network_of(call.peer.address))


async def spend(limit: Limit, *, key: str | None = None) -> None:
    """Use up one call of `key`, or of the address that calls; a view does so where its limit depends on what is sent.

    Raises TooManyRequestsError: there is none left in this window.
    """
    wait = await serving().limiter.spend(limit, key=key or current_call().peer.address)
    if wait is not None:
        raise TooManyRequestsError(retry_after=wait)


async def _identify(call: Call) -> Identity:
    token = bearer_token()
    if token is None:
        raise NotSignedInError
    by = serving()
    identity = await by.identify(by.services, token=token)
    if not identity.may_call_from(call.peer.address):
        await by.note_refused(by.services, identity, address=call.peer.address)
        raise NetworkNotAllowedError
    return identity


# A file of a million people takes its time, and more where the line is slow. A reader that takes nothing is ended
# sooner: see SEND_SECONDS in application.py.
DOWNLOAD_SECONDS: Final = 1_800


def downloads(view: View) -> View:
    """Mark a view that answers with a download: few of one company are open at once, a few more wait, then 429."""

    @wraps(view)
    async def run(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - those of the view
        async with AsyncExitStack() as slot:
            await slot.enter_async_context(company_slot(current_services().downloads))
            answer = await view(*arguments, **options)
            current_call().at_end.push_async_exit(slot.pop_all())
            return answer

    return declare(is_download=True)(cast("View", run))


def download(pieces: AsyncIterator[bytes], *, name: str, media_type: str) -> Response:
    """The file of these pieces; the next one is made once the reader has taken those before it."""
    response = Response(pieces, content_type=media_type, headers=attachment(name))
    response.timeout = DOWNLOAD_SECONDS
    return response


def attachment(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
