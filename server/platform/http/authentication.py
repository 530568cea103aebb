"""Who calls, and what a route lets them do: the present request, the declarations on views, and the gate before them.

A route says once who calls, and how often: see `Declared`. One that declares nothing refuses every call; a test walks
the routes and finds it. An answer that is a file is made as it is read.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from hmac import compare_digest
from http import HTTPStatus
from typing import Any, Final, Literal, TypeAlias, TypedDict, Unpack, cast, get_args, get_type_hints

from pydantic import BaseModel
from quart import Blueprint, Request, Response, current_app
from quart.globals import request_ctx
from quart_schema import tag, validate_querystring, validate_request, validate_response
from werkzeug.sansio.response import Response as AnyResponse

from server.platform import errors
from server.platform.database.connections import count_connections_for
from server.platform.http.multipart import FilePart
from server.platform.http.proxies import Peer
from server.platform.http.rate_limiter import Limit, RateLimiter
from server.platform.http.secret_cookies import DEVICE_COOKIE, FLOW_COOKIE
from server.platform.process.fair_slots import FairSlots
from server.platform.services import Context, Services, Visit
from server.vocabulary.duties import Act
from server.vocabulary.identity import Actor, Identity, KeyActor
from server.vocabulary.languages import LANGUAGE_COOKIE, first_language
from server.vocabulary.networks import network_of
from server.vocabulary.profiles import Permission, Profile

EXTENSION: Final = "waymark"
ROUTE: Final = "_waymark_route"

View: TypeAlias = Callable[..., Any]
Mark: TypeAlias = Callable[[View], View]
at_end: Final[ContextVar[AsyncExitStack]] = ContextVar("at_end")


@dataclass(frozen=True, kw_only=True)
class Serving:
    """What the wiring gives an application to serve with.

    `identifiers` check the kinds of credentials, each by how its bearer value begins, and raise NotSignedInError: the
    first that fits is asked, and the access token, which may begin with anything, is last. `note_refused` records a
    call from a network that is not admitted; `headers` are the same for every answer. `refusals` write errors in a form
    of their own below a path.
    """

    services: Services
    limiter: RateLimiter
    identifiers: Mapping[str, Callable[..., Awaitable[Identity]]]
    note_refused: Callable[..., Awaitable[None]]
    headers: Mapping[str, str]
    refusals: Mapping[str, Callable[[errors.ApplicationError], Response]]


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
    """Return what the caller's credential proves. Raises NotSignedInError: the route is public, or there is none."""
    identity = current_call().identity
    if identity is None:
        raise errors.NotSignedInError
    return identity


def current_actor() -> Actor:
    """Raises NotSignedInError, as current_identity does."""
    return current_identity().actor


def company_slot(slots: FairSlots) -> AbstractAsyncContextManager[None]:
    """Hold a slot for the caller's company. Raises TooManyRequestsError: as many of it wait already."""
    return slots.hold(current_actor().company_id)


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


def has_metrics_token() -> bool:
    """Whether the caller is an operator's program: it presents METRICS_TOKEN."""
    token = current_services().settings.metrics_token
    return token is not None and compare_digest((bearer_token() or "").encode(), token.encode())


class Declared(TypedDict, total=False):
    """What a route says of itself.

    Its callers are all (`public`: its protection is in the use case), those with a live session (`signed_in`), also
    one that lacks the second factor that its company demands (`serves_setup`), those whose profile has a permission
    (`requires`) or may do an act to some people, or one of these profiles where neither distinguishes them
    (`reserved_for`). Where it `requires` a right, keys for servers that have it are among them; `keys` says otherwise.

    An account may make `limit` calls in `per` seconds, and so may an address without a session; routes of one `bucket`
    share them. A view that `limits_itself` counts its calls once it knows whose they are. Few `heavy` calls of one
    company run at once, some more wait, then 429.

    It takes JSON of at most `json_bytes`, also by the name `json_type`, or a form, or one file. It answers with `files`
    of these types, or `downloads`, which are open as long as they are read and wait for each other as heavy calls do;
    or else by the annotations of its view: another `status` than 200 is returned with the answer, `answers` are given
    where there are several. `fails` are statuses of errors that do not follow from what it takes and who may call it. A
    `deprecated` one is answered for one version more, and the document says so.
    """

    public: Literal[True]
    signed_in: Literal[True]
    serves_setup: Literal[True]
    requires: Permission | Act
    reserved_for: Collection[Profile]
    keys: bool
    limit: int | Callable[[View], int]
    per: int
    bucket: str
    limits_itself: Literal[True]
    heavy: Literal[True]
    takes_file: Literal[True]
    takes_form: Literal[True]
    json_bytes: int
    json_type: str
    files: Collection[str]
    downloads: Collection[str]
    status: int
    answers: Mapping[int, type[BaseModel]]
    fails: Collection[int]
    deprecated: Literal[True]


