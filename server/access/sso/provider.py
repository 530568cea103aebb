"""What an identity provider publishes of itself: its endpoints and its keys, kept for a while."""

import asyncio
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from server.access.sso.errors import ProviderError
from server.access.sso.keys import read_keys
from server.access.sso.metadata import Provider, read_metadata
from server.platform.outbound.calls import OutboundError
from server.platform.process.cache import CacheKind
from server.platform.services import Services

KEPT_SECONDS: Final = 600
# After an unknown key the keys are fetched anew, but not more often than this.
REFETCH_SECONDS: Final = 60
# After a failure a company's next sign-ins are refused at once for this long; a test of the connection asks anew.
FAILED_SECONDS: Final = 60
OK: Final = 200
UNREACHABLE: Final = (
    "The provider cannot be reached at this issuer. Check the address, and that it is public and https."
)
PROVIDERS: Final = CacheKind[str, Provider](most=500)
# By company, so that what one has caused by too many calls of its own is not another's failure.
FAILURES: Final = CacheKind[tuple[UUID, str], str](most=500)
FETCHED: Final = CacheKind[tuple[UUID, str], bool](most=500)


async def read_provider(services: Services, *, company_id: UUID, issuer: str, anew: bool = False) -> Provider:
    """What the issuer publishes, at most KEPT_SECONDS old; `anew`, as it is now. A company fetches it once at a time.

    Raises:
        ProviderError: it cannot be reached, or not be used, or could not a moment ago.
    """
    async with services.provider_locks.setdefault((company_id, issuer), asyncio.Lock()):
        return await _read(services, company_id=company_id, issuer=issuer, anew=anew)


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
    provider = read_metadata(described, issuer=issuer, allows=services.outbound.allows)
    return replace(provider, keys=read_keys(await _get(services, provider.jwks_uri, company_id=company_id)))


async def _get(services: Services, url: str, *, company_id: UUID) -> dict[str, Any]:
    try:
        reply = await services.outbound.call("GET", url, company_id=company_id)
        if reply.status != OK:
            raise ProviderError(UNREACHABLE)
        return reply.json_object()
    except OutboundError as error:
        raise ProviderError(UNREACHABLE) from error
