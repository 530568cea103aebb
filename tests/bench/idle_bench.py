"""A system that has nothing to do: what its processes take of a core and of memory."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Final

import psutil

from tests.bench.report import Row
from tests.bench.system import MEGABYTE, Servers, fresh_database, make_template, running_system

TEMPLATE: Final = "bench_idle"
# After the start: the first connections, and the first round of all that is done every few seconds.
SETTLE_SECONDS: Final = 5.0
# The clock of processor time counts hundredths: in this time 0.05 % of a core.
WATCHED_SECONDS: Final = 20.0


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    await make_template(servers, TEMPLATE)
    async with (
        fresh_database(servers, template=TEMPLATE) as url,
        running_system(servers, database_url=url) as system,
    ):
        await asyncio.sleep(SETTLE_SECONDS)
        processes = [psutil.Process(system.worker.pid), psutil.Process(system.web.pid)]
        worker, web = await _shares(processes)
        worker_memory, web_memory = (process.memory_info().rss / MEGABYTE for process in processes)
    yield Row(job="an idle worker's share of a core", ours=f"{worker:.2f} %", value=worker, limit=0.5, unit=" %")
    yield Row(job="an idle web process' share of a core", ours=f"{web:.2f} %", value=web, unit=" %")
    yield Row(
        job="memory of the worker at rest",
        ours=f"{worker_memory:.0f} MB",
        value=worker_memory,
        limit=90,
        unit=" MB",
    )
    yield Row(job="memory of the web at rest", ours=f"{web_memory:.0f} MB", value=web_memory, unit=" MB")


async def _shares(processes: list[psutil.Process]) -> list[float]:
    """Of a core, in percent."""
    begun, before = time.perf_counter(), list(map(_processor_seconds, processes))
    await asyncio.sleep(WATCHED_SECONDS)
    after, passed = list(map(_processor_seconds, processes)), time.perf_counter() - begun
    return [100 * (end - start) / passed for start, end in zip(before, after, strict=True)]


def _processor_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    seconds: float = times.user + times.system
    return seconds
