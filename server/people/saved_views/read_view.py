"""Read views as they are shown, with what is wrong with a stored query.

Who may create users may share views with the company, and change them. A view holds a query and no people, but readers
act on what it shows, trusting its author: a user who may create less changes no view of theirs.
"""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from pydantic import ValidationError

from server.people.saved_views.repository import ViewRow, known_batches, list_views
from server.people.saved_views.schemas import Scope, ViewAuthor, ViewQuery, ViewRecord, ViewsResponse
from server.platform.database.connections import Connection
from server.platform.services import Context
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import Permission, covers_rights_of

_QUERIES: Final = {
    "new-this-week": ("New this week", {"createdFrom": "-7d"}),
    "invitation-lapsed": ("Invitation lapsed", {"invitation": "lapsed"}),
    "not-signed-in": ("Not signed in for 30 days", {"lastSignIn": "before:-30d"}),
}
BUILT_IN_VIEWS: Final = tuple(
    ViewRecord(
        id=key,
        name=name,
        scope=Scope.BUILTIN,
        query=query,
        columns=None,
        version=1,
        created_by=None,
        may_edit=False,
        problem=None,
    )
    for key, (name, query) in _QUERIES.items()
)


def may_share(identity: Identity) -> bool:
    return Permission.USER_CREATE in identity.permissions


def may_change(identity: Identity, view: ViewRow) -> bool:
    """Whether the caller may change a view that they see."""
    if view.owner_id is not None:
        return True
    return may_share(identity) and covers_rights_of(identity.profile, view.creator_profile)


NO_BATCH: Final = "The batch of this view does not exist any more. Choose another batch, or delete the view."
NO_QUERY: Final = "A filter of this view does not exist any more. Choose its filters again, or delete the view."


async def read_views(context: Context) -> ViewsResponse:
    async with context.services.database.reading() as connection:
        rows = await list_views(connection, **context.identity.key)
        records = await read_records(connection, rows, identity=context.identity)
    return ViewsResponse(views=[*BUILT_IN_VIEWS, *records])


def read_query(stored: dict[str, Any]) -> ViewQuery | None:
    """Return None for a query with a filter that is no more."""
    try:
        return ViewQuery.model_validate(stored)
    except ValidationError:
        return None


async def read_records(connection: Connection, rows: Sequence[ViewRow], *, identity: Identity) -> list[ViewRecord]:
    queries = [read_query(row.query) for row in rows]
    batches = {query.batch for query in queries if query is not None and query.batch is not None}
    known = await known_batches(connection, company_id=identity.company_id, ids=sorted(batches)) if batches else set()
    return [
        ViewRecord.model_validate(
            {
                **vars(row),
                "id": str(row.id),
                "scope": Scope.COMPANY if row.owner_id is None else Scope.OWN,
                "query": {name: str(value) for name, value in row.query.items()},
                "created_by": row.creator_id and ViewAuthor(id=row.creator_id, full_name=row.creator or ""),
                "may_edit": may_change(identity, row),
                "problem": _problem(query, known=known),
            }
        )
        for row, query in zip(rows, queries, strict=True)
    ]


def _problem(query: ViewQuery | None, *, known: set[UUID]) -> str | None:
    if query is None:
        return NO_QUERY
    return NO_BATCH if query.batch is not None and query.batch not in known else None
