"""A tab closed at the company step: email and password resume it while the flow is valid."""

import asyncio

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import PASSWORD
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value, newest_code
from tests.fixtures.sign_up import COMPANY, Visitor, add_person_with

REFUSED = (401, "invalid_credentials")


@pytest.fixture
def elsewhere(app: Quart, services: Services) -> Browser:
    """Another browser, without a cookie of the sign-up."""
    return Browser(app=app, services=services)


def outcome(answer: Answer) -> tuple[int, str | None]:
    return answer.status, answer.code


async def test_the_browser_of_the_sign_up_resumes_and_completes_it(verified: Visitor, services: Services) -> None:
    handle, secret = verified.user_id, await fetch_value(services, "SELECT secret_hash FROM flows")

    resumed = await verified.authenticate(verified.email.upper())

    assert resumed.status == 200
    fields = {name: resumed.body[name] for name in ("userId", "nextStep", "context", "fullName", "temporaryPassword")}
    assert fields == {
        "userId": handle,
        "nextStep": "COMPANY_DETAILS_REQUIRED",
        "context": "SIGNUP",
        "fullName": "Asha Verma",
        "temporaryPassword": False,
    }
    assert resumed.body["phone"] == f"+91********{verified.phone[-2:]}"
    assert await fetch_value(services, "SELECT secret_hash FROM flows") == secret
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 1
    assert (await verified.register_company()).status == 200


async def test_another_browser_proves_the_email_first(
    verified: Visitor, elsewhere: Browser, services: Services
) -> None:
    resumed = await elsewhere.authenticate(verified.email)
    assert (resumed.body["nextStep"], resumed.body["context"]) == ("EMAIL_VERIFICATION_REQUIRED", "SIGNUP")
    assert resumed.body["userId"] != verified.user_id
    early = await elsewhere.post("signup/complete", json={"userId": resumed.body["userId"], **COMPANY})
    assert outcome(early) == (401, "flow_expired")

    code = await newest_code(services, recipient=verified.email)
    typed = await elsewhere.verify(code, context="SIGNUP")
    assert typed.body["nextStep"] == "COMPANY_DETAILS_REQUIRED"
    completed = await elsewhere.post("signup/complete", json={"userId": resumed.body["userId"], **COMPANY})
    assert completed.status == 200
    assert (await verified.register_company()).status == 409


async def test_a_copy_lives_no_longer_than_its_sign_up(
    verified: Visitor, elsewhere: Browser, services: Services
) -> None:
    await elsewhere.authenticate(verified.email)
    assert await fetch_value(services, "SELECT count(DISTINCT expires_at) FROM flows") == 1
    # A sign-up that needs a new code is not resumed by a password.
    await execute(services, "UPDATE flows SET state = 'ended' WHERE state = 'company_required'")
    assert outcome(await elsewhere.authenticate(verified.email)) == REFUSED


@pytest.mark.settings(login_verification="never")
async def test_where_a_sign_in_needs_no_code_another_browser_needs_none(verified: Visitor, elsewhere: Browser) -> None:
    resumed = await elsewhere.authenticate(verified.email)
    assert resumed.body["nextStep"] == "COMPANY_DETAILS_REQUIRED"
    completed = await elsewhere.post("signup/complete", json={"userId": resumed.body["userId"], **COMPANY})
    assert completed.status == 200


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE flows SET expires_at = now()",
        "UPDATE flows SET state = 'ended'",
        "UPDATE flows SET state = 'code_required'",
        "UPDATE signups SET email_verified_at = NULL",
        "DELETE FROM flows",
    ],
)
async def test_a_sign_up_that_does_not_wait_for_its_company_is_not_found(
    verified: Visitor, elsewhere: Browser, services: Services, change: str
) -> None:
    await execute(services, change)
    for browser in (verified, elsewhere):
        assert outcome(await browser.authenticate(verified.email)) == REFUSED


async def test_wrong_passwords_are_counted_as_for_every_sign_in(verified: Visitor, elsewhere: Browser) -> None:
    for _ in range(4):
        assert outcome(await elsewhere.authenticate(verified.email, "Wrong-Password-1")) == REFUSED
    assert (await elsewhere.authenticate(verified.email, "Wrong-Password-1")).status in {401, 429}
    assert (await elsewhere.authenticate(verified.email)).code == "too_many_failures"


async def test_a_right_password_ends_the_counting_and_allows_the_network_nothing(
    verified: Visitor, services: Services
) -> None:
    await verified.authenticate(verified.email, "Wrong-Password-1")
    assert (await verified.authenticate(verified.email)).status == 200
    assert await fetch_value(services, "SELECT count(*) FROM login_failures WHERE succeeded_at IS NOT NULL") == 0
    counted = "SELECT count(*) FROM login_failures WHERE source LIKE 'address:%' AND failures > 0"
    assert await fetch_value(services, counted) == 0


async def test_an_email_taken_meanwhile_signs_in_to_its_account(
    verified: Visitor, elsewhere: Browser, services: Services, company: Company
) -> None:
    user_id = await add_person_with(services, company, email=verified.email, phone="+919876500001")
    other = await services.passwords.hash("Another-Password-1")
    await execute(services, "UPDATE users SET password_hash = $2 WHERE id = $1", user_id, other)

    assert outcome(await verified.authenticate(verified.email, PASSWORD)) == REFUSED
    of_account = await elsewhere.authenticate(verified.email, "Another-Password-1")
    assert (of_account.status, of_account.body["context"]) == (200, "LOGIN")


async def test_twenty_at_once_make_no_second_company(verified: Visitor) -> None:
    answers = await asyncio.gather(*(verified.authenticate(verified.email) for _ in range(20)))
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body["userId"] for answer in answers}) == 1
    completed = await asyncio.gather(*(verified.register_company() for _ in range(5)))
    assert [answer.status for answer in completed].count(200) == 1
