from typing import Annotated

from pydantic import Field

from server.platform.schemas import RequestSchema, ResponseSchema

LONGEST_TOKEN = 200


class NotMeRequest(RequestSchema):
    """`token` is what follows the `#` of the link in the notice."""

    token: Annotated[str, Field(min_length=1, max_length=LONGEST_TOKEN)]


class NotMeAnswer(ResponseSchema):
    """What was done now: at a second call nothing is left to do."""

    email: str = Field(description="of the account, for the reset of its password")
    sessions_ended: int
    password_ended: bool
    factor_removed: str | None = Field(description="the name of the second factor that was removed")
    recovery_codes_ended: bool
