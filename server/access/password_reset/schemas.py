from typing import Annotated, Final
from uuid import UUID

from pydantic import AfterValidator, Field

from server.access.flows.schemas import CodeAnswer
from server.access.flows.steps import NextStep
from server.access.robot_check.schemas import LONGEST_ROBOT_CHECK
from server.platform.schemas import LONGEST_EMAIL, LONGEST_PASSWORD, RequestSchema

NO_EMAIL: Final = "Please enter your email address"
NOT_AN_EMAIL: Final = "Please enter a valid email address"
NOT_AN_IDENTIFIER: Final = "Please enter a valid email address, phone number, or your company's short name, / and code"


def _check_email(value: str) -> str:
    if not value.strip():
        raise ValueError(NO_EMAIL)
    return value.strip()


class InitiateResetRequest(RequestSchema):
    """`email` may be a phone, or the short name of a company and a code, where the installation allows it.

    `recaptchaToken` is needed only after many codes were requested: the answer then has an error at this field.
    """

    email: Annotated[str, Field(max_length=LONGEST_EMAIL), AfterValidator(_check_email)]
    recaptcha_token: Annotated[str, Field(max_length=LONGEST_ROBOT_CHECK)] | None = None


class InitiateResetAnswer(CodeAnswer):
    """The same for every email: `userId` is a random handle, and the answer reveals nothing of an account."""

    user_id: UUID
    email: str
    masked_email: str
    phone: None
    masked_phone: None
    full_name: None
    next_step: NextStep


class CompleteResetRequest(RequestSchema):
    user_id: UUID
    new_password: str = Field(max_length=LONGEST_PASSWORD)
    confirm_password: str = Field(max_length=LONGEST_PASSWORD)
