"""What an identity provider publishes of itself: its endpoints and its keys, kept for a while."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from jwt import PyJWK
from jwt.exceptions import PyJWTError

from server.cache import CacheKind
from server.outbound import OutboundError
from server.services import Services
from server.sso.errors import ProviderError

KEPT_SECONDS: Final = 600
# After an unknown key the keys are fetched anew, but not more often than this.
REFETCH_SECONDS: Final = 60
# After a failure a company's next sign-ins are refused at once for this long; a test of the connection asks anew.
FAILED_SECONDS: Final = 60
MOST_KEYS: Final = 50
LEAST_RSA_BITS: Final = 2_048
OK: Final = 200
BASIC: Final = "client_secret_basic"
POST: Final = "client_secret_post"
ALGORITHMS: Final = {
    "RSA": ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    "EC": ("ES256", "ES384", "ES512"),
}

UNREACHABLE: Final = (
    "The provider cannot be reached at this issuer. Check the address, and that it is public and https."
)
OTHER_ISSUER: Final = (
    "The provider calls itself by another issuer. Copy its issuer exactly as its documentation shows it."
)
INCOMPLETE: Final = "The provider's configuration has no usable addresses for signing in."
NO_KEYS: Final = "The provider publishes no keys that can be used."


@dataclass(frozen=True, kw_only=True)
class SigningKey:
    id: str | None
    type: str
    algorithm: str | None
    key: Any


@dataclass(frozen=True, kw_only=True)
class Provider:
    """`names_issuer`: its answers name their issuer (RFC 9207).

    `secret_methods`: how clients may send their secrets; which one a client was registered with is not published.
    """

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str | None
    end_session_endpoint: str | None
    secret_methods: tuple[str, ...]
    names_issuer: bool
    keys: tuple[SigningKey, ...]


PROVIDERS: Final = CacheKind[str, Provider](most=500)
# By company, so that what one has caused by too many calls of its own is not another's failure.
FAILURES: Final = CacheKind[tuple[UUID, str], str](most=500)
FETCHED: Final = CacheKind[tuple[UUID, str], bool](most=500)


async def read_provider(services: Services, *, company_id: UUID, issuer: str, anew: bool = False) -> Provider:
    """What the issuer publishes, at most KEPT_SECONDS old; `anew`, as it is now. A company fetches it once at a time.

    Raises:
        ProviderError: it cannot be reached, or not be used, or could not a moment ago.
    """
    read = partial(_read, services, company_id=company_id, issuer=issuer, anew=anew)
    return await services.provider_reads.read((company_id, issuer, anew), read)


async def reread_keys(services: Services, provider: Provider, *, company_id: UUID) -> Provider:
    """After an unknown key: the provider with its present keys; the same where they were fetched a moment ago."""
    recently, key = services.caches.of(FETCHED), (company_id, provider.issuer)
    if recently.get(key):
        return provider
    recently.put(key, True, seconds=REFETCH_SECONDS)  # noqa: FBT003 - a value, no choice
    return await read_provider(services, company_id=company_id, issuer=provider.issuer, anew=True)


def forget_failure(services: Services, *, company_id: UUID, issuer: str) -> None:
    """After a change of the connection its provider is asked at once."""
    services.caches.of(FAILURES).forget(lambda key: key == (company_id, issuer))


async def _read(services: Services, *, company_id: UUID, issuer: str, anew: bool) -> Provider:
    providers, failures, key = services.caches.of(PROVIDERS), services.caches.of(FAILURES), (company_id, issuer)
    if not anew:
        if (kept := providers.get(issuer)) is not None:
            return kept
        if (problem := failures.get(key)) is not None:
            raise ProviderError(problem)
    try:
        provider = await _fetch(services, company_id=company_id, issuer=issuer)
    except ProviderError as error:
        failures.put(key, str(error), seconds=FAILED_SECONDS)
        raise
    return providers.put(issuer, provider, seconds=KEPT_SECONDS)


async def _fetch(services: Services, *, company_id: UUID, issuer: str) -> Provider:
    described = await _get(services, f"{issuer.rstrip('/')}/.well-known/openid-configuration", company_id=company_id)
    if described.get("issuer") != issuer:
        raise ProviderError(OTHER_ISSUER)
    endpoints = {name: described.get(name) for name in ("authorization_endpoint", "token_endpoint", "jwks_uri")}
    if not all(isinstance(url, str) and services.outbound.allows(url) for url in endpoints.values()):
        raise ProviderError(INCOMPLETE)
    keys = await _get(services, str(endpoints["jwks_uri"]), company_id=company_id)
    return Provider(
        issuer=issuer,
        authorization_endpoint=str(endpoints["authorization_endpoint"]),
        token_endpoint=str(endpoints["token_endpoint"]),
        jwks_uri=str(endpoints["jwks_uri"]),
        userinfo_endpoint=_optional(services, described.get("userinfo_endpoint")),
        end_session_endpoint=_optional(services, described.get("end_session_endpoint")),
        secret_methods=_secret_methods(described.get("token_endpoint_auth_methods_supported")),
        names_issuer=described.get("authorization_response_iss_parameter_supported") is True,
        keys=_read_keys(keys.get("keys")),
    )


async def _get(services: Services, url: str, *, company_id: UUID) -> dict[str, Any]:
    try:
        reply = await services.outbound.call("GET", url, company_id=company_id)
        if reply.status != OK:
            raise ProviderError(UNREACHABLE)
        return reply.json_object()
    except OutboundError as error:
        raise ProviderError(UNREACHABLE) from error


def _optional(services: Services, url: object) -> str | None:
    return url if isinstance(url, str) and services.outbound.allows(url) else None


def _secret_methods(named: object) -> tuple[str, ...]:
    """The default is HTTP Basic."""
    known = tuple(method for method in (BASIC, POST) if isinstance(named, list) and method in named)
    return known or (BASIC,)


def _read_keys(given: object) -> tuple[SigningKey, ...]:
    listed = given[:MOST_KEYS] if isinstance(given, list) else []
    keys = tuple(key for each in listed if isinstance(each, dict) and (key := _read_key(each)) is not None)
    if not keys:
        raise ProviderError(NO_KEYS)
    return keys


def _read_key(given: dict[str, Any]) -> SigningKey | None:
    """None for a key of another kind, for another use, or too weak."""
    kind, algorithm, key_id = given.get("kty"), given.get("alg"), given.get("kid")
    if not isinstance(kind, str) or kind not in ALGORITHMS or given.get("use", "sig") != "sig" or "d" in given:
        return None
    if algorithm is not None and algorithm not in ALGORITHMS[kind]:
        return None
    try:
        key = PyJWK.from_dict(given).key
    except (PyJWTError, ValueError, TypeError):
        return None
    if isinstance(key, RSAPublicKey) and key.key_size < LEAST_RSA_BITS:
        return None
    return SigningKey(id=key_id if isinstance(key_id, str) else None, type=kind, algorithm=algorithm, key=key)


def keys_for(keys: Sequence[SigningKey], *, key_id: object, algorithm: str) -> list[SigningKey]:
    """The keys that may have signed a token with this header."""
    return [
        key
        for key in keys
        if algorithm in ALGORITHMS[key.type]
        and key.algorithm in {None, algorithm}
        and (key_id is None or key.id is None or key.id == key_id)
    ]
