"""The current request: services, identity, peer, token."""

from typing import Final, cast

from quart import current_app, g, request

from server.errors import NotSignedInError
from server.identity.identity import Identity
from server.proxies import Peer
from server.services import Services

SERVICES_EXTENSION: Final = "waymark_services"


def current_services() -> Services:
    return cast("Services", current_app.extensions[SERVICES_EXTENSION])


def current_identity() -> Identity:
    """The signed-in caller.

    Raises:
        NotSignedInError: the route is public, or the caller is not signed in.
    """
    identity = cast("Identity | None", g.get("identity"))
    if identity is None:
        raise NotSignedInError
    return identity


def current_peer() -> Peer:
    return cast("Peer", g.peer)


def client_address() -> str:
    """The caller's address; forwarding headers count from trusted proxies only."""
    return current_peer().address


def bearer_token() -> str | None:
    """The bearer value of the Authorization header, unchecked."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def request_id() -> str:
    return cast("str", g.get("request_id", ""))
