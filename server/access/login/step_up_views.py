"""Calls to prove again who the caller is."""

from typing import Annotated, Self

from pydantic import Field, model_validator
from quart import Blueprint

from server.access.factors.passkeys.passkeys import step_up_by_passkey, step_up_options
from server.access.factors.passkeys.schemas import AssertedCredentialJson, RequestOptions
from server.access.factors.schemas import AppCode
from server.access.login.step_up import step_up_by_code, step_up_by_password
from server.platform.http.authentication import current_context, limited, serves_setup, signed_in
from server.platform.http.openapi import operation
from server.platform.schemas import LONGEST_FIELD, LONGEST_PASSWORD, Moment, RequestSchema, ResponseSchema
from server.vocabulary.identity import FactorMethod

blueprint = Blueprint("step_up", __name__, url_prefix="/auth")


class StepUpRequest(RequestSchema):
    """Exactly one of them: `credential` answers the options; the password is for those who have no second factor."""

    totp: AppCode | None = None
    recovery: Annotated[str, Field(max_length=LONGEST_FIELD)] | None = None
    password: Annotated[str, Field(max_length=LONGEST_PASSWORD)] | None = None
    credential: AssertedCredentialJson | None = None

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if len([each for each in (self.totp, self.recovery, self.password, self.credential) if each is not None]) != 1:
            raise ValueError("Please give one proof")
        return self


class StepUpAnswer(ResponseSchema):
    """For ten minutes calls of this session need no further proof."""

    verified_at: Moment


@blueprint.post("/step-up")
@signed_in
@serves_setup
@limited(60)
@operation("Second factors")
async def step_up(data: StepUpRequest) -> StepUpAnswer:
    """Prove again that it is the session's user who acts, before a call that asks for it."""
    context = current_context()
    if data.password is not None:
        return StepUpAnswer(verified_at=await step_up_by_password(context, data.password))
    if data.credential is not None:
        return StepUpAnswer(verified_at=await step_up_by_passkey(context, data.credential))
    method = FactorMethod.RECOVERY if data.totp is None else FactorMethod.TOTP
    return StepUpAnswer(verified_at=await step_up_by_code(context, data.totp or data.recovery or "", method=method))


@blueprint.post("/step-up/options")
@signed_in
@serves_setup
@limited(60)
@operation("Second factors")
async def read_step_up_options() -> RequestOptions:
    """What to ask an authenticator for, once and within five minutes, in this session."""
    return await step_up_options(current_context())
