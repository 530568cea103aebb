"""Read views as they are shown, with what is wrong with a stored query."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from pydantic import ValidationError

from server.people.saved_views.built_in import BUILT_IN_VIEWS
from server.people.saved_views.policy import may_change
from server.people.saved_views.repository import ViewRow, find_view, known_batches, list_views
from server.people.saved_views.schemas import ListColumnRecord, Scope, ViewAuthor, ViewQuery, ViewRecord, ViewsResponse
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity

NO_BATCH: Final = "The batch of this view does not exist any more. Choose another batch, or delete the view."
NO_QUERY: Final = "A filter of this view does not exist any more. Choose its filters again, or delete the view."


async def read_views(services: Services, *, identity: Identity) -> ViewsResponse:
    async with services.database.reading() as connection:
        rows = await list_views(connection, company_id=identity.company_id, user_id=identity.user_id)
        records = await _records(connection, rows, identity=identity)
    return ViewsResponse(views=[*BUILT_IN_VIEWS, *records])


async def read_view(connection: Connection, *, identity: Identity, view_id: UUID) -> ViewRecord:
    """Raises NotFoundError: the caller sees no view of this id."""
    row = await find_view(connection, company_id=identity.company_id, user_id=identity.user_id, view_id=view_id)
    if row is None:
        raise NotFoundError
    return (await _records(connection, [row], identity=identity))[0]


def read_query(stored: dict[str, Any]) -> ViewQuery | None:
    """None for a query with a filter that is no more."""
    try:
        return ViewQuery.model_validate(stored)
    except ValidationError:
        return None


async def _records(connection: Connection, rows: Sequence[ViewRow], *, identity: Identity) -> list[ViewRecord]:
    queries = [read_query(row.query) for row in rows]
    batches = {query.batch for query in queries if query is not None and query.batch is not None}
    known = await known_batches(connection, company_id=identity.company_id, ids=sorted(batches)) if batches else set()
    return [
        _record(row, identity=identity, problem=_problem(query, known=known))
        for row, query in zip(rows, queries, strict=True)
    ]


def _problem(query: ViewQuery | None, *, known: set[UUID]) -> str | None:
    if query is None:
        return NO_QUERY
    return NO_BATCH if query.batch is not None and query.batch not in known else None


def _record(row: ViewRow, *, identity: Identity, problem: str | None) -> ViewRecord:
    author = None
    if row.creator_id is not None:
        author = ViewAuthor(id=row.creator_id, full_name=row.creator or "")
    columns = None if row.columns is None else [ListColumnRecord.model_validate(column) for column in row.columns]
    return ViewRecord(
        id=str(row.id),
        name=row.name,
        scope=Scope.COMPANY if row.owner_id is None else Scope.OWN,
        query={name: str(value) for name, value in row.query.items()},
        columns=columns,
        version=row.version,
        created_by=author,
        may_edit=may_change(identity, row),
        problem=problem,
    )
