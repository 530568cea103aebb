"""The step of a sign-in that asks for a second factor."""

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.factors import App
from tests.fixtures.sign_in import NEW_PASSWORD, Browser, execute, fetch_value, newest_code


@pytest.fixture
def other(app: Quart, services: Services) -> Browser:
    """A browser in which the account was never signed in."""
    return Browser(app=app, services=services, address="198.51.100.4")


async def test_a_factor_is_asked_for_instead_of_the_code_of_a_new_device(
    other: Browser, account: Account, app_of_account: App
) -> None:
    started = await other.authenticate(account.email)
    assert (started.body["nextStep"], started.body["factors"]) == ("FACTOR_REQUIRED", ["totp", "recovery"])
    assert (await other.state()).body["factors"] == ["totp", "recovery"]
    assert (await other.complete()).code == "flow_expired"
    verified = await other.verify(await app_of_account.code(), channel="TOTP")
    assert (verified.body["nextStep"], verified.body["factors"]) == ("LOGIN_COMPLETE", [])
    assert (await other.complete()).status == 200


async def test_a_session_knows_how_it_was_opened(
    other: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    await other.authenticate(account.email)
    await other.verify(await app_of_account.code(), channel="TOTP")
    await other.complete()
    query = "SELECT methods FROM sessions ORDER BY created_at DESC LIMIT 1"
    assert await fetch_value(services, query) == ["pwd", "totp"]


async def test_a_known_device_is_asked_for_the_factor_too(
    signed_in: Browser, account: Account, app_of_account: App
) -> None:
    started = await signed_in.authenticate(account.email)
    assert started.body["nextStep"] == "FACTOR_REQUIRED"
    assert (await signed_in.verify(await app_of_account.code(), channel="TOTP")).status == 200
    assert (await signed_in.complete()).status == 200


async def test_a_recovery_code_is_taken_however_it_is_typed_and_once(
    other: Browser, account: Account, app_of_account: App
) -> None:
    code = app_of_account.recovery_codes[3]
    await other.authenticate(account.email)
    typed = f" {code.upper().replace('-', ' ')} "
    assert (await other.verify(typed, channel="RECOVERY")).status == 200
    assert (await other.complete()).status == 200
    assert (await other.get("auth/factors")).body["recoveryCodesLeft"] == 9
    await other.authenticate(account.email)
    assert (await other.verify(code, channel="RECOVERY")).code == "otp_invalid"


async def test_without_recovery_codes_only_the_app_is_offered(
    other: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    await execute(services, "UPDATE recovery_codes SET used_at = now()")
    assert (await other.authenticate(account.email)).body["factors"] == ["totp"]
    assert (await other.verify(await app_of_account.code(), channel="TOTP")).status == 200


@pytest.mark.settings(login_verification="always")
async def test_an_installation_that_always_asks_for_a_code_asks_for_both(
    other: Browser, account: Account, app_of_account: App
) -> None:
    started = await other.authenticate(account.email)
    assert started.body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    verified = await other.verify(await newest_code(other.services))
    assert verified.body["nextStep"] == "FACTOR_REQUIRED"
    assert (await other.verify(await app_of_account.code(), channel="TOTP")).status == 200
    assert (await other.complete()).status == 200


async def test_a_temporary_password_does_not_replace_the_factor(
    other: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    await execute(
        services,
        """
        UPDATE users SET password_is_temporary = true, temporary_password_expires_at = now() + interval '1 hour'
         WHERE id = $1
        """,
        account.id,
    )
    started = await other.authenticate(account.email)
    assert started.body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    await other.initiate()
    assert (await other.verify(await newest_code(services))).body["nextStep"] == "PASSWORD_RESET_REQUIRED"
    replaced = await other.set_password(NEW_PASSWORD)
    assert (replaced.body["nextStep"], replaced.body["factors"]) == ("FACTOR_REQUIRED", ["totp", "recovery"])
    assert (await other.complete()).status == 401
    assert (await other.verify(await app_of_account.code(), channel="TOTP")).status == 200
    assert (await other.complete()).status == 200


async def test_a_wrong_kind_of_text_is_refused_as_input(other: Browser, account: Account, app_of_account: App) -> None:
    await other.authenticate(account.email)
    for text in ("12345", "abcdef", ""):
        assert (await other.verify(text, channel="TOTP")).status == 422, text
    assert (await other.verify("", channel="RECOVERY")).code == "otp_invalid"
    assert (await other.verify("x" * 5_000, channel="RECOVERY")).status == 422
    assert (await other.verify(await app_of_account.code())).code == "flow_expired"
