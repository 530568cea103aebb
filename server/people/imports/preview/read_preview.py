"""The rows of an import, and what is wrong in them, grouped: its errors by cause, and the values of a field."""

from uuid import UUID

from server.people.imports.mending import mending_repository
from server.people.imports.own_fields import refuse_closed, with_fields
from server.people.imports.preview import preview_repository, schemas
from server.people.imports.preview.preview_repository import MOST_VALUES
from server.people.imports.repository import Import, find_import
from server.people.imports.states import ImportMode
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError
from server.platform.services import Context
from server.vocabulary.field_kinds import Kind
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Permission


async def list_rows(context: Context, import_id: UUID, *, query: schemas.RowsQuery) -> schemas.ImportRowPage:
    """One page of an import's rows, in the order of the file.

    Raises NotFoundError: there is no such import in this company.
    """
    async with context.services.database.reading() as connection:
        found = await find_import(connection, company_id=context.company_id, import_id=import_id)
        found = await with_fields(connection, context.services, found)
        rows = await preview_repository.list_rows(connection, found, query=query)
        total = found.valid_rows + found.invalid_rows
        if any(each is not None for each in (query.status, query.field, query.problem)):
            total = await preview_repository.count_rows(connection, import_id=import_id, query=query)
    seen = [row.as_seen_by(context.actor.profile, known=found.known) for row in rows]
    return schemas.ImportRowPage.of(query, seen, total=total)


async def list_problems(context: Context, import_id: UUID, *, mode: ImportMode) -> schemas.ProblemsResponse:
    """Raises NotFoundError, also for another company's import."""
    async with context.services.database.reading() as connection:
        present = await find_import(connection, company_id=context.company_id, import_id=import_id)
        is_counted = present.problems_version == present.version
        read = preview_repository.list_counted if is_counted else preview_repository.count_problems
        found = await read(connection, import_id=import_id, mode=mode)
        company_id, spellings = context.company_id if context.actor.may(Permission.USER_VIEW) else None, []
        for field in BUILT_IN.in_filters:
            if field.kind is Kind.TEXT:
                read_spellings = preview_repository.list_spellings
                spellings += await read_spellings(connection, field, import_id=import_id, company_id=company_id)
    return schemas.ProblemsResponse(problems=found, spellings=spellings)


async def list_values(context: Context, import_id: UUID, *, query: schemas.ValuesQuery) -> schemas.ValuesResponse:
    """The values of a field; without a status those that are read as others too.

    Raises NotFoundError, also for another company's import; ForbiddenError: the field is not open to the caller.
    """
    async with context.services.database.reading() as connection:
        found = await find_import(connection, company_id=context.company_id, import_id=import_id)
        found = await with_fields(connection, context.services, found)
        refuse_closed(found, [query.field], profile=context.actor.profile, edits=False)
        if query.field not in found.known.named:
            raise NotFoundError
        values = await preview_repository.list_cell_values(connection, found, query=query)
        mapped = [] if query.status else await _mapped(connection, found, field=query.field)
    return schemas.ValuesResponse(values=sorted([*mapped, *values], key=lambda each: -each.rows)[:MOST_VALUES])


async def _mapped(connection: Connection, found: Import, *, field: str) -> list[schemas.ValueOfRows]:
    """The values that the company has mapped before, and those mapped in this preview."""
    mapped = {each.before: (each.rows, each.after) for each in found.read_values if each.field == field}
    here = await mending_repository.mappings_of(connection, found, field=field)
    mapped |= {value: (rows, after) for value, rows, after in here}
    return [schemas.ValueOfRows(value=value, rows=rows, mapped=after) for value, (rows, after) in mapped.items()]
