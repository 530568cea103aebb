from server.schemas import RequestSchema
from server.users.requests import Typed


class EditProfileRequest(RequestSchema):
    """What is missing or null stays as it is."""

    full_name: Typed | None = None
    phone: Typed | None = None
