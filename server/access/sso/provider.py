"""An identity provider's endpoints and keys, as it publishes them (OpenID Connect Discovery 1.0), kept for a while."""

import asyncio
import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from joserfc.errors import JoseError
from joserfc.jwk import Key, import_key
from joserfc.jws import JWSRegistry

from server.access.sso.connection import ProviderError, SsoConnection
from server.platform.outbound.calls import OutboundError
from server.platform.process.cache import CacheKind
from server.platform.services import Services

LONGEST_ADDRESS: Final = 2_048
NEEDED: Final = {"authorization_endpoint", "token_endpoint", "jwks_uri"}
ADDRESSES: Final = (*NEEDED, "userinfo_endpoint", "end_session_endpoint")
BASIC: Final = "client_secret_basic"
POST: Final = "client_secret_post"
OTHER_ISSUER: Final = (
    "The provider calls itself by another issuer. Copy its issuer exactly as its documentation shows it."
)
INCOMPLETE: Final = "The provider's configuration has no usable addresses for signing in."
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
UNREACHABLE: Final = (
    "The provider cannot be reached at this issuer. Check the address, and that it is public and https."
)
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
        if public["kty"] == "RSA" and not _has_usual_size(public):
            return None
        key = import_key(public)
        key.check_key_op("verify")
    except (JoseError, KeyError, TypeError, ValueError):
        return None
    return key if JWSRegistry.filter_algorithms(key, ALGORITHMS) else None


def _has_usual_size(public: Mapping[str, Any]) -> bool:
    return LEAST_MODULUS_BITS <= _bits(public["n"]) <= MOST_MODULUS_BITS and _bits(public["e"]) <= MOST_EXPONENT_BITS


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
            raise ProviderError(OTHER_ISSUER)
        given = {name: each for name in ADDRESSES if isinstance(each := described.get(name), str)}
        usable = {name: each for name, each in given.items() if len(each) <= LONGEST_ADDRESS and outbound.allows(each)}
        if not usable.keys() >= NEEDED:
            raise ProviderError(INCOMPLETE)
        keys = read_keys(await outbound.get_object(usable.pop("jwks_uri"), company_id=company_id))
    except OutboundError as error:
        raise ProviderError(UNREACHABLE) from error
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
