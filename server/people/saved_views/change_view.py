"""Create, change and delete views. Those of the company are audited."""

from typing import Any
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.people.saved_views import repository
from server.people.saved_views.errors import ViewConflictError
from server.people.saved_views.policy import may_change
from server.people.saved_views.read_view import read_view
from server.people.saved_views.repository import ViewRow, find_view, lock_views
from server.people.saved_views.schemas import (
    CreateViewRequest,
    EditViewRequest,
    ListColumn,
    SavedScope,
    ViewRecord,
)
from server.people.saved_views.view_rules import (
    read_name,
    refuse_foreign_batch,
    refuse_sharing,
    refuse_taken_name,
    refuse_too_many,
)
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.visible_text import fold_name


async def create_view(services: Services, asked: CreateViewRequest, *, identity: Identity, address: str) -> ViewRecord:
    """Add a view of the caller's own or of the company.

    Raises:
        ForbiddenError: a view of the company, without the right to share views.
        ValidationFailedError: the name, or the query's batch.
        ViewExistsError: the name is taken.
        TooManyViewsError: there are as many as there may be.
    """
    company_id, owner_id = identity.company_id, identity.user_id if asked.scope is SavedScope.OWN else None
    refuse_sharing(identity, owner_id=owner_id)
    name = read_name(asked.name)
    async with services.database.unit_of_work() as unit:
        await lock_views(unit.connection, company_id=company_id, owner_id=owner_id)
        await refuse_foreign_batch(unit.connection, asked.query, company_id=company_id)
        await refuse_taken_name(unit.connection, company_id=company_id, owner_id=owner_id, name=name)
        await refuse_too_many(unit.connection, company_id=company_id, owner_id=owner_id)
        view_id = await repository.add_view(
            unit.connection,
            company_id=company_id,
            owner_id=owner_id,
            created_by=identity.user_id,
            name=name,
            folded_name=fold_name(name),
            query=asked.query.stored,
            columns=columns_of(asked.columns),
        )
        after = await _find(unit.connection, identity=identity, view_id=view_id)
        await _audit(unit.connection, AuditAction.VIEW_CREATED, identity=identity, address=address, after=after)
        return await read_view(unit.connection, identity=identity, view_id=view_id)


async def edit_view(
    services: Services, edit: EditViewRequest, *, identity: Identity, view_id: UUID, address: str
) -> ViewRecord:
    """Change a view; what is missing stays.

    Raises:
        NotFoundError: the caller sees no view of this id.
        ForbiddenError, ValidationFailedError, ViewExistsError: see :func:`create_view`.
        ViewConflictError: it has been changed since it was read.
    """
    company_id = identity.company_id
    async with services.database.unit_of_work() as unit:
        before = await _lock(unit.connection, identity=identity, view_id=view_id)
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
        after = await _find(unit.connection, identity=identity, view_id=view_id)
        await _audit(
            unit.connection, AuditAction.VIEW_EDITED, identity=identity, address=address, before=before, after=after
        )
        return await read_view(unit.connection, identity=identity, view_id=view_id)


async def delete_view(services: Services, *, identity: Identity, view_id: UUID, address: str) -> None:
    """Raises NotFoundError or ForbiddenError; see :func:`edit_view`."""
    async with services.database.unit_of_work() as unit:
        view = await _lock(unit.connection, identity=identity, view_id=view_id)
        if not await repository.delete_view(unit.connection, company_id=identity.company_id, view_id=view_id):
            raise NotFoundError
        await _audit(unit.connection, AuditAction.VIEW_DELETED, identity=identity, address=address, before=view)


def columns_of(columns: list[ListColumn] | None) -> list[dict[str, Any]] | None:
    """As they are stored."""
    return None if columns is None else [column.model_dump() for column in columns]


async def _find(connection: Connection, *, identity: Identity, view_id: UUID) -> ViewRow:
    view = await find_view(connection, company_id=identity.company_id, user_id=identity.user_id, view_id=view_id)
    if view is None:
        raise NotFoundError
    return view


async def _lock(connection: Connection, *, identity: Identity, view_id: UUID) -> ViewRow:
    """Lock the views of its scope until the transaction ends, and return the view.

    Raises:
        NotFoundError: the caller sees no view of this id.
        ForbiddenError: the caller may not change it.
    """
    owner_id = (await _find(connection, identity=identity, view_id=view_id)).owner_id
    await lock_views(connection, company_id=identity.company_id, owner_id=owner_id)
    view = await _find(connection, identity=identity, view_id=view_id)
    if not may_change(identity, view):
        raise ForbiddenError
    return view


async def _audit(
    connection: Connection,
    action: AuditAction,
    *,
    identity: Identity,
    address: str,
    before: ViewRow | None = None,
    after: ViewRow | None = None,
) -> None:
    """A user's own views concern no other."""
    view = after or before
    if view is None or view.owner_id is not None:
        return
    await record(
        connection,
        action=action,
        by=identity,
        subject_label=view.name,
        address=address,
        before=None if before is None else _shown(before),
        after=None if after is None else _shown(after),
    )


def _shown(view: ViewRow) -> dict[str, Any]:
    return {"name": view.name, "query": view.query}
