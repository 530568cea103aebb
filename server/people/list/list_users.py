"""List a company's people a page at a time, and count the values of a field for the list's filter.

Counting takes a moment where there are many accounts; see :mod:`server.people.list.summarize_users`.
"""

import time
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.people.account.read_user import read_records
from server.people.list.list_filters import Page
from server.people.list.list_repository import MOST_COUNTED, ValueRow, count_values, find_page
from server.people.list.list_schemas import ListQuery, LocationCount, LocationsResponse, UserPage
from server.people.list.summarize_users import KEPT_TIMES, SOON_SECONDS
from server.platform.process.cache import CacheKind
from server.platform.process.clock import zone_of
from server.platform.services import Services
from server.vocabulary.fields import FIELD
from server.vocabulary.identity import Identity


async def list_users(services: Services, *, identity: Identity, query: ListQuery) -> UserPage:
    """One page of the company's people."""
    page = Page(sort=query.order, offset=query.offset, limit=query.limit)
    search = query.search_query(identity.company_id, zone=zone_of(services.settings.phone_region))
    async with services.database.reading() as connection:
        found = await find_page(connection, search, page=page)
        records = await read_records(connection, found.rows, company_id=identity.company_id)
    read = query.offset + len(found.rows) if found.rows else 0
    # The last page tells, too.
    is_exact = found.total <= MOST_COUNTED or 0 < len(found.rows) < query.limit
    return UserPage(
        data=records,
        page=query.page,
        page_size=query.limit,
        total=found.total if found.total <= MOST_COUNTED else max(MOST_COUNTED, read),
        total_is_exact=is_exact,
    )


MOST_VALUES: Final = 200
VALUES: Final = CacheKind[tuple[UUID, str], Sequence[ValueRow]](most=1_000)


async def list_values(services: Services, *, identity: Identity, field: str) -> LocationsResponse:
    """List the values, those of most people first."""
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
