"""Routes that control an import: pause it, resume it."""

from uuid import UUID

from quart import Blueprint
from quart_schema import tag, validate_response

from server.identity.profiles import Permission
from server.imports.run.pause_import import pause_import, resume_import
from server.imports.schemas import ImportSnapshot
from server.web.authentication import client_address, current_identity, current_services, limited, requires

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
