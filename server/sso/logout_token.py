"""Validation of logout tokens (OpenID Connect Back-Channel Logout 1.0, 2.6)."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from server.services import Services
from server.sso.errors import LogoutTokenError, ProviderError, SignInError
from server.sso.id_token import is_name, verify_token
from server.sso.provider import Provider

EVENT: Final = "http://schemas.openid.net/event/backchannel-logout"
TYPES: Final = ("", "jwt", "logout+jwt")
REQUIRED: Final = ("iss", "aud", "iat", "exp", "jti", "events")


@dataclass(frozen=True, kw_only=True)
class LogoutToken:
    """At least one of `subject` and `sid` is given."""

    id: str
    issued_at: datetime
    subject: str | None
    sid: str | None


async def read_logout_token(
    services: Services, token: str, *, provider: Provider, company_id: UUID, client_id: str
) -> LogoutToken:
    """A token that this provider has made for this client; whether it was sent before is not looked at.

    Raises:
        LogoutTokenError: it is not such a token, or the provider's keys cannot be fetched.
    """
    try:
        claims = await verify_token(
            services,
            token,
            provider=provider,
            company_id=company_id,
            client_id=client_id,
            types=TYPES,
            required=REQUIRED,
        )
    except (SignInError, ProviderError) as error:
        raise LogoutTokenError from error
    return _read(claims)


def _read(claims: dict[str, Any]) -> LogoutToken:
    events, given = claims["events"], [claims[name] for name in ("sub", "sid") if name in claims]
    is_logout = isinstance(events, dict) and isinstance(events.get(EVENT), dict) and "nonce" not in claims
    if not is_logout or not given or not all(is_name(each) for each in (claims["jti"], *given)):
        raise LogoutTokenError
    try:
        issued_at = datetime.fromtimestamp(int(claims["iat"]), UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise LogoutTokenError from error
    return LogoutToken(id=claims["jti"], issued_at=issued_at, subject=claims.get("sub"), sid=claims.get("sid"))
