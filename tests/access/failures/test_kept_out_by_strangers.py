"""S49: resets and sign-ups requested by strangers delay the owner by a minute at most.

Every network is one address; time passes by shifting timestamps in the database.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.reset import RESET, Forgetful
from tests.fixtures.sign_in import (
    NEW_PASSWORD,
    ROBOT_CHECK_PASSED,
    Answer,
    Browser,
    another_code,
    execute,
    fetch_value,
    newest_code,
)
from tests.fixtures.sign_up import Visitor

WRONG: Final = "Wrong-Password-1"
UNKNOWN: Final = "unknown@example.com"
HOME: Final = "192.0.2.1"
ROBOT_CHECK: Final = {"recaptchaToken": "Please complete the reCAPTCHA verification"}
WAIT_IS_OVER: Final = "UPDATE login_failures SET blocked_until = now() - interval '1 second'"


def network(number: int) -> str:
    return f"198.51.100.{number}"


class TestResets:
    @pytest.fixture(params=["known", "unknown"])
    def email(self, request: pytest.FixtureRequest, account: Account) -> str:
        return account.email if request.param == "known" else UNKNOWN

    async def ask(self, app: Quart, services: Services, email: str, addresses: Sequence[str]) -> list[Answer]:
        return [await Forgetful(app=app, services=services, address=each).ask(email) for each in addresses]

    @pytest.mark.security("S49")
    @pytest.mark.parametrize("networks", [1, 10])
    async def test_ten_resets_by_strangers_do_not_keep_the_owner_waiting(
        self, app: Quart, services: Services, account: Account, networks: int
    ) -> None:
        strangers = [network(number % networks) for number in range(10)]
        assert [each.status for each in await self.ask(app, services, account.email, strangers)] == [200] * 10
        owner = Forgetful(app=app, services=services, address=HOME)
        assert (await owner.pass_code(account.email)).status == 200
        assert (await owner.choose()).status == 200
        assert (await owner.authenticate(account.email, NEW_PASSWORD)).status == 200

    @pytest.mark.security("S49")
    async def test_further_resets_need_a_robot_check(self, app: Quart, services: Services, email: str) -> None:
        stranger = Forgetful(app=app, services=services, address=network(1))
        answers = [await stranger.ask(email) for _ in range(12)]
        assert [answer.status for answer in answers] == [200] * 10 + [422] * 2
        assert (answers[-1].code, answers[-1].body["errors"]) == ("validation_failed", ROBOT_CHECK)
        assert (await stranger.ask(email, robot_check="forged")).body["errors"] == ROBOT_CHECK
        assert (await stranger.ask(email, robot_check=ROBOT_CHECK_PASSED)).status == 200
        assert (await Forgetful(app=app, services=services, address=HOME).ask(email)).status == 200

    @pytest.mark.security("S49")
    @pytest.mark.settings(database_pool_size=36)
    async def test_of_thirty_concurrent_resets_no_more_pass_without_a_check(
        self, app: Quart, services: Services, email: str
    ) -> None:
        strangers = [Forgetful(app=app, services=services, address=network(1)) for _ in range(30)]
        answers = await asyncio.gather(*(each.ask(email) for each in strangers))
        assert sorted(answer.status for answer in answers) == [200] * 10 + [422] * 20

    @pytest.mark.security("S49")
    async def test_resets_from_many_networks_need_a_robot_check(
        self, app: Quart, services: Services, email: str
    ) -> None:
        answers = await self.ask(app, services, email, [network(number) for number in range(22)])
        assert [answer.status for answer in answers] == [200] * 20 + [422] * 2
        owner = Forgetful(app=app, services=services, address=HOME)
        assert (await owner.ask(email)).body["errors"] == ROBOT_CHECK
        assert (await owner.ask(email, robot_check=ROBOT_CHECK_PASSED)).status == 200

    @pytest.mark.security("S49")
    @pytest.mark.parametrize("scope", ["account", "account-network", "address"])
    async def test_no_number_of_requests_makes_a_wait_of_more_than_a_minute(
        self, app: Quart, services: Services, email: str, scope: str
    ) -> None:
        await self.ask(app, services, email, [HOME])
        await execute(services, "UPDATE send_quotas SET sends = 1000000 WHERE scope = $1", f"{scope}:PASSWORD_RESET")
        answer = await Forgetful(app=app, services=services, address=HOME).ask(email, robot_check=ROBOT_CHECK_PASSED)
        if scope == "account":
            assert answer.status == 200
        else:
            assert (answer.status, answer.code) == (429, "send_quota_reached")
            assert 1 <= answer.body["retryAfter"] <= 60
            # The next minute allows one more.
            await execute(
                services,
                """
                UPDATE send_quotas SET sends = $2 - 1 + (extract(hour FROM now() AT TIME ZONE 'UTC') * 60
                                                         + extract(minute FROM now() AT TIME ZONE 'UTC'))::int
                 WHERE scope = $1
                """,
                f"{scope}:PASSWORD_RESET",
                30 if scope == "account-network" else 3_000,
            )
            person = Forgetful(app=app, services=services, address=HOME)
            assert (await person.ask(email, robot_check=ROBOT_CHECK_PASSED)).status == 200

    @pytest.mark.security("S49")
    async def test_a_completed_reset_ends_every_wait(self, app: Quart, services: Services, account: Account) -> None:
        stranger = Browser(app=app, services=services, address=network(1))
        for _ in range(5):
            await stranger.authenticate(account.email, WRONG)
        await self.ask(app, services, account.email, [HOME] * 10)
        await execute(services, "UPDATE send_quotas SET sends = 30 WHERE scope LIKE 'account:%'")
        owner = Forgetful(app=app, services=services, address=HOME)
        assert (await owner.pass_code(account.email, robot_check=ROBOT_CHECK_PASSED)).status == 200
        assert (await owner.choose()).status == 200
        for address in (network(1), HOME):
            newcomer = Browser(app=app, services=services, address=address)
            assert (await newcomer.authenticate(account.email, NEW_PASSWORD)).status == 200
        again = await Forgetful(app=app, services=services, address=HOME).ask(account.email)
        assert (again.status, again.body.get("codeLength")) == (200, 6)


class TestLongCodes:
    """Beyond ten codes a day strangers' requests get a long code, which cannot be guessed and is mailed rarely."""

    @pytest.fixture
    async def attacked(self, app: Quart, services: Services, account: Account) -> Account:
        await Forgetful(app=app, services=services, address=network(1)).ask(account.email)
        await execute(services, "UPDATE send_quotas SET sends = 10 WHERE scope = 'account:PASSWORD_RESET'")
        return account

    @pytest.mark.security("S09")
    async def test_short_codes_of_a_day_are_ten_from_any_number_of_networks(
        self, app: Quart, services: Services, account: Account
    ) -> None:
        lengths = []
        for number in range(14):
            stranger = Forgetful(app=app, services=services, address=network(number))
            lengths.append((await stranger.ask(account.email)).body["codeLength"])
            await execute(services, "UPDATE flows SET resend_at = now() - interval '1 second'")
            if number == 0:
                lengths.append((await stranger.resend(context=RESET)).body["codeLength"])
        assert lengths == [6] * 10 + [12] * 5

    @pytest.mark.security("S49")
    async def test_many_flows_share_one_message(self, app: Quart, services: Services, attacked: Account) -> None:
        people = [Forgetful(app=app, services=services, address=network(number)) for number in range(5)]
        for person in people:
            assert (await person.ask(attacked.email)).status == 200
        assert await fetch_value(services, "SELECT count(*) FROM messages") == 2
        code = await newest_code(services)
        assert len(code) == 12
        for person in people[:4]:
            assert (await person.verify(another_code("") + "000000", context=RESET)).code == "otp_invalid"
            assert (await person.verify(code[:6], context=RESET)).code == "otp_invalid"
        # Wrong guesses in other flows do not count for the owner's.
        assert (await people[4].verify(code, context=RESET)).status == 200
        assert (await people[4].choose()).status == 200

    @pytest.mark.security("S11")
    async def test_one_long_code_is_sent_every_ten_minutes(
        self, app: Quart, services: Services, attacked: Account
    ) -> None:
        person = Forgetful(app=app, services=services, address=HOME)
        await person.ask(attacked.email)
        first = await newest_code(services)
        await execute(services, "UPDATE shared_codes SET made_at = now() - interval '10 minutes'")
        await person.ask(attacked.email)
        assert await fetch_value(services, "SELECT count(*) FROM messages") == 3
        second = await newest_code(services)
        assert (await person.verify(first, context=RESET)).code == "otp_invalid"
        assert (await person.verify(second, context=RESET)).status == 200

    @pytest.mark.security("S49")
    async def test_a_long_code_that_was_not_delivered_is_not_shared(
        self, app: Quart, services: Services, attacked: Account
    ) -> None:
        await Forgetful(app=app, services=services, address=network(2)).ask(attacked.email)
        await execute(services, "UPDATE messages SET state = 'failed'")
        assert (await Forgetful(app=app, services=services, address=HOME).pass_code(attacked.email)).status == 200

    @pytest.mark.security("S08")
    async def test_a_long_code_has_five_tries_a_flow(self, app: Quart, services: Services, attacked: Account) -> None:
        stranger = Forgetful(app=app, services=services, address=network(2))
        await stranger.ask(attacked.email)
        answers = await asyncio.gather(*(stranger.verify("0" * 12, context=RESET) for _ in range(12)))
        assert sorted(answer.body["attemptsRemaining"] for answer in answers) == [0] * 8 + [1, 2, 3, 4]

    @pytest.mark.security("S04")
    async def test_a_sign_up_s_long_code_resets_no_password(
        self, app: Quart, services: Services, account: Account
    ) -> None:
        visitor = Visitor(app=app, services=services)
        await visitor.register()
        await execute(services, "UPDATE send_quotas SET sends = 10 WHERE scope LIKE 'account:%'")
        await visitor.register()
        code = await newest_code(services, recipient=visitor.email)
        await execute(services, "UPDATE users SET email = $1", visitor.email)
        thief = Forgetful(app=app, services=services, address=network(1))
        await thief.ask(visitor.email)
        await execute(services, "UPDATE send_quotas SET sends = 10 WHERE scope LIKE 'account:%'")
        await thief.ask(visitor.email)
        assert (len(code), (await thief.verify(code, context=RESET)).code) == (12, "otp_invalid")


