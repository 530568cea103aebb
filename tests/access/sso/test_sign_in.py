"""Sign-ins at a provider on loopback, from the email to the session."""

from dataclasses import replace

from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.http_endpoint import Response
from tests.fixtures.identity_provider import DOMAIN, IdentityProvider, SsoBrowser, SsoDesk
from tests.fixtures.notices import belled, mailed
from tests.fixtures.people import Company
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.signing_keys import new_key

EMAIL = f"asha@{DOMAIN}"


async def test_a_new_person_is_made_at_the_first_sign_in_and_found_at_the_second(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services
) -> None:
    await sso_desk.created()

    assert (await sso_browser.sign_in()).startswith("/login/sso#userId=")
    state = await sso_browser.browser.state()
    assert state.body["nextStep"] == "VERIFICATION_NOT_REQUIRED", state
    completed = await sso_browser.browser.complete()
    assert (completed.status, completed.body["email"]) == (200, EMAIL), completed

    sso_browser.browser.token = None
    first = sso_browser.browser.user_id
    await sso_browser.sign_in()
    assert sso_browser.browser.user_id == first
    row = await fetch_value(
        services, "SELECT profile || ' ' || role || ' ' || full_name FROM users WHERE email = $1", EMAIL
    )
    assert row == "TRAINEE TRAINEE Asha Verma"


async def test_an_account_of_the_company_is_linked_once_with_a_mail(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services, company: Company
) -> None:
    account = await add_account(services.database, company, email=EMAIL)
    await sso_desk.created(createPeople=False, defaultProfile=None)

    for _ in range(2):
        await sso_browser.sign_in()
        assert sso_browser.browser.user_id == str(account.id)
        assert (await sso_browser.browser.complete()).status == 200

    mails = await fetch_value(
        services, "SELECT count(*) FROM messages WHERE kind = 'sso_linked' AND recipient = $1", EMAIL
    )
    audited = await fetch_value(services, "SELECT count(*) FROM audit_entries WHERE action = 'sso_linked'")
    assert (mails, audited) == (1, 1)


async def test_an_invited_person_needs_no_temporary_password(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services, company: Company
) -> None:
    await add_account(services.database, company, email=EMAIL, password_is_temporary=True, invitation="sent")
    await sso_desk.created(createPeople=False)

    await sso_browser.sign_in()

    assert (await sso_browser.browser.complete()).status == 200
    kept = """
        SELECT ARRAY[invitation, CAST(password_hash AS text), CAST(email_verified_at IS NOT NULL AS text)]
          FROM users WHERE email = $1
    """
    assert await fetch_value(services, kept, EMAIL) == ["accepted", None, "true"]


async def test_without_new_people_an_unknown_person_is_refused(sso_desk: SsoDesk, sso_browser: SsoBrowser) -> None:
    await sso_desk.created(createPeople=False)

    assert await sso_browser.sign_in() == "/login?sso=refused"


async def test_the_provider_is_found_by_the_domain_alone(sso_desk: SsoDesk, sso_browser: SsoBrowser) -> None:
    await sso_desk.created()
    browser = sso_browser.browser

    known = await browser.get("login/sso", query={"email": EMAIL})
    unknown = await browser.get("login/sso", query={"email": f"unknown@{DOMAIN}"})
    elsewhere = await browser.get("login/sso", query={"email": "asha@other.example"})
    no_email = await browser.get("login/sso", query={"email": "asha"})

    assert known.body == {
        "available": True,
        "url": f"http://waymark.test/api/v1/login/sso/start?email=asha%40{DOMAIN}",
        "name": "Acme",
    }
    assert unknown.body["url"].replace("unknown", "asha") == known.body["url"]
    assert elsewhere.body == no_email.body == {"available": False, "url": None, "name": None}


async def test_the_provider_is_asked_for_a_code_that_only_this_server_can_use(
    sso_desk: SsoDesk, sso_browser: SsoBrowser
) -> None:
    await sso_desk.created()

    asked = await sso_browser.asked()

    assert asked.values["tenant"] == "1"
    assert asked.values["code_challenge_method"] == "S256"
    assert asked.values["login_hint"] == EMAIL
    assert asked.values["scope"] == "openid email profile"
    assert asked.values["redirect_uri"] == (await sso_desk.list())["redirectUri"]


async def test_an_email_may_come_from_the_user_info_alone(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider, services: Services
) -> None:
    """OpenID Connect Core 5.4: with a code, the claims of the scopes need not be in the id_token."""
    provider.claims = {"email": None, "email_verified": None, "name": None}
    provider.described = {"userinfo_endpoint": f"{provider.issuer}/me"}
    person = {"sub": "subject-1", "email": EMAIL, "email_verified": True, "name": "Asha Verma"}
    provider.answers["/me"] = Response(body=person)
    await sso_desk.created()

    assert (await sso_browser.sign_in()).startswith("/login/sso#userId=")

    (asked,) = provider.calls("/me")
    assert (asked.method, asked.headers["authorization"]) == ("GET", "Bearer x")
    assert await fetch_value(services, "SELECT full_name FROM users WHERE email = $1", EMAIL) == "Asha Verma"


