"""What processes cost at rest, and how long `make run` takes in a fresh copy of the project and again."""

import asyncio
import os
import re
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median
from typing import Final

import httpx2

from deploy.local.programs import Program, last_lines
from tests.bench.report import Row
from tests.bench.system import PROJECT, Servers, run_program, running_system
from tests.fixtures.web_process import free_port

# After the start: the first connections, and the first round of all that is done every few seconds.
SETTLE_SECONDS: Final = 5.0
# The clock of processor time counts hundredths: in this time 0.05 % of a core.
WATCHED_SECONDS: Final = 20.0
PATIENCE_SECONDS: Final = 600.0
END_SECONDS: Final = 60.0
# Settings of the bench's own `make` and servers: a run by hand has none of these.
NOT_PASSED_ON: Final = re.compile("MAKE.*|MFLAGS|(MIGRATION_)?DATABASE_URL|REDIS_URL|SECRET_KEYS|APP_ENV|HOST|DEMO")


async def run_idle(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    """Once, whatever the rounds: a rest is long enough."""
    async with running_system(servers) as system:
        await asyncio.sleep(SETTLE_SECONDS)
        begun, before = time.perf_counter(), sum(system.worker.cpu_times()[:2])
        await asyncio.sleep(WATCHED_SECONDS)
        passed, used = time.perf_counter() - begun, sum(system.worker.cpu_times()[:2]) - before
        web, worker = (process.memory_info().rss / 2**20 for process in (system.web, system.worker))
    yield Row(job="idle worker, of a core", ours=100 * used / passed, unit="%", limit=0.5)
    yield Row(job="memory of the web process at rest", ours=web, unit="MB", limit=160)
    yield Row(job="memory of the worker at rest", ours=worker, unit="MB", limit=130)


async def run_start(_servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    """The first start installs and builds; what pip and npm have in their caches is not downloaded again."""
    with tempfile.TemporaryDirectory(prefix="waymark-bench-run-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder)
        for name in run_program(["git", "ls-files"], environment=os.environ, folder=PROJECT).splitlines():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / name, copy / name)
        try:
            yield Row(job="make run, the first time, to a usable page", ours=_start(copy), unit="s", limit=60)
            again = median(_start(copy) for _ in range(rounds))
            yield Row(job="make run, the second time, to a usable page", ours=again, unit="s", limit=10)
        finally:
            # Where root's folders are closed to others, Postgres' files lie elsewhere, behind a link.
            shutil.rmtree((copy / ".data" / "postgres").resolve(), ignore_errors=True)


def _start(project: Path) -> float:
    """Seconds from the command to the login page; everything has ended afterwards."""
    port, log = free_port(), project / "make.log"
    kept = {name: value for name, value in os.environ.items() if not NOT_PASSED_ON.fullmatch(name)}
    argv, given = ("make", "run"), {**kept, "PORT": str(port)}
    program = Program(name="make", argv=argv, environment=given, folder=project, log=log, grace=END_SECONDS)
    begun = time.perf_counter()
    make = program.start()
    try:
        while not _shows_login(f"http://127.0.0.1:{port}"):
            if make.poll() is not None or time.perf_counter() - begun > PATIENCE_SECONDS:
                raise RuntimeError(f"make run showed no page. The end of its output:\n{last_lines(log)}")
            time.sleep(0.05)
        return time.perf_counter() - begun
    finally:
        program.stop(make)


def _shows_login(url: str) -> bool:
    try:
        return httpx2.get(f"{url}/health").is_success and httpx2.get(f"{url}/login").is_success
    except httpx2.TransportError:
        return False
