"""Jobs on 100,000 people, from the request to the last result, and the list of people meanwhile."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

import asyncpg

from tests.bench.client import API, sign_in
from tests.bench.people import add_crowd
from tests.bench.plain_http import PlainClient, plain_client
from tests.bench.report import Row, percentile
from tests.bench.system import Servers, System, fresh_database, make_template, running_system

CROWD: Final = "bench_bulk"
PEOPLE: Final = 100_000
REST_SECONDS: Final = 3.0
POLL_SECONDS: Final = 0.05
PROBE_PAUSE: Final = 0.03
LIST: Final = f"{API}/users?page=1&sort=fullName"
# By action, the seconds that it may take.
LIMITS: Final[Mapping[str, float]] = {"add-to-batch": 5, "deactivate": 10, "set": 10}
# Each of the active people is signed in.
SESSIONS: Final = """
    INSERT INTO sessions (company_id, user_id, device, address, idle_expires_at, absolute_expires_at)
    SELECT company_id, id, 'Bench', '192.0.2.1', now() + interval '1 hour', now() + interval '1 day'
    FROM users WHERE is_active
"""


@dataclass(frozen=True, kw_only=True)
class Run:
    """Seconds of each job, and of each request for the list."""

    jobs: dict[str, float]
    at_rest: list[float]
    during: dict[str, list[float]]


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    connection = await asyncpg.connect(await make_template(servers, CROWD))
    await add_crowd(connection, people=PEOPLE)
    await connection.execute(SESSIONS, timeout=120)
    await connection.execute("VACUUM ANALYZE", timeout=120)
    await connection.close()
    runs = [await _measure(servers) for _ in range(rounds)]
    rest = percentile([seconds for each in runs for seconds in each.at_rest], 0.95)
    for action, limit in LIMITS.items():
        seconds = median(each.jobs[action] for each in runs)
        yield Row(
            job=f"{action} of {PEOPLE:,} people, request → completed",
            ours=f"{seconds:.2f} s",
            value=seconds,
            limit=limit,
            unit=" s",
        )
        during = percentile([seconds for each in runs for seconds in each.during[action]], 0.95)
        yield Row(
            job="… p95 of a page of the list during it / at rest",
            ours=f"{during * 1000:.1f} ms",
            baseline=f"{rest * 1000:.1f} ms",
            value=during / rest,
            limit=3,
        )


async def _measure(servers: Servers) -> Run:
    jobs, at_rest, during = dict[str, float](), list[float](), dict[str, list[float]]()
    for action in LIMITS:
        async with (
            fresh_database(servers, template=CROWD) as url,
            running_system(servers, database_url=url) as system,
            plain_client(system.url) as caller,
            plain_client(system.url) as prober,
        ):
            headers = {"Authorization": f"Bearer {await sign_in(caller)}"}
            order = await _order(caller, action, headers=headers)
            at_rest += await _probe(prober, headers=headers, seconds=REST_SECONDS)
            stop = asyncio.Event()
            probing = asyncio.create_task(_probe_until(prober, stop, headers=headers))
            jobs[action] = await _do(caller, action, order, headers=headers)
            stop.set()
            during[action] = await probing
            if action == "deactivate":
                await _refuse_live_sessions(system)
    return Run(jobs=jobs, at_rest=at_rest, during=during)


async def _order(client: PlainClient, action: str, *, headers: dict[str, str]) -> dict[str, Any]:
    if action == "set":
        return {"set": {"workLocation": "Pune"}}
    if action == "deactivate":
        return {}
    batch = await client.post(f"{API}/batches", body={"name": "July"}, headers=headers)
    return {"batchId": batch.json()["id"]}


async def _do(client: PlainClient, action: str, order: dict[str, Any], *, headers: dict[str, str]) -> float:
    begun = time.perf_counter()
    body = {"select": {"filter": {}}, "action": action, **order}
    job_id = (await client.post(f"{API}/users/bulk", body=body, headers=headers)).json()["id"]
    while (job := (await client.get(f"{API}/users/bulk/{job_id}", headers=headers)).json())["state"] == "processing":
        await asyncio.sleep(POLL_SECONDS)
    # Some of the crowd are inactive already.
    if job["done"] + job["unchanged"] < PEOPLE:
        raise RuntimeError(job)
    return time.perf_counter() - begun


async def _refuse_live_sessions(system: System) -> None:
    """Raises RuntimeError: people who were deactivated are still signed in."""
    connection = await asyncpg.connect(system.database_url)
    live = await connection.fetchval("SELECT count(*) FROM sessions WHERE ended_at IS NULL AND device = 'Bench'")
    await connection.close()
    if live > 1:
        raise RuntimeError(live)


async def _probe(client: PlainClient, *, headers: dict[str, str], seconds: float) -> list[float]:
    stop = asyncio.Event()
    probing = asyncio.create_task(_probe_until(client, stop, headers=headers))
    await asyncio.sleep(seconds)
    stop.set()
    return await probing


async def _probe_until(client: PlainClient, stop: asyncio.Event, *, headers: dict[str, str]) -> list[float]:
    taken = []
    while not stop.is_set():
        begun = time.perf_counter()
        await client.get(LIST, headers=headers)
        taken.append(time.perf_counter() - begun)
        await asyncio.sleep(PROBE_PAUSE)
    return taken