class TestSignUps:
    @pytest.mark.security("S49")
    async def test_ten_sign_ups_by_strangers_do_not_keep_the_owner_waiting(
        self, app: Quart, services: Services
    ) -> None:
        owner = Visitor(app=app, services=services, address=HOME)
        for number in range(10):
            stranger = Visitor(app=app, services=services, address=network(number), number=owner.number)
            assert (await stranger.register()).status == 200
        assert (await owner.register()).status == 200
        assert (await owner.type_code()).status == 200
        assert (await owner.register_company()).status == 200

    @pytest.mark.security("S49")
    async def test_further_sign_ups_need_a_robot_check(self, app: Quart, services: Services) -> None:
        owner = Visitor(app=app, services=services, address=HOME)
        stranger = Visitor(app=app, services=services, address=network(1), number=owner.number)
        answers = [await stranger.register() for _ in range(12)]
        assert [answer.status for answer in answers] == [200] * 10 + [422] * 2
        assert answers[-1].body["errors"] == ROBOT_CHECK
        assert (await stranger.register(recaptchaToken=ROBOT_CHECK_PASSED)).status == 200
        assert (await owner.register()).status == 200

    @pytest.mark.security("S49")
    async def test_many_forms_of_one_network_need_a_robot_check(self, visitor: Visitor) -> None:
        answers = [await visitor.register(fullName="") for _ in range(61)]
        assert (answers[-1].status, answers[-1].body["errors"]) == (422, ROBOT_CHECK)
        assert (await visitor.register(recaptchaToken=ROBOT_CHECK_PASSED)).status == 200
