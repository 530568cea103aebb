"""Passkeys: registered, used alone, and used as a second factor."""

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.authenticator import BACKED_UP, PRESENT, VERIFIED, Authenticator, decode
from tests.fixtures.passkey_calls import add_passkey, log_in, login_options, new_options, register, send
from tests.fixtures.sign_in import Browser, execute, fetch_value


@pytest.fixture
def stranger(app: Quart, services: Services) -> Browser:
    """Another browser, at another address."""
    return Browser(app=app, services=services, address="198.51.100.20")


async def test_the_options_name_the_account_and_what_is_required(signed_in: Browser, account: Account) -> None:
    options = await new_options(signed_in)
    assert options["rp"] == {"id": "waymark.test", "name": "Waymark"}
    assert options["user"]["name"] == account.email
    assert options["user"]["displayName"] == account.full_name
    assert decode(options["user"]["id"]) == account.id.bytes
    assert options["authenticatorSelection"] == {
        "residentKey": "required",
        "requireResidentKey": True,
        "userVerification": "required",
    }
    assert (options["attestation"], options["timeout"], options["excludeCredentials"]) == ("none", 300_000, [])


async def test_a_registered_passkey_is_excluded_from_the_next_registration(signed_in: Browser) -> None:
    authenticator = await add_passkey(signed_in)
    excluded = (await new_options(signed_in))["excludeCredentials"]
    assert [decode(each["id"]) for each in excluded] == [authenticator.credential_id]
    assert excluded[0]["transports"] == ["hybrid", "internal"]


async def test_a_passkey_logs_in_alone(
    signed_in: Browser, stranger: Browser, account: Account, services: Services
) -> None:
    authenticator = await add_passkey(signed_in, flags=PRESENT | VERIFIED | BACKED_UP)
    answer = await log_in(stranger, authenticator)
    assert answer.status == 200, answer
    assert (answer.body["nextStep"], answer.body["userId"]) == ("LOGIN_COMPLETE", str(account.id))
    assert (await stranger.complete()).status == 200
    assert (await stranger.status()).status == 200
    query = "SELECT methods FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1"
    assert await fetch_value(services, query, account.id) == ["passkey"]
    assert await fetch_value(services, "SELECT backed_up FROM factors WHERE last_used_at IS NOT NULL")


async def test_a_counter_that_counts_rises_with_each_login(
    signed_in: Browser, stranger: Browser, services: Services
) -> None:
    authenticator = await add_passkey(signed_in, sign_count=7)
    for count in (8, 9):
        assert (await log_in(stranger, authenticator)).status == 200
        assert await fetch_value(services, "SELECT sign_count FROM factors") == count


async def test_a_passkey_is_asked_for_after_the_password_and_makes_the_login_ready(
    signed_in: Browser, stranger: Browser, account: Account
) -> None:
    authenticator = await add_passkey(signed_in)
    started = await stranger.authenticate(account.email)
    assert started.body["nextStep"] == "FACTOR_REQUIRED"
    assert started.body["factors"][0] == "passkey"
    options = await login_options(stranger, user_id=stranger.user_id)
    assert [decode(each["id"]) for each in options["allowCredentials"]] == [authenticator.credential_id]
    proved = await send(stranger, authenticator.answer(options), user_id=stranger.user_id)
    assert (proved.status, proved.body["nextStep"]) == (200, "LOGIN_COMPLETE")
    assert (await stranger.complete()).status == 200


async def test_an_unused_login_challenge_of_one_tab_holds_beside_that_of_another(
    signed_in: Browser, stranger: Browser
) -> None:
    authenticator = await add_passkey(signed_in)
    first = await login_options(stranger)
    await login_options(stranger)
    assert (await send(stranger, authenticator.answer(first))).status == 200


async def test_a_passkey_replaces_a_temporary_password_first(
    signed_in: Browser, stranger: Browser, services: Services, account: Account
) -> None:
    authenticator = await add_passkey(signed_in)
    await execute(services, "UPDATE users SET password_is_temporary = true WHERE id = $1", account.id)
    answer = await log_in(stranger, authenticator)
    assert (answer.status, answer.body["nextStep"]) == (200, "PASSWORD_RESET_REQUIRED")
    assert answer.body["temporaryPassword"]
    assert (await stranger.complete()).code == "password_change_required"
    replaced = await stranger.set_password()
    assert (replaced.status, replaced.body["nextStep"]) == (200, "LOGIN_COMPLETE"), "the passkey has proved a factor"
    assert (await stranger.complete()).status == 200


@pytest.mark.settings(public_url="http://127.0.0.1:8000")
async def test_localhost_stands_for_an_ip_address_in_development(signed_in: Browser, stranger: Browser) -> None:
    authenticator = await add_passkey(signed_in, rp_id="localhost", origin="http://localhost:8000")
    assert (await log_in(stranger, authenticator)).status == 200
    assert (await new_options(signed_in))["rp"]["id"] == "localhost"


async def test_a_name_is_needed(signed_in: Browser) -> None:
    for name in (" ", "x" * 61):
        refused = await register(signed_in, Authenticator(), name=name)
        assert (refused.status, list(refused.body["errors"])) == (422, ["name"])
