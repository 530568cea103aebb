"""Routes that control an import: pause, resume and undo it."""

from uuid import UUID

from quart import Blueprint
from quart_schema import tag, validate_response

from server.people.imports.run.pause_import import pause_import, resume_import
from server.people.imports.run.undo_import import preview_undo, undo_import
from server.people.imports.run.undo_schemas import UndoResponse
from server.people.imports.schemas import ImportSnapshot
from server.platform.http.authentication import (
    client_address,
    current_identity,
    current_services,
    heavy,
    limited,
    requires,
)
from server.vocabulary.profiles import Permission

blueprint = Blueprint("import_control", __name__)


@blueprint.post("/users/imports/<uuid:import_id>/pause")
@requires(Permission.USER_CREATE)
@limited(120)
@validate_response(ImportSnapshot)
@tag(["imports"])
async def pause_running_import(import_id: UUID) -> ImportSnapshot:
    """Create no further accounts until the import is resumed; those in work are finished."""
    return await pause_import(
        current_services(), identity=current_identity(), import_id=import_id, address=client_address()
    )


@blueprint.post("/users/imports/<uuid:import_id>/resume")
@requires(Permission.USER_CREATE)
@limited(120)
@validate_response(ImportSnapshot)
@tag(["imports"])
async def resume_paused_import(import_id: UUID) -> ImportSnapshot:
    """Create the accounts that a pause has left."""
    return await resume_import(
        current_services(), identity=current_identity(), import_id=import_id, address=client_address()
    )


@blueprint.get("/users/imports/<uuid:import_id>/undo")
@requires(Permission.USER_DELETE)
@limited(120)
@heavy
@validate_response(UndoResponse)
@tag(["imports"])
async def preview_undo_of_import(import_id: UUID) -> UndoResponse:
    """What undoing would do: accounts without a sign-in or a change since are deleted."""
    return await preview_undo(current_services(), identity=current_identity(), import_id=import_id)


@blueprint.post("/users/imports/<uuid:import_id>/undo")
@requires(Permission.USER_DELETE)
@limited(120)
@heavy
@validate_response(ImportSnapshot)
@tag(["imports"])
async def undo_ended_import(import_id: UUID) -> ImportSnapshot:
    """Undo an ended import, by workers: state `undoing`, then `undone`."""
    return await undo_import(
        current_services(), identity=current_identity(), import_id=import_id, address=client_address()
    )
