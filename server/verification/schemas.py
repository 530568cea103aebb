import re
from typing import Annotated, Final
from uuid import UUID

from pydantic import AfterValidator

from server.flows.flow import CODE_DIGITS, LONG_CODE_DIGITS
from server.flows.schemas import FlowStateAnswer
from server.flows.steps import FlowContext
from server.messages.kinds import Channel
from server.schemas import QuerySchema, RequestSchema

NOT_SIX_DIGITS: Final = "Please enter a valid 6-digit OTP"
NOT_NUMERIC: Final = "OTP must contain only numbers"


def _check_otp(value: str) -> str:
    if re.search("[^0-9]", value):
        raise ValueError(NOT_NUMERIC)
    if len(value) not in {CODE_DIGITS, LONG_CODE_DIGITS}:
        raise ValueError(NOT_SIX_DIGITS)
    return value


Otp = Annotated[str, AfterValidator(_check_otp)]


class VerifyRequest(RequestSchema):
    user_id: UUID
    otp: Otp
    verification_type: Channel
    context: FlowContext


class InitiateRequest(RequestSchema):
    user_id: UUID
    verification_type: Channel
    context: FlowContext


class ResendQuery(QuerySchema):
    user_id: UUID
    verification_type: Channel
    context: FlowContext


class ChangeTypeRequest(RequestSchema):
    user_id: UUID
    new_verification_type: Channel
    context: FlowContext


class FlowQuery(QuerySchema):
    user_id: UUID


class VerifyAnswer(FlowStateAnswer):
    verified: bool
    message: str
