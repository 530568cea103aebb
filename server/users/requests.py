from typing import Annotated, Final

from pydantic import Field, StrictBool, StrictInt

from server.schemas import LONGEST_FIELD, RequestSchema

LARGEST_VERSION: Final = 2**31 - 1

Typed = Annotated[str, Field(max_length=LONGEST_FIELD)]


class CreateUserRequest(RequestSchema):
    """All fields but `isActive` are needed. One that is missing or null is refused with its own sentence."""

    full_name: Typed | None = None
    email: Typed | None = None
    phone: Typed | None = None
    date_of_birth: Typed | None = None
    gender: Typed | None = None
    work_location: Typed | None = None
    role: Typed | None = None
    profile: Typed | None = None
    temporary_password: Typed | None = None
    is_active: StrictBool = True


class EditUserRequest(RequestSchema):
    """What is missing or null stays as it is. `version` is that of the record which was edited."""

    role: Typed | None = None
    profile: Typed | None = None
    is_active: StrictBool | None = None
    version: Annotated[StrictInt, Field(ge=1, le=LARGEST_VERSION)] | None = None
