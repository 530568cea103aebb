import re
from typing import Annotated, Final
from uuid import UUID

from pydantic import AfterValidator

from server.messages.kinds import Channel, Delivery
from server.schemas import Moment, QuerySchema, RequestSchema, ResponseSchema
from server.verification.flows import CODE_DIGITS, LONG_CODE_DIGITS
from server.verification.steps import FlowContext, FlowState, NextStep

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


class CodeAnswer(ResponseSchema):
    """How the newest code of a flow stands; its times and delivery are null while none has been sent.

    `codeLength` is its number of digits: 6, or 12 for a contact that is asked for too often. `codeNumber` of
    `codeCount` codes is asked for: a sign-up may need one for each contact. `channels` are the ways that may be
    chosen, `maskedContact` belongs to the one in use. `version` rises with every change of the flow: of two
    answers or events the greater one counts, whichever comes first.
    """

    masked_contact: str | None
    channel: Channel
    channels: list[Channel]
    delivery: Delivery | None
    resend_at: Moment | None
    expires_at: Moment | None
    attempts_remaining: int
    code_length: int
    code_number: int
    code_count: int
    version: int
    server_time: Moment


class FlowStateAnswer(CodeAnswer):
    """The same with the flow's own state.

    `fullName` is the account's, once a code has been typed and a new password is due: the form judges it by the name.
    """

    state: FlowState
    next_step: NextStep
    full_name: str | None


class VerifyAnswer(FlowStateAnswer):
    verified: bool
    message: str