CALLERS: Final = frozenset({"public", "signed_in", "serves_setup", "requires", "reserved_for"})


@dataclass(frozen=True, kw_only=True)
class Route:
    """What a route has declared, with its defaults."""

    is_declared: bool = False
    signed_in: bool = False
    right: Permission | Act | None = None
    profiles: Collection[Profile] | None = None
    limit: Limit | None = None
    limits_itself: bool = False
    serves_setup: bool = False
    admits_keys: bool = False
    is_hidden: bool = False
    is_download: bool = False
    is_deprecated: bool = False
    files: tuple[str, ...] = ()
    fails: frozenset[int] = frozenset()
    takes_file: bool = False
    takes_form: bool = False
    json_bytes: int = 64 * 1024
    json_type: str | None = None

    def admits(self, actor: Actor) -> bool:
        if isinstance(actor, KeyActor) and not self.admits_keys:
            return False
        if self.right is not None and not actor.may(self.right):
            return False
        return self.profiles is None or actor.profile in self.profiles


NOTHING_DECLARED: Final = Route()


def route_of(view: View) -> Route:
    route: Route = getattr(view, ROUTE, NOTHING_DECLARED)
    return route


# The section of routes that are no calls of the API: pages, files, and those for operators.
HIDDEN: Final = None


def operation(section: str | None, **declared: Unpack[Declared]) -> Mark:
    """Declare a view to be a call, in this section of the document.

    What it takes and answers is validated by its annotations: its parameter `data` is the body, `query_args` the query.
    """

    def mark(view: View) -> View:
        types, answers, status = get_type_hints(view), declared.get("answers"), declared.get("status", HTTPStatus.OK)
        answer = types["return"]
        if section is not HIDDEN:
            view = tag([section])(view)
        if answers is None and not (isinstance(answer, type) and issubclass(answer, AnyResponse)):
            view = validate_response(answer if status == HTTPStatus.OK else get_args(answer)[0], status)(view)
        for each_status, model in (answers or {}).items():
            view = validate_response(model, each_status)(view)
        if "data" in types:
            view = validate_request(types["data"])(view)
        if "query_args" in types:
            view = validate_querystring(types["query_args"])(view)
        return declare(is_hidden=section is HIDDEN, **declared)(view)

    return mark


def declare(*, is_hidden: bool = False, **declared: Unpack[Declared]) -> Mark:
    """Keep what a route says of itself at its view, which then holds the slots that it needs."""
    callers = CALLERS & declared.keys()
    if len(callers) > 1:
        raise TypeError(f"A route says twice who may call it: {', '.join(sorted(callers))}")

    def mark(view: View) -> View:
        count = declared.get("limit")
        count = count(view) if callable(count) else count
        bucket = declared.get("bucket") or f"{view.__module__}.{view.__name__}"
        route = Route(
            is_declared=bool(callers),
            signed_in=bool(callers - {"public"}),
            right=declared.get("requires"),
            profiles=declared.get("reserved_for"),
            limit=None if count is None else Limit(bucket=bucket, count=count, seconds=declared.get("per", 60)),
            limits_itself="limits_itself" in declared,
            serves_setup="serves_setup" in declared,
            admits_keys=declared.get("keys", "requires" in declared),
            is_hidden=is_hidden,
            is_download="downloads" in declared,
            is_deprecated="deprecated" in declared,
            files=tuple(declared.get("downloads", declared.get("files", ()))),
            fails=frozenset(declared.get("fails", ())),
            takes_file="takes_file" in declared,
            takes_form="takes_form" in declared,
            json_bytes=declared.get("json_bytes", NOTHING_DECLARED.json_bytes),
            json_type=declared.get("json_type"),
        )
        if "heavy" in declared:
            view = _holding(view, is_download=False)
        if "downloads" in declared:
            view = _holding(view, is_download=True)
        setattr(view, ROUTE, route)
        return view

    return mark


