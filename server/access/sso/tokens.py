"""Tokens that a provider has signed: id_tokens (OpenID Connect Core 3.1.3.7), logout tokens (Back-Channel Logout 2.6).

The library decodes, verifies and compares; which tokens, keys and claims are acceptable is decided here.
"""

from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeGuard
from urllib.parse import urlsplit
from uuid import UUID

from joserfc import jwt
from joserfc.errors import BadSignatureError, JoseError
from joserfc.jwk import Key
from joserfc.jws import JWSRegistry, extract_compact
from joserfc.registry import Header, HeaderParameter

from server.access.sso.connection import LogoutTokenError, ProviderError, SignInError, SsoConnection, SsoOutcome
from server.access.sso.provider import (
    ALGORITHMS,
    MOST_CANDIDATES,
    IdentityProvider,
    candidates,
    read_provider,
    reread_keys,
)
from server.platform.outbound.calls import OutboundError
from server.platform.process.threads import in_thread_of
from server.platform.schemas import LONGEST_EMAIL
from server.platform.services import Services
from server.vocabulary.emails import normalize_email

LONGEST_TOKEN: Final = 32_768
LONGEST_HEADER: Final = 4_096
LONGEST_NAME: Final = 255
LEEWAY_SECONDS: Final = 60
LOGOUT: Final = "http://schemas.openid.net/event/backchannel-logout"
# Tokens that name their type otherwise are of another purpose, such as `at+jwt`.
TYPES: Final = ("", "jwt")
LOGOUT_TYPES: Final = (*TYPES, "logout+jwt")
# No header parameter is understood that a token may call critical; unknown ones are ignored (RFC 7515, 4.1.11).
REGISTRY: Final = JWSRegistry(
    {"crit": HeaderParameter("Critical", "none")}, algorithms=ALGORITHMS, strict_check_header=False
)
REGISTRY.max_header_length = LONGEST_HEADER
# One signature at a time, beside the event loop.
VERIFIER: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="signatures")
# Microsoft's tokens have no email_verified; xms_edov says that the owner of the domain has verified the email.
MICROSOFT: Final = ("login.microsoftonline.com", "login.microsoftonline.us", "login.partner.microsoftonline.cn")
# An email and the word that it is verified count together: neither is completed by the other source.
OF_EMAIL: Final = frozenset({"email", "email_verified", "xms_edov"})
OF_PERSON: Final = frozenset({"email", "email_verified", "name", "phone_number"})


@dataclass(frozen=True, kw_only=True)
class LogoutToken:
    """The token gives at least one of `subject` and `sid`."""

    id: str
    issued_at: datetime
    subject: str | None
    sid: str | None


async def read_id_token(services: Services, token: object, *, found: SsoConnection, nonce: str) -> dict[str, Any]:
    """Return the claims of a token that the connection's provider has made for its client and this sign-in.

    Raises:
        SignInError: it is not such a token.
        ProviderError: the provider's keys cannot be fetched.
    """
    claims = await _verify(services, token, found=found, types=TYPES, required=("sub", "exp", "iat"))
    audience, party = claims["aud"], claims.get("azp")
    if (isinstance(audience, list) and len(audience) > 1 and party is None) or party not in (None, found.client_id):
        raise _invalid("azp")
    if claims.get("nonce") != nonce:
        raise _invalid("nonce")
    if not is_name(claims["sub"]):
        raise _invalid("sub")
    return claims


async def read_logout_token(services: Services, token: str, *, found: SsoConnection) -> LogoutToken:
    """Read a token that the connection's provider has made for its client; it may have been sent before.

    Raises LogoutTokenError: it is not such a token, or the provider's keys cannot be fetched.
    """
    required = ("exp", "iat", "jti", "events")
    try:
        claims = await _verify(services, token, found=found, types=LOGOUT_TYPES, required=required)
        issued_at = datetime.fromtimestamp(int(claims["iat"]), UTC)
    except (SignInError, ProviderError, ValueError, OverflowError, OSError) as error:
        raise LogoutTokenError from error
    events, named = claims["events"], [claims[name] for name in ("sub", "sid") if name in claims]
    is_logout = isinstance(events, dict) and isinstance(events.get(LOGOUT), dict) and "nonce" not in claims
    if not is_logout or not named or not all(is_name(each) for each in (claims["jti"], *named)):
        raise LogoutTokenError
    return LogoutToken(id=claims["jti"], issued_at=issued_at, subject=claims.get("sub"), sid=claims.get("sid"))


