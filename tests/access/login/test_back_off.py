"""Failed logins throttle their source, and no one else."""

import asyncio

from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value, seconds_until

WRONG = "Wrong-Password-1"
WAIT_IS_OVER = "UPDATE login_failures SET blocked_until = now() - interval '1 second'"
END_OF_WAIT = "SELECT max(blocked_until) FROM login_failures"
WAIT = "SELECT extract(epoch FROM max(blocked_until - last_failed_at)) FROM login_failures"


async def fail(browser: Browser, email: str, times: int) -> list[Answer]:
    return [await browser.authenticate(email, WRONG) for _ in range(times)]


async def test_five_failures_from_one_address_are_followed_by_a_wait(
    browser: Browser, services: Services, account: Account
) -> None:
    assert [answer.status for answer in await fail(browser, account.email, 5)] == [401] * 5
    assert await fetch_value(services, WAIT) == 30
    before = await seconds_until(services, END_OF_WAIT)
    blocked = await browser.authenticate(account.email, account.password)
    assert blocked.status == 429
    assert blocked.code == "too_many_failures"
    assert await seconds_until(services, END_OF_WAIT) <= blocked.body["retryAfter"] <= before
    assert blocked.headers["Retry-After"] == str(blocked.body["retryAfter"])


async def test_each_further_failure_doubles_the_wait_up_to_a_quarter_of_an_hour(
    browser: Browser, services: Services, account: Account
) -> None:
    await fail(browser, account.email, 5)
    waits = []
    for _ in range(7):
        await execute(services, WAIT_IS_OVER)
        assert [answer.status for answer in await fail(browser, account.email, 2)] == [401, 429]
        waits.append(await fetch_value(services, WAIT))
    assert waits == [60, 120, 240, 480, 900, 900, 900]


async def test_once_the_wait_is_over_the_right_password_works(
    browser: Browser, services: Services, account: Account
) -> None:
    await fail(browser, account.email, 5)
    await execute(services, WAIT_IS_OVER)
    assert (await browser.authenticate(account.email)).status == 200


async def test_a_right_password_ends_the_counting(browser: Browser, account: Account) -> None:
    for _ in range(3):
        await fail(browser, account.email, 4)
        assert (await browser.authenticate(account.email)).status == 200


async def test_another_address_is_not_throttled(
    browser: Browser, app: Quart, services: Services, account: Account
) -> None:
    await fail(browser, account.email, 5)
    elsewhere = Browser(app=app, services=services, address="198.51.100.4")
    assert (await elsewhere.authenticate(account.email)).status == 200


async def test_an_unknown_email_is_throttled_in_the_same_way(browser: Browser) -> None:
    assert [answer.status for answer in await fail(browser, "unknown@example.com", 6)] == [401] * 5 + [429]


async def test_after_fifty_failures_from_all_networks_each_network_has_one_attempt(
    app: Quart, services: Services, account: Account
) -> None:
    known = await Browser(app=app, services=services).sign_in(account)
    await fail(Browser(app=app, services=services, address="198.51.100.1"), account.email, 1)
    await execute(services, "UPDATE login_failures SET failures = 49 WHERE source = 'everywhere'")
    await fail(Browser(app=app, services=services, address="198.51.100.2"), account.email, 1)
    newcomer = Browser(app=app, services=services, address="198.51.100.3")
    assert [answer.status for answer in await fail(newcomer, account.email, 2)] == [401, 429]
    elsewhere = Browser(app=app, services=services, address="198.51.100.4")
    assert (await elsewhere.authenticate(account.email)).status == 200
    assert [answer.status for answer in await fail(known, account.email, 4)] == [401] * 4
    assert (await known.authenticate(account.email)).status == 200


async def test_failures_of_yesterday_are_forgotten(browser: Browser, services: Services, account: Account) -> None:
    await fail(browser, account.email, 5)
    await execute(services, WAIT_IS_OVER)
    await execute(services, "UPDATE login_failures SET counting_since = now() - interval '25 hours'")
    assert [answer.status for answer in await fail(browser, account.email, 5)] == [401] * 5


async def test_of_thirty_concurrent_guesses_at_most_five_are_checked(
    app: Quart, services: Services, account: Account
) -> None:
    guessers = [Browser(app=app, services=services) for _ in range(30)]
    answers = await asyncio.gather(*(guesser.authenticate(account.email, WRONG) for guesser in guessers))
    assert sorted(answer.status for answer in answers) == [401] * 5 + [429] * 25


async def test_after_a_wait_guesses_are_checked_one_at_a_time(
    browser: Browser, services: Services, account: Account
) -> None:
    await fail(browser, account.email, 5)
    await execute(services, WAIT_IS_OVER)
    guesses = (browser.authenticate(account.email, WRONG) for _ in range(8))
    answers = await asyncio.gather(*guesses)
    assert sorted(answer.status for answer in answers) == [401] + [429] * 7


async def test_many_right_passwords_at_once_all_sign_in(app: Quart, services: Services, account: Account) -> None:
    browsers = [Browser(app=app, services=services) for _ in range(12)]
    answers = await asyncio.gather(*(browser.authenticate(account.email) for browser in browsers))
    assert {answer.status for answer in answers} == {200}


async def test_the_table_holds_no_email(browser: Browser, services: Services, account: Account) -> None:
    await fail(browser, account.email, 1)
    assert account.email.encode() != await fetch_value(services, "SELECT email_mac FROM login_failures LIMIT 1")
    assert len(await fetch_value(services, "SELECT email_mac FROM login_failures LIMIT 1")) == 32
