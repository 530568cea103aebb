"""Calls to send and to check codes."""

import re
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, ValidationInfo
from quart import Blueprint

from server.access.flows.flow import CODE_DIGITS, LONG_CODE_DIGITS, CodeAnswer, FlowContext, FlowQuery, FlowStateAnswer
from server.access.flows.own_flow import read_own_flow, request_code
from server.access.verification.verify import VerificationType, verify_typed
from server.messaging.messages.kinds import Channel
from server.platform.http.authentication import Routes, current_services, current_visit
from server.platform.http.costly import SCHOOL
from server.platform.schemas import LONGEST_FIELD, RequestSchema
from server.vocabulary.visible_text import with_plain_digits

routes = Routes(Blueprint("verification", __name__, url_prefix="/verification"), "Verification")


def _check_otp(typed: str) -> str:
    """Digits of every script are digits; what was pasted may have spaces around it."""
    value = with_plain_digits(typed).strip()
    if re.search("[^0-9]", value):
        raise ValueError("OTP must contain only numbers")
    if len(value) not in {CODE_DIGITS, LONG_CODE_DIGITS}:
        raise ValueError("Please enter a valid 6-digit OTP")
    return value


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


class ResendQuery(FlowQuery):
    verification_type: Channel
    context: FlowContext


class ChangeTypeRequest(RequestSchema):
    user_id: UUID
    new_verification_type: Channel
    context: FlowContext


class VerifyAnswer(FlowStateAnswer):
    verified: bool
    message: str


@routes.post("/verify", public=True, limit=SCHOOL)
async def verify(data: VerifyRequest) -> VerifyAnswer:
    """Check a code. Five guesses are judged for each code that was sent.

    TOTP and RECOVERY prove a second factor, at the step FACTOR_REQUIRED; after five wrong ones the account waits.
    """
    flow = await verify_typed(
        current_visit(), data.otp, kind=data.verification_type, handle=data.user_id, context=data.context
    )
    return VerifyAnswer.of(flow, settings=current_services().settings, verified=True, message="Verification successful")


@routes.post("/initiate", public=True, limit=300, bucket="verification.send")
async def initiate(data: InitiateRequest) -> CodeAnswer:
    """Send a code by the channel that is named."""
    return await _send(data.verification_type, of=data, field="verificationType")


@routes.post("/resend", public=True, limit=300, bucket="verification.send")
async def resend(query_args: ResendQuery) -> CodeAnswer:
    """Send a new code; it replaces the previous one."""
    return await _send(query_args.verification_type, of=query_args, field="verificationType")


@routes.post("/change-type", public=True, limit=300, bucket="verification.send")
async def change_type(data: ChangeTypeRequest) -> CodeAnswer:
    """Switch to the other channel: to its code if that is still valid, else a new one is sent."""
    return await _send(data.new_verification_type, of=data, field="newVerificationType", is_new=False)


@routes.get("/state", public=True, limit=SCHOOL, fails=(401,))
async def read_state(query_args: FlowQuery) -> FlowStateAnswer:
    """The caller's flow and its newest code, for a page without a socket."""
    flow = await read_own_flow(current_visit(), handle=query_args.user_id)
    return FlowStateAnswer.of(flow, settings=current_services().settings)


async def _send(
    channel: Channel, *, of: InitiateRequest | ResendQuery | ChangeTypeRequest, field: str, is_new: bool = True
) -> CodeAnswer:
    flow = await request_code(
        current_visit(), handle=of.user_id, context=of.context, channel=channel, field=field, is_new=is_new
    )
    return CodeAnswer.of(flow, settings=current_services().settings)
