"""What an identity provider publishes of itself: its endpoints and its keys, kept for a while."""

from dataclasses import replace
from typing import Any, Final

from server.cache import CacheKind
from server.outbound import OutboundError
from server.services import Services
from server.sso.errors import ProviderError
from server.sso.keys import read_keys
from server.sso.metadata import Provider, read_metadata

KEPT_SECONDS: Final = 600
# After an unknown key the keys are fetched anew, but not more often than this.
REFETCH_SECONDS: Final = 60
OK: Final = 200
UNREACHABLE: Final = (
    "The provider cannot be reached at this issuer. Check the address, and that it is public and https."
)
PROVIDERS: Final = CacheKind[str, Provider](most=500)
FETCHED: Final = CacheKind[str, bool](most=500)


async def read_provider(services: Services, *, issuer: str, anew: bool = False) -> Provider:
    """What the issuer publishes, at most KEPT_SECONDS old; `anew`, as it is now.

    Raises:
        ProviderError: it cannot be reached, or not be used.
    """
    cache = services.caches.of(PROVIDERS)
    kept = None if anew else cache.get(issuer)
    if kept is not None:
        return kept
    provider = await _fetch(services, issuer=issuer)
    return cache.put(issuer, provider, seconds=KEPT_SECONDS)


async def reread_keys(services: Services, provider: Provider) -> Provider:
    """After an unknown key: the provider with its present keys; the same where they were fetched a moment ago."""
    recently = services.caches.of(FETCHED)
    if recently.get(provider.issuer):
        return provider
    recently.put(provider.issuer, True, seconds=REFETCH_SECONDS)  # noqa: FBT003 - a value, no choice
    return await read_provider(services, issuer=provider.issuer, anew=True)


async def _fetch(services: Services, *, issuer: str) -> Provider:
    described = await _get(services, f"{issuer.rstrip('/')}/.well-known/openid-configuration")
    provider = read_metadata(described, issuer=issuer, allows=services.outbound.allows)
    return replace(provider, keys=read_keys(await _get(services, provider.jwks_uri)))


async def _get(services: Services, url: str) -> dict[str, Any]:
    try:
        reply = await services.outbound.call("GET", url)
        if reply.status != OK:
            raise ProviderError(UNREACHABLE)
        return reply.json_object()
    except OutboundError as error:
        raise ProviderError(UNREACHABLE) from error
