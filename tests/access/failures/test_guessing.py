"""S17 and S18: password guesses are throttled, and robots are stopped."""

import asyncio

import pytest
from quart import Quart
from redis.asyncio import Redis

from server.access.robot_check.checks import AltchaCheck
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from server.platform.process.crypto import Keyring
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.robot_check import solve
from tests.fixtures.services import StubRobotCheck
from tests.fixtures.sign_in import Browser, execute, fetch_value

WRONG = "Wrong-Password-1"
MESSAGE = "Please complete the reCAPTCHA verification"


@pytest.fixture
def robot_check(request: pytest.FixtureRequest, settings: Settings, database: Database) -> StubRobotCheck | AltchaCheck:
    """The real check in tests of it, else the stub."""
    if "S18" in request.node.get_closest_marker("security").args:
        return AltchaCheck(keys=Keyring(settings.secret_keys), database=database)
    return StubRobotCheck()


@pytest.mark.security("S17")
async def test_an_attacker_is_throttled_and_the_owner_s_device_is_not(
    app: Quart, services: Services, account: Account
) -> None:
    owner = await Browser(app=app, services=services).sign_in(account)
    attacker = Browser(app=app, services=services)
    statuses = [(await attacker.authenticate(account.email, WRONG)).status for _ in range(8)]
    assert statuses == [401] * 5 + [429] * 3
    assert (await attacker.authenticate(account.email, account.password)).status == 429
    assert (await owner.authenticate(account.email)).status == 200


@pytest.mark.security("S17")
async def test_a_remembered_device_waits_for_its_own_failures(app: Quart, services: Services, account: Account) -> None:
    stolen = await Browser(app=app, services=services).sign_in(account)
    statuses = [(await stolen.authenticate(account.email, WRONG)).status for _ in range(6)]
    assert statuses == [401] * 5 + [429]
    assert (await Browser(app=app, services=services).authenticate(account.email)).status == 200
    everywhere = "SELECT count(*) FROM login_failures WHERE source = 'everywhere'"
    assert await fetch_value(services, everywhere) == 0, "they shorten no one else's tries"


@pytest.mark.security("S17")
async def test_the_owner_signs_in_while_ten_networks_guess(app: Quart, services: Services, account: Account) -> None:
    known = await Browser(app=app, services=services).sign_in(account)
    await Browser(app=app, services=services, address="198.51.100.99").authenticate(account.email, WRONG)
    await execute(services, "UPDATE login_failures SET failures = 60 WHERE source = 'everywhere'")
    attackers = [Browser(app=app, services=services, address=f"198.51.100.{number}") for number in range(10)]
    newcomer = Browser(app=app, services=services, address="192.0.2.1")
    guesses = (attacker.authenticate(account.email, WRONG) for attacker in attackers for _ in range(2))
    *refused, unknown, remembered = await asyncio.gather(
        *guesses, newcomer.authenticate(account.email), known.authenticate(account.email)
    )
    assert {answer.status for answer in refused} <= {401, 429}
    assert (unknown.status, remembered.status) == (200, 200)
    assert (await attackers[0].authenticate(account.email)).status == 429


@pytest.mark.security("S17")
async def test_losing_redis_resets_no_throttle(
    browser: Browser, services: Services, account: Account, redis_url: str
) -> None:
    for _ in range(5):
        await browser.authenticate(account.email, WRONG)
    async with Redis.from_url(redis_url) as redis:
        await redis.flushall()
    assert (await browser.authenticate(account.email)).status == 429


@pytest.mark.security("S18")
async def test_a_solved_challenge_opens_the_form_once(browser: Browser, account: Account) -> None:
    payload = solve((await browser.get("robot-check/challenge")).body)
    assert (await browser.authenticate(account.email, robot_check=payload)).status == 200
    again = await browser.authenticate(account.email, robot_check=payload)
    assert (again.status, again.body["errors"]) == (422, {"recaptchaToken": MESSAGE})


@pytest.mark.security("S18")
@pytest.mark.parametrize("payload", [None, "", "forged", "e30="])
async def test_without_a_robot_check_no_password_is_checked(
    browser: Browser, services: Services, account: Account, payload: str | None
) -> None:
    refused = await browser.authenticate(account.email, WRONG, robot_check=payload)
    assert (refused.status, refused.body["errors"]) == (422, {"recaptchaToken": MESSAGE})
    assert await fetch_value(services, "SELECT count(*) FROM login_failures") == 0


@pytest.mark.security("S18")
async def test_of_ten_forms_with_one_solution_one_is_accepted(browser: Browser, account: Account) -> None:
    payload = solve((await browser.get("robot-check/challenge")).body)
    answers = await asyncio.gather(*(browser.authenticate(account.email, robot_check=payload) for _ in range(10)))
    assert sorted(answer.status for answer in answers) == [200] + [422] * 9


@pytest.mark.security("S18")
async def test_the_page_receives_the_kind_of_the_check(browser: Browser) -> None:
    assert (await browser.get("robot-check")).body == {
        "kind": "altcha",
        "siteKey": None,
        "signInBy": ["email"],
        "signUp": "open",
    }
