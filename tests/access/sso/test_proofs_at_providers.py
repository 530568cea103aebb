"""S102: a proof at the provider counts for the session that has asked, by the same person, now."""

import time
from typing import Any

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.factors import add_app
from tests.fixtures.identity_provider import DOMAIN, IdentityProvider, SsoBrowser, SsoDesk
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Browser, execute, fetch_value

PAGE = "/dashboard/settings"
AGED = "UPDATE sessions SET verified_at = now() - interval '11 minutes'"


@pytest.fixture
async def aged(sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services) -> SsoBrowser:
    """A session that a provider has opened some time ago, of a person without password and factor."""
    await sso_desk.created()
    await sso_browser.open_session()
    await execute(services, AGED)
    return sso_browser


async def outcome(browser: SsoBrowser, **claims: Any) -> str:
    """Of a whole step-up."""
    asked = await browser.step_up(PAGE)
    browser.provider.claims = {"auth_time": int(time.time())} | claims
    return (await browser.come_back(asked)).removeprefix(f"{PAGE}?stepUp=")


@pytest.mark.security("S102")
async def test_a_person_without_password_and_factor_proves_themselves_at_the_provider(
    aged: SsoBrowser, services: Services
) -> None:
    refused = await aged.browser.post("auth/factors/totp", json={})
    assert (refused.code, refused.body["methods"]) == ("step_up_required", ["sso"])

    asked = await aged.step_up(PAGE)
    assert (asked.values["prompt"], asked.values["max_age"]) == ("login", "0")
    assert await outcome(aged) == "confirmed"

    assert (await aged.browser.post("auth/factors/totp", json={})).status == 200
    audited = "SELECT count(*) FROM audit_entries WHERE action = 'stepped_up' AND after->>'method' = 'sso'"
    assert await fetch_value(services, audited) == 1


@pytest.mark.security("S102")
async def test_another_person_or_an_old_login_proves_nothing(aged: SsoBrowser) -> None:
    """120 seconds ago was before the proof was asked for: the provider has not asked the person again."""
    now = int(time.time())
    refusals: tuple[tuple[dict[str, Any], str], ...] = (
        ({"sub": "subject-2"}, "another"),
        ({"auth_time": None}, "stale"),
        ({"auth_time": "now"}, "stale"),
        ({"auth_time": True}, "stale"),
        ({"auth_time": now - 120}, "stale"),
        ({"auth_time": now - 900}, "stale"),
        ({"auth_time": now + 3_600}, "stale"),
        ({"nonce": "of another"}, "failed"),
    )
    for claims, refusal in refusals:
        assert await outcome(aged, **claims) == refusal, claims
    assert (await aged.browser.post("auth/factors/totp", json={})).code == "step_up_required"


@pytest.mark.security("S102")
async def test_another_browser_cannot_finish_it(aged: SsoBrowser, app: Quart, services: Services) -> None:
    """With a stolen token a step-up can be begun, but not finished by a link to its victim."""
    victim = SsoBrowser(browser=Browser(app=app, services=services), provider=aged.provider)
    asked = await aged.step_up(PAGE)
    aged.provider.claims = {"auth_time": int(time.time())}

    assert await victim.come_back(asked) == "/login?sso=expired"
    assert (await aged.browser.post("auth/factors/totp", json={})).code == "step_up_required"


@pytest.mark.security("S102")
async def test_a_factor_takes_its_place_also_while_it_is_under_way(
    aged: SsoBrowser, app: Quart, services: Services
) -> None:
    """Else a provider's session would be a way around the factor."""
    asked = await aged.step_up(PAGE)
    elsewhere = SsoBrowser(browser=Browser(app=app, services=services), provider=aged.provider)
    await elsewhere.open_session()
    await add_app(elsewhere.browser)
    aged.provider.claims = {"auth_time": int(time.time())}

    assert await aged.come_back(asked) == f"{PAGE}?stepUp=refused"
    refused = await aged.browser.post("auth/step-up/sso", json={"returnTo": PAGE})
    assert (refused.status, refused.body["methods"]) == (403, ["totp", "recovery"])
    assert await fetch_value(services, "SELECT count(*) FROM sso_states") == 0


@pytest.mark.security("S102")
async def test_a_copied_passkey_keeps_the_provider_out(aged: SsoBrowser, services: Services) -> None:
    await execute(
        services,
        """
        INSERT INTO factors (company_id, user_id, kind, name, sealed_secret, confirmed_at)
        SELECT company_id, id, 'totp', 'App', 'sealed', now() FROM users WHERE email = $1
        """,
        f"asha@{DOMAIN}",
    )

    assert (await aged.browser.post("auth/step-up/sso", json={"returnTo": PAGE})).code == "step_up_required"


@pytest.mark.security("S102")
async def test_a_session_that_a_password_has_opened_cannot_ask_a_provider(
    sso_desk: SsoDesk, services: Services, company: Company, app: Quart
) -> None:
    await sso_desk.created()
    account = await add_account(services.database, company, email=f"asha@{DOMAIN}")
    browser = await Browser(app=app, services=services).sign_in(account)
    await execute(services, AGED)

    refused = await browser.post("auth/step-up/sso", json={"returnTo": PAGE})

    assert (refused.code, refused.body["methods"]) == ("step_up_required", ["password"])


@pytest.mark.security("S102")
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE sessions SET ended_at = now(), end_reason = 'logout' WHERE 'sso' = ANY(methods)",
        "UPDATE users SET is_active = false WHERE email LIKE 'asha@%'",
    ],
)
async def test_an_ended_session_is_not_proved(change: str, aged: SsoBrowser, services: Services) -> None:
    asked = await aged.step_up(PAGE)
    await execute(services, change)
    aged.provider.claims = {"auth_time": int(time.time())}

    assert await aged.come_back(asked) == f"{PAGE}?stepUp=expired"


@pytest.mark.security("S102")
async def test_a_removed_link_or_a_disabled_connection_proves_nothing(
    aged: SsoBrowser, sso_desk: SsoDesk, services: Services, provider: IdentityProvider
) -> None:
    asked = await aged.step_up(PAGE)
    provider.claims = {"auth_time": int(time.time())}
    await execute(services, "DELETE FROM sso_identities")
    assert await aged.come_back(asked) == f"{PAGE}?stepUp=another"

    (connection,) = (await sso_desk.list())["connections"]
    await execute(services, "UPDATE sessions SET verified_at = now() WHERE NOT 'sso' = ANY(methods)")
    assert (await sso_desk.change(connection, enabled=False)).status == 200
    refused = await aged.browser.post("auth/step-up/sso", json={"returnTo": PAGE})
    assert (refused.status, refused.body["methods"]) == (403, ["password"])
