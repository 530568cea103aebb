"""Calls of a login, with a password or a passkey, of the logout, and to prove again who the caller is."""

from typing import Annotated, Self
from uuid import UUID

from pydantic import Field, model_validator
from quart import Blueprint

from server.access.factors.passkeys import passkeys, schemas
from server.access.factors.schemas import AppCode
from server.access.flows.flow import CodeAnswer, Flow, FlowContext, FlowQuery, NextStep
from server.access.login import log_in
from server.access.sessions.end_sessions import log_out
from server.access.sessions.start_session import CompleteAnswer, complete_answer
from server.access.sso.logout import find_provider_logout
from server.platform.errors import NotSignedInError
from server.platform.http.authentication import Routes, bearer_token, current_context, current_services, current_visit
from server.platform.http.costly import SCHOOL, costly
from server.platform.http.secret_cookies import DEVICE_COOKIE, FLOW_COOKIE, PASSKEY_COOKIE
from server.platform.process.crypto import random_token
from server.platform.schemas import (
    LONGEST_FIELD,
    LONGEST_PASSWORD,
    MessageResponse,
    Moment,
    RequestSchema,
    ResponseSchema,
)
from server.vocabulary.identity import FactorMethod
from server.vocabulary.phones import mask_phone

step_up_routes = Routes(Blueprint("step_up", __name__, url_prefix="/auth"), "Second factors")


class StepUpRequest(RequestSchema):
    """Exactly one of them: `credential` answers the options; the password is for those who have no second factor."""

    totp: AppCode | None = None
    recovery: Annotated[str, Field(max_length=LONGEST_FIELD)] | None = None
    password: Annotated[str, Field(max_length=LONGEST_PASSWORD)] | None = None
    credential: schemas.AssertedCredentialJson | None = None

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if len([each for each in (self.totp, self.recovery, self.password, self.credential) if each is not None]) != 1:
            raise ValueError("Please give one proof")
        return self


class StepUpAnswer(ResponseSchema):
    """For ten minutes calls of this session need no further proof."""

    verified_at: Moment


@step_up_routes.post("/step-up", serves_setup=True, limit=60)
async def step_up(data: StepUpRequest) -> StepUpAnswer:
    """Prove again that it is the session's user who acts, before a call that asks for it."""
    context = current_context()
    if data.password is not None:
        return StepUpAnswer(verified_at=await log_in.step_up_by_password(context, data.password))
    if data.credential is not None:
        return StepUpAnswer(verified_at=await passkeys.step_up_by_passkey(context, data.credential))
    method = FactorMethod.RECOVERY if data.totp is None else FactorMethod.TOTP
    return StepUpAnswer(
        verified_at=await log_in.step_up_by_code(context, data.totp or data.recovery or "", method=method)
    )


@step_up_routes.post("/step-up/options", serves_setup=True, limit=60)
async def read_step_up_options() -> schemas.RequestOptions:
    """What to ask an authenticator for, once and within five minutes, in this session."""
    return await passkeys.step_up_options(current_context())


routes = Routes(Blueprint("login", __name__, url_prefix="/login"), "Login")
passkey_routes = Routes(Blueprint("passkey_login", __name__, url_prefix="/login/passkey"), "Login")


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


@routes.post("/authenticate", public=True, limit=costly)
async def start_login(data: log_in.AuthenticateRequest) -> AuthenticateAnswer:
    """Check email and password. Every failure looks alike.

    Those of a sign-up that waits for its company (`context` SIGNUP) resume it; in another browser than the one that
    has typed its codes, with a new code.
    """
    opened = await log_in.authenticate(current_visit(), data)
    FLOW_COOKIE.send(opened.secret)
    return _login_answer(opened.flow)


@routes.post("/complete", public=True, limit=SCHOOL)
async def finish_login(query_args: FlowQuery) -> CompleteAnswer:
    """Exchange a flow that has passed every step for a session; it can be done once."""
    signed_in = await log_in.complete_login(current_visit(), handle=query_args.user_id)
    FLOW_COOKIE.forget()
    if signed_in.device_secret is not None:
        DEVICE_COOKIE.send(signed_in.device_secret)
    return complete_answer(signed_in)


@routes.post("/logout", public=True, limit=costly)
async def end_login() -> LogoutAnswer:
    """End the session of the bearer token, which may have expired. Doing it twice is no error."""
    token, visit = bearer_token(), current_visit()
    if token is None:
        raise NotSignedInError
    ended = await log_out(visit, token=token)
    provider = None if ended is None else await find_provider_logout(visit.services, ended=ended)
    return LogoutAnswer(message="Successfully logged out", provider_logout_url=provider)


@passkey_routes.post("/options", public=True, limit=SCHOOL)
async def read_passkey_options(data: schemas.PasskeyOptionsRequest) -> schemas.RequestOptions:
    """What to ask the authenticator for, once and within five minutes, in this browser."""
    if data.user_id is not None:
        return await passkeys.second_factor_options(current_visit(), handle=data.user_id)
    browser = PASSKEY_COOKIE.read() or random_token()
    options = await passkeys.sign_in_options(current_services(), browser=browser)
    PASSKEY_COOKIE.send(browser)
    return options


@passkey_routes.post("", public=True, limit=costly)
async def log_in_with_passkey(data: schemas.PasskeyLoginRequest) -> AuthenticateAnswer:
    """Log in by a passkey, or prove the second factor of the login `userId` by one. Every failure looks alike."""
    if data.user_id is not None:
        flow = await passkeys.prove_factor_by_passkey(current_visit(), data.credential, handle=data.user_id)
        return _login_answer(flow)
    opened = await passkeys.log_in_by_passkey(current_visit(), data.credential, browser=PASSKEY_COOKIE.read())
    FLOW_COOKIE.send(opened.secret)
    return _login_answer(opened.flow)


def _login_answer(flow: Flow) -> AuthenticateAnswer:
    return AuthenticateAnswer.of(
        flow,
        settings=current_services().settings,
        phone=mask_phone(flow.phone or ""),
        full_name=flow.full_name or "",
        temporary_password=flow.temporary_password,
        is_temporary_password=flow.temporary_password,
    )