async def test_a_client_may_be_registered_to_post_its_secret(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    """A provider publishes what it can, not what the client was registered with; it refuses the other."""
    provider.described = {"token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"]}
    provider.posted_secret = True
    await sso_desk.created()

    assert (await sso_browser.sign_in()).startswith("/login/sso#userId=")

    first, second = provider.calls("/token")
    assert "client_secret" not in first.form
    assert "authorization" not in second.headers


async def test_a_cancelled_sign_in_leads_back_to_the_sign_in_page(sso_desk: SsoDesk, sso_browser: SsoBrowser) -> None:
    await sso_desk.created()

    landed = await sso_browser.come_back(await sso_browser.asked(), error="access_denied", code="")

    assert landed == "/login?sso=cancelled"


async def test_rotated_keys_are_fetched_once(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    await sso_desk.created()
    await sso_browser.sign_in()

    provider.key = new_key("RS256")
    assert (await sso_browser.sign_in()).startswith("/login/sso#")
    fetched = len(provider.calls("/keys"))
    provider.published = [provider.key]
    provider.key = new_key()

    assert await sso_browser.sign_in() == "/login?sso=failed"
    assert await sso_browser.sign_in() == "/login?sso=failed"
    assert len(provider.calls("/keys")) == fetched


async def test_a_new_key_under_the_old_name_is_fetched(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    await sso_desk.created()
    await sso_browser.sign_in()

    provider.key = replace(new_key(), id=provider.key.id)

    assert (await sso_browser.sign_in()).startswith("/login/sso#")


async def test_a_disabled_connection_is_not_offered(sso_desk: SsoDesk, sso_browser: SsoBrowser) -> None:
    connection = await sso_desk.created()
    asked = await sso_browser.asked()
    assert (await sso_desk.change(connection, enabled=False)).status == 200

    assert await sso_browser.come_back(asked) == "/login?sso=unavailable"
    assert await sso_browser.start() == "/login?sso=unavailable"


async def test_a_new_person_has_an_email_that_the_company_allows(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services, company: Company
) -> None:
    await sso_desk.created()
    await execute(
        services,
        """
        INSERT INTO company_policies (company_id, second_factor, factors, passkeys_only, email_domains,
                                      administrator_networks, version)
        VALUES ($1, 'none', '{totp}', false, '{other.example}', '{}', 1)
        """,
        company.id,
    )

    assert await sso_browser.sign_in() == "/login?sso=refused"


async def test_the_data_of_a_person_names_the_provider_s_subject(sso_desk: SsoDesk, sso_browser: SsoBrowser) -> None:
    await sso_desk.created()
    await sso_browser.sign_in()
    assert (await sso_browser.browser.complete()).status == 200

    stored = (await sso_browser.browser.get("users/profile/data.json")).body

    (linked,) = stored["singleSignOn"]
    assert (linked["provider"], linked["subject"]) == ("Acme", "subject-1")


async def test_a_removed_link_is_notified_by_mail_and_bell(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services, company: Company
) -> None:
    account = await add_account(services.database, company, email=EMAIL)
    await sso_desk.created()
    await sso_browser.open_session()
    browser = sso_browser.browser

    assert (await browser.delete("auth/sso-link")).status == 200
    notice = (await mailed(services, account))[-1]
    assert (notice.kind, notice.state, notice.text, notice.token) == (
        "sso_unlinked",
        "queued",
        {"provider": "Acme"},
        None,
    )
    removed = "removed the link between your account and Acme."
    own = f"You {removed} If it was not you, tell an administrator of your company now."
    assert await belled(browser) == [("sso_unlinked", own)]

    browser.token = None
    await sso_browser.open_session()
    await execute(services, "UPDATE send_quotas SET sends = 10 WHERE scope = 'account:SSO_UNLINKED'")
    assert (await browser.delete("auth/sso-link")).code == "changes_used_up"
    assert len((await browser.get("auth/factors")).body["ssoLinks"]) == 1
    path = f"users/{account.id}/sso-link"
    assert (await sso_desk.browser.delete(path, token=sso_desk.boss.token)).status == 200
    assert (await mailed(services, account))[-1].text == {"provider": "Acme", "by_administrator": True}
    browser.token = None
    await sso_browser.open_session()
    others = f"An administrator of your company {removed} Your next login there links it again."
    assert (await belled(browser))[0] == ("sso_unlinked", others)
