"""Nine o'clock: all people of a school sign in at once behind one address, while another company works."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import count, cycle
from statistics import fmean
from typing import Final

from tests.bench.clients import API, PlainClient, plain_client, sign_in
from tests.bench.report import Row, beside, percentile
from tests.bench.request_bench import get, hashes_per_second
from tests.bench.system import Servers, System, running_system

CROWDS: Final = (200, 500)
# Two, as one deploys them, with the limits of production.
WEB_PROCESSES: Final = 2
SETTINGS: Final = {"RATE_LIMIT_SCALE": "1"}
OTHER: Final = "other@example.com"
REST_SECONDS: Final = 5.0
PAUSE_SECONDS: Final = 0.05


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    """A refused sign-in fails the job."""
    async with running_system(servers, settings=SETTINGS, web_processes=WEB_PROCESSES) as system:
        await system.add_accounts([OTHER], company="beside")
        await system.add_accounts(_emails(max(CROWDS)), role="TRAINEE", profile="TRAINEE")
        # Each crowd has an address and a minute's limits of its own.
        sources = (f"127.0.1.{number}" for number in count(1))
        for people in CROWDS:
            slowest, least, meanwhile, rest = [], [], [], []
            for _ in range(rounds):
                before = await asyncio.to_thread(hashes_per_second)
                rest.append(await _watch(system, until=asyncio.create_task(asyncio.sleep(REST_SECONDS))))
                crowd = asyncio.create_task(_sign_in_at_once(system, people=people, source=next(sources)))
                meanwhile.append(await _watch(system, until=crowd))
                slowest.append(percentile(await crowd, 0.95))
                # A machine that others share is faster now and slower then.
                least.append(people / fmean((before, await asyncio.to_thread(hashes_per_second))))
            job = f"{people} sign-ins at once from one address"
            yield beside(f"{job}, p95", slowest, least, unit="s", beside="bare argon2id", limit=1.3)
            times = [[1_000 * each for each in side] for side in (meanwhile, rest)]
            yield beside(f"another company meanwhile ({people}), p95", *times, unit="ms", beside="at rest", limit=4)


def _emails(people: int) -> list[str]:
    return [f"learner{number}@example.com" for number in range(people)]


async def _sign_in_at_once(system: System, *, people: int, source: str) -> list[float]:
    """The seconds that each has waited for the session."""
    async with AsyncExitStack() as stack:
        urls = cycle(system.urls)
        clients = [await stack.enter_async_context(plain_client(next(urls), source=source)) for _ in range(people)]
        begun = time.perf_counter()

        async def seconds(client: PlainClient, email: str) -> float:
            await sign_in(client, email=email)
            return time.perf_counter() - begun

        return await asyncio.gather(*map(seconds, clients, _emails(people)))


async def _watch(system: System, *, until: "asyncio.Task[object]") -> float:
    """The p95 of another company's profile in all web processes, until the task is done."""
    times = []
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(plain_client(url)) for url in system.urls]
        call = get(f"{API}/users/profile", await sign_in(clients[0], email=OTHER))
        for client in cycle(clients):
            begun = time.perf_counter()
            await call(client)
            times.append(time.perf_counter() - begun)
            if until.done():
                return percentile(times, 0.95)
            await asyncio.sleep(PAUSE_SECONDS)
    raise AssertionError
