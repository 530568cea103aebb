"""The rows of an import, and what is wrong in them, grouped: its errors by cause, and the values of a field."""

from uuid import UUID

from server.people.imports.mending import mending_repository
from server.people.imports.preview import preview_repository
from server.people.imports.preview.preview_repository import MOST_VALUES
from server.people.imports.repository import Import, find_import
from server.people.imports.schemas import (
    ImportRowPage,
    ProblemsResponse,
    RowsQuery,
    ValueOfRows,
    ValuesQuery,
    ValuesResponse,
)
from server.people.imports.states import ImportMode, RowFilter
from server.platform.database.connections import Connection
from server.platform.services import Context


async def list_rows(context: Context, import_id: UUID, *, query: RowsQuery) -> ImportRowPage:
    """One page of an import's rows, in the order of the file.

    Raises NotFoundError: there is no such import in this company.
    """
    async with context.services.database.reading() as connection:
        found = await find_import(connection, company_id=context.company_id, import_id=import_id)
        rows = await preview_repository.list_rows(connection, import_id=import_id, query=query)
        total = await _total(connection, found, query)
    return ImportRowPage.of(query, rows, total=total)


async def _total(connection: Connection, found: Import, query: RowsQuery) -> int:
    """Take the total from the counters of the import, so that a page needs no COUNT.

    Those of an import that updates tell less apart than the filters do.
    """
    status = query.status
    is_counted = status in {RowFilter.UNDONE, RowFilter.KEPT} or (status is not None and found.updates)
    if query.field is not None or query.problem is not None or is_counted:
        return await preview_repository.count_rows(connection, import_id=found.id, query=query)
    if status is None:
        return found.valid_rows + found.invalid_rows
    return {
        RowFilter.VALID: found.valid_rows - found.failed_count,
        RowFilter.WARNING: found.warning_rows,
        RowFilter.INVALID: found.invalid_rows,
        RowFilter.CREATED: found.created_count,
        RowFilter.FAILED: found.failed_count + found.invalid_rows,
        RowFilter.CHANGED: found.changed_rows,
        RowFilter.UNCHANGED: found.unchanged_rows,
        RowFilter.NEW: found.valid_rows - found.failed_count,
        RowFilter.REFUSED: found.invalid_rows - found.changed_rows - found.unchanged_rows,
    }[status]


async def list_problems(context: Context, import_id: UUID, *, mode: ImportMode) -> ProblemsResponse:
    """Raises NotFoundError, also for another company's import."""
    async with context.services.database.reading() as connection:
        present = await find_import(connection, company_id=context.company_id, import_id=import_id)
        is_counted = present.problems_version == present.version
        read = preview_repository.list_counted if is_counted else preview_repository.count_problems
        found = await read(connection, import_id=import_id, mode=mode)
    return ProblemsResponse(problems=found)


async def list_values(context: Context, import_id: UUID, *, query: ValuesQuery) -> ValuesResponse:
    """The values of a field; without a status those that are read as others too.

    Raises NotFoundError, also for another company's import.
    """
    async with context.services.database.reading() as connection:
        found = await find_import(connection, company_id=context.company_id, import_id=import_id)
        values = await preview_repository.list_cell_values(connection, import_id=import_id, query=query)
        mapped = [] if query.status else await _mapped(connection, found, field=query.field)
    return ValuesResponse(values=sorted([*mapped, *values], key=lambda each: -each.rows)[:MOST_VALUES])


async def _mapped(connection: Connection, found: Import, *, field: str) -> list[ValueOfRows]:
    """The values that the company has mapped before, and those mapped in this preview."""
    mapped = {each.before: (each.rows, each.after) for each in found.read_values if each.field == field}
    here = await mending_repository.mappings_of(connection, found, field=field)
    mapped |= {value: (rows, after) for value, rows, after in here}
    return [ValueOfRows(value=value, rows=rows, mapped=after) for value, (rows, after) in mapped.items()]
