"""An identity provider: what it publishes (OpenID Connect Discovery 1.0), kept for a while, and what it has signed.

Its tokens are id_tokens (OpenID Connect Core 3.1.3.7) and logout tokens (Back-Channel Logout 2.6). The library decodes,
verifies and compares; which tokens, keys and claims are acceptable is decided here.
"""

import asyncio
import base64
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeGuard
from urllib.parse import urlsplit
from uuid import UUID

from joserfc import jwt
from joserfc.errors import BadSignatureError, JoseError
from joserfc.jwk import Key, import_key
from joserfc.jws import JWSRegistry, extract_compact
from joserfc.registry import Header, HeaderParameter

from server.access.sso.connection import LogoutTokenError, ProviderError, SignInError, SsoConnection, SsoOutcome
from server.platform.outbound.calls import OutboundError
from server.platform.process.cache import CacheKind
from server.platform.process.threads import in_thread_of
from server.platform.schemas import LONGEST_EMAIL
from server.platform.services import Services
from server.vocabulary.emails import normalize_email

LONGEST_ADDRESS: Final = 2_048
NEEDED: Final = {"authorization_endpoint", "token_endpoint", "jwks_uri"}
ADDRESSES: Final = (*NEEDED, "userinfo_endpoint", "end_session_endpoint")
BASIC: Final = "client_secret_basic"
POST: Final = "client_secret_post"
ALGORITHMS: Final = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"]
MOST_KEYS: Final = 50
MOST_CANDIDATES: Final = 3
LEAST_MODULUS_BITS: Final = 2_048
MOST_MODULUS_BITS: Final = 4_096
# Nearly all have 17. The cost of verifying grows with the exponent: with one as long as the modulus, 150 times as much.
MOST_EXPONENT_BITS: Final = 32
LONGEST_PARAMETER: Final = 1_024
PUBLIC: Final = ("kty", "use", "key_ops", "alg", "kid", "n", "e", "crv", "x", "y")
NO_KEYS: Final = (
    "The provider publishes no keys that can be used. They are RSA keys of 2,048 to 4,096 bits with a short exponent,"
    " or EC keys on P-256, P-384 or P-521."
)
KEPT_SECONDS: Final = 600
# After an unknown key the keys are fetched anew, but not more often than this.
REFETCH_SECONDS: Final = 60
# After a failure a company's next sign-ins are refused at once for this long; a test of the connection asks anew.
FAILED_SECONDS: Final = 60
# They are kept by company: what one has caused by too many calls of its own is not another's failure.
FAILURES: Final = CacheKind[tuple[UUID, str], str](most=500)
FETCHED: Final = CacheKind[tuple[UUID, str], bool](most=500)


@dataclass(frozen=True, kw_only=True)
class IdentityProvider:
    """`names_issuer`: its answers name their issuer (RFC 9207).

    `secret_methods`: how clients may send their secrets; which one a client was registered with is not published.
    """

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    userinfo_endpoint: str | None = None
    end_session_endpoint: str | None = None
    secret_methods: tuple[str, ...]
    names_issuer: bool
    keys: tuple[Key, ...]


def read_keys(key_set: Mapping[str, Any]) -> tuple[Key, ...]:
    """Return the usable ones of the first MOST_KEYS keys of a JWK set. Raises ProviderError: there is none."""
    given = key_set.get("keys")
    listed = given[:MOST_KEYS] if isinstance(given, list) else []
    keys = tuple(key for each in listed if (key := _read_key(each)) is not None)
    if not keys:
        raise ProviderError(NO_KEYS)
    return keys


def candidates(keys: Sequence[Key], header: Mapping[str, Any]) -> list[Key]:
    """Choose the few keys that may have signed a token with this header: those of its `kid`, else nameless ones."""
    suited = [key for key in keys if JWSRegistry.filter_algorithms(key, [header["alg"]])]
    name = header.get("kid")
    named = [key for key in suited if name in {None, key.kid}]
    return (named or [key for key in suited if key.kid is None])[:MOST_CANDIDATES]


