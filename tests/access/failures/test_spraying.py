"""S49: wrong passwords of strangers lock no owner out, and a network that tries many accounts is throttled.

Every network is one address; time passes by shifting timestamps in the database.
"""

import asyncio
import secrets
from typing import Any, Final

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value

WRONG: Final = "Wrong-Password-1"
UNKNOWN: Final = "unknown@example.com"
HOME: Final = "192.0.2.1"
WAIT_IS_OVER: Final = "UPDATE login_failures SET blocked_until = now() - interval '1 second'"


def network(number: int) -> str:
    return f"198.51.100.{number}"


async def keep_waiting(services: Services) -> None:
    """Extend the waits, so that they do not end during the test."""
    await execute(
        services,
        "UPDATE login_failures SET blocked_until = now() + interval '30 minutes' WHERE blocked_until IS NOT NULL",
    )


class TestPasswords:
    async def fail(self, app: Quart, services: Services, email: str, address: str) -> Answer:
        return await Browser(app=app, services=services, address=address).authenticate(email, WRONG)

    @pytest.mark.security("S49")
    async def test_ten_networks_with_five_wrong_passwords_each_throttle_only_themselves(
        self, app: Quart, services: Services, account: Account
    ) -> None:
        known = await Browser(app=app, services=services, address=HOME).sign_in(account)
        for number in range(10):
            statuses = [(await self.fail(app, services, account.email, network(number))).status for _ in range(6)]
            assert statuses == [401] * 5 + [429]
        await keep_waiting(services)
        newcomer = Browser(app=app, services=services, address=HOME)
        assert (await newcomer.authenticate(account.email)).status == 200
        assert (await known.authenticate(account.email)).status == 200
        assert (await self.fail(app, services, account.email, network(1))).status == 429

    @pytest.mark.security("S49")
    @pytest.mark.parametrize("email", [None, UNKNOWN], ids=["known", "unknown"])
    async def test_under_attack_each_network_has_one_attempt(
        self, app: Quart, services: Services, account: Account, email: str | None
    ) -> None:
        typed = email or account.email
        await self.fail(app, services, typed, network(1))
        await execute(services, "UPDATE login_failures SET failures = 50 WHERE source = 'everywhere'")
        assert (await self.fail(app, services, typed, network(2))).status == 401
        refused = await self.fail(app, services, typed, network(2))
        assert (refused.status, refused.code) == (429, "too_many_failures")
        assert 0 < refused.body["retryAfter"] <= 30
        await execute(services, "UPDATE login_failures SET failures = 49 WHERE source = $1", f"address:{network(2)}")
        await execute(services, WAIT_IS_OVER)
        await self.fail(app, services, typed, network(2))
        refused = await self.fail(app, services, typed, network(2))
        assert 900 < refused.body["retryAfter"] <= 3_600

    @pytest.mark.security("S128")
    async def test_the_networks_of_one_ipv6_subscriber_count_as_one(
        self, app: Quart, services: Services, account: Account
    ) -> None:
        """Each holds 256 of them: under attack each would have a try of its own."""
        statuses = [
            (await self.fail(app, services, account.email, f"2001:db8:1:{number:x}::1")).status
            for number in (0, 1, 2, 3, 255, 254)
        ]
        assert statuses == [401] * 5 + [429]
        neighbour = Browser(app=app, services=services, address="2001:db8:1:100::1")
        assert (await neighbour.authenticate(account.email)).status == 200


