"""List the rows of an import."""

from uuid import UUID

from server.errors import NotFoundError
from server.identity.identity import Identity
from server.imports import repository
from server.imports.preview import row_repository
from server.imports.preview.row_repository import StoredRow
from server.imports.repository import Import
from server.imports.schemas import CellProblem, ImportRow, ImportRowPage, RowValues
from server.imports.states import RowFilter
from server.services import Services


async def list_rows(
    services: Services, *, identity: Identity, import_id: UUID, status: RowFilter | None, page: int, page_size: int
) -> ImportRowPage:
    """One page of an import's rows, in the order of the file.

    Raises:
        NotFoundError: there is no such import in this company.

    """
    async with services.database.reading() as connection:
        found = await repository.find_import(connection, company_id=identity.company_id, import_id=import_id)
        if found is None:
            raise NotFoundError
        rows = await row_repository.list_rows(
            connection, import_id=import_id, status=status, offset=(page - 1) * page_size, limit=page_size
        )
    return ImportRowPage(
        data=[_present(row) for row in rows],
        page=page,
        page_size=page_size,
        total=_total(found, status),
        total_is_exact=True,
    )


def _total(found: Import, status: RowFilter | None) -> int:
    """From the counters of the import, which checking and creating update, so that a page needs no COUNT."""
    if status is None:
        return found.valid_rows + found.invalid_rows
    return {
        RowFilter.VALID: found.valid_rows - found.failed_count,
        RowFilter.WARNING: found.warning_rows,
        RowFilter.INVALID: found.invalid_rows,
        RowFilter.CREATED: found.created_count,
        RowFilter.FAILED: found.failed_count + found.invalid_rows,
    }[status]


def _present(row: StoredRow) -> ImportRow:
    return ImportRow(
        row=row.row,
        position=row.position,
        line=row.line,
        status=row.status,
        values=RowValues(**row.values._asdict()),
        errors=[CellProblem(**problem) for problem in row.errors],
        warnings=[CellProblem(**problem) for problem in row.warnings],
        message=row.message,
        user_id=row.user_id,
        invitation=row.invitation,
    )
