"""S19 where an administrator or an invited person sets a password: the policy is the same everywhere."""

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import PASSWORD, Account
from tests.fixtures.sign_in import Browser, execute, newest_code
from tests.fixtures.user_calls import Desk, user_form

LONGEST = "Zé9-" * 32
BAD = ["aB1", "aaaaaaaa", "Password1!", LONGEST + "x"]


@pytest.mark.security("S19")
async def test_no_bad_password_is_given_to_a_new_person(desk: Desk) -> None:
    for password in [*BAD, "MeeraNair-1"]:
        form = user_form(temporaryPassword=password)
        refused = await desk.send(form)
        assert (refused.status, set(refused.body["errors"])) == (422, {"temporaryPassword"}), password
        assert await desk.value("SELECT count(*) FROM users WHERE email = $1", form["email"]) == 0
    assert (await desk.create(temporaryPassword=LONGEST)).status == 201


@pytest.mark.security("S19")
async def test_no_bad_password_replaces_a_temporary_one(
    browser: Browser, app: Quart, services: Services, account: Account
) -> None:
    await execute(
        services,
        "UPDATE users SET password_is_temporary = true, temporary_password_expires_at = now() + interval '1 hour'",
    )
    await browser.authenticate(account.email)
    await browser.initiate()
    await browser.verify(await newest_code(services))
    for password in [*BAD, "AshaVerma-1", PASSWORD]:
        refused = await browser.set_password(password)
        assert (refused.status, set(refused.body["errors"])) == (422, {"newPassword"}), password
    assert (await browser.set_password(LONGEST)).status == 200
    other = Browser(app=app, services=services)
    assert (await other.authenticate(account.email, LONGEST[:-1])).code == "invalid_credentials"
    assert (await other.authenticate(account.email, LONGEST)).status == 200
