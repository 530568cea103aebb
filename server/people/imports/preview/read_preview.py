"""The rows of an import, and what is wrong in them, grouped: its errors by cause, and the values of a field."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from server.people.imports import repository
from server.people.imports.checking import mending_repository
from server.people.imports.checking.compare_rows import CHANGED_BY_FILES
from server.people.imports.files.layout import PLACES
from server.people.imports.preview import row_repository
from server.people.imports.preview.row_repository import MOST_VALUES, RowSelection, StoredRow
from server.people.imports.preview.schemas import (
    CellProblem,
    ImportRow,
    ImportRowPage,
    ProblemOfRows,
    ProblemsResponse,
    RowsQuery,
    RowValues,
    ValueOfRows,
    ValuesQuery,
    ValuesResponse,
)
from server.people.imports.repository import Import
from server.people.imports.schemas import StartedBy
from server.people.imports.states import ImportMode, RowFilter
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError
from server.platform.services import Context
from server.vocabulary.fields import BATCH, FIELD

_SHOWN: Final = (*CHANGED_BY_FILES, BATCH)


async def list_rows(context: Context, import_id: UUID, *, query: RowsQuery) -> ImportRowPage:
    """One page of an import's rows, in the order of the file.

    Raises:
        NotFoundError: there is no such import in this company.

    """
    selection = RowSelection(status=query.status, field=query.field, problem=query.problem, mode=query.mode)
    async with context.services.database.reading() as connection:
        found = await _find(connection, context, import_id)
        rows = await row_repository.list_rows(
            connection, import_id=import_id, selection=selection, offset=query.offset, limit=query.page_size
        )
        total = await _total(connection, found, selection)
    return ImportRowPage.of(query, map(present_row, rows), total=total)


async def _total(connection: Connection, found: Import, selection: RowSelection) -> int:
    """Take the total from the counters of the import, so that a page needs no COUNT.

    Those of an import that updates tell less apart than the filters do.
    """
    status = selection.status
    is_counted = status in {RowFilter.UNDONE, RowFilter.KEPT} or (status is not None and found.updates)
    if selection.has_problem or is_counted:
        return await row_repository.count_rows(connection, import_id=found.id, selection=selection)
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


def present_before(before: Mapping[str, str | None]) -> dict[str, str]:
    return {name: before[name] or "" for name in _SHOWN if name in before}


def present_row(row: StoredRow) -> ImportRow:
    return ImportRow(
        row=row.row,
        position=row.position,
        line=row.line,
        status=row.status,
        change=row.change,
        before=present_before(row.before),
        update_errors=[CellProblem(**problem) for problem in row.update_errors],
        values=RowValues.model_validate(dict(zip(PLACES, row.values, strict=True))),
        batch=row.batch,
        errors=[CellProblem(**problem) for problem in row.errors],
        warnings=[CellProblem(**problem) for problem in row.warnings],
        message=row.message,
        user_id=row.user_id,
        invitation=row.invitation,
        version=row.version,
        edited_by=_editor(row),
    )


def _editor(row: StoredRow) -> StartedBy | None:
    if row.editor_id is None or row.editor_name is None:
        return None
    return StartedBy(id=row.editor_id, full_name=row.editor_name)


async def list_problems(context: Context, import_id: UUID, *, mode: ImportMode) -> ProblemsResponse:
    """Raises NotFoundError, also for another company's import."""
    async with context.services.database.reading() as connection:
        present = await _find(connection, context, import_id)
        is_counted = present.problems_version == present.version
        read = row_repository.list_counted if is_counted else row_repository.count_problems
        found = await read(connection, import_id=import_id, mode=mode)
    return ProblemsResponse(
        problems=[ProblemOfRows(field=field, message=message, rows=rows) for field, message, rows in found]
    )


async def list_values(context: Context, import_id: UUID, *, query: ValuesQuery) -> ValuesResponse:
    """The values of a field; without a status those that are read as others too.

    Raises NotFoundError, also for another company's import.
    """
    async with context.services.database.reading() as connection:
        found = await _find(connection, context, import_id)
        values = await row_repository.list_cell_values(
            connection,
            import_id=import_id,
            field=query.field,
            cell=FIELD[query.field].column,
            status=None if query.status is None else RowFilter(query.status),
        )
        mapped = [] if query.status else await _mapped(connection, found, field=query.field)
    listed = [*mapped, *(ValueOfRows(value=value, rows=rows, mapped=None) for value, rows in values)]
    return ValuesResponse(values=sorted(listed, key=lambda each: -each.rows)[:MOST_VALUES])


async def _find(connection: Connection, context: Context, import_id: UUID) -> Import:
    found = await repository.find_import(connection, company_id=context.company_id, import_id=import_id)
    if found is None:
        raise NotFoundError
    return found


async def _mapped(connection: Connection, found: Import, *, field: str) -> list[ValueOfRows]:
    """The values that the company has mapped before, and those mapped in this preview."""
    mapped = {each.before: (each.rows, each.after) for each in found.read_values if each.field == field}
    here = await mending_repository.mappings_of(
        connection, company_id=found.company_id, import_id=found.id, field=field
    )
    mapped |= {value: (rows, after) for value, rows, after in here}
    return [ValueOfRows(value=value, rows=rows, mapped=after) for value, (rows, after) in mapped.items()]
