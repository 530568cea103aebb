"""The results of a bulk job as a CSV file.

Rows are read and written a batch at a time: between two batches no connection is held.
"""

from collections.abc import AsyncIterator
from typing import Final
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.people.bulk import row_repository
from server.people.bulk.repository import find_job
from server.people.bulk.row_repository import StoredRow
from server.people.bulk.states import BulkRowFilter
from server.people.chunks.row_files import BATCH_ROWS, Rows, as_csv
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity

FILE_NAME: Final = "results.csv"
HEADER: Final = ["row", "fullName", "email", "result", "reason"]


async def results_file(
    services: Services, *, identity: Identity, job_id: UUID, status: BulkRowFilter | None, address: str
) -> AsyncIterator[bytes]:
    """The pieces of the file. Reading it is recorded, as it is of the list of people.

    Raises:
        NotFoundError: there is no such job in this company.

    """
    async with services.database.unit_of_work() as unit:
        found = await find_job(unit.connection, company_id=identity.company_id, job_id=job_id)
        if found is None:
            raise NotFoundError
        await record(
            unit.connection,
            action=AuditAction.USERS_EXPORTED,
            by=identity,
            subject_id=job_id,
            subject_label=FILE_NAME,
            address=address,
            after={"rows": found.total, "status": status or "all"},
        )
    return as_csv(_rows(services, job_id=job_id, status=status))


async def _rows(services: Services, *, job_id: UUID, status: BulkRowFilter | None) -> AsyncIterator[Rows]:
    """By their numbers, so that none is left out or comes twice while the job runs."""
    yield [HEADER]
    last, is_more = 0, True
    while is_more:
        async with services.database.reading() as connection:
            batch = await row_repository.rows_after(
                connection, job_id=job_id, status=status, row=last, limit=BATCH_ROWS
            )
        is_more = len(batch) == BATCH_ROWS
        if batch:
            last = batch[-1].row
            yield [_cells(each) for each in batch]


def _cells(row: StoredRow) -> list[str]:
    return [str(row.row), row.full_name, row.email, row.status.value.capitalize(), row.message or ""]
