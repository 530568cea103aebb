import re
from enum import StrEnum
from typing import Annotated, Final
from uuid import UUID

from pydantic import AfterValidator, Field, ValidationInfo

from server.access.flows.flow import CODE_DIGITS, LONG_CODE_DIGITS
from server.access.flows.schemas import FlowStateAnswer
from server.access.flows.steps import FlowContext
from server.messaging.messages.kinds import Channel
from server.platform.schemas import LONGEST_FIELD, QuerySchema, RequestSchema

NOT_SIX_DIGITS: Final = "Please enter a valid 6-digit OTP"
NOT_NUMERIC: Final = "OTP must contain only numbers"


def _check_otp(value: str) -> str:
    if re.search("[^0-9]", value):
        raise ValueError(NOT_NUMERIC)
    if len(value) not in {CODE_DIGITS, LONG_CODE_DIGITS}:
        raise ValueError(NOT_SIX_DIGITS)
    return value


class VerificationType(StrEnum):
    """What is typed: the code that was sent, a code of an authenticator app, or a recovery code."""

    EMAIL = "EMAIL"
    SMS = "SMS"
    TOTP = "TOTP"
    RECOVERY = "RECOVERY"


def _check_typed(value: str, given: ValidationInfo) -> str:
    if given.data.get("verification_type") is VerificationType.RECOVERY:
        return value
    return _check_otp(value)


class VerifyRequest(RequestSchema):
    """`otp` has digits only, but for a recovery code."""

    user_id: UUID
    verification_type: VerificationType
    otp: Annotated[str, Field(max_length=LONGEST_FIELD), AfterValidator(_check_typed)]
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
