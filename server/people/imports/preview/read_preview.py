"""The rows of an import, and what is wrong in them, grouped: its errors by cause, and the values of a field."""

from uuid import UUID

from server.people.imports.mending import mending_repository
from server.people.imports.preview import preview_repository, schemas
from server.people.imports.preview.preview_repository import MOST_VALUES
from server.people.imports.repository import Import, find_import
from server.people.imports.states import ImportMode
from server.platform.database.connections import Connection
from server.platform.services import Context


async def list_rows(context: Context, import_id: UUID, *, query: schemas.RowsQuery) -> schemas.ImportRowPage:
    """One page of an import's rows, in the order of the file.

    Raises NotFoundError: there is no such import in this company.
    """
    async with context.services.database.reading() as connection:
        found = await find_import(connection, company_id=context.company_id, import_id=import_id)
        rows = await preview_repository.list_rows(connection, import_id=import_id, query=query)
        total = found.valid_rows + found.invalid_rows
        if any(each is not None for each in (query.status, query.field, query.problem)):
            total = await preview_repository.count_rows(connection, import_id=import_id, query=query)
    return schemas.ImportRowPage.of(query, rows, total=total)


async def list_problems(context: Context, import_id: UUID, *, mode: ImportMode) -> schemas.ProblemsResponse:
    """Raises NotFoundError, also for another company's import."""
    async with context.services.database.reading() as connection:
        present = await find_import(connection, company_id=context.company_id, import_id=import_id)
        is_counted = present.problems_version == present.version
        read = preview_repository.list_counted if is_counted else preview_repository.count_problems
        found = await read(connection, import_id=import_id, mode=mode)
    return schemas.ProblemsResponse(problems=found)


async def list_values(context: Context, import_id: UUID, *, query: schemas.ValuesQuery) -> schemas.ValuesResponse:
    """The values of a field; without a status those that are read as others too.

    Raises NotFoundError, also for another company's import.
    """
    async with context.services.database.reading() as connection:
        found = await find_import(connection, company_id=context.company_id, import_id=import_id)
        values = await preview_repository.list_cell_values(connection, import_id=import_id, query=query)
        mapped = [] if query.status else await _mapped(connection, found, field=query.field)
    return schemas.ValuesResponse(values=sorted([*mapped, *values], key=lambda each: -each.rows)[:MOST_VALUES])


async def _mapped(connection: Connection, found: Import, *, field: str) -> list[schemas.ValueOfRows]:
    """The values that the company has mapped before, and those mapped in this preview."""
    mapped = {each.before: (each.rows, each.after) for each in found.read_values if each.field == field}
    here = await mending_repository.mappings_of(connection, found, field=field)
    mapped |= {value: (rows, after) for value, rows, after in here}
    return [schemas.ValueOfRows(value=value, rows=rows, mapped=after) for value, (rows, after) in mapped.items()]
