from typing import Final

from quart import Blueprint
from quart_schema import tag, validate_request, validate_response

from server.access.flows.answers import state_fields
from server.access.passwords.change_password import PasswordChange, change_password
from server.access.passwords.replace_temporary_password import replace_temporary_password
from server.access.passwords.schemas import ChangePasswordRequest, NewPasswordAnswer, NewPasswordRequest
from server.access.passwords.set_password import NewPassword
from server.platform.http.authentication import (
    current_identity,
    current_services,
    current_visit,
    limited,
    public,
    signed_in,
)
from server.platform.http.costly import costly
from server.platform.schemas import MessageResponse

PASSWORD_CHANGED: Final = "Password changed successfully"  # noqa: S105 - a sentence
PASSWORD_SET: Final = "Your password has been set."  # noqa: S105 - a sentence

blueprint = Blueprint("passwords", __name__)


@blueprint.post("/users/profile/password")
@signed_in
@limited(60)
@validate_request(ChangePasswordRequest)
@validate_response(MessageResponse)
@tag(["users"])
async def change_own_password(data: ChangePasswordRequest) -> MessageResponse:
    """Change the caller's password. Their other sessions end; wrong guesses slow down as at the sign-in.

    Where the account has none, `currentPassword` is empty, and a proof of the last ten minutes is needed.
    """
    await change_password(
        current_services(),
        PasswordChange(current=data.current_password, password=data.new_password, confirmation=data.confirm_password),
        identity=current_identity(),
        caller=current_visit(),
    )
    return MessageResponse(message=PASSWORD_CHANGED)


@blueprint.post("/login/reset-temporary-password")
@public
@costly
@validate_request(NewPasswordRequest)
@validate_response(NewPasswordAnswer)
@tag(["Login"])
async def set_own_password(data: NewPasswordRequest) -> NewPasswordAnswer:
    """Replace a temporary password, once a code has been typed."""
    services = current_services()
    flow = await replace_temporary_password(
        services,
        NewPassword(password=data.new_password, confirmation=data.confirm_password),
        handle=data.user_id,
        caller=current_visit(),
    )
    return NewPasswordAnswer(message=PASSWORD_SET, **state_fields(flow, settings=services.settings))
