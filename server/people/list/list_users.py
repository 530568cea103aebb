"""List a company's users a page at a time."""

from server.people.account.user_records import read_records
from server.people.list.list_filters import Page
from server.people.list.list_repository import MOST_COUNTED, find_page
from server.people.list.list_schemas import ListQuery, UserPage
from server.platform.process.clock import zone_of
from server.platform.services import Services
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
