from typing import Final
from uuid import UUID

from quart import Blueprint
from quart_schema import tag, validate_request, validate_response

from server.identity.profiles import Permission
from server.invitations.queue_invitation import queue_invitation
from server.schemas import MessageResponse
from server.users import create_user, delete_user, edit_user
from server.users.edit_user import UserEdit
from server.users.new_user_form import NewUserForm
from server.users.read_profile import read_profile
from server.users.requests import CreateUserRequest, EditUserRequest
from server.users.revoke_sessions import revoke_user_sessions
from server.users.schemas import ProfileResponse, UserRecord
from server.web.authentication import (
    client_address,
    current_identity,
    current_services,
    limited,
    requires,
    signed_in,
)
from server.web.idempotency import idempotent_call
from server.web.openapi_marks import may_fail

DELETED: Final = "User deleted successfully"
SIGNED_OUT: Final = "The user has been signed out everywhere"

blueprint = Blueprint("users", __name__)


@blueprint.get("/users/profile")
@signed_in
@limited(1200)
@validate_response(ProfileResponse)
async def get_profile() -> ProfileResponse:
    """Who is signed in, and what they may do."""
    return read_profile(current_identity())


@blueprint.post("/users/create")
@requires(Permission.USER_CREATE)
@limited(600)
@validate_request(CreateUserRequest)
@validate_response(UserRecord, 201)
@may_fail(409)
async def create_single_user(data: CreateUserRequest) -> tuple[UserRecord, int]:
    """Create one account. An active one is invited by mail; everybody has to replace the temporary password."""
    form = NewUserForm(
        full_name=data.full_name or "",
        email=data.email or "",
        phone=data.phone or "",
        date_of_birth=data.date_of_birth or "",
        gender=data.gender or "",
        work_location=data.work_location or "",
        role=data.role or "",
        profile=data.profile or "",
        temporary_password=data.temporary_password or "",
        is_active=data.is_active,
    )
    answer = await create_user.create_user(
        current_services(),
        form,
        identity=current_identity(),
        address=client_address(),
        invite=queue_invitation,
        call=idempotent_call(fields=data),
    )
    return answer, 201


@blueprint.put("/users/<uuid:user_id>")
@requires(Permission.USER_EDIT)
@limited(600)
@validate_request(EditUserRequest)
@validate_response(UserRecord)
@may_fail(404, 409)
async def edit_single_user(user_id: UUID, data: EditUserRequest) -> UserRecord:
    """Change role, profile or active flag; it counts from the person's next request on."""
    edit = UserEdit(role=data.role, profile=data.profile, is_active=data.is_active, version=data.version)
    return await edit_user.edit_user(
        current_services(),
        edit,
        identity=current_identity(),
        user_id=user_id,
        address=client_address(),
        invite=queue_invitation,
    )


@blueprint.delete("/users/<uuid:user_id>")
@requires(Permission.USER_DELETE)
@limited(600)
@validate_response(MessageResponse)
@may_fail(404, 409)
async def delete_single_user(user_id: UUID) -> MessageResponse:
    """Delete an account at once, and end its sessions."""
    await delete_user.delete_user(
        current_services(), identity=current_identity(), user_id=user_id, address=client_address()
    )
    return MessageResponse(message=DELETED)


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
