"""S101: a way back from a provider leads to pages of this origin, and an answer counts for what was asked."""

import time
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import pytest

from server.access.sso.authorization import is_return_path
from server.access.sso.provider import PROVIDERS
from server.platform.services import Services
from tests.fixtures.http_endpoint import Response
from tests.fixtures.identity_provider import CLIENT_ID, DOMAIN, IdentityProvider, SsoBrowser, SsoDesk
from tests.fixtures.sign_in import execute, fetch_value

EMAIL = f"asha@{DOMAIN}"


NO_PAGES: Final = (
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "/x//evil.example",
    "javascript:alert(1)",
    "dashboard",
    "/\tevil",
    "/dash\nboard",
    "/api/v1/login/sso/start?email=x",
    "/%61pi/v1/login/sso/start",
    "/x/../api/v1/login/sso/start",
    "/API/v1/login/sso/start",
    "/caf\u00e9",
)


@pytest.mark.security("S101")
async def test_a_page_to_come_back_to_is_one_of_this_origin(sso_desk: SsoDesk, sso_browser: SsoBrowser) -> None:
    await sso_desk.created()
    await sso_browser.open_session()

    for path in NO_PAGES:
        refused = await sso_browser.browser.post("auth/step-up/sso", json={"returnTo": path})
        assert (refused.status, is_return_path(path)) == (422, False), path


@pytest.mark.security("S101")
def test_pages_with_queries_are_come_back_to() -> None:
    for path in (
        "/dashboard",
        "/dashboard/users?page=2&q=a%20b",
        "/dashboard/profile#security",
        "/applicant-dashboard",
    ):
        assert is_return_path(path)


@pytest.mark.security("S101")
async def test_an_answer_to_a_proof_opens_no_session_and_one_to_a_sign_in_proves_none(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider, services: Services
) -> None:
    await sso_desk.created()
    await sso_browser.open_session()
    await execute(services, "UPDATE sessions SET verified_at = NULL")
    flows = "SELECT count(*) FROM flows"
    before = await fetch_value(services, flows)
    asked = await sso_browser.step_up("/dashboard/profile?tab=1")
    provider.claims = {"auth_time": int(time.time())}

    landed = await sso_browser.come_back(asked)
    assert landed == "/dashboard/profile?tab=1&stepUp=confirmed"
    assert await fetch_value(services, flows) == before
    assert await sso_browser.come_back(asked) == "/login?sso=expired"

    await execute(services, "UPDATE sessions SET verified_at = NULL")
    assert (await sso_browser.come_back(await sso_browser.asked())).startswith("/login/sso#")
    proofs = "SELECT count(*) FROM sessions WHERE verified_at IS NOT NULL"
    assert await fetch_value(services, proofs) == 0


@pytest.mark.security("S101")
async def test_a_refused_proof_leads_back_to_its_page(sso_desk: SsoDesk, sso_browser: SsoBrowser) -> None:
    await sso_desk.created()
    await sso_browser.open_session()

    cancelled = await sso_browser.come_back(await sso_browser.step_up(), error="access_denied", code="")
    wrong = await sso_browser.come_back(await sso_browser.step_up(), code="guessed")

    assert cancelled == "/dashboard/settings?stepUp=cancelled"
    assert wrong == "/dashboard/settings?stepUp=failed"


@pytest.mark.security("S101")
async def test_a_logout_leads_to_the_provider_and_back_to_the_login_page_alone(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    """The session here ends first; what comes back from there changes nothing."""
    await sso_desk.created()
    token = await sso_browser.open_session()

    left = await sso_browser.browser.log_out()

    url = urlsplit(left.body["providerLogoutUrl"])
    assert f"{url.scheme}://{url.netloc}{url.path}" == f"{provider.issuer}/logout"
    assert dict(parse_qsl(url.query)) == {
        "tenant": "1",
        "client_id": CLIENT_ID,
        "post_logout_redirect_uri": (await sso_desk.list())["postLogoutRedirectUri"],
        "logout_hint": EMAIL,
    }
    assert (await sso_browser.browser.status(token=token)).status == 401
    again = await sso_browser.browser.log_out()
    assert (again.status, again.body["providerLogoutUrl"]) == (200, None)


@pytest.mark.security("S101")
async def test_a_session_by_password_has_no_logout_at_a_provider(sso_desk: SsoDesk) -> None:
    await sso_desk.created()

    left = await sso_desk.browser.post("login/logout", token=sso_desk.boss.token)

    assert left.body["providerLogoutUrl"] is None


@pytest.mark.security("S101")
async def test_a_logout_page_that_is_no_public_address_is_not_used(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    connection = await sso_desk.created()
    for endpoint in (None, "javascript:alert(1)", "http://192.0.2.1/logout", ["x"]):
        provider.described = {"end_session_endpoint": endpoint}
        await sso_desk.test(connection)
        sso_browser.browser.token = None
        await sso_browser.open_session()
        assert (await sso_browser.browser.log_out()).body["providerLogoutUrl"] is None, endpoint


@pytest.mark.security("S101")
async def test_a_provider_that_is_away_does_not_hold_up_a_logout(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider, services: Services
) -> None:
    await sso_desk.created()
    token = await sso_browser.open_session()
    services.caches.of(PROVIDERS).forget(lambda issuer: issuer == provider.issuer)
    provider.answers = {"/.well-known/openid-configuration": Response(status=503, body={})}

    left: Any = await sso_browser.browser.log_out()

    assert (left.status, left.body["providerLogoutUrl"]) == (200, None)
    assert (await sso_browser.browser.status(token=token)).status == 401
