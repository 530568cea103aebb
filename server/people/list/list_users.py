"""List a company's people a page at a time, and count the values of a field for the list's filter.

Counting takes a moment where there are many accounts; see :mod:`server.people.list.summarize_users`.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from server.people.account.read_user import read_records
from server.people.list.list_filters import Page
from server.people.list.list_repository import MOST_COUNTED, ValueRow, count_values, find_page, matching
from server.people.list.list_schemas import ListQuery, LocationCount, LocationsResponse, UserPage
from server.people.list.summarize_users import keep_slow
from server.platform.process.cache import CacheKind
from server.platform.process.clock import zone_of
from server.platform.services import Context
from server.vocabulary.fields import FIELD


async def list_users(context: Context, query: ListQuery) -> UserPage:
    """One page of the company's people."""
    page = Page(sort=query.order, offset=query.offset, limit=query.limit)
    search = matching(query, company_id=context.company_id, zone=zone_of(context.services.settings.phone_region))
    async with context.services.database.reading() as connection:
        found = await find_page(connection, search, page=page)
        records = await read_records(connection, found.rows, company_id=context.company_id)
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


async def list_values(context: Context, field: str) -> LocationsResponse:
    """List the values, those of most people first."""
    services, company_id = context.services, context.company_id

    async def count() -> Sequence[ValueRow]:
        async with services.database.reading() as connection:
            return await count_values(connection, FIELD[field], company_id=company_id, most=MOST_VALUES)

    found = await keep_slow(services.caches.of(VALUES), (company_id, field), count)
    return LocationsResponse(locations=[LocationCount(location=row.value, people=row.people) for row in found])
