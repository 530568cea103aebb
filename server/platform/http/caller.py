"""The current request, as use cases take it."""

from quart import request

from server.platform.http.context import client_address, current_identity, current_services
from server.platform.http.flow_cookie import device_secret, flow_secret
from server.platform.services import Context, Visit


def current_visit() -> Visit:
    return Visit(
        services=current_services(),
        address=client_address(),
        user_agent=request.headers.get("User-Agent", ""),
        flow_secret=flow_secret(),
        device_secret=device_secret(),
    )


def current_context() -> Context:
    """Raises NotSignedInError: the route is public, or the caller is not signed in."""
    return current_visit().signed_in(current_identity())
