"""The values of a field that a company's people have, for the list's filter.

Counting takes a moment where there are many accounts; see :mod:`server.people.list.summarize_users`.
"""

import time
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.people.list.list_schemas import LocationCount, LocationsResponse
from server.people.list.summarize_users import KEPT_TIMES, SOON_SECONDS
from server.people.list.value_repository import ValueRow, count_values
from server.platform.process.cache import CacheKind
from server.platform.services import Services
from server.vocabulary.fields import FIELD
from server.vocabulary.identity import Identity

MOST_VALUES: Final = 200
VALUES: Final = CacheKind[tuple[UUID, str], Sequence[ValueRow]](most=1_000)


async def list_values(services: Services, *, identity: Identity, field: str) -> LocationsResponse:
    """Those with most people first."""
    cache, key = services.caches.of(VALUES), (identity.company_id, field)
    found = cache.get(key)
    if found is None:
        begun = time.monotonic()
        async with services.database.reading() as connection:
            found = await count_values(connection, FIELD[field], company_id=identity.company_id, most=MOST_VALUES)
        took = time.monotonic() - begun
        if took > SOON_SECONDS:
            cache.put(key, found, seconds=KEPT_TIMES * took)
    return LocationsResponse(locations=[LocationCount(location=row.value, people=row.people) for row in found])