def _read_key(given: object) -> Key | None:
    """Return none for a key of another kind or use, and for one that is private, malformed, too weak or too costly."""
    if not isinstance(given, dict) or "d" in given:
        return None
    try:
        named = ((name, given.get(name)) for name in PUBLIC)
        public = {name: value for name, value in named if value is not None and len(value) <= LONGEST_PARAMETER}
        if public["kty"] == "RSA" and not (
            LEAST_MODULUS_BITS <= _bits(public["n"]) <= MOST_MODULUS_BITS and _bits(public["e"]) <= MOST_EXPONENT_BITS
        ):
            return None
        key = import_key(public)
        key.check_key_op("verify")
    except (JoseError, KeyError, TypeError, ValueError):
        return None
    return key if JWSRegistry.filter_algorithms(key, ALGORITHMS) else None


def _bits(number: str) -> int:
    return int.from_bytes(base64.urlsafe_b64decode(f"{number}==")).bit_length()


PROVIDERS: Final = CacheKind[str, IdentityProvider](most=500)


async def read_provider(services: Services, found: SsoConnection, *, anew: bool = False) -> IdentityProvider:
    """Read what the issuer publishes, at most KEPT_SECONDS old, or `anew`. A company fetches it once at a time.

    Raises ProviderError: it cannot be reached, or not be used, or could not a moment ago.
    """
    key = found.company_id, found.issuer
    providers, failures = services.caches.of(PROVIDERS), services.caches.of(FAILURES)
    async with services.provider_locks.setdefault(key, asyncio.Lock()):
        if not anew:
            if (kept := providers.get(found.issuer)) is not None:
                return kept
            if (problem := failures.get(key)) is not None:
                raise ProviderError(problem)
        try:
            provider = await _fetch(services, found)
        except ProviderError as error:
            failures.put(key, str(error), seconds=FAILED_SECONDS)
            raise
        return providers.put(found.issuer, provider, seconds=KEPT_SECONDS)


async def reread_keys(services: Services, found: SsoConnection, provider: IdentityProvider) -> IdentityProvider:
    """Read the provider's keys again after an unknown one, unless they were fetched a moment ago."""
    recently, key = services.caches.of(FETCHED), (found.company_id, found.issuer)
    if recently.get(key):
        return provider
    recently.put(key, True, seconds=REFETCH_SECONDS)  # noqa: FBT003 - a value, no choice
    return await read_provider(services, found, anew=True)


def forget_failure(services: Services, found: SsoConnection) -> None:
    """Forget a provider's failure after a change of its connection: it is asked at once."""
    services.caches.of(FAILURES).forget(lambda key: key == (found.company_id, found.issuer))


async def _fetch(services: Services, found: SsoConnection) -> IdentityProvider:
    """Raises ProviderError: it cannot be reached, is another provider, or cannot be signed in at."""
    outbound, company_id = services.outbound, found.company_id
    try:
        url = f"{found.issuer.rstrip('/')}/.well-known/openid-configuration"
        described = await outbound.get_object(url, company_id=company_id)
        if described.get("issuer") != found.issuer:
            raise ProviderError(
                "The provider calls itself by another issuer. Copy its issuer exactly as its documentation shows it."
            )
        given = {name: each for name in ADDRESSES if isinstance(each := described.get(name), str)}
        usable = {name: each for name, each in given.items() if len(each) <= LONGEST_ADDRESS and outbound.allows(each)}
        if not usable.keys() >= NEEDED:
            raise ProviderError("The provider's configuration has no usable addresses for logging in.")
        keys = read_keys(await outbound.get_object(usable.pop("jwks_uri"), company_id=company_id))
    except OutboundError as error:
        raise ProviderError(
            "The provider cannot be reached at this issuer. Check the address, and that it is public and https."
        ) from error
    methods = described.get("token_endpoint_auth_methods_supported")
    known = tuple(each for each in (BASIC, POST) if isinstance(methods, list) and each in methods)
    return IdentityProvider(
        issuer=found.issuer,
        **usable,
        # The default is HTTP Basic.
        secret_methods=known or (BASIC,),
        names_issuer=described.get("authorization_response_iss_parameter_supported") is True,
        keys=keys,
    )


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
