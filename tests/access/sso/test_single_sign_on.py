"""S82 to S86, S88: whose sign-in at a provider opens which account."""

import asyncio
from typing import Any

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.identity_provider import DOMAIN, IdentityProvider, RunProvider, SsoBrowser, SsoDesk
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.sign_in import Browser, execute, fetch_value

EMAIL = f"asha@{DOMAIN}"
EXPIRED = "/login?sso=expired"
FAILED = "/login?sso=failed"
REFUSED = "/login?sso=refused"


@pytest.fixture
def other_browser(app: Quart, services: Services, provider: IdentityProvider) -> SsoBrowser:
    return SsoBrowser(browser=Browser(app=app, services=services), provider=provider)


async def flows(services: Services) -> Any:
    return await fetch_value(services, "SELECT count(*) FROM flows")


@pytest.mark.security("S82")
async def test_an_answer_counts_only_in_the_browser_that_has_begun_the_sign_in(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, other_browser: SsoBrowser, services: Services
) -> None:
    """A link to the attacker's own answer would sign the victim in to the attacker's account."""
    await sso_desk.created()
    asked = await sso_browser.asked()

    assert await other_browser.come_back(asked) == EXPIRED
    await other_browser.asked()
    assert await other_browser.come_back(asked) == EXPIRED
    assert await flows(services) == 0
    assert (await sso_browser.come_back(asked)).startswith("/login/sso#")


@pytest.mark.security("S82")
async def test_the_browser_of_a_sign_in_is_bound_by_a_cookie_that_scripts_cannot_read(
    sso_desk: SsoDesk, sso_browser: SsoBrowser
) -> None:
    await sso_desk.created()

    sent = await sso_browser.browser.client.get("/api/v1/login/sso/start", query_string={"email": EMAIL})

    cookie = sent.headers["Set-Cookie"]
    assert cookie.startswith("waymark_sso=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/api/v1/login/sso", "Max-Age=600"} <= set(cookie.split("; "))


