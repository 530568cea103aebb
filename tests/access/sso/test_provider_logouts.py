"""S100: a provider's word ends the sessions that it has opened, and no others."""

import asyncio
import time
from typing import Any, Final
from uuid import UUID, uuid4

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.identity_provider import (
    CLIENT_ID,
    DOMAIN,
    LOGOUT_EVENT,
    IdentityProvider,
    RunProvider,
    SsoBrowser,
    SsoDesk,
)
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.sign_in import Browser, execute, fetch_value
from tests.fixtures.signing_keys import new_key, unsigned

REFUSED = (400, "logout_token_invalid")
LIVE = "SELECT count(*) FROM sessions WHERE ended_at IS NULL AND 'sso' = ANY(methods)"


@pytest.fixture
async def connection(sso_desk: SsoDesk, provider: IdentityProvider) -> dict[str, Any]:
    provider.claims = {"sid": "session-1"}
    return await sso_desk.created()


@pytest.fixture
async def logged_in(connection: dict[str, Any], sso_browser: SsoBrowser) -> SsoBrowser:
    assert connection["enabled"]
    await sso_browser.open_session()
    return sso_browser


NO_LOGOUTS: Final[tuple[dict[str, Any], ...]] = (
    {"aud": "another client"},
    {"iss": "https://other.example"},
    {"iss": None},
    {"iat": None},
    {"iat": int(time.time()) - 900},
    {"iat": int(time.time()) + 3_600},
    {"exp": None},
    {"exp": int(time.time()) - 3_600},
    {"jti": None},
    {"jti": 7},
    {"events": None},
    {"events": {}},
    {"events": [LOGOUT_EVENT]},
    {"events": {LOGOUT_EVENT: True}},
    {"nonce": "n"},
    {"sub": None},
    {"sub": ""},
    {"sub": None, "sid": 1},
)


@pytest.mark.security("S100")
async def test_a_token_that_is_no_logout_token_ends_nothing(
    logged_in: SsoBrowser, sso_desk: SsoDesk, connection: dict[str, Any], provider: IdentityProvider
) -> None:
    for claims in NO_LOGOUTS:
        answer = await sso_desk.tell_logout(connection, provider.logout_token(**claims))
        assert (answer.status, answer.code, answer.body["error"]) == (*REFUSED, "invalid_request"), claims
        assert answer.headers["Cache-Control"] == "no-store"
    assert (await logged_in.browser.status()).status == 200


@pytest.mark.security("S100")
async def test_forged_tokens_and_tokens_of_another_purpose_are_refused(
    logged_in: SsoBrowser, sso_desk: SsoDesk, connection: dict[str, Any], provider: IdentityProvider
) -> None:
    own, claims = provider.key, {"sub": "subject-1", "aud": CLIENT_ID, "events": {LOGOUT_EVENT: {}}}
    provider.key = new_key()
    provider.published = [own]
    forged = provider.logout_token()
    provider.key = own
    id_token = provider.id_token({"nonce": "n"})
    provider.header = {"typ": "at+jwt"}
    access_token = provider.logout_token()
    provider.header = {}

    for token in (forged, id_token, access_token, unsigned(claims), "x.y.z", "", None):
        assert (await sso_desk.tell_logout(connection, token)).code == REFUSED[1], token
    assert (await logged_in.browser.status()).status == 200


