"""S15: the time of a request for a reset does not depend on the account, even where no mail can be sent."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from statistics import median
from typing import Final

import pytest
from quart import Quart

from server.platform.process.tasks import ArqTaskQueue
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.app import running
from tests.fixtures.eventually import eventually
from tests.fixtures.reset import Forgetful
from tests.fixtures.sign_in import fetch_value
from tests.fixtures.work import counted_statements
from tests.fixtures.worker_process import StartWorker

UNKNOWN: Final = "unknown@example.com"
ROUNDS: Final = 200
TOLERANCE: Final = 0.1
MEASUREMENTS: Final = 3


@pytest.mark.security("S15")
async def test_known_and_unknown_emails_cost_the_same_work(app: Quart, services: Services, account: Account) -> None:
    work: list[list[str]] = []
    for email in (account.email, UNKNOWN):
        async with counted_statements(services) as statements:
            assert (await Forgetful(app=app, services=services).ask(email)).status == 200
        work.append(statements)
    assert work[0] == work[1]
    assert len(work[0]) > 5


class TestWithAMailServerThatHangs:
    """The mail server accepts connections and never answers; a worker waits for it meanwhile."""

    @pytest.fixture
    async def connections(self, start_worker: StartWorker) -> AsyncIterator[list[int]]:
        taken: list[int] = []
        over = asyncio.Event()

        async def hang(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            taken.append(1)
            await over.wait()
            writer.close()

        listener = await asyncio.start_server(hang, "127.0.0.1", 0)
        worker = await start_worker(EMAIL_URL=f"smtp://127.0.0.1:{listener.sockets[0].getsockname()[1]}")
        yield taken
        worker.kill()
        over.set()
        listener.close()
        await listener.wait_closed()

    @pytest.fixture
    async def queueing(self, services: Services) -> AsyncIterator[Quart]:
        """An application whose jobs are enqueued for the worker."""
        jobs = ArqTaskQueue(services.settings.redis_url)
        async with running(replace(services, tasks=jobs)) as app:
            yield app
        await services.database.settle()
        await jobs.close()

    @pytest.mark.security("S15")
    @pytest.mark.timing
    @pytest.mark.settings(rate_limit_scale=1000)
    async def test_known_and_unknown_emails_take_the_same_time(
        self, queueing: Quart, services: Services, account: Account, connections: list[int]
    ) -> None:
        spreads: list[float] = []
        # Noise differs between measurements; a difference of ours would show in every one.
        while len(spreads) < MEASUREMENTS and min(spreads, default=1.0) > TOLERANCE:
            medians = await measure(queueing, services, [account.email, UNKNOWN])
            spreads.append(max(medians) / min(medians) - 1)
        assert min(spreads) <= TOLERANCE, spreads

        async def is_hanging() -> bool:
            return len(connections) > 0

        assert await eventually(is_hanging, within=30, what="the worker waits for the mail server")
        assert await fetch_value(services, "SELECT count(*) FROM messages WHERE state = 'sent'") == 0


async def measure(app: Quart, services: Services, emails: list[str]) -> list[float]:
    """The median time of each; requests alternate in changing order."""
    seconds: dict[str, list[float]] = {email: [] for email in emails}
    for number in range(ROUNDS):
        for email in emails if number % 2 else reversed(emails):
            person = Forgetful(app=app, services=services)
            began = time.perf_counter()
            answer = await person.ask(email)
            seconds[email].append(time.perf_counter() - began)
            assert answer.status == 200
    return [median(each) for each in seconds.values()]
