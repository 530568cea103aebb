"""The work locations of a company's people, for the list's filter.

Counting takes a moment where there are many accounts; see :mod:`server.users.summarize_users`.
"""

import time
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.cache import CacheKind
from server.identity.identity import Identity
from server.services import Services
from server.users.list_schemas import LocationCount, LocationsResponse
from server.users.location_repository import LocationRow, count_locations
from server.users.summarize_users import KEPT_TIMES, SOON_SECONDS

MOST_LOCATIONS: Final = 200
LOCATIONS: Final = CacheKind[UUID, Sequence[LocationRow]](most=1_000)


async def list_locations(services: Services, *, identity: Identity) -> LocationsResponse:
    """Those with most people first."""
    cache = services.caches.of(LOCATIONS)
    found = cache.get(identity.company_id)
    if found is None:
        begun = time.monotonic()
        async with services.database.reading() as connection:
            found = await count_locations(connection, company_id=identity.company_id, most=MOST_LOCATIONS)
        took = time.monotonic() - begun
        if took > SOON_SECONDS:
            cache.put(identity.company_id, found, seconds=KEPT_TIMES * took)
    return LocationsResponse(locations=[LocationCount(location=row.location, people=row.people) for row in found])
