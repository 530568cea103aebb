"""Calls on saved views of the list, and on the caller's columns."""

from typing import Final
from uuid import UUID

from quart import Blueprint

from server.people.saved_views import change_view, schemas
from server.platform.http.authentication import Routes, current_context
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Permission

DELETED: Final = "View deleted successfully"

routes = Routes(Blueprint("saved_views", __name__), "Views")


@routes.get("/views", requires=Permission.USER_VIEW, keys=False, limit=1200)
async def list_saved_views() -> schemas.ViewsResponse:
    """The built-in views, the company's and the caller's own."""
    return await change_view.read_views(current_context())


@routes.post("/views", requires=Permission.USER_VIEW, keys=False, limit=300, status=201)
async def create_saved_view(data: schemas.CreateViewRequest) -> tuple[schemas.ViewRecord, int]:
    """Save a view; one of the company needs the permission to create users."""
    return await change_view.create_view(current_context(), data), 201


@routes.put("/views/<uuid:view_id>", requires=Permission.USER_VIEW, keys=False, limit=600)
async def edit_saved_view(view_id: UUID, data: schemas.EditViewRequest) -> schemas.ViewRecord:
    """Change a view of one's own; one of the company needs the permission to create users."""
    return await change_view.edit_view(current_context(), data, view_id=view_id)


@routes.delete("/views/<uuid:view_id>", requires=Permission.USER_VIEW, keys=False, limit=600)
async def delete_saved_view(view_id: UUID) -> MessageResponse:
    """Delete a view of one's own; one of the company needs the permission to create users."""
    await change_view.delete_view(current_context(), view_id=view_id)
    return MessageResponse(message=DELETED)


@routes.get("/users/columns", requires=Permission.USER_VIEW, keys=False, limit=1200)
async def show_list_columns() -> schemas.ListColumnsResponse:
    """The columns and the rows of a page that the caller has chosen for the list."""
    return await change_view.show_columns(current_context())


@routes.put("/users/columns", requires=Permission.USER_VIEW, keys=False, limit=600)
async def choose_list_columns(data: schemas.ListColumnsRequest) -> schemas.ListColumnsResponse:
    """Choose the columns of the list, in their order, and how many rows a page has."""
    return await change_view.choose_columns(current_context(), data)
