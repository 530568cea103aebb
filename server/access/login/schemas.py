from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from server.access.flows.schemas import CodeAnswer
from server.access.flows.steps import FlowContext, NextStep
from server.access.robot_check.schemas import LONGEST_ROBOT_CHECK
from server.platform.schemas import (
    LONGEST_EMAIL,
    LONGEST_PASSWORD,
    MessageResponse,
    QuerySchema,
    RequestSchema,
    refuse_blank,
)


class AuthenticateRequest(RequestSchema):
    """`recaptchaToken` is the payload of the robot check, whichever it is, unchanged."""

    email: Annotated[str, Field(max_length=LONGEST_EMAIL), AfterValidator(refuse_blank)]
    password: Annotated[str, Field(max_length=LONGEST_PASSWORD), AfterValidator(refuse_blank)]
    recaptcha_token: Annotated[str, Field(max_length=LONGEST_ROBOT_CHECK)] | None = None


class CompleteQuery(QuerySchema):
    user_id: UUID


class AuthenticateAnswer(CodeAnswer):
    """`temporaryPassword` and `isTemporaryPassword` say the same.

    `context` is SIGNUP where the password resumes a sign-up: its next requests send that context.
    """

    user_id: UUID
    next_step: NextStep
    context: FlowContext
    phone: str
    full_name: str
    temporary_password: bool
    is_temporary_password: bool


class LogoutAnswer(MessageResponse):
    """`providerLogoutUrl`: where the browser logs out at the company's provider too; null where there is none."""

    provider_logout_url: str | None
