"""Signing in, from a password to a session."""

from typing import Any

import jwt
import pytest
from argon2 import PasswordHasher as Argon2
from quart import Quart

from server.company.audit.record import AuditAction
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import PASSWORD, Account, add_account
from tests.fixtures.people import Company
from tests.fixtures.services import RecordingJobQueue
from tests.fixtures.sign_in import Browser, execute, fetch_value, newest_code

HOUR = 3_600


async def test_a_new_device_signs_in_with_a_code_sent_by_email(
    browser: Browser, services: Services, account: Account
) -> None:
    started = await browser.authenticate(account.email)
    assert started.status == 200
    assert started.body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    verified = await browser.verify(await newest_code(services))
    assert verified.body["verified"] is True
    assert verified.body["nextStep"] == "LOGIN_COMPLETE"
    completed = await browser.complete()
    assert completed.status == 200
    assert completed.body["email"] == account.email
    assert (await browser.status()).body["userId"] == str(account.id)


async def test_the_first_answer_masks_contacts(browser: Browser, account: Account) -> None:
    started = await browser.authenticate(account.email)
    body = started.body
    assert body["userId"] == str(account.id)
    assert body["phone"] == f"+91********{account.phone[-2:]}"
    assert body["fullName"] == account.full_name
    assert body["temporaryPassword"] is body["isTemporaryPassword"] is False
    assert body["maskedContact"] == f"p***{account.email.partition('@')[0][-1]}@example.com"
    assert body["channel"] == "EMAIL"
    assert body["delivery"] == "queued"
    assert body["attemptsRemaining"] == 5
    assert body["serverTime"] < body["resendAt"] < body["expiresAt"]


async def test_the_flow_travels_as_a_strict_cookie_and_as_a_header(browser: Browser, account: Account) -> None:
    started = await browser.authenticate(account.email)
    cookie = started.headers["Set-Cookie"]
    assert cookie.startswith(f"waymark_flow={started.headers['X-Flow-Token']};")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))


async def test_a_client_without_a_cookie_jar_sends_the_header(
    browser: Browser, app: Quart, services: Services, account: Account
) -> None:
    started = await browser.authenticate(account.email)
    other = Browser(app=app, services=services, user_id=browser.user_id)
    secret = {"X-Flow-Token": started.headers["X-Flow-Token"]}
    state = await other.get("verification/state", query={"userId": browser.user_id}, headers=secret)
    assert state.status == 200


async def test_the_header_wins_over_the_cookie(browser: Browser, account: Account) -> None:
    await browser.authenticate(account.email)
    state = await browser.get(
        "verification/state", query={"userId": browser.user_id}, headers={"X-Flow-Token": "another"}
    )
    assert state.code == "flow_expired"


async def test_a_code_is_queued_with_its_message_s_id_alone(
    browser: Browser, services: Services, account: Account, jobs: RecordingJobQueue
) -> None:
    await browser.authenticate(account.email)
    await services.database.settle()
    message_id = await fetch_value(services, "SELECT id FROM messages")
    assert [(job.name, job.arguments) for job in jobs.jobs] == [("send_code", (str(message_id),))]


async def test_a_remembered_device_needs_no_code(browser: Browser, account: Account) -> None:
    await browser.sign_in(account)
    browser.token = None
    again = await browser.authenticate(account.email)
    assert again.body["nextStep"] == "VERIFICATION_NOT_REQUIRED"
    assert again.body["delivery"] is again.body["expiresAt"] is None
    assert (await browser.complete()).status == 200


async def test_a_device_is_forgotten_after_thirty_days(browser: Browser, services: Services, account: Account) -> None:
    await browser.sign_in(account)
    await execute(services, "UPDATE remembered_devices SET expires_at = expires_at - interval '30 days'")
    again = await browser.authenticate(account.email)
    assert again.body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"


async def test_two_people_of_one_browser_are_both_remembered(
    browser: Browser, services: Services, account: Account, company: Company
) -> None:
    colleague = await add_account(services.database, company, full_name="Ravi Nair")
    await browser.sign_in(account)
    await browser.sign_in(colleague)
    for each in (account, colleague):
        assert (await browser.authenticate(each.email)).body["nextStep"] == "VERIFICATION_NOT_REQUIRED"


async def test_a_device_secret_planted_by_another_person_is_useless(
    app: Quart, services: Services, account: Account, company: Company
) -> None:
    attacker = await add_account(services.database, company, full_name="Mallory Stone")
    planted = await Browser(app=app, services=services).sign_in(attacker)
    secret = next(cookie.value for cookie in cookies_of(planted) if cookie.name == "waymark_device")
    victim = Browser(app=app, services=services)
    victim.client.set_cookie("localhost", "waymark_device", secret)
    await victim.sign_in(account)
    assert (await planted.authenticate(account.email)).body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"


@pytest.mark.settings(login_verification="always")
async def test_every_sign_in_needs_a_code_when_always_is_set(browser: Browser, account: Account) -> None:
    await browser.sign_in(account)
    assert (await browser.authenticate(account.email)).body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"


@pytest.mark.settings(login_verification="never")
async def test_no_sign_in_needs_a_code_when_never_is_set(browser: Browser, account: Account) -> None:
    assert (await browser.authenticate(account.email)).body["nextStep"] == "VERIFICATION_NOT_REQUIRED"