class TestSpraying:
    @pytest.fixture
    async def campus(self, services: Services) -> str:
        """A network from which forty accounts have signed in today."""
        for _ in range(40):
            await execute(
                services,
                "INSERT INTO login_failures (email_mac, source, failures, succeeded_at) VALUES ($1, $2, 0, now())",
                secrets.token_bytes(32),
                f"address:{network(9)}",
            )
        return network(9)

    async def spray(self, app: Quart, services: Services, count: int, *, address: str) -> list[Answer]:
        robot = Browser(app=app, services=services, address=address)
        return [await robot.authenticate(f"person{number}@example.com", WRONG) for number in range(count)]

    @pytest.mark.security("S49")
    async def test_guesses_over_sixty_accounts_from_one_address_are_throttled(
        self, app: Quart, services: Services, account: Account, company: Company
    ) -> None:
        known = await Browser(app=app, services=services, address=network(1)).sign_in(account)
        colleague = await add_account(services.database, company)
        answers = await self.spray(app, services, 60, address=network(1))
        statuses = [answer.status for answer in answers]
        assert set(statuses) == {401, 429}
        assert statuses.count(401) <= 30
        refused = [answer for answer in answers if answer.status == 429]
        assert {answer.code for answer in refused} == {"too_many_failures"}
        assert all(1 <= answer.body["retryAfter"] <= 30 for answer in refused)
        await keep_waiting(services)
        assert (await Browser(app=app, services=services, address=HOME).authenticate(colleague.email)).status == 200
        assert (await known.authenticate(account.email)).status == 200
        newcomer = Browser(app=app, services=services, address=network(1))
        assert (await newcomer.authenticate(colleague.email)).status == 429
        await execute(services, WAIT_IS_OVER)
        assert (await newcomer.authenticate(colleague.email)).status == 200

    @pytest.mark.security("S49")
    async def test_concurrent_guesses_over_accounts_are_throttled(self, app: Quart, services: Services) -> None:
        await self.spray(app, services, 18, address=network(1))
        robots = [Browser(app=app, services=services, address=network(1)) for _ in range(20)]
        answers = await asyncio.gather(
            *(each.authenticate(f"other{number}@example.com", WRONG) for number, each in enumerate(robots))
        )
        # Three attempts, and one more after each wait that ends meanwhile.
        assert 3 <= [answer.status for answer in answers].count(401) <= 8
        assert {answer.status for answer in answers} == {401, 429}

    @pytest.mark.security("S49")
    async def test_each_further_account_waits_longer_up_to_half_a_minute(self, app: Quart, services: Services) -> None:
        await self.spray(app, services, 20, address=network(1))
        waits: list[Any] = []
        for number in range(7):
            await execute(services, WAIT_IS_OVER)
            robot = Browser(app=app, services=services, address=network(1))
            assert (await robot.authenticate(f"other{number}@example.com", WRONG)).status == 401
            ends = "SELECT round(extract(epoch FROM max(blocked_until) - max(last_failed_at))) FROM login_failures"
            waits.append(await fetch_value(services, ends))
        assert waits == [2, 4, 8, 16, 30, 30, 30]

    @pytest.mark.security("S49")
    async def test_a_mistyped_password_followed_by_a_sign_in_is_not_counted(
        self, app: Quart, services: Services, company: Company
    ) -> None:
        await self.spray(app, services, 19, address=network(1))
        for _ in range(3):
            person = await add_account(services.database, company)
            browser = Browser(app=app, services=services, address=network(1))
            assert (await browser.authenticate(person.email, WRONG)).status == 401
            assert (await browser.authenticate(person.email)).status == 200

    @pytest.mark.security("S49")
    async def test_a_network_with_many_sign_ins_may_fail_more(
        self, app: Quart, services: Services, campus: str
    ) -> None:
        answers = await self.spray(app, services, 30, address=campus)
        assert {answer.status for answer in answers} == {401}

    @pytest.mark.security("S49")
    async def test_the_count_of_a_network_expires_after_ten_minutes(self, app: Quart, services: Services) -> None:
        await self.spray(app, services, 20, address=network(1))
        await execute(services, "UPDATE login_failures SET last_failed_at = now() - interval '11 minutes'")
        answers = await self.spray(app, services, 4, address=network(1))
        assert [answer.status for answer in answers] == [401] * 4
