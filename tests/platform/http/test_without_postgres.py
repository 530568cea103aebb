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
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.servers import make_database

PROFILE = "/api/v1/users/profile"


@dataclass
class OwnPostgres:
    """A Postgres that a test may stop, start, freeze and thaw."""

    server: PostgresServer
    process: subprocess.Popen[bytes]

    def restart(self) -> None:
        self.server.program.stop(self.process)
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
