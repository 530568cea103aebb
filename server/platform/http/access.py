"""Declarations of a route's access and limit, and the gate that reads them before any view runs.

A view is marked once: `@public`, `@signed_in`, `@requires(...)` or `@reserved_for(...)`, and `@limited(...)`. A
route that declares nothing refuses every call; a test walks the routes and finds it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar, cast

from quart import current_app

from server.platform.database.connection_shares import count_connections_for
from server.platform.errors import (
    FactorSetupRequiredError,
    ForbiddenError,
    NetworkNotAllowedError,
    NotSignedInError,
    TooManyRequestsError,
)
from server.platform.http.context import SERVICES_EXTENSION, Call, bearer_token_of, current_call
from server.platform.http.rate_limiter import Limit, RateLimiter
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.networks import network_of
from server.vocabulary.profiles import Permission, Profile

ACCESS_MARK: Final = "_waymark_access"
LIMIT_MARK: Final = "_waymark_limit"
SETUP_MARK: Final = "_waymark_setup"
LIMITER_EXTENSION: Final = "waymark_rate_limiter"
IDENTIFY_EXTENSION: Final = "waymark_identify"
NOTE_REFUSED_EXTENSION: Final = "waymark_note_refused"

View = TypeVar("View", bound=Callable[..., Any])


class Identify(Protocol):
    """The check of an access token, which the wiring puts at IDENTIFY_EXTENSION."""

    async def __call__(self, services: Services, *, token: str) -> Identity:
        """Raises NotSignedInError."""


class NoteRefused(Protocol):
    """The record of a call from a network that is not admitted, which the wiring puts at NOTE_REFUSED_EXTENSION."""

    async def __call__(self, services: Services, account: Identity, *, address: str) -> None: ...


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


def public(view: View) -> View:
    """Every caller; its protection is in the use case."""
    return _mark(view, ACCESS_MARK, Access(signed_in=False))


def signed_in(view: View) -> View:
    """Callers with a live session."""
    return _mark(view, ACCESS_MARK, Access(signed_in=True))


def requires(permission: Permission) -> Callable[[View], View]:
    """Callers with a live session and a profile with this permission."""

    def mark(view: View) -> View:
        return _mark(view, ACCESS_MARK, Access(signed_in=True, permission=permission))

    return mark


def reserved_for(*profiles: Profile) -> Callable[[View], View]:
    """Callers with a live session and one of these profiles, where no permission distinguishes them."""

    def mark(view: View) -> View:
        return _mark(view, ACCESS_MARK, Access(signed_in=True, profiles=frozenset(profiles)))

    return mark


def serves_setup(view: View) -> View:
    """Also for sessions that lack the second factor that their company demands."""
    return _mark(view, SETUP_MARK, value=True)


def limited(count: int, *, per: int = 60, bucket: str | None = None) -> Callable[[View], View]:
    """At most `count` calls in `per` seconds from one address; routes of one `bucket` share them."""

    def mark(view: View) -> View:
        return limit_view(view, Limit(bucket=bucket or f"{view.__module__}.{view.__name__}", count=count, seconds=per))

    return mark


def limit_view(view: View, limit: Limit) -> View:
    return _mark(view, LIMIT_MARK, limit)


def access_of(view: Callable[..., Any]) -> Access | None:
    access = getattr(view, ACCESS_MARK, None)
    return access if isinstance(access, Access) else None


def limit_of(view: Callable[..., Any]) -> Limit | None:
    limit = getattr(view, LIMIT_MARK, None)
    return limit if isinstance(limit, Limit) else None


async def admit(call: Call, *, extensions: Mapping[str, Any]) -> None:
    """Run before every view; the application's extensions hold the limiter and the services.

    Raises:
        TooManyRequestsError: the address has used up this route's calls.
        NotSignedInError: the route is not public and the caller has no live session.
        NetworkNotAllowedError: the company of this administrator admits other networks only.
        FactorSetupRequiredError: the caller has to set up a second factor first.
        ForbiddenError: the caller may not, or the route does not declare who may.
    """
    view = call.view
    if view is None:
        return
    limit = limit_of(view)
    if limit is not None:
        await _spend(limit, call.peer.address, extensions[LIMITER_EXTENSION])
    access = access_of(view)
    if access is None:
        raise ForbiddenError
    if access.signed_in:
        await _recognise(access, call, extensions)
    else:
        count_connections_for(network_of(call.peer.address))


async def spend(limit: Limit, *, key: str | None = None) -> None:
    """Use up one call of `key`, or of the address that calls; a view does so where its limit depends on what is sent.

    Raises:
        TooManyRequestsError: there is none left in this window.
    """
    await _spend(limit, key or current_call().peer.address, current_app.extensions[LIMITER_EXTENSION])


async def _spend(limit: Limit, key: str, limiter: object) -> None:
    assert isinstance(limiter, RateLimiter)  # noqa: S101 - create_app put it there
    wait = await limiter.spend(limit, key=key)
    if wait is not None:
        raise TooManyRequestsError(retry_after=wait)


async def _recognise(access: Access, call: Call, extensions: Mapping[str, Any]) -> None:
    token = bearer_token_of(call)
    if token is None:
        raise NotSignedInError
    services = cast("Services", extensions[SERVICES_EXTENSION])
    identity = await cast("Identify", extensions[IDENTIFY_EXTENSION])(services, token=token)
    call.identity = identity
    if not identity.may_call_from(call.peer.address):
        note_refused = cast("NoteRefused", extensions[NOTE_REFUSED_EXTENSION])
        await note_refused(services, identity, address=call.peer.address)
        raise NetworkNotAllowedError
    if identity.lacks_factor and not getattr(call.view, SETUP_MARK, False):
        raise FactorSetupRequiredError
    if not access.admits(identity):
        raise ForbiddenError


def _mark(view: View, name: str, value: object) -> View:
    setattr(view, name, value)
    return view
