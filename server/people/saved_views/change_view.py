"""Create, change and delete views, and choose the columns of the list. Views of the company are audited."""

from typing import Any, Final
from uuid import UUID

from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction
from server.people.saved_views import repository
from server.people.saved_views.read_view import may_change, may_share, read_view
from server.people.saved_views.repository import (
    ViewRow,
    count_views,
    find_view,
    is_name_taken,
    known_batches,
    lock_views,
    read_chosen,
    store_chosen,
)
from server.people.saved_views.schemas import (
    CreateViewRequest,
    EditViewRequest,
    ListColumn,
    ListColumnRecord,
    ListColumnsRequest,
    ListColumnsResponse,
    SavedScope,
    ViewQuery,
    ViewRecord,
)
from server.platform.database.connections import Connection
from server.platform.errors import ConflictError, ForbiddenError, NotFoundError, ValidationFailedError
from server.platform.services import Context, Work
from server.vocabulary.identity import Identity
from server.vocabulary.visible_text import fold_name, label_problem, tidy

MOST_VIEWS: Final = 100
NAME_TAKEN: Final = "A view has this name already"


class ViewExistsError(ConflictError):
    code = "view_exists"
    message = NAME_TAKEN

    def __init__(self) -> None:
        super().__init__(errors={"name": NAME_TAKEN})


class ViewConflictError(ConflictError):
    code = "edit_conflict"
    message = "This view has been changed by someone else. Check the current version, then save again."


class TooManyViewsError(ConflictError):
    code = "too_many_views"
    message = f"There are at most {MOST_VIEWS} views of your own, and as many of the company. Delete one first."


LONGEST_NAME: Final = 60
NO_NAME: Final = "Please give the view a name"
TOO_LONG: Final = f"Please use at most {LONGEST_NAME} characters"
NO_BATCH: Final = "This batch does not exist"


def read_name(typed: str | None) -> str:
    """Raises ValidationFailedError."""
    name = tidy(typed or "")
    problem = label_problem(name) if name else NO_NAME
    if len(name) > LONGEST_NAME:
        problem = TOO_LONG
    if problem:
        raise ValidationFailedError(errors={"name": problem})
    return name


def refuse_sharing(identity: Identity, *, owner_id: UUID | None) -> None:
    """Raises ForbiddenError: the view is to be the company's, and the caller may not add those."""
    if owner_id is None and not may_share(identity):
        raise ForbiddenError


async def refuse_taken_name(
    connection: Connection, *, company_id: UUID, owner_id: UUID | None, name: str, besides: UUID | None = None
) -> None:
    """Call it after `lock_views`. Raises ViewExistsError."""
    folded = fold_name(name)
    if await is_name_taken(connection, company_id=company_id, owner_id=owner_id, folded_name=folded, besides=besides):
        raise ViewExistsError


async def refuse_too_many(connection: Connection, *, company_id: UUID, owner_id: UUID | None) -> None:
    """Call it after `lock_views`. Raises TooManyViewsError."""
    if await count_views(connection, company_id=company_id, owner_id=owner_id) >= MOST_VIEWS:
        raise TooManyViewsError


async def refuse_foreign_batch(connection: Connection, query: ViewQuery, *, company_id: UUID) -> None:
    """Raises ValidationFailedError: the company has no batch of that id."""
    if query.batch is not None and not await known_batches(connection, company_id=company_id, ids=[query.batch]):
        raise ValidationFailedError(errors={"query.batch": NO_BATCH})


async def create_view(context: Context, asked: CreateViewRequest) -> ViewRecord:
    """Add a view of the caller's own or of the company.

    Raises:
        ForbiddenError: a view of the company, without the right to share views.
        ValidationFailedError: the name, or the query's batch.
        ViewExistsError: the name is taken.
        TooManyViewsError: there are as many as there may be.
    """
    company_id, owner_id = context.company_id, context.user_id if asked.scope is SavedScope.OWN else None
    refuse_sharing(context.identity, owner_id=owner_id)
    name = read_name(asked.name)
    async with context.unit_of_work() as unit:
        await lock_views(unit.connection, company_id=company_id, owner_id=owner_id)
        await refuse_foreign_batch(unit.connection, asked.query, company_id=company_id)
        await refuse_taken_name(unit.connection, company_id=company_id, owner_id=owner_id, name=name)
        await refuse_too_many(unit.connection, company_id=company_id, owner_id=owner_id)
        view_id = await repository.add_view(
            unit.connection,
            company_id=company_id,
            owner_id=owner_id,
            created_by=context.user_id,
            name=name,
            folded_name=fold_name(name),
            query=asked.query.stored,
            columns=columns_of(asked.columns),
        )
        after = await _find(unit, view_id)
        await _audit(unit, AuditAction.VIEW_CREATED, after=after)
        return await read_view(unit.connection, identity=context.identity, view_id=view_id)


