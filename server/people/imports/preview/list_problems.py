"""What is wrong in a preview, grouped: its errors by cause, and the values of a field."""

from uuid import UUID

from server.people.imports import repository
from server.people.imports.checking import mending_repository
from server.people.imports.preview import problem_repository
from server.people.imports.preview.problem_repository import MOST_VALUES
from server.people.imports.preview.schemas import (
    ProblemOfRows,
    ProblemsResponse,
    ValueOfRows,
    ValuesQuery,
    ValuesResponse,
)
from server.people.imports.repository import Import
from server.people.imports.states import ImportMode, RowFilter
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def list_problems(
    services: Services, *, identity: Identity, import_id: UUID, mode: ImportMode
) -> ProblemsResponse:
    """Raises NotFoundError, also for another company's import."""
    async with services.database.reading() as connection:
        present = await _find(connection, identity=identity, import_id=import_id)
        is_counted = present.problems_version == present.version
        read = problem_repository.list_counted if is_counted else problem_repository.count_problems
        found = await read(connection, import_id=import_id, mode=mode)
    return ProblemsResponse(
        problems=[ProblemOfRows(field=field, message=message, rows=rows) for field, message, rows in found]
    )


async def list_values(services: Services, *, identity: Identity, import_id: UUID, query: ValuesQuery) -> ValuesResponse:
    """The values of a field; without a status those that are read as others too.

    Raises NotFoundError, also for another company's import.
    """
    async with services.database.reading() as connection:
        found = await _find(connection, identity=identity, import_id=import_id)
        values = await problem_repository.list_values(
            connection,
            import_id=import_id,
            field=query.field,
            status=None if query.status is None else RowFilter(query.status),
        )
        mapped = [] if query.status else await _mapped(connection, found, field=query.field)
    listed = [*mapped, *(ValueOfRows(value=value, rows=rows, mapped=None) for value, rows in values)]
    return ValuesResponse(values=sorted(listed, key=lambda each: -each.rows)[:MOST_VALUES])


async def _find(connection: Connection, *, identity: Identity, import_id: UUID) -> Import:
    found = await repository.find_import(connection, company_id=identity.company_id, import_id=import_id)
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
