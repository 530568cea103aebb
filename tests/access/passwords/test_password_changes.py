"""S17 and S19 for changing the own password: guesses are throttled, and the policy applies."""

import asyncio

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import PASSWORD, Account, add_account
from tests.fixtures.sign_in import NEW_PASSWORD, Answer, Browser, fetch_value, seconds_until

WRONG = "Wrong-Password-1"
END_OF_WAIT = "SELECT max(blocked_until) FROM login_failures"
WAIT = "SELECT extract(epoch FROM max(blocked_until - last_failed_at)) FROM login_failures"


async def change(browser: Browser, new: str = NEW_PASSWORD, *, current: str = PASSWORD) -> Answer:
    payload = {"currentPassword": current, "newPassword": new, "confirmPassword": new}
    return await browser.post("users/profile/password", json=payload)


@pytest.mark.security("S17")
async def test_five_wrong_guesses_are_followed_by_a_wait(signed_in: Browser) -> None:
    assert [(await change(signed_in, current=WRONG)).status for _ in range(5)] == [422] * 5
    assert await fetch_value(signed_in.services, WAIT) == 30
    before = await seconds_until(signed_in.services, END_OF_WAIT)
    blocked = await change(signed_in)
    assert (blocked.status, blocked.code) == (429, "too_many_failures")
    assert await seconds_until(signed_in.services, END_OF_WAIT) <= blocked.body["retryAfter"] <= before
    assert blocked.headers["Retry-After"] == str(blocked.body["retryAfter"])


@pytest.mark.security("S17")
async def test_of_many_concurrent_guesses_five_are_checked(signed_in: Browser) -> None:
    answers = await asyncio.gather(*(change(signed_in, current=f"{WRONG}{number}") for number in range(30)))
    assert sorted(answer.status for answer in answers) == [422] * 5 + [429] * 25


@pytest.mark.security("S17")
async def test_guesses_here_and_at_the_sign_in_count_together(signed_in: Browser, app: Quart, account: Account) -> None:
    """From a browser without the cookie of a remembered device."""
    stolen = Browser(app=app, services=signed_in.services, token=signed_in.token)
    for _ in range(3):
        await change(stolen, current=WRONG)
    for _ in range(2):
        assert (await stolen.authenticate(account.email, WRONG)).status == 401
    assert (await change(stolen)).code == "too_many_failures"
    assert (await stolen.authenticate(account.email)).code == "too_many_failures"


@pytest.mark.security("S17")
async def test_guesses_of_others_do_not_throttle_a_known_device(
    signed_in: Browser, app: Quart, account: Account
) -> None:
    attacker = Browser(app=app, services=signed_in.services, token=signed_in.token)
    for _ in range(6):
        await change(attacker, current=WRONG)
    assert (await change(attacker)).status == 429
    assert (await change(signed_in)).status == 200


@pytest.mark.security("S19")
@pytest.mark.parametrize("password", ["aB1", "aaaaaaaa", "Password1!", "AshaVerma-1", "Zé9-" * 32 + "x"])
async def test_a_bad_password_is_refused(signed_in: Browser, app: Quart, account: Account, password: str) -> None:
    refused = await change(signed_in, password)
    assert (refused.status, set(refused.body["errors"])) == (422, {"newPassword"})
    other = Browser(app=app, services=signed_in.services)
    assert (await other.authenticate(account.email)).status == 200


@pytest.mark.security("S19")
async def test_128_code_points_are_kept_whole(signed_in: Browser, app: Quart, account: Account) -> None:
    longest = "Zé9-" * 32
    assert (await change(signed_in, longest)).status == 200
    other = Browser(app=app, services=signed_in.services)
    assert (await other.authenticate(account.email, longest[:-1])).code == "invalid_credentials"
    assert (await other.authenticate(account.email, longest)).status == 200


@pytest.mark.security("S05")
async def test_a_session_changes_the_password_of_its_own_user_only(
    signed_in: Browser, app: Quart, services: Services, account: Account
) -> None:
    colleague = await add_account(services.database, account.company)
    before = await fetch_value(services, "SELECT password_hash FROM users WHERE id = $1", colleague.id)
    assert (await change(signed_in)).status == 200
    assert await fetch_value(services, "SELECT password_hash FROM users WHERE id = $1", colleague.id) == before
    assert (await change(Browser(app=app, services=services))).status == 401
