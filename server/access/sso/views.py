"""Sign in, and prove a session, at an identity provider, which also tells of logouts. Browsers get redirects."""

from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from quart import Blueprint, Response, after_this_request, redirect, request
from quart_schema import tag, validate_querystring, validate_request, validate_response
from structlog import get_logger
from werkzeug.wrappers import Response as WerkzeugResponse

from server.access.sso.authorization import find_provider, start_sign_in
from server.access.sso.connection import STATE_SECONDS
from server.access.sso.end_by_provider import end_by_provider
from server.access.sso.errors import SignInError
from server.access.sso.finish_sign_in import finish_sign_in
from server.access.sso.return_path import CONFIRMED, with_outcome
from server.access.sso.schemas import CallbackQuery, SsoAnswer, SsoQuery, StartStepUpRequest, StepUpStart
from server.access.sso.step_up import finish_step_up, start_step_up
from server.access.sso.take_answer import ProviderAnswer, take_answer
from server.platform.http.authentication import (
    client_address,
    current_identity,
    current_services,
    is_https,
    limited,
    public,
    serves_setup,
    signed_in,
    spend,
)
from server.platform.http.caller import LONGEST_SECRET, send_flow_secret
from server.platform.http.costly import LOGOUTS_OF_A_CONNECTION, costly
from server.platform.http.openapi_marks import hidden
from server.platform.http.requests import accepts_form, form_field

SSO_COOKIE: Final = "waymark_sso"
PATH: Final = "/api/v1/login/sso"
SEE_OTHER: Final = 303

logger = get_logger(__name__)

blueprint = Blueprint("sso", __name__, url_prefix="/login/sso")
step_up_blueprint = Blueprint("sso_step_up", __name__, url_prefix="/auth/step-up/sso")


@blueprint.get("")
@public
@limited(300)
@validate_querystring(SsoQuery)
@validate_response(SsoAnswer)
@tag(["Login"])
async def show_provider(query_args: SsoQuery) -> SsoAnswer:
    """Where people with an email of this domain sign in, besides with a password."""
    services = current_services()
    found = await find_provider(services, email=query_args.email)
    if found is None:
        return SsoAnswer(available=False, url=None, name=None)
    start = f"{services.settings.effective_public_url}{PATH}/start?{urlencode({'email': query_args.email.strip()})}"
    return SsoAnswer(available=True, url=start, name=found.name)


@blueprint.get("/start")
@public
@costly
@validate_querystring(SsoQuery)
@hidden
async def start(query_args: SsoQuery) -> WerkzeugResponse:
    """Send the browser to the provider."""
    try:
        started = await start_sign_in(current_services(), email=query_args.email, browser=_browser())
    except SignInError as error:
        return _refuse(error)
    _keep_browser(started.browser)
    return redirect(started.url, SEE_OTHER)


@blueprint.get("/callback/<uuid:company_id>")
@public
@costly
@validate_querystring(CallbackQuery)
@hidden
async def come_back(company_id: UUID, query_args: CallbackQuery) -> WerkzeugResponse:
    """Take the provider's answer, and send the browser to the page that completes the sign-in, or that asked for it."""
    answer = ProviderAnswer(state=query_args.state, code=query_args.code, issuer=query_args.iss, error=query_args.error)
    services, address = current_services(), client_address()
    try:
        answered = await take_answer(services, answer, company_id=company_id, browser=_browser())
        if answered.step_up is not None:
            await finish_step_up(services, answered, step_up=answered.step_up, address=address)
            return redirect(with_outcome(answered.step_up.return_to, CONFIRMED), SEE_OTHER)
        opened = await finish_sign_in(services, answered, address=address)
    except SignInError as error:
        return _refuse(error)
    send_flow_secret(opened.secret)
    return redirect(f"/login/sso#{urlencode({'userId': opened.flow.handle})}", SEE_OTHER)


@blueprint.post("/<uuid:connection_id>/backchannel-logout")
@public
@costly
@accepts_form
@hidden
async def end_sessions_of_provider(connection_id: UUID) -> Response:
    """End the sessions that a logout token names."""
    await spend(LOGOUTS_OF_A_CONNECTION, key=str(connection_id))
    token = await form_field("logout_token") or ""
    await end_by_provider(current_services(), connection_id=connection_id, token=token, address=client_address())
    return Response(status=200)


@step_up_blueprint.post("")
@signed_in
@serves_setup
@limited(60)
@validate_request(StartStepUpRequest)
@validate_response(StepUpStart)
@tag(["Second factors"])
async def begin_step_up(data: StartStepUpRequest) -> StepUpStart:
    """Begin a proof at the provider that has opened this session; its user logs in there anew."""
    started = await start_step_up(
        current_services(), identity=current_identity(), return_to=data.return_to, browser=_browser()
    )
    _keep_browser(started.browser)
    return StepUpStart(url=started.url)


def _refuse(error: SignInError) -> WerkzeugResponse:
    logger.info("sso_refused", outcome=error.outcome.value, reason=error.reason)
    if error.return_to is not None:
        return redirect(with_outcome(error.return_to, error.outcome.value), SEE_OTHER)
    return redirect(f"/login?{urlencode({'sso': error.outcome.value})}", SEE_OTHER)


def _browser() -> str | None:
    secret = request.cookies.get(SSO_COOKIE)
    return secret if secret and len(secret) <= LONGEST_SECRET else None


def _keep_browser(secret: str) -> None:
    """Lax, because a browser that another site sends back brings no strict cookie."""

    @after_this_request
    async def add(response: Response | WerkzeugResponse) -> Response | WerkzeugResponse:
        secure = is_https()
        response.set_cookie(
            SSO_COOKIE, secret, max_age=STATE_SECONDS, path=PATH, secure=secure, httponly=True, samesite="Lax"
        )
        return response