@pytest.mark.security("S83")
async def test_an_answer_that_names_another_issuer_is_refused(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    await sso_desk.created()

    assert await sso_browser.come_back(await sso_browser.asked(), iss="https://evil.example") == FAILED
    assert provider.calls("/token") == []
    assert (await sso_browser.come_back(await sso_browser.asked(), iss=provider.issuer)).startswith("/login/sso#")


@pytest.mark.security("S83")
async def test_a_provider_that_promises_to_name_itself_has_to(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    provider.described = {"authorization_response_iss_parameter_supported": True}
    await sso_desk.created()

    assert await sso_browser.come_back(await sso_browser.asked()) == FAILED
    assert provider.calls("/token") == []


@pytest.mark.security("S83")
async def test_an_answer_at_another_company_s_address_is_refused(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider, add_company: AddCompany
) -> None:
    """A dishonest provider may send the browser on to an honest one, whose code would then go to the dishonest one."""
    await sso_desk.created()
    other = await add_company()
    asked = await sso_browser.asked()
    asked.values["redirect_uri"] = asked.values["redirect_uri"].replace(str(sso_desk.boss.company.id), str(other.id))

    assert await sso_browser.come_back(asked) == EXPIRED
    assert provider.calls("/token") == []


@pytest.mark.security("S84")
async def test_an_answer_counts_once(sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services) -> None:
    await sso_desk.created()
    asked = await sso_browser.asked()
    code = sso_browser.provider.grant(asked)

    landed = await asyncio.gather(*(sso_browser.come_back(asked, code=code) for _ in range(20)))

    assert landed.count(EXPIRED) == 19
    assert await flows(services) == 1


@pytest.mark.security("S84")
async def test_a_failed_answer_cannot_be_repeated(sso_desk: SsoDesk, sso_browser: SsoBrowser) -> None:
    await sso_desk.created()
    asked = await sso_browser.asked()

    assert await sso_browser.come_back(asked, code="guessed") != EXPIRED
    assert await sso_browser.come_back(asked) == EXPIRED


@pytest.mark.security("S84")
async def test_a_sign_in_at_a_provider_ends_after_ten_minutes(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services
) -> None:
    await sso_desk.created()
    asked = await sso_browser.asked()
    left = "SELECT expires_at BETWEEN now() + interval '9 minutes' AND now() + interval '10 minutes' FROM sso_states"
    assert await fetch_value(services, left)
    await execute(services, "UPDATE sso_states SET expires_at = now()")

    assert await sso_browser.come_back(asked) == EXPIRED


@pytest.mark.security("S85")
@pytest.mark.parametrize(
    "claims",
    [
        {"email_verified": False},
        {"email_verified": None},
        {"email_verified": "no"},
        {"email_verified": [True]},
        {"email_verified": None, "xms_edov": True},
        {"email": None},
        {"email": "x"},
    ],
)
async def test_an_email_that_the_provider_has_not_verified_opens_nothing(
    claims: dict[str, Any], sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services, company: Company
) -> None:
    await add_account(services.database, company, email=EMAIL)
    await sso_desk.created()
    sso_browser.provider.claims = claims

    assert await sso_browser.sign_in() == REFUSED
    assert await flows(services) == 0


@pytest.mark.security("S86")
async def test_an_email_of_a_domain_that_the_connection_has_not_proved_opens_nothing(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services, company: Company
) -> None:
    """The company's own provider may state any email."""
    await add_account(services.database, company, email="boss@other.example")
    connection = await sso_desk.created(domains=[DOMAIN, "waymark-unproved.com"])
    assert [each["provedAt"] is None for each in connection["domains"]] == [False, True]

    for email in ("boss@other.example", f"asha@sub.{DOMAIN}", "asha@waymark-unproved.com"):
        sso_browser.provider.claims = {"email": email}
        assert await sso_browser.sign_in() == REFUSED
    assert await sso_browser.start("asha@waymark-unproved.com") == "/login?sso=unavailable"
    assert await flows(services) == 0


@pytest.mark.security("S86")
async def test_a_domain_belongs_to_the_company_that_has_proved_it_first(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, add_company: AddCompany, sign_in: SignIn, run_provider: RunProvider
) -> None:
    await sso_desk.created()
    other = SsoDesk(
        browser=sso_desk.browser, boss=await sign_in(company=await add_company()), provider=await run_provider()
    )

    theirs = await other.created(name="Evil")

    assert theirs["domains"][0]["provedAt"] is None
    shown = await sso_browser.browser.get("login/sso", query={"email": EMAIL})
    assert shown.body["name"] == "Acme"


@pytest.mark.security("S88")
async def test_an_email_that_the_provider_gives_to_another_person_does_not_open_the_account(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    await sso_desk.created()
    await sso_browser.sign_in()
    provider.claims = {"sub": "subject-2"}

    assert await sso_browser.sign_in() == REFUSED


@pytest.mark.security("S88")
async def test_the_subject_decides_where_the_email_has_changed(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider, services: Services, company: Company
) -> None:
    await sso_desk.created()
    await sso_browser.sign_in()
    first = sso_browser.browser.user_id
    other = await add_account(services.database, company, email=f"boss@{DOMAIN}")
    provider.claims = {"email": other.email}

    await sso_browser.sign_in()

    assert sso_browser.browser.user_id == first


@pytest.mark.security("S88")
async def test_inactive_foreign_and_unknown_accounts_are_refused_alike(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services, company: Company, add_company: AddCompany
) -> None:
    await sso_desk.created(createPeople=False)
    inactive = await add_account(services.database, company, email=f"gone@{DOMAIN}", is_active=False)
    foreign = await add_account(services.database, await add_company(), email=f"theirs@{DOMAIN}")

    for number, email in enumerate((inactive.email, foreign.email, f"unknown@{DOMAIN}")):
        sso_browser.provider.claims = {"email": email, "sub": f"subject-{number}"}
        assert await sso_browser.sign_in() == REFUSED
    assert await flows(services) == 0
    refusals = "SELECT count(*) FROM audit_entries WHERE action = 'login_failed' AND company_id = $1"
    assert await fetch_value(services, refusals, company.id) == 3


@pytest.mark.security("S88")
async def test_a_linked_account_that_is_deactivated_is_refused(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services
) -> None:
    await sso_desk.created()
    await sso_browser.sign_in()
    await execute(services, "UPDATE users SET is_active = false WHERE email = $1", EMAIL)

    assert await sso_browser.sign_in() == REFUSED
    assert (await sso_browser.browser.complete()).code == "flow_expired"


@pytest.mark.security("S88")
async def test_a_foreign_account_with_a_proved_email_is_not_replaced(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services, add_company: AddCompany
) -> None:
    foreign = await add_account(services.database, await add_company(), email=EMAIL)
    await sso_desk.created()

    assert await sso_browser.sign_in() == REFUSED
    assert await fetch_value(services, "SELECT company_id FROM users WHERE email = $1", EMAIL) == foreign.company.id


@pytest.mark.security("S88")
@pytest.mark.parametrize("profile", ["SUPER_ADMIN", "ADMIN", "MANAGEMENT", "TRAINER", "INTERVIEW_PANELIST"])
async def test_a_provider_makes_no_administrators(profile: str, sso_desk: SsoDesk) -> None:
    answer = await sso_desk.create(defaultProfile=profile)

    assert (answer.status, list(answer.body["errors"])) == (422, ["defaultProfile"])