@dataclass(frozen=True)
class Routes:
    """Routes of a feature, in one section of the document."""

    blueprint: Blueprint
    section: str | None

    def get(self, path: str, **declared: Unpack[Declared]) -> Mark:
        return self._route("GET", path, **declared)

    def post(self, path: str, **declared: Unpack[Declared]) -> Mark:
        return self._route("POST", path, **declared)

    def put(self, path: str, **declared: Unpack[Declared]) -> Mark:
        return self._route("PUT", path, **declared)

    def patch(self, path: str, **declared: Unpack[Declared]) -> Mark:
        return self._route("PATCH", path, **declared)

    def delete(self, path: str, **declared: Unpack[Declared]) -> Mark:
        return self._route("DELETE", path, **declared)

    def _route(self, method: str, path: str, **declared: Unpack[Declared]) -> Mark:
        describe, register = operation(self.section, **declared), self.blueprint.route(path, methods=[method])
        return lambda view: register(describe(view))


async def admit(call: Call) -> None:
    """Run before every view.

    Raises:
        TooManyRequestsError: the account, or an address without a session, has used up this route's calls.
        NotSignedInError: the route is not public and the caller has no live session.
        NetworkNotAllowedError: the company of this administrator admits other networks only.
        FactorSetupRequiredError: the caller has to set up a second factor first.
        ForbiddenError: the caller may not, or the route does not declare who may.
    """
    if call.view is None:
        return
    route = route_of(call.view)
    if not route.is_declared:
        raise errors.ForbiddenError
    if route.signed_in:
        identity = call.identity = await _identify(call, limit=route.limit)
        if identity.session is not None and identity.session.lacks_factor and not route.serves_setup:
            raise errors.FactorSetupRequiredError
        if not route.admits(identity.actor):
            raise errors.ForbiddenError
    else:
        if not route.limits_itself:
            await spend(route.limit)
        count_connections_for(network_of(call.peer.address))


async def spend(limit: Limit | None, *, key: str | None = None) -> None:
    """Use up one call of `key`, or of the address that calls; a view does so where its limit depends on what is sent.

    Raises TooManyRequestsError: there is none left in this window.
    """
    if limit is None:
        return
    wait = await serving().limiter.spend(limit, key=key or current_call().peer.address)
    if wait is not None:
        raise errors.TooManyRequestsError(retry_after=wait)


async def _identify(call: Call, *, limit: Limit | None) -> Identity:
    by, token = serving(), bearer_token() or ""
    identify = next(identify for beginning, identify in by.identifiers.items() if token.startswith(beginning))
    try:
        identity = await identify(by.services, token=token)
    except errors.NotSignedInError:
        # The limit of an address is for those without a session: who shares it with them is limited as an account.
        await spend(limit)
        raise
    await spend(limit, key=str(identity.actor.user_id))
    if not identity.actor.may_call_from(call.peer.address):
        await by.note_refused(by.services, identity.actor, address=call.peer.address)
        raise errors.NetworkNotAllowedError
    return identity


# A file of a million people takes its time, and more where the line is slow. A reader that takes nothing is ended
# sooner: see SEND_SECONDS in application.py.
DOWNLOAD_SECONDS: Final = 1_800


def _holding(view: View, *, is_download: bool) -> View:
    """Hold a slot of the company. That of a download is open until its reader has all of the answer."""

    @wraps(view)
    async def run(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - those of the view
        services = current_services()
        async with AsyncExitStack() as slot:
            slots = services.downloads if is_download else services.heavy_requests
            await slot.enter_async_context(company_slot(slots))
            answer = await view(*arguments, **options)
            if is_download:
                current_call().at_end.push_async_exit(slot.pop_all())
            return answer

    return run


def download(pieces: AsyncIterator[bytes], *, name: str, media_type: str) -> Response:
    """The file of these pieces; the next one is made once the reader has taken those before it.

    A HEAD takes none: the server would make all of them and send none.
    """
    response = Response(
        iter(()) if current_call().method == "HEAD" else pieces, content_type=media_type, headers=attachment(name)
    )
    response.timeout = DOWNLOAD_SECONDS
    return response


def attachment(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