@pytest.mark.settings(sms_url="capture:")
async def test_the_first_code_goes_to_a_verified_phone_where_there_is_a_provider(
    browser: Browser, services: Services, account: Account
) -> None:
    await execute(services, "UPDATE users SET phone_verified_at = now()")
    started = await browser.authenticate(account.email)
    assert started.body["nextStep"] == "SMS_VERIFICATION_REQUIRED"
    assert started.body["maskedContact"] == f"+91********{account.phone[-2:]}"
    assert started.body["channels"] == ["SMS", "EMAIL"]
    assert await fetch_value(services, "SELECT recipient FROM messages") == account.phone


@pytest.mark.settings(sms_url="capture:")
async def test_an_unverified_phone_gets_no_code(browser: Browser, account: Account) -> None:
    assert (await browser.authenticate(account.email)).body["channels"] == ["EMAIL"]
    refused = await browser.change_type("SMS")
    assert refused.status == 422
    assert list(refused.body["errors"]) == ["newVerificationType"]


async def test_a_newer_flow_of_the_browser_ends_the_older(browser: Browser, account: Account) -> None:
    first = await browser.authenticate(account.email)
    await browser.authenticate(account.email)
    older = await browser.get(
        "verification/state",
        query={"userId": browser.user_id},
        headers={"X-Flow-Token": first.headers["X-Flow-Token"]},
    )
    assert older.code == "flow_expired"
    assert (await browser.state()).status == 200


async def test_a_flow_lasts_half_an_hour(browser: Browser, services: Services, account: Account) -> None:
    await browser.authenticate(account.email)
    await execute(services, "UPDATE flows SET expires_at = expires_at - interval '30 minutes'")
    assert (await browser.verify(await newest_code(services))).code == "flow_expired"


async def test_an_account_deactivated_in_mid_flow_gets_no_session(
    browser: Browser, services: Services, account: Account
) -> None:
    await browser.authenticate(account.email)
    await browser.verify(await newest_code(services))
    await execute(services, "UPDATE users SET is_active = false")
    assert (await browser.complete()).code == "flow_expired"


@pytest.mark.parametrize("field", ["email", "password"])
async def test_a_blank_field_is_refused_with_its_error(browser: Browser, field: str) -> None:
    form = {"email": "someone@example.com", "password": PASSWORD, "recaptchaToken": "x"} | {field: "  "}
    refused = await browser.post("login/authenticate", json=form)
    assert refused.status == 422
    assert refused.body["errors"] == {field: "Please fill in all required fields"}


async def test_the_email_may_be_typed_in_capitals(browser: Browser, account: Account) -> None:
    assert (await browser.authenticate(f" {account.email.upper()} ")).status == 200


async def test_the_token_has_the_claims_that_the_browser_reads(
    browser: Browser, account: Account, company: Company
) -> None:
    await browser.sign_in(account)
    claims = claims_of(browser.token)
    expected: dict[str, Any] = {
        "userId": str(account.id),
        "email": account.email,
        "fullName": account.full_name,
        "role": "ADMIN",
        "profile": "SUPER_ADMIN",
        "profileId": "SUPER_ADMIN",
        "profileLevel": 7,
        "companyId": str(company.id),
        "companyName": company.name,
        "redirectTo": "/dashboard",
        "authorities": ["user.create", "user.view", "user.edit", "user.delete", "system.admin"],
    }
    assert expected.items() <= claims.items()
    assert claims["exp"] - claims["iat"] == 2 * HOUR
    assert {"iss", "aud", "sub", "sid", "jti", "nbf"} <= set(claims)
    assert jwt.get_unverified_header(str(browser.token))["typ"] == "at+jwt"


async def test_an_applicant_is_sent_to_their_portal(browser: Browser, services: Services, company: Company) -> None:
    applicant = await add_account(services.database, company, profile=None)
    claims = claims_of((await browser.sign_in(applicant)).token)
    assert claims["redirectTo"] == "/applicant-dashboard"
    assert claims["profile"] is claims["profileId"] is None
    assert claims["profileLevel"] == 0
    assert claims["authorities"] == []


async def test_a_profile_that_manages_no_users_may_see_its_dashboard(
    browser: Browser, services: Services, company: Company
) -> None:
    trainee = await add_account(services.database, company, profile=Profile.TRAINEE)
    assert claims_of((await browser.sign_in(trainee)).token)["authorities"] == ["dashboard.view"]


async def test_a_sign_in_is_stored_and_audited(browser: Browser, services: Services, account: Account) -> None:
    await browser.authenticate(account.email, "Wrong-Password-1")
    await browser.sign_in(account)
    assert await fetch_value(services, "SELECT last_sign_in_at IS NOT NULL FROM users")
    assert await fetch_value(services, "SELECT email_verified_at IS NOT NULL FROM users")
    actions = await fetch_value(services, "SELECT array_agg(action ORDER BY id) FROM audit_entries")
    assert actions == [AuditAction.LOGIN_FAILED, AuditAction.LOGIN]


async def test_a_hash_under_older_parameters_is_renewed_at_sign_in(
    browser: Browser, services: Services, company: Company
) -> None:
    old = Argon2(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    account = await add_account(services.database, company, password_hash=old)
    await browser.sign_in(account)
    renewed = await fetch_value(services, "SELECT password_hash FROM users")
    assert not services.passwords.needs_rehash(renewed)
    assert (await browser.authenticate(account.email)).status == 200


def claims_of(token: str | None) -> dict[str, Any]:
    claims: dict[str, Any] = jwt.decode(str(token), options={"verify_signature": False})
    return claims


def cookies_of(browser: Browser) -> Any:
    return browser.client.cookie_jar
