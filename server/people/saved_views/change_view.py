"""Read, create, change and delete views of the list, and choose its columns. Views of the company are audited.

Who may create users may share views with the company, and change them. A view holds a query and no people, but readers
act on what it shows, trusting its author: a user who may create less changes no view of theirs.
"""

from collections.abc import Sequence
from typing import Any, Final, Unpack
from uuid import UUID

from pydantic import ValidationError

from server.company.audit.record import AuditAction, record_act
from server.people.account.schemas import person_of
from server.people.fields.conditions import find_sortable, read_terms, write_terms
from server.people.fields.visible import open_fields
from server.people.list.list_schemas import is_own_order
from server.people.list.list_users import find_order, find_terms
from server.people.saved_views import repository, schemas
from server.people.saved_views.repository import ViewRow, ViewScope
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ForbiddenError, ValidationFailedError, existing
from server.platform.services import Context, Unit
from server.vocabulary.identity import Actor
from server.vocabulary.own_fields import OwnField
from server.vocabulary.profiles import Permission, covers_rights_of
from server.vocabulary.visible_text import fold_name, read_label

_QUERIES: Final = {
    "new-this-week": ("New this week", {"createdFrom": "-7d"}),
    "invitation-lapsed": ("Invitation expired", {"invitation": "lapsed"}),
    "not-signed-in": ("Not logged in for 30 days", {"lastSignIn": "before:-30d"}),
}
BUILT_IN_VIEWS: Final = tuple(
    schemas.ViewRecord(
        id=key,
        name=name,
        scope=schemas.Scope.BUILTIN,
        query=query,
        columns=None,
        version=1,
        created_by=None,
        may_edit=False,
        problem=None,
    )
    for key, (name, query) in _QUERIES.items()
)


def may_change(actor: Actor, view: ViewRow) -> bool:
    if view.owner_id is not None:
        return True
    return actor.may(Permission.USER_CREATE) and covers_rights_of(actor.profile, view.creator_profile)


NO_BATCH: Final = "The batch of this view does not exist any more. Choose another batch, or delete the view."


async def read_views(context: Context) -> schemas.ViewsResponse:
    async with context.services.database.reading() as connection:
        rows = await repository.list_views(connection, **context.actor.key)
        records = await read_records(connection, rows, context=context)
    return schemas.ViewsResponse(views=[*BUILT_IN_VIEWS, *records])


def read_query(stored: dict[str, Any]) -> schemas.ViewQuery | None:
    """Return None for a query with a filter that is no more."""
    try:
        return schemas.ViewQuery.model_validate(stored)
    except ValidationError:
        return None


async def read_records(
    connection: Connection, rows: Sequence[ViewRow], *, context: Context
) -> list[schemas.ViewRecord]:
    actor, fields = context.actor, await open_fields(connection, context)
    queries = [read_query(row.query) for row in rows]
    batches = {query.batch for query in queries if query is not None and query.batch is not None}
    known = set[UUID]()
    if batches:
        known = await repository.known_batches(connection, company_id=actor.company_id, ids=sorted(batches))
    return [
        schemas.ViewRecord.model_validate(
            {
                **vars(row),
                "id": str(row.id),
                "scope": schemas.Scope.COMPANY if row.owner_id is None else schemas.Scope.OWN,
                "query": {name: str(value) for name, value in row.query.items()},
                "created_by": person_of(row.creator_id, row.creator),
                "may_edit": may_change(actor, row),
                "problem": _problem(query, known=known, fields=fields),
            }
        )
        for row, query in zip(rows, queries, strict=True)
    ]


def _problem(query: schemas.ViewQuery | None, *, known: set[UUID], fields: Sequence[OwnField]) -> str | None:
    if query is None:
        return "A filter of this view does not exist any more. Choose its filters again, or delete the view."
    try:
        read_terms(query.where, fields=fields)
        if query.sort is not None and is_own_order(query.sort):
            find_sortable(query.sort, fields=fields)
    except ValidationFailedError as error:
        return str(error)
    return NO_BATCH if query.batch is not None and query.batch not in known else None


MOST_VIEWS: Final = 100


class ViewExistsError(ConflictError):
    message = "A view has this name already"


class ViewConflictError(ConflictError):
    code = "edit_conflict"
    message = "This view has been changed by someone else. Check the current version, then save again."


class TooManyViewsError(ConflictError):
    message = f"There are at most {MOST_VIEWS} views of your own, and as many of the company. Delete one first."


async def create_view(context: Context, asked: schemas.CreateViewRequest) -> schemas.ViewRecord:
    """Add a view of the caller's own or of the company.

    Raises:
        ForbiddenError: a view of the company, without the right to share views.
        ValidationFailedError: the name, or the query's batch.
        ViewExistsError, TooManyViewsError.
    """
    owner_id = context.user_id if asked.scope is schemas.SavedScope.OWN else None
    if owner_id is None and not context.actor.may(Permission.USER_CREATE):
        raise ForbiddenError
    name, scope = _read_name(asked.name), ViewScope(company_id=context.company_id, owner_id=owner_id)
    async with context.unit_of_work() as unit:
        await repository.lock_views(unit.connection, **scope)
        content = await _checked(unit, asked, name=name, **scope)
        if await repository.count_views(unit.connection, **scope) >= MOST_VIEWS:
            raise TooManyViewsError
        view_id = await repository.add_view(unit.connection, content, created_by=context.user_id, **scope)
        return await _audited(unit, AuditAction.VIEW_CREATED, view_id=view_id)


