from typing import Final

from quart import Blueprint
from quart_schema import tag, validate_request, validate_response

from server.access.flows.answers import code_fields
from server.access.password_reset.complete_reset import complete_reset as complete
from server.access.password_reset.initiate_reset import initiate_reset as initiate
from server.access.password_reset.schemas import (
    NOT_AN_EMAIL,
    NOT_AN_IDENTIFIER,
    CompleteResetRequest,
    InitiateResetAnswer,
    InitiateResetRequest,
)
from server.access.passwords.set_password import NewPassword
from server.platform.errors import ValidationFailedError
from server.platform.http.authentication import client_address, current_services, current_visit, public
from server.platform.http.costly import costly
from server.platform.http.flow_cookie import flow_secret, forget_flow_secret, send_flow_secret
from server.platform.schemas import MessageResponse
from server.vocabulary.identifiers import read_identifier

PASSWORD_RESET: Final = "Password reset successful! Please login with your new password."  # noqa: S105 - a sentence

blueprint = Blueprint("password_reset", __name__, url_prefix="/password-reset")


@blueprint.post("/initiate")
@public
@costly
@validate_request(InitiateResetRequest)
@validate_response(InitiateResetAnswer)
@tag(["Password reset"])
async def initiate_reset(data: InitiateResetRequest) -> InitiateResetAnswer:
    """Send a code to the account that the email names, where there is one. The answer does not say whether it is."""
    services = current_services()
    settings = services.settings
    identifier = read_identifier(data.email, kinds=settings.sign_in_by, region=settings.phone_region)
    if identifier is None:
        problem = NOT_AN_IDENTIFIER if settings.has_people_without_email else NOT_AN_EMAIL
        raise ValidationFailedError(errors={"email": problem})
    opened = await initiate(
        services,
        identifier=identifier,
        address=client_address(),
        robot_check_payload=data.recaptcha_token or None,
        earlier_secret=flow_secret(),
    )
    send_flow_secret(opened.secret)
    return InitiateResetAnswer(
        user_id=opened.flow.handle,
        email=data.email,
        masked_email=identifier.masked,
        phone=None,
        masked_phone=None,
        full_name=None,
        next_step=opened.flow.next_step,
        **code_fields(opened.flow, settings=settings),
    )


@blueprint.post("/complete")
@public
@costly
@validate_request(CompleteResetRequest)
@validate_response(MessageResponse)
@tag(["Password reset"])
async def complete_reset(data: CompleteResetRequest) -> MessageResponse:
    """Set a new password, once a code has been typed. It ends every session and opens none."""
    await complete(
        current_services(),
        NewPassword(password=data.new_password, confirmation=data.confirm_password),
        handle=data.user_id,
        caller=current_visit(),
    )
    forget_flow_secret()
    return MessageResponse(message=PASSWORD_RESET)
