"""Who opens a socket: the holder of an access token, or the browser that holds a flow."""

from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final

from pydantic import Field, ValidationError

from server.errors import NotSignedInError
from server.identity.identity import Identity
from server.schemas import RequestSchema
from server.services import Services
from server.sessions.access_token import AccessClaims, read_access_token
from server.sessions.identify import identify_claims
from server.verification.errors import FlowExpiredError
from server.verification.flows import Flow
from server.verification.repository import find_flow

FLOW_COOKIE: Final = "waymark_flow"
LONGEST_SECRET: Final = 8_192


class Handshake(RequestSchema):
    token: str | None = Field(default=None, max_length=LONGEST_SECRET)
    flow: str | None = Field(default=None, max_length=LONGEST_SECRET)


@dataclass(frozen=True, kw_only=True)
class Recognised:
    """The holder of an access token, and what that says."""

    identity: Identity
    claims: AccessClaims


async def recognise(services: Services, *, environ: dict[str, Any], auth: Any) -> Recognised | Flow:  # noqa: ANN401 - whatever the client sent
    """Read `auth` only, never the query; the flow's cookie counts where a browser says which page sent it.

    Raises:
        NotSignedInError, FlowExpiredError: nobody we know.
    """
    try:
        given = Handshake.model_validate({} if auth is None else auth)
    except ValidationError:
        raise NotSignedInError from None
    if given.token is not None:
        claims = read_access_token(services.keys, given.token)
        return Recognised(identity=await identify_claims(services, claims=claims), claims=claims)
    secret = given.flow or _flow_cookie(environ)
    if secret is None:
        raise NotSignedInError
    async with services.database.reading() as connection:
        flow = await find_flow(connection, secret=secret)
    if flow is None:
        raise FlowExpiredError
    return flow


def _flow_cookie(environ: dict[str, Any]) -> str | None:
    # Whether the origin is one of ours was checked before; a request without one is no page of a browser.
    if not environ.get("HTTP_ORIGIN"):
        return None
    try:
        morsel = SimpleCookie(environ.get("HTTP_COOKIE", "")).get(FLOW_COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None else None
