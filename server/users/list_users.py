"""List a company's users a page at a time."""

from uuid import UUID

from server.cache import Caches
from server.database import Connection
from server.identity.identity import Identity
from server.services import Services
from server.time_of_day import zone_of
from server.users.list_filters import Filters, Page
from server.users.list_places import start_near
from server.users.list_repository import MOST_COUNTED, ListResult, list_page
from server.users.list_schemas import ListQuery, UserPage
from server.users.list_totals import list_total
from server.users.search_users import search_users
from server.users.user_records import read_records


async def list_users(services: Services, *, identity: Identity, query: ListQuery) -> UserPage:
    """One page of the company's people."""
    page = Page(sort=query.order, offset=query.offset, limit=query.limit)
    search = query.search_query(identity.company_id, zone=zone_of(services.settings.phone_region))
    async with services.database.reading() as connection:
        if search.is_narrow(page.sort):
            found = await search_users(connection, search, page=page)
        else:
            found = await _list(
                connection, caches=services.caches, company_id=identity.company_id, filters=search.filters, page=page
            )
        records = await read_records(connection, found.rows, company_id=identity.company_id)
    return UserPage(
        data=records,
        page=query.page,
        page_size=query.limit,
        # Not exact: more exist than were counted.
        total=found.total if found.is_exact else max(MOST_COUNTED, query.offset + len(found.rows)),
        total_is_exact=found.is_exact,
    )


async def _list(
    connection: Connection, *, caches: Caches, company_id: UUID, filters: Filters, page: Page
) -> ListResult:
    near = await start_near(
        connection, caches=caches, company_id=company_id, filters=filters, sort=page.sort, offset=page.offset
    )
    rows = []
    if near is not None:
        start, further = near
        rows = await list_page(
            connection,
            company_id=company_id,
            filters=filters,
            sort=page.sort,
            start=start,
            offset=further,
            limit=page.limit,
        )
    counted = await list_total(connection, caches=caches, company_id=company_id, filters=filters)
    if counted <= MOST_COUNTED:
        return ListResult(rows=rows, total=counted)
    return ListResult(rows=rows, total=counted, is_exact=False)
