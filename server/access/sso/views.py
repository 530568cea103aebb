"""Calls of single sign-on. Browsers get redirects."""

from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from quart import Blueprint, Response, redirect
from structlog import get_logger
from werkzeug.wrappers import Response as WerkzeugResponse

from server.access.sso import authorization, change_connections, links, schemas
from server.access.sso.connection import SignInError
from server.access.sso.logout import end_by_provider
from server.access.sso.sign_in import finish_sign_in
from server.platform.http.authentication import HIDDEN, Routes, current_context, current_services, current_visit, spend
from server.platform.http.costly import LOGOUTS_OF_A_CONNECTION, SCHOOL, costly
from server.platform.http.requests import form_field
from server.platform.http.secret_cookies import FLOW_COOKIE, SSO_COOKIE, SSO_PATH
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Permission, Profile

SEE_OTHER: Final = 303
LINK_REMOVED: Final = "The link has been removed"
DELETED: Final = "Connection deleted successfully"

logger = get_logger(__name__)

routes = Routes(Blueprint("sso", __name__), "Companies")
hidden_routes = Routes(routes.blueprint, HIDDEN)
factors_routes = Routes(routes.blueprint, "Second factors")
login_routes = Routes(routes.blueprint, "Login")
person_routes = Routes(routes.blueprint, "Users")


@login_routes.get("/login/sso", public=True, limit=SCHOOL)
async def show_provider(query_args: schemas.SsoQuery) -> schemas.SsoAnswer:
    """Show where people with an email of this domain sign in, besides with a password."""
    services = current_services()
    found = await authorization.find_provider(services, email=query_args.email)
    if found is None:
        return schemas.SsoAnswer(available=False, url=None, name=None)
    start = f"{services.settings.effective_public_url}{SSO_PATH}/start?{urlencode({'email': query_args.email.strip()})}"
    return schemas.SsoAnswer(available=True, url=start, name=found.name)


@hidden_routes.get("/login/sso/start", public=True, limit=costly)
async def start(query_args: schemas.SsoQuery) -> WerkzeugResponse:
    """Send the browser to the provider."""
    try:
        url, browser = await authorization.start_sign_in(
            current_services(), email=query_args.email, browser=SSO_COOKIE.read()
        )
    except SignInError as error:
        return _refuse(error)
    SSO_COOKIE.send(browser)
    return redirect(url, SEE_OTHER)


@hidden_routes.get("/login/sso/callback/<uuid:company_id>", public=True, limit=costly)
async def come_back(company_id: UUID, query_args: schemas.CallbackQuery) -> WerkzeugResponse:
    """Take the provider's answer, and send the browser to the page that completes the sign-in, or that asked for it."""
    visit, step_up = current_visit(), None
    try:
        browser = SSO_COOKIE.read()
        pending, secrets = await authorization.take_state(
            visit.services, query_args.state, company_id=company_id, browser=browser
        )
        step_up = secrets.step_up
        found, person = await authorization.take_answer(visit.services, query_args, pending=pending, secrets=secrets)
        if step_up is not None:
            await authorization.finish_step_up(visit, found, person, pending=pending, step_up=step_up)
            return redirect(authorization.with_outcome(step_up.return_to, authorization.CONFIRMED), SEE_OTHER)
        opened = await finish_sign_in(visit, found, person)
    except SignInError as error:
        return _refuse(error, step_up)
    FLOW_COOKIE.send(opened.secret)
    return redirect(f"/login/sso#{urlencode({'userId': opened.flow.handle})}", SEE_OTHER)


@hidden_routes.post("/login/sso/<uuid:connection_id>/backchannel-logout", public=True, limit=costly, takes_form=True)
async def end_sessions_of_provider(connection_id: UUID) -> Response:
    """End the sessions that a logout token names."""
    await spend(LOGOUTS_OF_A_CONNECTION, key=str(connection_id))
    token = await form_field("logout_token") or ""
    await end_by_provider(current_visit(), connection_id=connection_id, token=token)
    return Response(status=200)


@factors_routes.post("/auth/step-up/sso", serves_setup=True, limit=60)
async def begin_step_up(data: schemas.StartStepUpRequest) -> schemas.StepUpStart:
    """Begin a proof at the provider that has opened this session; its user logs in there anew."""
    url, browser = await authorization.start_step_up(
        current_context(), return_to=data.return_to, browser=SSO_COOKIE.read()
    )
    SSO_COOKIE.send(browser)
    return schemas.StepUpStart(url=url)


@factors_routes.delete("/auth/sso-link", signed_in=True, limit=60)
async def remove_sso_link() -> MessageResponse:
    """Remove the caller's link. The other sessions that the provider has opened end."""
    await links.remove_own_links(current_context())
    return MessageResponse(message=LINK_REMOVED)


@person_routes.delete("/users/<uuid:user_id>/sso-link", requires=Permission.USER_EDIT, keys=False, limit=60)
async def remove_person_sso_link(user_id: UUID) -> MessageResponse:
    """Remove the link of a user, whose sessions by the provider end. The next sign-in there links them by email."""
    await links.remove_links(current_context(), user_id)
    return MessageResponse(message=LINK_REMOVED)


@routes.get("/companies/current/sso", reserved_for=(Profile.SUPER_ADMIN,), limit=600)
async def list_sso_connections() -> schemas.ConnectionsAnswer:
    """The company's connections, and what their providers need to know."""
    return await change_connections.list_connections(current_context())


@routes.post("/companies/current/sso", reserved_for=(Profile.SUPER_ADMIN,), limit=60, status=201)
async def create_sso_connection(data: schemas.CreateConnectionRequest) -> tuple[schemas.ConnectionRecord, int]:
    """Add a connection. It is used for emails of its domains once these are proved."""
    return await change_connections.create_connection(current_context(), data), 201


@routes.put("/companies/current/sso/<uuid:connection_id>", reserved_for=(Profile.SUPER_ADMIN,), limit=60)
async def change_sso_connection(connection_id: UUID, data: schemas.ChangeConnectionRequest) -> schemas.ConnectionRecord:
    """Change a connection. With another issuer, its secret is needed again and its people are linked anew."""
    return await change_connections.change_connection(current_context(), data, connection_id=connection_id)


@routes.delete("/companies/current/sso/<uuid:connection_id>", reserved_for=(Profile.SUPER_ADMIN,), limit=60)
async def delete_sso_connection(connection_id: UUID) -> MessageResponse:
    """Delete a connection; the accounts of its people stay."""
    await change_connections.delete_connection(current_context(), connection_id=connection_id)
    return MessageResponse(message=DELETED)


@routes.post("/companies/current/sso/<uuid:connection_id>/test", reserved_for=(Profile.SUPER_ADMIN,), limit=20)
async def test_sso_connection(connection_id: UUID) -> schemas.ConnectionTestAnswer:
    """Ask the provider for its configuration and keys, and look for the proofs of the domains."""
    return await change_connections.prove_connection(current_context(), connection_id=connection_id)


def _refuse(error: SignInError, step_up: authorization.AskedStepUp | None = None) -> WerkzeugResponse:
    logger.info("sso_refused", outcome=error.outcome.value, reason=error.reason)
    if step_up is not None:
        return redirect(authorization.with_outcome(step_up.return_to, error.outcome.value), SEE_OTHER)
    return redirect(f"/login?{urlencode({'sso': error.outcome.value})}", SEE_OTHER)
