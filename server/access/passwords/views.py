"""Calls about passwords: to change, replace and reset them, and to end them by a notice's link."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field
from quart import Blueprint

from server.access.flows.flow import CodeAnswer, FlowStateAnswer, NextStep
from server.access.passwords import set_password
from server.access.passwords.set_password import ChangePasswordRequest, NewPasswordRequest, NotMeAnswer, secure_account
from server.access.robot_check.checks import LONGEST_ROBOT_CHECK
from server.platform.errors import ValidationFailedError
from server.platform.http.authentication import Routes, current_context, current_services, current_visit
from server.platform.http.costly import costly
from server.platform.http.secret_cookies import FLOW_COOKIE
from server.platform.schemas import LONGEST_EMAIL, MessageResponse, RequestSchema
from server.vocabulary.identifiers import read_identifier

routes = Routes(Blueprint("passwords", __name__), "users")
login_routes = Routes(routes.blueprint, "Login")
reset_routes = Routes(Blueprint("password_reset", __name__, url_prefix="/password-reset"), "Password reset")
not_me_routes = Routes(Blueprint("not_me", __name__, url_prefix="/auth"), "Second factors")


class NewPasswordAnswer(FlowStateAnswer):
    message: str


def _check_email(value: str) -> str:
    if not value.strip():
        raise ValueError("Please enter your email address")
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


class CompleteResetRequest(NewPasswordRequest):
    pass


class NotMeRequest(RequestSchema):
    """`token` is what follows the `#` of the link in the notice."""

    token: Annotated[str, Field(min_length=1, max_length=200)]


@routes.post("/users/profile/password", signed_in=True, limit=60)
async def change_own_password(data: ChangePasswordRequest) -> MessageResponse:
    """Change the caller's password. Their other sessions end; wrong guesses slow down as at the sign-in.

    Where the account has none, `currentPassword` is empty, and a proof of the last ten minutes is needed.
    """
    await set_password.change_password(current_context(), data)
    return MessageResponse(message="Password changed successfully")


@login_routes.post("/login/reset-temporary-password", public=True, limit=costly)
async def set_own_password(data: NewPasswordRequest) -> NewPasswordAnswer:
    """Replace a temporary password, once a code has been typed."""
    flow = await set_password.replace_temporary_password(current_visit(), data)
    return NewPasswordAnswer.of(flow, settings=current_services().settings, message="Your password has been set.")


@reset_routes.post("/initiate", public=True, limit=costly)
async def initiate_reset(data: InitiateResetRequest) -> InitiateResetAnswer:
    """Send a code to the account that the email names, where there is one. The answer does not say whether it is."""
    settings = current_services().settings
    identifier = read_identifier(data.email, kinds=settings.sign_in_by, region=settings.phone_region)
    if identifier is None:
        problem = "Please enter a valid email address"
        if settings.has_people_without_email:
            problem += ", phone number, or your company's short name, / and code"
        raise ValidationFailedError(errors={"email": problem})
    payload = data.recaptcha_token or None
    opened = await set_password.initiate_reset(current_visit(), identifier, robot_check_payload=payload)
    FLOW_COOKIE.send(opened.secret)
    typed = {"email": data.email, "masked_email": identifier.masked, "phone": None, "masked_phone": None}
    return InitiateResetAnswer.of(opened.flow, settings=settings, **typed)


@reset_routes.post("/complete", public=True, limit=costly)
async def complete_reset(data: CompleteResetRequest) -> MessageResponse:
    """Set a new password, once a code has been typed. It ends every session and opens none."""
    await set_password.complete_reset(current_visit(), data)
    FLOW_COOKIE.forget()
    return MessageResponse(message="Password reset successful! Please login with your new password.")


@not_me_routes.post("/not-me", public=True, limit=60)
async def undo_act(data: NotMeRequest) -> NotMeAnswer:
    """Say that the act of a notice was not the owner's: all sessions and the password end, a new factor is removed.

    It opens no session.
    """
    return await secure_account(current_visit(), token=data.token)
