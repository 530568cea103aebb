"""Signing in, from a password to a session."""

from server.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.sign_in import Browser, newest_code


async def test_a_new_device_signs_in_with_a_code_sent_by_email(
    browser: Browser, services: Services, account: Account
) -> None:
    started = await browser.authenticate(account.email)
    assert started.status == 200
    assert started.body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    verified = await browser.verify(await newest_code(services))
    assert verified.status == 200, verified
    assert verified.body["nextStep"] == "LOGIN_COMPLETE"
    completed = await browser.complete()
    assert completed.status == 200
    assert (await browser.status()).body["userId"] == str(account.id)
