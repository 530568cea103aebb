"""List the results of a bulk job, person by person."""

from uuid import UUID

from server.people.bulk import row_repository
from server.people.bulk.repository import Job, find_job
from server.people.bulk.schemas import BulkRow, BulkRowPage, RowsQuery
from server.people.bulk.states import BulkRowFilter
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def list_rows(services: Services, *, identity: Identity, job_id: UUID, query: RowsQuery) -> BulkRowPage:
    """One page of a job's rows.

    Raises:
        NotFoundError: there is no such job in this company.

    """
    async with services.database.reading() as connection:
        found = await find_job(connection, company_id=identity.company_id, job_id=job_id)
        if found is None:
            raise NotFoundError
        rows = await row_repository.list_rows(
            connection, job_id=job_id, status=query.status, offset=query.offset, limit=query.page_size
        )
    return BulkRowPage(
        data=[BulkRow.model_validate(row) for row in rows],
        page=query.page,
        page_size=query.page_size,
        total=_total(found, query.status),
        total_is_exact=True,
    )


def _total(found: Job, status: BulkRowFilter | None) -> int:
    """From the counters of the job, so that a page needs no COUNT. What is undone is done no more."""
    if status is None:
        return found.total
    return {
        BulkRowFilter.DONE: found.done - found.undone,
        BulkRowFilter.UNCHANGED: found.unchanged,
        BulkRowFilter.FAILED: found.failed,
        BulkRowFilter.UNDONE: found.undone,
    }[status]
