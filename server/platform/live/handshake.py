"""The handshake of a socket, which is opened by an access token or by the secret of a flow."""

from dataclasses import dataclass
from typing import Any, Final

from pydantic import Field, ValidationError

from server.platform.errors import NotSignedInError
from server.platform.http.client import FLOW_COOKIE
from server.platform.live.holders import Flows, FoundFlow, Sessions
from server.platform.schemas import RequestSchema
from server.vocabulary.identity import AccessClaims, Identity

LONGEST_SECRET: Final = 8_192


class Handshake(RequestSchema):
    token: str | None = Field(default=None, max_length=LONGEST_SECRET)
    flow: str | None = Field(default=None, max_length=LONGEST_SECRET)


@dataclass(frozen=True, kw_only=True)
class FoundSession:
    """The holder of an access token, and the token's claims."""

    identity: Identity
    claims: AccessClaims


async def recognise(
    auth: Any,  # noqa: ANN401 - anything the client sent
    *,
    environ: dict[str, Any],
    sessions: Sessions,
    flows: Flows,
) -> FoundSession | FoundFlow:
    """Read `auth` only, never the query; the flow's cookie counts where a browser names the page that sent it.

    Raises:
        ApplicationError: no session is alive with this token, or no flow with this secret.
    """
    try:
        given = Handshake.model_validate({} if auth is None else auth)
    except ValidationError:
        raise NotSignedInError from None
    if given.token is not None:
        claims = sessions.read_token(given.token)
        return FoundSession(identity=await sessions.identify(claims), claims=claims)
    secret = given.flow or _flow_cookie(environ)
    if secret is None:
        raise NotSignedInError
    return await flows.find(secret)


def _flow_cookie(environ: dict[str, Any]) -> str | None:
    # The origin was checked before; a request without one comes from no page of a browser.
    if not environ.get("HTTP_ORIGIN"):
        return None
    # A secret stands there as it is. The standard library undoes quotes, which takes seconds for a long one.
    pairs = (part.strip().partition("=") for part in environ.get("HTTP_COOKIE", "").split(";"))
    return next((value for name, _, value in pairs if name == FLOW_COOKIE), None)
