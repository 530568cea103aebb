"""What people change of their own account; where it is read stands with the other users."""

from quart import Blueprint
from quart_schema import tag, validate_request, validate_response

from server.users import edit_profile
from server.users.edit_profile import ProfileEdit
from server.users.profile_requests import EditProfileRequest
from server.users.read_profile import read_profile
from server.users.schemas import ProfileResponse
from server.web.authentication import client_address, current_identity, current_services, limited, signed_in

blueprint = Blueprint("profile", __name__)


@blueprint.put("/users/profile")
@signed_in
@limited(300)
@validate_request(EditProfileRequest)
@validate_response(ProfileResponse)
@tag(["users"])
async def edit_own_profile(data: EditProfileRequest) -> ProfileResponse:
    """Change the caller's own name or phone. The access token says the new name from its next refresh on."""
    edited = await edit_profile.edit_profile(
        current_services(),
        ProfileEdit(full_name=data.full_name, phone=data.phone),
        identity=current_identity(),
        address=client_address(),
    )
    return read_profile(edited)
