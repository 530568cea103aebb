from quart import Blueprint
from quart_schema import validate_response

from server.users.read_profile import read_profile
from server.users.schemas import ProfileResponse
from server.web.authentication import current_identity, limited, signed_in

blueprint = Blueprint("users", __name__)


@blueprint.get("/users/profile")
@signed_in
@limited(1200)
@validate_response(ProfileResponse)
async def get_profile() -> ProfileResponse:
    """Who is signed in, and what they may do."""
    return read_profile(current_identity())
