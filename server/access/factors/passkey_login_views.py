"""Calls of a login by passkey."""

from quart import Blueprint
from quart_schema import tag, validate_request, validate_response

from server.access.factors.passkey_options import second_factor_options, sign_in_options
from server.access.factors.passkey_schemas import PasskeyLoginRequest, PasskeyOptionsRequest, RequestOptions
from server.access.factors.passkey_second_factor import prove_by_passkey
from server.access.factors.passkey_sign_in import log_in_by_passkey
from server.access.flows.answers import code_fields
from server.access.flows.flow import Flow
from server.access.login.schemas import AuthenticateAnswer
from server.platform.http.authentication import current_services, current_visit, limited, public
from server.platform.http.costly import costly
from server.platform.http.flow_cookie import flow_secret, passkey_secret, send_flow_secret, send_passkey_secret
from server.vocabulary.phones import mask_phone

blueprint = Blueprint("passkey_login", __name__, url_prefix="/login/passkey")


@blueprint.post("/options")
@public
@limited(300)
@validate_request(PasskeyOptionsRequest)
@validate_response(RequestOptions)
@tag(["Login"])
async def read_passkey_options(data: PasskeyOptionsRequest) -> RequestOptions:
    """What to ask the authenticator for, once and within five minutes, in this browser."""
    services = current_services()
    if data.user_id is not None:
        return await second_factor_options(services, secret=flow_secret(), handle=data.user_id)
    found = await sign_in_options(services, secret=passkey_secret())
    send_passkey_secret(found.secret)
    return found.options


@blueprint.post("")
@public
@costly
@validate_request(PasskeyLoginRequest)
@validate_response(AuthenticateAnswer)
@tag(["Login"])
async def log_in_with_passkey(data: PasskeyLoginRequest) -> AuthenticateAnswer:
    """Log in by a passkey, or prove the second factor of the login `userId` by one. Every failure looks alike."""
    services, caller = current_services(), current_visit()
    if data.user_id is not None:
        flow = await prove_by_passkey(services, data.credential, handle=data.user_id, caller=caller)
        return _answer(flow)
    opened = await log_in_by_passkey(services, data.credential, browser=passkey_secret(), caller=caller)
    send_flow_secret(opened.secret)
    return _answer(opened.flow)


def _answer(flow: Flow) -> AuthenticateAnswer:
    return AuthenticateAnswer(
        user_id=flow.handle,
        next_step=flow.next_step,
        context=flow.context,
        phone=mask_phone(flow.phone or ""),
        full_name=flow.full_name or "",
        temporary_password=flow.temporary_password,
        is_temporary_password=flow.temporary_password,
        **code_fields(flow, settings=current_services().settings),
    )
