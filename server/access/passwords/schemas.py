from uuid import UUID

from pydantic import Field

from server.access.flows.schemas import FlowStateAnswer
from server.platform.schemas import LONGEST_PASSWORD, RequestSchema


class ChangePasswordRequest(RequestSchema):
    current_password: str = Field(max_length=LONGEST_PASSWORD)
    new_password: str = Field(max_length=LONGEST_PASSWORD)
    confirm_password: str = Field(max_length=LONGEST_PASSWORD)


class NewPasswordRequest(RequestSchema):
    user_id: UUID
    new_password: str = Field(max_length=LONGEST_PASSWORD)
    confirm_password: str = Field(max_length=LONGEST_PASSWORD)


class NewPasswordAnswer(FlowStateAnswer):
    message: str
