"""S70: a passkey whose counter goes back is copied: it opens nothing from then on, and its owner is notified."""

import asyncio

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.authenticator import Authenticator
from tests.fixtures.passkey_calls import add_passkey, log_in, login_options, send
from tests.fixtures.sign_in import Browser, fetch_value


@pytest.fixture
def stranger(app: Quart, services: Services) -> Browser:
    return Browser(app=app, services=services, address="198.51.100.20")


@pytest.mark.security("S70")
async def test_a_counter_that_goes_back_opens_nothing_and_marks_the_passkey(
    signed_in: Browser, stranger: Browser, services: Services, account: Account
) -> None:
    authenticator = await add_passkey(signed_in, sign_count=5)
    copy = authenticator.copy()
    assert (await log_in(stranger, authenticator)).status == 200
    refused = await log_in(stranger, copy)
    assert (refused.status, refused.code) == (401, "passkey_refused")
    # Neither of the two from now on.
    for each in (authenticator, copy):
        assert (await log_in(stranger, each)).code == "passkey_refused"
    query = "SELECT count(*) FROM audit_entries WHERE action = 'passkey_copied' AND company_id = $1"
    assert await fetch_value(services, query, account.company.id) == 1


@pytest.mark.security("S70")
async def test_the_owner_is_notified_once_by_mail_and_bell(
    signed_in: Browser, stranger: Browser, services: Services, account: Account
) -> None:
    authenticator = await add_passkey(signed_in, sign_count=5, name="Old phone")
    for _ in range(2):
        assert (await log_in(stranger, authenticator.copy(sign_count=1))).status == 401
    query = "SELECT count(*) FROM messages WHERE kind = 'passkey_copied' AND recipient = $1"
    assert await fetch_value(services, query, account.email) == 1
    listed = (await signed_in.get("notifications")).body["data"]
    assert [each["body"] for each in listed if each["kind"] == "passkey_copied"] == [
        "A copy of your passkey Old phone may be in use. Remove it and add a new one."
    ]
    factors = (await signed_in.get("auth/factors")).body["factors"]
    assert [(each["name"], each["blocked"]) for each in factors] == [("Old phone", True)]


@pytest.mark.security("S70")
async def test_a_forged_counter_marks_no_passkey(signed_in: Browser, stranger: Browser, services: Services) -> None:
    authenticator = await add_passkey(signed_in, sign_count=5)
    forged = authenticator.copy(key=Authenticator().key, sign_count=1)
    assert (await log_in(stranger, forged)).status == 401
    assert await fetch_value(services, "SELECT copied_at FROM factors") is None
    assert (await log_in(stranger, authenticator)).status == 200


@pytest.mark.security("S70")
async def test_a_counter_that_does_not_count_is_no_sign_of_a_copy(signed_in: Browser, stranger: Browser) -> None:
    authenticator = await add_passkey(signed_in)
    for _ in range(3):
        assert (await log_in(stranger, authenticator)).status == 200


@pytest.mark.security("S70")
async def test_a_counter_that_is_0_again_goes_back(signed_in: Browser, stranger: Browser) -> None:
    authenticator = await add_passkey(signed_in, sign_count=5)
    assert (await log_in(stranger, authenticator.copy(sign_count=0))).status == 401


@pytest.mark.security("S70")
async def test_two_logins_with_one_counter_at_once_open_one(
    signed_in: Browser, stranger: Browser, app: Quart, services: Services
) -> None:
    authenticator = await add_passkey(signed_in, sign_count=5)
    other = Browser(app=app, services=services, address="198.51.100.21")
    credentials = [authenticator.copy().answer(await login_options(each)) for each in (stranger, other)]
    answers = await asyncio.gather(send(stranger, credentials[0]), send(other, credentials[1]))
    assert sorted(answer.status for answer in answers) == [200, 401]


@pytest.mark.security("S70")
async def test_an_account_whose_passkey_is_copied_still_needs_a_second_factor(
    signed_in: Browser, stranger: Browser, account: Account
) -> None:
    authenticator = await add_passkey(signed_in, sign_count=5)
    assert (await log_in(stranger, authenticator.copy(sign_count=2))).status == 401
    started = await stranger.authenticate(account.email)
    assert started.body["nextStep"] == "FACTOR_REQUIRED"
    assert "passkey" not in started.body["factors"]
    options = await login_options(stranger, user_id=stranger.user_id)
    assert options["allowCredentials"] == []
    proved = await send(stranger, authenticator.answer(options), user_id=stranger.user_id)
    assert (proved.status, proved.code) == (401, "passkey_refused")
