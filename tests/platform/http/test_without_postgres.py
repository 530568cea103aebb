"""Postgres restarts or hangs: requests get a problem in time, and succeed afterwards."""

import asyncio
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import psutil
import pytest

from deploy.local.postgres_server import SERVING_ROLE, PostgresServer, find_postgres, wait_until
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from tests.fixtures.eventually import eventually
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.servers import make_database
from tests.fixtures.web_process import answers, environment, free_port, web_process
from tests.fixtures.worker_process import StartWorker

PROFILE = "/api/v1/users/profile"
# It shuts down, then it is gone, then it starts: each is another error.
CAUSES = 5


@dataclass
class OwnPostgres:
    """A Postgres that a test may stop, start, freeze and thaw."""

    server: PostgresServer
    process: subprocess.Popen[bytes]

    def stop(self) -> None:
        self.server.program.stop(self.process)

    def restart(self) -> None:
        self.stop()
        self.process = self.server.program.start()
        wait_until(self.server.is_ready, process=self.process, program=self.server.program)

    def signal_all(self, number: signal.Signals) -> None:
        family = psutil.Process(self.process.pid)
        for member in (*family.children(recursive=True), family):
            os.kill(member.pid, number)


@pytest.fixture
def postgres() -> Iterator[OwnPostgres]:
    with tempfile.TemporaryDirectory(prefix="waymark-postgres-") as folder:
        server = find_postgres(Path(folder), durable=False)
        server.prepare()
        own = OwnPostgres(server=server, process=server.program.start())
        wait_until(server.is_ready, process=own.process, program=server.program)
        make_database(server, name="waymark")
        yield own
        server.program.stop(own.process)
        server.clean_up()


@pytest.fixture
def database_url(postgres: OwnPostgres) -> str:
    return postgres.server.url("waymark", role=SERVING_ROLE)


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    database = Database(settings.database_url, pool_size=settings.database_pool_size)
    await database.connect()
    yield database
    await database.disconnect()


async def test_requests_succeed_again_after_postgres_restarts(
    server: LiveServer, sign_in: SignIn, postgres: OwnPostgres
) -> None:
    person = await sign_in()
    async with httpx2.AsyncClient(base_url=server.url, headers=person.headers, timeout=30) as client:
        assert {(await client.get(PROFILE)).status_code for _ in range(4)} == {200}
        restarting = asyncio.create_task(asyncio.to_thread(postgres.restart))
        seen = set()
        while not restarting.done():
            answer = await client.get(PROFILE)
            seen.add(answer.status_code)
            if answer.status_code == 503:
                assert answer.json()["code"] == "unavailable"
                assert answer.headers["Retry-After"]
        await restarting
        async with asyncio.timeout(30):
            while (await client.get(PROFILE)).status_code != 200:
                pass
        assert {(await client.get(PROFILE)).status_code for _ in range(20)} == {200}
    assert seen <= {200, 503}


@pytest.mark.long
async def test_twenty_seconds_without_postgres_are_a_line_a_cause_and_one_at_the_end(
    settings: Settings, start_worker: StartWorker, postgres: OwnPostgres
) -> None:
    port, worker = free_port(), await start_worker()
    with web_process(environment(settings), port=port) as web:
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
            assert (await answers(port)).status_code == 200
            await asyncio.to_thread(postgres.stop)
            began = time.monotonic()
            while time.monotonic() - began < 20:
                await client.post("/api/v1/auth/refresh")
                await asyncio.sleep(0.2)
                assert (await client.get("/health")).status_code == 503
            await asyncio.to_thread(postgres.restart)

            async def are_back() -> bool:
                await client.get("/health")
                return all("postgres_available" in process.output() for process in (web, worker))

            await eventually(are_back, within=60, what="that Postgres is back")
        logs = [process.output().splitlines() for process in (web, worker)]
    for lines in logs:
        assert 1 <= sum("postgres_unavailable" in line for line in lines) <= CAUSES
        assert sum("postgres_available" in line for line in lines) == 1
        assert not any("Traceback" in line for line in lines)


@pytest.mark.slow
async def test_postgres_that_hangs_delays_no_request_beyond_its_limit(
    server: LiveServer, sign_in: SignIn, postgres: OwnPostgres
) -> None:
    person = await sign_in()
    async with httpx2.AsyncClient(base_url=server.url, headers=person.headers, timeout=30) as client:
        assert (await client.get(PROFILE)).status_code == 200
        postgres.signal_all(signal.SIGSTOP)
        try:
            started = time.monotonic()
            answers = await asyncio.gather(*(client.get(PROFILE) for _ in range(30)))
            # One after another on the eight connections they would take twenty.
            assert time.monotonic() - started < 15
            assert {answer.status_code for answer in answers} == {503}
            started = time.monotonic()
            assert (await client.get("/health/live")).status_code == 200
            assert (await client.get("/health")).json()["checks"]["database"] == "down"
            assert time.monotonic() - started < 15
        finally:
            postgres.signal_all(signal.SIGCONT)
        async with asyncio.timeout(30):
            while (await client.get(PROFILE)).status_code != 200:
                await asyncio.sleep(0.05)
        assert {(await client.get(PROFILE)).status_code for _ in range(20)} == {200}
