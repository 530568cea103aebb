from typing import Final

from quart import Blueprint
from quart_schema import tag, validate_querystring, validate_request, validate_response

from server.access.flows.answers import code_fields
from server.access.login.authenticate import Credentials, authenticate
from server.access.login.complete_login import complete_login
from server.access.login.schemas import (
    AuthenticateAnswer,
    AuthenticateRequest,
    CompleteQuery,
    LogoutAnswer,
)
from server.access.sessions.answers import complete_answer
from server.access.sessions.log_out import log_out
from server.access.sessions.schemas import CompleteAnswer
from server.access.sso.provider_logout import find_provider_logout
from server.platform.errors import NotSignedInError
from server.platform.http.authentication import (
    bearer_token,
    client_address,
    current_services,
    current_visit,
    limited,
    public,
)
from server.platform.http.costly import costly
from server.platform.http.flow_cookie import forget_flow_secret, send_device_secret, send_flow_secret
from server.vocabulary.phones import mask_phone

LOGGED_OUT: Final = "Successfully logged out"

blueprint = Blueprint("login", __name__, url_prefix="/login")


@blueprint.post("/authenticate")
@public
@costly
@validate_request(AuthenticateRequest)
@validate_response(AuthenticateAnswer)
@tag(["Login"])
async def start_login(data: AuthenticateRequest) -> AuthenticateAnswer:
    """Check email and password. Every failure looks alike.

    Those of a sign-up that waits for its company (`context` SIGNUP) resume it; in another browser than the one that
    has typed its codes, with a new code.
    """
    services = current_services()
    opened = await authenticate(
        services,
        Credentials(email=data.email, password=data.password),
        robot_check_payload=data.recaptcha_token,
        caller=current_visit(),
    )
    send_flow_secret(opened.secret)
    flow = opened.flow
    return AuthenticateAnswer(
        user_id=flow.handle,
        next_step=flow.next_step,
        context=flow.context,
        phone=mask_phone(flow.phone or ""),
        full_name=flow.full_name or "",
        temporary_password=flow.temporary_password,
        is_temporary_password=flow.temporary_password,
        **code_fields(flow, settings=services.settings),
    )


@blueprint.post("/complete")
@public
@limited(300)
@validate_querystring(CompleteQuery)
@validate_response(CompleteAnswer)
@tag(["Login"])
async def finish_login(query_args: CompleteQuery) -> CompleteAnswer:
    """Exchange a flow that has passed every step for a session; it can be done once."""
    signed_in = await complete_login(current_services(), handle=query_args.user_id, caller=current_visit())
    forget_flow_secret()
    if signed_in.device_secret is not None:
        send_device_secret(signed_in.device_secret)
    return complete_answer(signed_in)


@blueprint.post("/logout")
@public
@costly
@validate_response(LogoutAnswer)
@tag(["Login"])
async def end_login() -> LogoutAnswer:
    """End the session of the bearer token, which may have expired. Doing it twice is no error."""
    token = bearer_token()
    if token is None:
        raise NotSignedInError
    services = current_services()
    ended = await log_out(services, token=token, address=client_address())
    provider = None if ended is None else await find_provider_logout(services, ended=ended)
    return LogoutAnswer(message=LOGGED_OUT, provider_logout_url=provider)
