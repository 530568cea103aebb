from typing import Annotated, Final
from uuid import UUID

from pydantic import AfterValidator, Field

from server.schemas import Moment, QuerySchema, RequestSchema, ResponseSchema
from server.verification.schemas import CodeAnswer, FlowStateAnswer
from server.verification.steps import FlowContext, NextStep

NOT_FILLED_IN: Final = "Please fill in all required fields"
LONGEST_EMAIL: Final = 320
LONGEST_PASSWORD: Final = 1_024
LONGEST_ROBOT_CHECK: Final = 16_384


def _filled_in(value: str) -> str:
    if not value.strip():
        raise ValueError(NOT_FILLED_IN)
    return value


class AuthenticateRequest(RequestSchema):
    """`recaptchaToken` is the payload of the robot check, whichever it is, unchanged."""

    email: Annotated[str, Field(max_length=LONGEST_EMAIL), AfterValidator(_filled_in)]
    password: Annotated[str, Field(max_length=LONGEST_PASSWORD), AfterValidator(_filled_in)]
    recaptcha_token: Annotated[str, Field(max_length=LONGEST_ROBOT_CHECK)] | None = None


class CompleteQuery(QuerySchema):
    user_id: UUID


class NewPasswordRequest(RequestSchema):
    user_id: UUID
    new_password: str = Field(max_length=LONGEST_PASSWORD)
    confirm_password: str = Field(max_length=LONGEST_PASSWORD)


class AuthenticateAnswer(CodeAnswer):
    """`temporaryPassword` and `isTemporaryPassword` say the same.

    `context` is SIGNUP where the password leads back to a sign-up: its steps are asked for with that context.
    """

    user_id: UUID
    next_step: NextStep
    context: FlowContext
    phone: str
    full_name: str
    temporary_password: bool
    is_temporary_password: bool


class CompleteAnswer(ResponseSchema):
    jwt_token: str
    refresh_token: str
    user_id: UUID
    email: str
    full_name: str
    expires_at: Moment
    server_time: Moment


class NewPasswordAnswer(FlowStateAnswer):
    message: str
