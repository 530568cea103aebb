from pydantic import Field

from server.login.schemas import LONGEST_PASSWORD
from server.schemas import RequestSchema
from server.users.requests import Typed


class EditProfileRequest(RequestSchema):
    """What is missing or null stays as it is."""

    full_name: Typed | None = None
    phone: Typed | None = None


class ChangePasswordRequest(RequestSchema):
    current_password: str = Field(max_length=LONGEST_PASSWORD)
    new_password: str = Field(max_length=LONGEST_PASSWORD)
    confirm_password: str = Field(max_length=LONGEST_PASSWORD)
