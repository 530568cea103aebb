from uuid import UUID

from server.database import Connection
from server.identity.identity import Identity
from server.services import Services
from server.users.find_people import Found, Page, find_people
from server.users.list_filters import Filters
from server.users.list_places import start_near
from server.users.list_repository import MOST_COUNTED, count_people, list_page
from server.users.list_schemas import ListQuery, UserPage
from server.users.read_user import read_record
from server.users.schemas import UserRecord


async def list_users(services: Services, *, identity: Identity, query: ListQuery) -> UserPage:
    """One page of the company's people."""
    page = Page(sort=query.order, offset=query.offset, limit=query.limit)
    terms = query.terms
    async with services.database.reading() as connection:
        if terms is None:
            found = await _list(connection, company_id=identity.company_id, filters=query.filters, page=page)
        else:
            found = await find_people(
                connection, terms, company_id=identity.company_id, filters=query.filters, page=page
            )
    return UserPage(
        data=[UserRecord.model_validate(row) for row in found.rows],
        page=query.page,
        page_size=query.limit,
        # An estimate may be too high by as much as it likes; so many there are at the least.
        total=found.total if found.is_exact else max(MOST_COUNTED, query.offset + len(found.rows)),
        total_is_exact=found.is_exact,
    )


async def get_user(services: Services, *, identity: Identity, user_id: UUID) -> UserRecord:
    """Raises NotFoundError: the company has nobody of this id."""
    async with services.database.reading() as connection:
        return await read_record(connection, company_id=identity.company_id, user_id=user_id)


async def _list(connection: Connection, *, company_id: UUID, filters: Filters, page: Page) -> Found:
    near = await start_near(connection, company_id=company_id, filters=filters, sort=page.sort, offset=page.offset)
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
        return Found(rows=rows, total=counted)
    return Found(rows=rows, total=counted, is_exact=False)
