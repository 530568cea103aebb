from typing import Final
from uuid import UUID

from quart import Blueprint
from quart_schema import tag, validate_response

from server.schemas import MessageResponse
from server.sessions.end_sessions import revoke_user_sessions
from server.users.profiles import Permission
from server.users.read_profile import read_profile
from server.users.schemas import ProfileResponse
from server.web.authentication import (
    client_address,
    current_identity,
    current_services,
    limited,
    requires,
    signed_in,
)
from server.web.openapi_marks import may_fail

SIGNED_OUT: Final = "The user has been signed out everywhere"

blueprint = Blueprint("users", __name__)


@blueprint.get("/users/profile")
@signed_in
@limited(1200)
@validate_response(ProfileResponse)
async def get_profile() -> ProfileResponse:
    """Who is signed in, and what they may do."""
    return read_profile(current_identity())


@blueprint.delete("/users/<uuid:user_id>/sessions")
@requires(Permission.USER_EDIT)
@limited(600)
@validate_response(MessageResponse)
@may_fail(404)
@tag(["Sessions"])
async def end_user_sessions(user_id: UUID) -> MessageResponse:
    """Sign somebody out on all devices."""
    await revoke_user_sessions(
        current_services(), identity=current_identity(), user_id=user_id, address=client_address()
    )
    return MessageResponse(message=SIGNED_OUT)