async def edit_view(context: Context, edit: schemas.EditViewRequest, *, view_id: UUID) -> schemas.ViewRecord:
    """Change a view; what is missing stays.

    Raises ForbiddenError, ValidationFailedError, ViewExistsError: see :func:`create_view`; also NotFoundError and
    ViewConflictError.
    """
    async with context.unit_of_work() as unit:
        before = await _lock(unit, view_id)
        if edit.version is not None and edit.version != before.version:
            raise ViewConflictError
        name = before.name if edit.name is None else _read_name(edit.name)
        scope = ViewScope(company_id=context.company_id, owner_id=before.owner_id)
        content = await _checked(unit, edit, name=name, besides=view_id, **scope)
        await repository.change_view(unit.connection, content, company_id=context.company_id, view_id=view_id)
        return await _audited(unit, AuditAction.VIEW_EDITED, view_id=view_id, before=before)


async def delete_view(context: Context, *, view_id: UUID) -> None:
    """Raises NotFoundError or ForbiddenError; see :func:`edit_view`."""
    async with context.unit_of_work() as unit:
        view = await _lock(unit, view_id)
        await repository.delete_view(unit.connection, company_id=context.company_id, view_id=view_id)
        await _audit(unit, AuditAction.VIEW_DELETED, before=view)


async def show_columns(context: Context) -> schemas.ListColumnsResponse:
    async with context.services.database.reading() as connection:
        return await repository.read_chosen(connection, **context.actor.key)


async def choose_columns(context: Context, asked: schemas.ListColumnsRequest) -> schemas.ListColumnsResponse:
    """What is missing or null stays as it is."""
    async with context.unit_of_work() as unit:
        chosen = {name: value for name, value in asked.model_dump().items() if value is not None}
        await repository.store_chosen(unit.connection, chosen, **context.actor.key)
        return await repository.read_chosen(unit.connection, **context.actor.key)


def _read_name(typed: str | None) -> str:
    return read_label(typed or "", longest=60, blank="Please give the view a name")


async def _checked(
    unit: Unit[Context],
    sent: schemas.CreateViewRequest | schemas.EditViewRequest,
    *,
    name: str,
    besides: UUID | None = None,
    **scope: Unpack[ViewScope],
) -> dict[str, Any]:
    """What a request changes, as it is stored.

    Raises ValidationFailedError: the company has no batch of the id in the query, or see find_terms and find_order;
    also ViewExistsError.
    """
    content: dict[str, Any] = {"name": name, "folded_name": fold_name(name)}
    if await repository.is_name_taken(unit.connection, folded_name=content["folded_name"], besides=besides, **scope):
        raise ViewExistsError(errors={"name": ViewExistsError.message})
    if sent.query is not None:
        ids = [] if sent.query.batch is None else [sent.query.batch]
        if ids and not await repository.known_batches(unit.connection, company_id=scope["company_id"], ids=ids):
            raise ValidationFailedError(errors={"query.batch": "This batch does not exist"})
        terms = await find_terms(unit.connection, unit.context, sent.query)
        await find_order(unit.connection, unit.context, sent.query.sort)
        content["query"] = sent.query.stored | ({"where": write_terms(terms)} if terms else {})
    if "columns" in sent.model_fields_set:
        content["columns"] = sent.model_dump()["columns"]
    return content


async def _find(unit: Unit[Context], view_id: UUID) -> ViewRow:
    return existing(await repository.find_view(unit.connection, **unit.context.actor.key, view_id=view_id))


async def _lock(unit: Unit[Context], view_id: UUID) -> ViewRow:
    """Lock the views of its scope until the transaction ends, and return the view.

    Raises NotFoundError, ForbiddenError.
    """
    seen = await _find(unit, view_id)
    await repository.lock_views(unit.connection, company_id=unit.context.company_id, owner_id=seen.owner_id)
    view = await _find(unit, view_id)
    if not may_change(unit.context.actor, view):
        raise ForbiddenError
    return view


async def _audited(
    unit: Unit[Context], action: AuditAction, *, view_id: UUID, before: ViewRow | None = None
) -> schemas.ViewRecord:
    after = await _find(unit, view_id)
    await _audit(unit, action, before=before, after=after)
    [record] = await read_records(unit.connection, [after], context=unit.context)
    return record


async def _audit(
    unit: Unit[Context], action: AuditAction, *, before: ViewRow | None = None, after: ViewRow | None = None
) -> None:
    """A user's own views concern no other."""
    view = after or before
    if view is not None and view.owner_id is None:
        shown = [None if each is None else {"name": each.name, "query": each.query} for each in (before, after)]
        await record_act(unit, action, subject_label=view.name, before=shown[0], after=shown[1])
