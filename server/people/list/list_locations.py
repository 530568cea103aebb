"""The work locations of a company's people, for the list's filter.

Counting takes a moment where there are many accounts; see :mod:`server.people.list.summarize_users`.
"""

import time
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.people.list.list_schemas import LocationCount, LocationsResponse
from server.people.list.location_repository import LocationRow, count_locations
from server.people.list.summarize_users import KEPT_TIMES, SOON_SECONDS
from server.platform.process.cache import CacheKind
from server.platform.services import Services
from server.vocabulary.identity import Identity

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
