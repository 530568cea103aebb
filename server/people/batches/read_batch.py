"""Read batches: one, a page of them, and the newest for the dashboard."""

from uuid import UUID

from server.people.batches.repository import count_batches, find_batch, list_batches
from server.people.batches.schemas import BatchesQuery, BatchPage, BatchRecord
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.visible_text import fold_name


async def get_batch(services: Services, *, identity: Identity, batch_id: UUID) -> BatchRecord:
    """Raises NotFoundError: the company has no batch of this id."""
    async with services.database.reading() as connection:
        return await read_record(connection, company_id=identity.company_id, batch_id=batch_id)


async def read_record(connection: Connection, *, company_id: UUID, batch_id: UUID) -> BatchRecord:
    """Raises NotFoundError."""
    found = await find_batch(connection, company_id=company_id, batch_id=batch_id)
    if found is None:
        raise NotFoundError
    return BatchRecord.model_validate(found)


async def list_page(services: Services, *, identity: Identity, query: BatchesQuery) -> BatchPage:
    """A page of the company's batches, the newest first."""
    search, archived = fold_name(query.search), bool(query.archived)
    async with services.database.reading() as connection:
        rows = await list_batches(
            connection,
            company_id=identity.company_id,
            search=search,
            archived=archived,
            offset=query.offset,
            limit=query.page_size,
        )
        total = await count_batches(connection, company_id=identity.company_id, search=search, archived=archived)
    return BatchPage(
        data=[BatchRecord.model_validate(row) for row in rows],
        page=query.page,
        page_size=query.page_size,
        total=total,
        total_is_exact=True,
    )


async def newest_batches(connection: Connection, *, company_id: UUID, limit: int) -> list[BatchRecord]:
    """The open ones."""
    rows = await list_batches(connection, company_id=company_id, limit=limit)
    return [BatchRecord.model_validate(row) for row in rows]