async def edit_view(context: Context, edit: EditViewRequest, *, view_id: UUID) -> ViewRecord:
    """Change a view; what is missing stays.

    Raises:
        NotFoundError: the caller sees no view of this id.
        ForbiddenError, ValidationFailedError, ViewExistsError: see :func:`create_view`.
        ViewConflictError: it has been changed since it was read.
    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        before = await _lock(unit, view_id)
        owner_id = before.owner_id
        if edit.version is not None and edit.version != before.version:
            raise ViewConflictError
        name = before.name if edit.name is None else read_name(edit.name)
        await refuse_taken_name(unit.connection, company_id=company_id, owner_id=owner_id, name=name, besides=view_id)
        if edit.query is not None:
            await refuse_foreign_batch(unit.connection, edit.query, company_id=company_id)
        await repository.change_view(
            unit.connection,
            company_id=company_id,
            view_id=view_id,
            name=name,
            folded_name=fold_name(name),
            query=before.query if edit.query is None else edit.query.stored,
            columns=columns_of(edit.columns) if "columns" in edit.model_fields_set else before.columns,
        )
        after = await _find(unit, view_id)
        await _audit(unit, AuditAction.VIEW_EDITED, before=before, after=after)
        return await read_view(unit.connection, identity=context.identity, view_id=view_id)


async def delete_view(context: Context, *, view_id: UUID) -> None:
    """Raises NotFoundError or ForbiddenError; see :func:`edit_view`."""
    async with context.unit_of_work() as unit:
        view = await _lock(unit, view_id)
        if not await repository.delete_view(unit.connection, company_id=context.company_id, view_id=view_id):
            raise NotFoundError
        await _audit(unit, AuditAction.VIEW_DELETED, before=view)


def columns_of(columns: list[ListColumn] | None) -> list[dict[str, Any]] | None:
    """Return the columns as they are stored."""
    return None if columns is None else [column.model_dump() for column in columns]


async def _find(unit: Work[Context], view_id: UUID) -> ViewRow:
    context = unit.context
    view = await find_view(unit.connection, company_id=context.company_id, user_id=context.user_id, view_id=view_id)
    if view is None:
        raise NotFoundError
    return view


async def _lock(unit: Work[Context], view_id: UUID) -> ViewRow:
    """Lock the views of its scope until the transaction ends, and return the view.

    Raises:
        NotFoundError: the caller sees no view of this id.
        ForbiddenError: the caller may not change it.
    """
    owner_id = (await _find(unit, view_id)).owner_id
    await lock_views(unit.connection, company_id=unit.context.company_id, owner_id=owner_id)
    view = await _find(unit, view_id)
    if not may_change(unit.context.identity, view):
        raise ForbiddenError
    return view


async def _audit(
    unit: Work[Context], action: AuditAction, *, before: ViewRow | None = None, after: ViewRow | None = None
) -> None:
    """A user's own views concern no other."""
    view = after or before
    if view is None or view.owner_id is not None:
        return
    await record_act(
        unit,
        action,
        subject_label=view.name,
        before=None if before is None else _shown(before),
        after=None if after is None else _shown(after),
    )


def _shown(view: ViewRow) -> dict[str, Any]:
    return {"name": view.name, "query": view.query}


async def show_columns(context: Context) -> ListColumnsResponse:
    async with context.services.database.reading() as connection:
        chosen = await read_chosen(connection, company_id=context.company_id, user_id=context.user_id)
    columns = [ListColumnRecord.model_validate(column) for column in chosen.columns]
    return ListColumnsResponse(columns=columns, page_size=chosen.page_size)


async def choose_columns(context: Context, asked: ListColumnsRequest) -> ListColumnsResponse:
    async with context.unit_of_work() as unit:
        await store_chosen(
            unit.connection,
            company_id=context.company_id,
            user_id=context.user_id,
            columns=columns_of(asked.columns),
            page_size=asked.page_size,
        )
    return await show_columns(context)