def is_name(value: object) -> TypeGuard[str]:
    """Return whether it may be the name of a subject or of a session."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value.isprintable()


async def _verify(
    services: Services, token: object, *, found: SsoConnection, types: Collection[str], required: Collection[str]
) -> dict[str, Any]:
    """Return the claims of a token of one of these types that the connection's provider has signed for its client.

    Nothing is fetched for what is no token. Where no key has signed it, the provider's keys are read anew, because it
    may have new ones, also under old names. Each key is tried once.

    Raises: see :func:`read_id_token`.
    """
    expected: dict[str, jwt.ClaimsOption] = {name: {"essential": True} for name in required}
    expected["iss"] = {"essential": True, "value": found.issuer}
    expected["aud"] = {"essential": True, "value": found.client_id}
    registry = jwt.JWTClaimsRegistry(None, LEEWAY_SECONDS, **expected)
    text, header = _read_header(token, types=types)
    provider = await read_provider(services, found)
    tried = candidates(provider.keys, header)
    try:
        claims = await in_thread_of(VERIFIER, _decode, text, tried, registry)
        if claims is None:
            provider = await reread_keys(services, found, provider)
            others = [key for key in candidates(provider.keys, header) if key not in tried]
            claims = await in_thread_of(VERIFIER, _decode, text, others[: MOST_CANDIDATES - len(tried)], registry)
    except (JoseError, ValueError, RecursionError) as error:
        raise _invalid(type(error).__name__) from error
    if claims is None:
        raise _invalid("signature")
    return claims


def _read_header(token: object, *, types: Collection[str]) -> tuple[str, Header]:
    if not isinstance(token, str) or len(token) > LONGEST_TOKEN:
        raise _invalid("no token")
    try:
        header = extract_compact(token.encode(), registry=REGISTRY).headers()
        REGISTRY.check_header(header)
    except (JoseError, ValueError, TypeError, RecursionError) as error:
        raise _invalid(type(error).__name__) from error
    if header["alg"] not in ALGORITHMS or header.get("typ", "").lower().removeprefix("application/") not in types:
        raise _invalid("alg or typ")
    return token, header


def _decode(token: str, keys: Sequence[Key], registry: jwt.JWTClaimsRegistry) -> dict[str, Any] | None:
    """Return none where none of the keys has signed the token."""
    for key in keys:
        with suppress(BadSignatureError):
            claims = jwt.decode(token, key, registry=REGISTRY).claims
            registry.validate(claims)
            return claims
    return None


def _invalid(reason: str) -> SignInError:
    return SignInError(SsoOutcome.FAILED, f"invalid token: {reason}")


@dataclass(frozen=True, kw_only=True)
class ProviderPerson:
    """The person who has signed in, as the provider states. `email` is verified.

    `sid` is the session there, `auth_time` the Unix time of the last login there; providers need not name them.
    """

    subject: str
    email: str
    name: str
    phone: str
    sid: str | None
    auth_time: int | None


async def read_person(
    services: Services, claims: dict[str, Any], *, company_id: UUID, provider: IdentityProvider, access_token: object
) -> ProviderPerson:
    """Read the claims of an id_token, which need not hold an email with the code flow (OpenID Connect Core 1.0, 5.4).

    Raises SignInError: the email is not verified, or the user info is unusable or of another subject.
    """
    if "email" not in claims and provider.userinfo_endpoint is not None and isinstance(access_token, str):
        headers, endpoint = {"Authorization": f"Bearer {access_token}"}, provider.userinfo_endpoint
        try:
            given = await services.outbound.get_object(endpoint, company_id=company_id, headers=headers)
        except OutboundError as error:
            raise SignInError(SsoOutcome.FAILED, "user info not read") from error
        if given.get("sub") != claims["sub"]:
            raise SignInError(SsoOutcome.FAILED, "user info of another subject")
        claims = {name: value for name, value in claims.items() if name not in OF_EMAIL}
        claims |= {name: value for name, value in given.items() if name in OF_PERSON}
    email = normalize_email(_text(claims.get("email")))
    if email is None or not _is_verified(claims, issuer=provider.issuer):
        raise SignInError(SsoOutcome.REFUSED, "email not verified")
    sid, auth_time = claims.get("sid"), claims.get("auth_time")
    return ProviderPerson(
        subject=claims["sub"],
        email=email,
        name=_text(claims.get("name")),
        phone=_text(claims.get("phone_number")),
        sid=sid if is_name(sid) else None,
        auth_time=auth_time if isinstance(auth_time, int) and not isinstance(auth_time, bool) else None,
    )


def _is_verified(claims: dict[str, Any], *, issuer: str) -> bool:
    if "email_verified" in claims:
        return _is_true(claims["email_verified"])
    return urlsplit(issuer).hostname in MICROSOFT and _is_true(claims.get("xms_edov"))


def _is_true(value: object) -> bool:
    """Return whether a claim is true; some providers write it as a text or a number."""
    return isinstance(value, bool | int | str) and str(value).lower() in {"true", "1"}


def _text(value: object) -> str:
    """Return an empty text for a longer one: it is no email, name or phone, and reading it would take long."""
    return value if isinstance(value, str) and len(value) <= LONGEST_EMAIL else ""
