"""The current request: services, identity, peer, token."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import wraps
from typing import Any, Final, TypeVar, cast

from quart import Request, current_app, request
from typing_extensions import override

from server.platform.errors import NotSignedInError
from server.platform.http.proxies import Peer
from server.platform.process.fair_slots import FairSlots
from server.platform.services import Services
from server.vocabulary.identity import Identity

SERVICES_EXTENSION: Final = "waymark_services"
View = TypeVar("View", bound=Callable[..., Any])


class Call(Request):
    """A request with what its first steps have found out; `view` is None for an unknown path or method.

    `at_end` is closed once the request has been answered, or its client has left.

    These stand here, and not in `quart.g`: what looks a name up in the context costs as much as many a step.
    """

    view: Callable[..., Any] | None = None
    started_at = 0.0
    request_id = ""
    peer: Peer
    at_end: AsyncExitStack
    identity: Identity | None = None
    error_code: str | None = None

    @property
    @override
    def blueprints(self) -> list[str]:
        """None are asked: no blueprint has steps or error handlers of its own."""
        return []


def current_call() -> Call:
    return cast("Call", request)


def current_services() -> Services:
    return cast("Services", current_app.extensions[SERVICES_EXTENSION])


def current_identity() -> Identity:
    """The signed-in caller.

    Raises:
        NotSignedInError: the route is public, or the caller is not signed in.
    """
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


def current_peer() -> Peer:
    return current_call().peer


def client_address() -> str:
    """The caller's address; forwarding headers count from trusted proxies only."""
    return current_peer().address


def bearer_token() -> str | None:
    """The bearer value of the Authorization header, unchecked."""
    return bearer_token_of(request)


def bearer_token_of(call: Request) -> str | None:
    scheme, _, token = call.headers.get("Authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def request_id() -> str:
    return current_call().request_id
