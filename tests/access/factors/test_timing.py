"""S65, S69: the time of a refusal says neither whether a passkey is known nor whether an account has a factor."""

import time
from collections.abc import Awaitable, Callable, Mapping
from statistics import median
from typing import Final

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.authenticator import Authenticator
from tests.fixtures.factors import App
from tests.fixtures.passkey_calls import add_passkey, login_options, send
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Browser, execute

ROUNDS: Final = 200
TOLERANCE: Final = 0.1
MEASUREMENTS: Final = 3

# Makes what is sent, outside of the measured time.
Prepare = Callable[[], Awaitable[Callable[[], Awaitable[object]]]]


@pytest.mark.security("S69")
@pytest.mark.timing
@pytest.mark.settings(rate_limit_scale=10_000)
async def test_known_and_unknown_passkeys_are_refused_in_the_same_time(
    app: Quart, signed_in: Browser, services: Services, account: Account
) -> None:
    known, browser = await add_passkey(signed_in), Browser(app=app, services=services, address="198.51.100.20")

    def forged(authenticator: Authenticator) -> Prepare:
        async def prepare() -> Callable[[], Awaitable[object]]:
            credential = authenticator.answer(await login_options(browser))
            return lambda: send(browser, credential)

        return prepare

    kinds = {
        "wrong signature": forged(known.copy(key=Authenticator().key)),
        "unknown": forged(Authenticator(user_handle=account.id.bytes)),
    }
    await assert_same_time(services, kinds)


@pytest.mark.security("S65")
@pytest.mark.timing
@pytest.mark.settings(rate_limit_scale=10_000)
async def test_wrong_passwords_take_the_same_time_with_and_without_a_factor(
    app: Quart, services: Services, account: Account, app_of_account: App, *, company: Company
) -> None:
    other = await add_account(services.database, company)
    browser = Browser(app=app, services=services, address="198.51.100.20")

    def wrong(email: str) -> Prepare:
        async def prepare() -> Callable[[], Awaitable[object]]:
            return lambda: browser.authenticate(email, "Wrong-Password-1")

        return prepare

    assert app_of_account.id is not None
    await assert_same_time(services, {"with": wrong(account.email), "without": wrong(other.email)})


async def assert_same_time(services: Services, kinds: Mapping[str, Prepare]) -> None:
    """Noise differs between measurements; a difference of ours would show in every one."""
    spreads: list[float] = []
    while len(spreads) < MEASUREMENTS and min(spreads, default=1.0) > TOLERANCE:
        medians = await _measure(services, kinds)
        spreads.append(max(medians) / min(medians) - 1)
    assert min(spreads) <= TOLERANCE, spreads


async def _measure(services: Services, kinds: Mapping[str, Prepare]) -> list[float]:
    """The median time of each kind, measured in turns."""
    seconds: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(ROUNDS):
        await execute(services, "DELETE FROM login_failures")
        for name, prepare in kinds.items():
            call = await prepare()
            began = time.perf_counter()
            await call()
            seconds[name].append(time.perf_counter() - began)
    return [median(each) for each in seconds.values()]