@pytest.mark.security("S100")
async def test_a_logout_token_signs_nobody_in(
    connection: dict[str, Any], sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    provider.sign = lambda claims: provider.signed(claims | {"events": {LOGOUT_EVENT: {}}}, typ="logout+jwt")

    assert connection["enabled"]
    assert await sso_browser.sign_in() == "/login?sso=failed"


@pytest.mark.security("S100")
async def test_a_token_counts_once_for_all_that_send_it(
    logged_in: SsoBrowser,
    sso_desk: SsoDesk,
    connection: dict[str, Any],
    provider: IdentityProvider,
    services: Services,
) -> None:
    """Otherwise a seen token would log the person out again after each sign-in."""
    token = provider.logout_token()

    answers = await asyncio.gather(*(sso_desk.tell_logout(connection, token) for _ in range(8)))

    assert sorted(answer.status for answer in answers) == [200, *[400] * 7]
    logged_in.browser.token = None
    await logged_in.open_session()
    assert (await sso_desk.tell_logout(connection, token)).code == REFUSED[1]
    assert (await logged_in.browser.status()).status == 200
    assert await fetch_value(services, LIVE) == 1


@pytest.mark.security("S100")
async def test_only_the_sessions_of_the_one_who_has_logged_out_end(
    logged_in: SsoBrowser,
    sso_desk: SsoDesk,
    connection: dict[str, Any],
    provider: IdentityProvider,
    app: Quart,
    services: Services,
    company: Company,
) -> None:
    """By the provider's session where it is named; a session that a password has opened stays."""
    provider.claims = {"sid": "session-2"}
    second = SsoBrowser(browser=Browser(app=app, services=services), provider=provider)
    await second.open_session()
    provider.claims = {"sid": "session-3", "sub": "subject-2", "email": f"ravi@{DOMAIN}"}
    other = SsoBrowser(browser=Browser(app=app, services=services), provider=provider)
    await other.open_session()

    for claims in ({"sid": "session-3"}, {"sub": None, "sid": "unknown"}, {"sub": "subject-9"}):
        assert (await sso_desk.tell_logout(connection, provider.logout_token(**claims))).status == 200
    assert await fetch_value(services, LIVE) == 3

    told = await sso_desk.tell_logout(connection, provider.logout_token(sub=None, sid="session-1"))
    assert (told.status, told.headers["Cache-Control"]) == (200, "no-store")
    assert [(await each.browser.status()).status for each in (logged_in, second, other)] == [401, 200, 200]

    assert (await sso_desk.tell_logout(connection, provider.logout_token())).status == 200
    assert [(await each.browser.status()).status for each in (second, other)] == [401, 200]
    assert (await sso_desk.browser.status(token=sso_desk.boss.token)).status == 200
    audited = "SELECT count(*) FROM audit_entries WHERE action = 'sso_logged_out' AND company_id = $1"
    assert await fetch_value(services, audited, company.id) == 2
    assert await fetch_value(services, "SELECT count(*) FROM sessions WHERE end_reason = 'sso_logout'") == 2


@pytest.mark.security("S100")
async def test_another_company_s_provider_ends_nothing_here(
    logged_in: SsoBrowser,
    sso_desk: SsoDesk,
    connection: dict[str, Any],
    add_company: AddCompany,
    sign_in: SignIn,
    run_provider: RunProvider,
) -> None:
    other = SsoDesk(
        browser=sso_desk.browser, boss=await sign_in(company=await add_company()), provider=await run_provider()
    )
    theirs = await other.created(name="Evil", domains=["evil.example"])

    assert (await other.tell_logout(theirs, other.provider.logout_token(sid="session-1"))).status == 200
    assert (await other.tell_logout(connection, other.provider.logout_token())).code == REFUSED[1]
    unknown = theirs | {
        "backchannelLogoutUri": connection["backchannelLogoutUri"].replace(connection["id"], str(uuid4()))
    }
    assert (await other.tell_logout(unknown, other.provider.logout_token())).code == REFUSED[1]
    assert (await logged_in.browser.status()).status == 200


@pytest.mark.security("S100")
async def test_a_login_on_its_way_ends_too(
    connection: dict[str, Any], sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    await sso_browser.sign_in()

    assert (await sso_desk.tell_logout(connection, provider.logout_token())).status == 200
    assert (await sso_browser.browser.complete()).code == "flow_expired"


@pytest.fixture
async def colleague(services: Services, company: Company) -> Account:
    return await add_account(services.database, company, email=f"asha@{DOMAIN}")


@pytest.mark.security("S100")
async def test_removing_a_link_needs_the_right_a_proof_and_another_way_in(
    connection: dict[str, Any], sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services
) -> None:
    """A person without a password and a passkey keeps the link; who may edit them removes it, and its sessions end."""
    await sso_browser.open_session()
    person = UUID(str(sso_browser.browser.user_id))
    refused = await sso_browser.browser.delete("auth/sso-link")
    assert (connection["enabled"], refused.status, refused.code) == (True, 409, "last_way_in")

    boss, path = sso_desk.boss.token, f"users/{person}/sso-link"
    assert (await sso_browser.browser.delete(path)).status == 403
    await execute(services, "UPDATE sessions SET verified_at = NULL")
    assert (await sso_desk.browser.delete(path, token=boss)).code == "step_up_required"
    await execute(services, "UPDATE sessions SET verified_at = now()")
    shown = await sso_desk.browser.get(f"users/{person}/sessions", token=boss)
    assert [each["name"] for each in shown.body["ssoLinks"]] == ["Acme"]
    assert (await sso_desk.browser.delete(path, token=boss)).status == 200
    assert (await sso_browser.browser.status()).status == 401
    assert (await sso_desk.browser.delete(path, token=boss)).status == 404
    audited = "SELECT count(*) FROM audit_entries WHERE action = 'sso_unlinked' AND subject_id = $1"
    assert await fetch_value(services, audited, person) == 1


@pytest.mark.security("S100")
async def test_a_person_with_a_password_removes_their_own_link(
    colleague: Account, connection: dict[str, Any], sso_browser: SsoBrowser, app: Quart, services: Services
) -> None:
    await sso_browser.open_session()
    elsewhere = SsoBrowser(browser=Browser(app=app, services=services), provider=sso_browser.provider)
    await elsewhere.open_session()
    browser = sso_browser.browser
    assert (connection["enabled"], browser.user_id) == (True, str(colleague.id))

    assert (await browser.delete("auth/sso-link")).status == 200
    assert (await browser.get("auth/factors")).body["ssoLinks"] == []
    assert [(await each.status()).status for each in (browser, elsewhere.browser)] == [200, 401]
    await execute(services, "UPDATE sessions SET verified_at = NULL")
    asked = await browser.post("auth/factors/totp", json={})
    assert asked.body["methods"] == ["password"]
