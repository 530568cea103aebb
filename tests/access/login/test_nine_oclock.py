"""A school signs in at once behind one address, and one account in many browsers at once."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from typing import Final

import asyncpg
import pytest
from quart import Quart

from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from server.platform.services import RobotCheck, Services
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.app import running
from tests.fixtures.eventually import eventually
from tests.fixtures.people import Company
from tests.fixtures.servers import as_owner
from tests.fixtures.sign_in import Browser

# A tenth of a school, with a tenth of the limits.
LEARNERS: Final = 50
BROWSERS: Final = 16
# Five sign-ins take longer than one waits; a sixth may have begun to wait later.
MOST_IN_TIME: Final = 6
SLOW: Final = """
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.3); RETURN new; END $$;
    CREATE TRIGGER slow BEFORE UPDATE OF last_sign_in_at ON users FOR EACH ROW EXECUTE FUNCTION slow()
"""


@pytest.fixture
async def web(services: Services, settings: Settings) -> AsyncIterator[Services]:
    """Services with the connections of a web process."""
    database = Database(settings.database_url, pool_size=24, serves_requests=True)
    await database.connect()
    yield replace(services, database=database)
    await database.disconnect()


@pytest.fixture
async def web_app(web: Services) -> AsyncIterator[Quart]:
    async with running(web) as app:
        yield app


@pytest.mark.security("S143")
@pytest.mark.settings(login_verification="never", rate_limit_scale=0.1)
async def test_a_school_behind_one_address_signs_in_at_once(web: Services, web_app: Quart, company: Company) -> None:
    learners = [await add_account(web.database, company) for _ in range(LEARNERS)]

    async def sign_in(account: Account) -> tuple[int, int]:
        browser = Browser(app=web_app, services=web)
        return (await browser.authenticate(account.email)).status, (await browser.complete()).status

    statuses = await asyncio.gather(*map(sign_in, learners))

    assert Counter(statuses) == {(200, 200): LEARNERS}


@pytest.mark.security("S143")
@pytest.mark.settings(login_verification="never")
async def test_of_a_school_that_comes_at_once_few_are_at_work_while_others_sign_in(
    web: Services, web_app: Quart, company: Company
) -> None:
    learner, other = [await add_account(web.database, company) for _ in range(2)]
    school = Browser(app=web_app, services=web)
    elsewhere = Browser(app=web_app, services=web, address="198.51.100.7")
    holders: list[asyncio.Task[None]] = []
    async with AsyncExitStack() as at_work:
        while not web.sign_ins.waiting:
            holders.append(asyncio.create_task(at_work.enter_async_context(web.sign_ins.hold(school.address))))
            await asyncio.sleep(0)
        late = asyncio.create_task(school.authenticate(learner.email))
        assert (await elsewhere.authenticate(other.email)).status == 200
        assert not late.done()
        holders[-1].cancel()
    assert (await late).status == 200


@dataclass
class SlowCheck(RobotCheck):
    """A robot check that waits for its provider."""

    waiting: int = 0
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    async def verify(self, payload: str | None, *, address: str) -> None:
        self.waiting += 1
        await self.answered.wait()


@pytest.mark.security("S143")
@pytest.mark.settings(login_verification="never")
async def test_a_robot_check_that_waits_for_its_provider_holds_no_slot(web: Services, account: Account) -> None:
    check = SlowCheck()
    async with running(replace(web, robot_check=check)) as app:
        browsers = [Browser(app=app, services=web) for _ in range(BROWSERS)]
        answers = asyncio.gather(*(browser.authenticate(account.email) for browser in browsers))

        async def all_wait() -> bool:
            return check.waiting == BROWSERS

        await eventually(all_wait, within=60, what="every sign-in to wait for the provider")
        check.answered.set()
        assert {answer.status for answer in await answers} == {200}


@pytest.mark.security("S143")
@pytest.mark.settings(login_verification="never")
async def test_sign_ins_of_one_account_wait_for_its_row_once(web: Services, web_app: Quart, account: Account) -> None:
    """However many are before: Postgres alone counts the wait anew for each."""
    browsers = [Browser(app=web_app, services=web) for _ in range(BROWSERS)]
    for browser in browsers:
        assert (await browser.authenticate(account.email)).status == 200
    owner = await asyncpg.connect(as_owner(web.settings.database_url))
    await owner.execute(SLOW)
    await owner.close()

    answers = await asyncio.gather(*(browser.complete() for browser in browsers))

    codes = Counter(answer.code for answer in answers)
    assert codes.keys() == {None, "locked"}
    assert codes[None] <= MOST_IN_TIME, codes
