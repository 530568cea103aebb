"""List a company's users a page at a time."""

from uuid import UUID

from server.cache import Caches
from server.database import Connection
from server.identity.identity import Identity
from server.services import Services
from server.users.list_filters import Filters, Page
from server.users.list_places import start_near
from server.users.list_repository import MOST_COUNTED, ListResult, count_people, list_page
from server.users.list_schemas import ListQuery, UserPage
from server.users.schemas import UserRecord
from server.users.search_users import search_users


async def list_users(services: Services, *, identity: Identity, query: ListQuery) -> UserPage:
    """One page of the company's people."""
    page = Page(sort=query.order, offset=query.offset, limit=query.limit)
    if search := query.search_query(identity.company_id):
        async with services.database.unit_of_work() as unit:
            found = await search_users(unit.connection, search, page=page)
    else:
        async with services.database.reading() as connection:
            found = await _list(
                connection, caches=services.caches, company_id=identity.company_id, filters=query.filters, page=page
            )
    return UserPage(
        data=[UserRecord.model_validate(row) for row in found.rows],
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
    counted = await count_people(connection, company_id=company_id, filters=filters)
    if counted <= MOST_COUNTED:
        return ListResult(rows=rows, total=counted)
    return ListResult(rows=rows, total=counted, is_exact=False)
