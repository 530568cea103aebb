"""S149: what a company makes with a person's phone uses up nothing of hers, and texts her few times.

Sixty people of a company have her phone as theirs; each way of asking comes from another network where it may.
"""

from collections import Counter
from typing import Any, Final
from uuid import UUID

import pytest
from quart import Quart

from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.people import AddCompany, Company
from tests.fixtures.reset import Forgetful
from tests.fixtures.sign_in import ROBOT_CHECK_PASSED, Browser, execute, fetch_value
from tests.fixtures.sign_up import slug_of

PHONE: Final = "+919812300001"
PEOPLE: Final = 60
COOLDOWN_IS_OVER: Final = "UPDATE flows SET resend_at = now() - interval '1 second'"
SENT: Final = "SELECT count(*) FROM messages WHERE recipient = $1 AND state = 'queued'"

pytestmark = pytest.mark.settings(sign_in_by="email,phone,code", sms_url="capture:")


async def add_person(services: Services, company: Company, *, code: str = "HERS", proved: bool = False) -> Account:
    """Without an email, with her phone."""
    seen = await fetch_value(services, "SELECT now()") if proved else None
    named: dict[str, Any] = {
        "email": None,
        "phone": PHONE,
        "code": code,
        "phone_verified_at": seen,
        "last_sign_in_at": seen,
    }
    return await add_account(services.database, company, profile=Profile.TRAINEE, **named)


async def add_strangers(services: Services, company: Company, *, people: int = PEOPLE) -> list[str]:
    """By what they log in."""
    slug = await slug_of(services, company)
    for number in range(people):
        await add_person(services, company, code=f"P{number}")
    return [f"{slug}/P{number}" for number in range(people)]


class Street:
    """Browsers, each at an address of its own unless one is given."""

    def __init__(self, app: Quart, services: Services) -> None:
        self.app = app
        self.services = services
        self.homes = 0

    def next_address(self) -> str:
        self.homes += 1
        return f"198.{51 + self.homes // 250}.100.{self.homes % 250}"

    async def log_in(self, name: str, *, address: str | None = None) -> int:
        browser = Browser(app=self.app, services=self.services, address=address or self.next_address())
        return (await browser.authenticate(name)).status

    async def reset(self, name: str) -> str | None:
        """The refusal, if any."""
        browser = Forgetful(app=self.app, services=self.services, address=self.next_address())
        return (await browser.ask(name, robot_check=ROBOT_CHECK_PASSED)).code

    async def sent(self) -> int:
        number: int = await fetch_value(self.services, SENT, PHONE)
        return number


@pytest.fixture
def street(app: Quart, services: Services) -> Street:
    return Street(app, services)


@pytest.mark.security("S149")
@pytest.mark.parametrize("proved", [True, False])
async def test_fifteen_people_with_her_phone_use_up_no_code_of_hers(
    street: Street, services: Services, add_company: AddCompany, company: Company, *, proved: bool
) -> None:
    """Neither where she has proved her phone, nor at her first login."""
    await add_person(services, company, proved=proved)
    answers = Counter(
        [await street.log_in(name) for name in await add_strangers(services, await add_company(), people=15)]
    )
    assert answers == {200: 10, 429: 5}
    assert await street.sent() == 10
    assert await street.log_in(f"{await slug_of(services, company)}/HERS") == 200
    assert await street.sent() == 11


@pytest.mark.security("S149")
async def test_one_account_texts_no_more_from_any_number_of_flows(
    app: Quart, street: Street, services: Services, company: Company
) -> None:
    """Each flow resends as often as it may."""
    [name] = await add_strangers(services, company, people=1)
    for _ in range(4):
        browser = Browser(app=app, services=services, address=street.next_address())
        await browser.authenticate(name)
        for _ in range(4):
            await execute(services, COOLDOWN_IS_OVER)
            await browser.resend(channel="SMS")
    assert await street.sent() == 10


@pytest.mark.security("S149")
async def test_many_companies_text_her_few_times_each(
    street: Street, services: Services, add_company: AddCompany, company: Company
) -> None:
    """And leave her the codes of her own company."""
    sent = []
    for _ in range(4):
        before = await street.sent()
        for name in await add_strangers(services, await add_company(), people=12):
            await street.log_in(name)
        sent.append(await street.sent() - before)
    assert sent == [10, 10, 3, 3]
    await add_person(services, company)
    assert await street.log_in(f"{await slug_of(services, company)}/HERS") == 200


@pytest.mark.security("S149")
async def test_who_shares_her_network_uses_up_no_code_of_hers(
    street: Street, services: Services, add_company: AddCompany, company: Company
) -> None:
    await add_person(services, company, proved=True)
    [first, second] = await add_strangers(services, await add_company(), people=2)
    assert await street.log_in(first, address="203.0.113.9") == 200
    await execute(services, "UPDATE send_quotas SET sends = 3000 WHERE scope = 'address:LOGIN'")
    assert await street.log_in(second, address="203.0.113.9") == 429
    assert await street.log_in(f"{await slug_of(services, company)}/HERS", address="203.0.113.9") == 200


@pytest.mark.security("S149")
async def test_resets_of_sixty_people_text_her_as_often_as_those_of_one(
    street: Street, services: Services, add_company: AddCompany, company: Company
) -> None:
    """Their pages look alike; her own reset is sent all the same."""
    hers = await add_person(services, company, proved=True)
    names = await add_strangers(services, await add_company())
    assert {await street.reset(name) for name in names} == {None}
    assert await street.sent() == 20
    for name in (PHONE, f"{await slug_of(services, company)}/HERS"):
        assert await street.reset(name) is None
    assert await street.sent() == 22
    assert await fetch_value(services, SENT.replace("recipient = $1", "user_id = $1"), UUID(str(hers.id))) == 2
