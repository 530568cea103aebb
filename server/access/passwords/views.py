"""Calls about passwords: to change, replace and reset them, and to end them by a notice's link."""

from typing import Annotated, Final
from uuid import UUID

from pydantic import AfterValidator, Field
from quart import Blueprint

from server.access.flows.flow import CodeAnswer, FlowStateAnswer, NextStep
from server.access.passwords.secure_account import NotMeAnswer, secure_account
from server.access.passwords.set_password import (
    ChangePasswordRequest,
    NewPasswordRequest,
    change_password,
    replace_temporary_password,
)
from server.access.passwords.set_password import complete_reset as complete
from server.access.passwords.set_password import initiate_reset as initiate
from server.access.robot_check.checks import LONGEST_ROBOT_CHECK
from server.platform.errors import ValidationFailedError
from server.platform.http.authentication import (
    current_context,
    current_services,
    current_visit,
    limited,
    public,
    signed_in,
)
from server.platform.http.costly import costly
from server.platform.http.openapi import operation
from server.platform.http.secret_cookies import FLOW_COOKIE
from server.platform.schemas import LONGEST_EMAIL, MessageResponse, RequestSchema
from server.vocabulary.identifiers import read_identifier

LONGEST_TOKEN: Final = 200
NO_EMAIL: Final = "Please enter your email address"
NOT_AN_EMAIL: Final = "Please enter a valid email address"
NOT_AN_IDENTIFIER: Final = "Please enter a valid email address, phone number, or your company's short name, / and code"
PASSWORD_CHANGED: Final = "Password changed successfully"  # noqa: S105 - a sentence
PASSWORD_SET: Final = "Your password has been set."  # noqa: S105 - a sentence
PASSWORD_RESET: Final = "Password reset successful! Please login with your new password."  # noqa: S105 - a sentence

blueprint = Blueprint("passwords", __name__)
reset_blueprint = Blueprint("password_reset", __name__, url_prefix="/password-reset")
not_me_blueprint = Blueprint("not_me", __name__, url_prefix="/auth")


class NewPasswordAnswer(FlowStateAnswer):
    message: str


def _check_email(value: str) -> str:
    if not value.strip():
        raise ValueError(NO_EMAIL)
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

    token: Annotated[str, Field(min_length=1, max_length=LONGEST_TOKEN)]


@blueprint.post("/users/profile/password")
@signed_in
@limited(60)
@operation("users")
async def change_own_password(data: ChangePasswordRequest) -> MessageResponse:
    """Change the caller's password. Their other sessions end; wrong guesses slow down as at the sign-in.

    Where the account has none, `currentPassword` is empty, and a proof of the last ten minutes is needed.
    """
    await change_password(current_context(), data)
    return MessageResponse(message=PASSWORD_CHANGED)


@blueprint.post("/login/reset-temporary-password")
@public
@costly
@operation("Login")
async def set_own_password(data: NewPasswordRequest) -> NewPasswordAnswer:
    """Replace a temporary password, once a code has been typed."""
    flow = await replace_temporary_password(current_visit(), data)
    return NewPasswordAnswer.of(flow, settings=current_services().settings, message=PASSWORD_SET)


@reset_blueprint.post("/initiate")
@public
@costly
@operation("Password reset")
async def initiate_reset(data: InitiateResetRequest) -> InitiateResetAnswer:
    """Send a code to the account that the email names, where there is one. The answer does not say whether it is."""
    settings = current_services().settings
    identifier = read_identifier(data.email, kinds=settings.sign_in_by, region=settings.phone_region)
    if identifier is None:
        problem = NOT_AN_IDENTIFIER if settings.has_people_without_email else NOT_AN_EMAIL
        raise ValidationFailedError(errors={"email": problem})
    opened = await initiate(current_visit(), identifier, robot_check_payload=data.recaptcha_token or None)
    FLOW_COOKIE.send(opened.secret)
    typed = {"email": data.email, "masked_email": identifier.masked, "phone": None, "masked_phone": None}
    return InitiateResetAnswer.of(opened.flow, settings=settings, **typed)


@reset_blueprint.post("/complete")
@public
@costly
@operation("Password reset")
async def complete_reset(data: CompleteResetRequest) -> MessageResponse:
    """Set a new password, once a code has been typed. It ends every session and opens none."""
    await complete(current_visit(), data)
    FLOW_COOKIE.forget()
    return MessageResponse(message=PASSWORD_RESET)


@not_me_blueprint.post("/not-me")
@public
@limited(60)
@operation("Second factors")
async def undo_act(data: NotMeRequest) -> NotMeAnswer:
    """Say that the act of a notice was not the owner's: all sessions and the password end, a new factor is removed.

    It opens no session.
    """
    return await secure_account(current_visit(), token=data.token)
