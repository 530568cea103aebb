"""The owner of an account is notified of what a thief would do, by mail and by the bell."""

from typing import Final

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.factors import App, add_app, prove
from tests.fixtures.notices import belled, mailed
from tests.fixtures.passkey_calls import add_passkey
from tests.fixtures.sign_in import Browser, newest_code
from tests.fixtures.user_calls import Desk

IF_NOT_YOU: Final = "If it was not you, use the button in the email about it."
FIREFOX: Final = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}


@pytest.fixture
def elsewhere(app: Quart, services: Services) -> Browser:
    return Browser(app=app, services=services, address="198.51.100.9")


async def test_of_new_factors(signed_in: Browser, account: Account, services: Services) -> None:
    await add_app(signed_in, name="Old phone")
    await add_passkey(signed_in, name="Laptop")
    assert [(each.kind, each.state, each.text) for each in await mailed(services, account)] == [
        ("factor_added", "queued", {"factor": "Old phone"}),
        ("factor_added", "queued", {"factor": "Laptop"}),
    ]
    assert await belled(signed_in) == [
        ("factor_added", f"The second factor Laptop can confirm your logins now. {IF_NOT_YOU}"),
        ("factor_added", f"The second factor Old phone can confirm your logins now. {IF_NOT_YOU}"),
    ]


async def test_of_a_factor_that_they_have_removed(
    signed_in: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    assert (await signed_in.delete(f"auth/factors/{app_of_account.id}")).status == 200
    notice = (await mailed(services, account))[-1]
    assert (notice.kind, notice.text) == ("factor_removed", {"factor": "Authenticator app"})
    assert (await belled(signed_in))[0] == ("factor_removed", f"You removed Authenticator app. {IF_NOT_YOU}")


async def test_of_factors_that_an_administrator_has_removed(
    desk: Desk, signed_in: Browser, elsewhere: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    await add_passkey(signed_in, name="Laptop")
    assert app_of_account.recovery_codes
    assert (await desk.browser.delete(f"users/{account.id}/factors")).status == 200
    notice = (await mailed(services, account))[-1]
    assert notice.kind == "factor_removed"
    assert notice.text == {"factor": "Authenticator app, Laptop", "by_administrator": True}
    body = "An administrator of your company removed Authenticator app, Laptop. You can add a new one here."
    assert ("factor_removed", body) in await belled(await elsewhere.sign_in(account))


async def test_of_recovery_codes(
    signed_in: Browser, elsewhere: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    assert (await prove(signed_in, recovery=app_of_account.recovery_codes[0])).status == 200
    await elsewhere.authenticate(account.email)
    assert (await elsewhere.verify(app_of_account.recovery_codes[1], channel="RECOVERY")).status == 200
    assert (await signed_in.post("auth/factors/recovery-codes")).status == 200
    assert [(each.kind, each.text) for each in (await mailed(services, account))[1:]] == [
        ("recovery_code_used", {"left": 9}),
        ("recovery_code_used", {"left": 8}),
        ("recovery_codes_renewed", {}),
    ]
    assert (await belled(signed_in))[1] == ("recovery_code_used", f"8 recovery codes are left. {IF_NOT_YOU}")


async def test_of_a_browser_that_is_not_remembered(
    browser: Browser, elsewhere: Browser, account: Account, services: Services
) -> None:
    """Not at the first sign-in of all, and once."""
    await browser.sign_in(account)
    assert await mailed(services, account) == []
    for expected in ("EMAIL_VERIFICATION_REQUIRED", "VERIFICATION_NOT_REQUIRED"):
        assert (await elsewhere.authenticate(account.email)).body["nextStep"] == expected
        if expected.startswith("EMAIL"):
            await elsewhere.verify(await newest_code(services))
        completed = await elsewhere.post("login/complete", query={"userId": elsewhere.user_id}, headers=FIREFOX)
        assert completed.status == 200
    (notice,) = await mailed(services, account)
    assert (notice.kind, notice.text) == ("new_device", {"device": "Firefox on Linux", "address": "198.51.100.9"})
    assert await belled(browser) == [("new_device", f"Firefox on Linux logged in to your account. {IF_NOT_YOU}")]
