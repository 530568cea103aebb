"""Workers and Redis are killed in mid-import: it continues by itself, and no account is created or invited twice."""

import asyncio
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest
from redis.asyncio import Redis

from deploy.local.postgres_server import wait_until
from deploy.local.redis_server import RedisServer, find_redis
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportState
from server.platform.process.tasks import ArqTaskQueue
from tests.fixtures.eventually import eventually
from tests.fixtures.import_files import csv_file, people
from tests.fixtures.imports import Office
from tests.fixtures.live_server import LiveServer
from tests.fixtures.socket_client import open_socket
from tests.fixtures.worker_process import StartWorker

pytestmark = pytest.mark.slow

CONTINUES_SECONDS: Final = 180
# Repetitions in `make chaos`; once otherwise.
KILLS: Final = 3


@dataclass
class OwnRedis:
    """A Redis without persistence, to be killed and restarted."""

    server: RedisServer
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.server.prepare()
        self.process = self.server.program.start()
        wait_until(self.server.is_ready, process=self.process, program=self.server.program)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def redis() -> Iterator[OwnRedis]:
    folder = Path(tempfile.mkdtemp(prefix="waymark-redis-"))
    redis = OwnRedis(server=find_redis(folder))
    redis.start()
    yield redis
    redis.kill()
    shutil.rmtree(folder)


@pytest.fixture
def redis_url(redis: OwnRedis) -> str:
    """Each test has a Redis of its own, which it may stop or freeze."""
    return redis.server.url


@pytest.fixture
async def office(office: Office, redis_url: str) -> AsyncIterator[Office]:
    """An office whose jobs are enqueued for the workers."""
    queue = ArqTaskQueue(redis_url)
    yield replace(office, services=replace(office.services, tasks=queue))
    await queue.close()


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """The random times of kills; `--seed` repeats an earlier run."""
    seed = request.config.getoption("--seed")
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    print(f"seed {seed}")  # noqa: T201 - shown where the test fails
    return random.Random(seed)  # noqa: S311 - nothing secret


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    return KILLS if request.config.getoption("--run-chaos") else 1


async def begin(office: Office, *, rows: int, chunk: int) -> UUID:
    """Start an import in small chunks; its job is enqueued after it was divided."""
    import_id = await office.upload(csv_file(*people(rows)))
    await eventually(lambda: _is(office, import_id, ImportState.READY), within=30, what="the check")
    patient = replace(office, services=replace(office.services, tasks=office.jobs))
    await patient.start(import_id)
    await office.cut(import_id, rows=chunk)
    await office.services.tasks.enqueue(create_accounts.task(import_id=import_id))
    return import_id


async def _is(office: Office, import_id: UUID, state: ImportState) -> bool:
    return (await office.snapshot(import_id)).state is state


async def goes_on(office: Office, import_id: UUID, *, beyond: int, within: float = CONTINUES_SECONDS) -> ImportSnapshot:
    """The snapshot, once more than `beyond` rows are finished."""

    async def look() -> ImportSnapshot | None:
        snapshot = await office.snapshot(import_id)
        return snapshot if snapshot.processed > beyond or snapshot.state is ImportState.COMPLETED else None

    snapshot = await eventually(look, within=within, what=f"going on beyond row {beyond}")
    assert snapshot is not None
    return snapshot


async def ends_well(office: Office, import_id: UUID, *, rows: int) -> None:
    """Assert that it completes, with one account for each row and one invitation for each account."""
    await eventually(lambda: _is(office, import_id, ImportState.COMPLETED), within=180, what="the end")
    snapshot = await office.snapshot(import_id)
    assert (snapshot.success_count, snapshot.error_count) == (rows, 0)
    await office.check_books(import_id)
    notices = await office.fetch_value("SELECT count(*) FROM notifications WHERE kind = 'import_finished'")
    assert notices == 1


async def all_are_invited(office: Office, import_id: UUID, *, rows: int) -> None:
    async def look() -> bool:
        return (await office.snapshot(import_id)).invited == rows

    await eventually(look, within=CONTINUES_SECONDS, what="the invitations")
    mails = await office.fetch("SELECT recipient FROM captured_messages WHERE kind = 'invitation'")
    assert sorted(mail["recipient"] for mail in mails) == sorted(person[1] for person in people(rows))


async def test_worker_killed_again_and_again(
    office: Office, start_worker: StartWorker, chance: random.Random, kills: int
) -> None:
    """F1: kill -9 at any row; the next worker continues within 15 s."""
    rows = 600 * (kills + 1)
    worker = await start_worker()
    import_id = await begin(office, rows=rows, chunk=10)
    done = 0
    for _ in range(kills):
        await goes_on(office, import_id, beyond=done)
        await asyncio.sleep(chance.random() * 0.1)
        worker.kill()
        snapshot = await office.snapshot(import_id)
        assert snapshot.state is ImportState.PROCESSING, "it was killed too late to say anything"
        await office.check_books(import_id)
        done = snapshot.processed
        worker = await start_worker()
    await ends_well(office, import_id, rows=rows)


@pytest.mark.long
async def test_worker_killed_while_another_lives(
    office: Office, start_worker: StartWorker, chance: random.Random
) -> None:
    """F1: the other worker continues within 15 s; no worker is started."""
    rows = 3_000
    first, _ = await start_worker(), await start_worker()
    import_id = await begin(office, rows=rows, chunk=10)
    await goes_on(office, import_id, beyond=0)
    await asyncio.sleep(chance.random() * 0.2)
    first.kill()
    await goes_on(office, import_id, beyond=(await office.snapshot(import_id)).processed)
    await ends_well(office, import_id, rows=rows)


@pytest.mark.long
async def test_worker_killed_while_it_checks(office: Office, start_worker: StartWorker, chance: random.Random) -> None:
    """F1: the next worker reads the file again from the start, and its rows are counted once."""
    rows = 40_000
    worker = await start_worker()
    import_id = await office.upload(csv_file(*people(rows)))

    async def has_begun() -> bool:
        return (await office.snapshot(import_id)).checked_rows > 0

    await eventually(has_begun, within=CONTINUES_SECONDS, what="the check")
    await asyncio.sleep(chance.random() * 0.2)
    worker.kill()
    await start_worker()
    await eventually(lambda: _is(office, import_id, ImportState.READY), within=CONTINUES_SECONDS, what="the preview")
    snapshot = await office.snapshot(import_id)
    assert (snapshot.checked_rows, snapshot.valid_rows, snapshot.invalid_rows) == (rows, rows, 0)
    assert await office.fetch_value("SELECT count(*) FROM import_rows WHERE import_id = $1", import_id) == rows


@pytest.mark.long
async def test_worker_killed_while_it_undoes(
    office: Office, start_worker: StartWorker, chance: random.Random, kills: int
) -> None:
    """F1: kill -9 at any chunk; each account is deleted and counted once."""
    rows, imported = 1_000 * (kills + 1), "SELECT count(*) FROM users WHERE email LIKE 'imported%'"
    worker = await start_worker()
    import_id = await begin(office, rows=rows, chunk=10)
    await eventually(lambda: _is(office, import_id, ImportState.COMPLETED), within=CONTINUES_SECONDS, what="the end")
    await office.undo(import_id)
    done = 0
    for _ in range(kills):
        await eventually(partial(_undoes, office, import_id, beyond=done), within=CONTINUES_SECONDS, what="a chunk")
        await asyncio.sleep(chance.random() * 0.1)
        worker.kill()
        snapshot = await office.snapshot(import_id)
        assert snapshot.state is ImportState.UNDOING, "it was killed too late to say anything"
        done = snapshot.undone
        assert done + await office.fetch_value(imported) == rows
        worker = await start_worker()
    await eventually(
        lambda: _is(office, import_id, ImportState.UNDONE), within=CONTINUES_SECONDS, what="the end of the undo"
    )
    assert ((await office.snapshot(import_id)).undone, await office.fetch_value(imported)) == (rows, 0)


async def _undoes(office: Office, import_id: UUID, *, beyond: int) -> bool:
    return (await office.snapshot(import_id)).undone > beyond


@pytest.mark.long
async def test_worker_stopped_in_mid_chunk(office: Office, start_worker: StartWorker) -> None:
    """F2: the worker exits within 25 s, the chunk is committed or rolled back, and the next worker continues."""
    rows = 8_000
    worker = await start_worker()
    import_id = await begin(office, rows=rows, chunk=4_000)

    async def in_mid_chunk() -> bool:
        creating = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%INSERT INTO users%'"
        return bool(
            await office.fetch_value(f"{creating} AND pid <> pg_backend_pid() AND datname = current_database()")
        )

    await eventually(in_mid_chunk, within=CONTINUES_SECONDS, what="a chunk")
    started = time.monotonic()
    assert await worker.stop(within=30) == 0
    assert time.monotonic() - started < 25
    await office.check_books(import_id)
    processed = (await office.snapshot(import_id)).processed
    assert processed % 4_000 == 0
    await start_worker()
    await goes_on(office, import_id, beyond=processed)
    await ends_well(office, import_id, rows=rows)


@pytest.mark.long
async def test_redis_killed_and_started_again(
    office: Office, server: LiveServer, start_worker: StartWorker, redis: OwnRedis
) -> None:
    """F3: the worker survives, uploads are accepted, and live events resume."""
    rows = 1_200
    worker = await start_worker()
    import_id = await begin(office, rows=rows, chunk=10)
    await goes_on(office, import_id, beyond=0)
    redis.kill()
    uploaded = time.monotonic()
    second = await office.upload(csv_file(*people(20, first=rows + 1)))
    assert time.monotonic() - uploaded < 12
    await asyncio.sleep(1)
    await asyncio.to_thread(redis.start)
    await eventually(lambda: _is(office, second, ImportState.READY), within=CONTINUES_SECONDS, what="the second check")
    await goes_on(office, import_id, beyond=(await office.snapshot(import_id)).processed)
    async with asyncio.timeout(CONTINUES_SECONDS):
        await server.publisher.subscribed.wait()
    async with open_socket(server.url, {"token": office.person.token}) as socket:
        watched = await socket.ask("import:watch", {"importId": str(second)})
        assert watched["snapshot"]["state"] == "ready"
        await office.start(second)
        while (await socket.receive("import:progress", patience=CONTINUES_SECONDS))["state"] != "completed":
            socket.received.pop(0)
    await ends_well_both(office, import_id, second, rows=rows)
    assert worker.runs


async def ends_well_both(office: Office, import_id: UUID, second: UUID, *, rows: int) -> None:
    await eventually(lambda: _is(office, import_id, ImportState.COMPLETED), within=180, what="the end")
    for each, count in ((import_id, rows), (second, 20)):
        assert (await office.snapshot(each)).success_count == count
        await office.check_books(each)


@pytest.mark.long
async def test_redis_emptied_again_and_again(
    office: Office, start_worker: StartWorker, redis_url: str, *, chance: random.Random, kills: int
) -> None:
    """F4: the sweeper enqueues lost jobs again; every invitation is sent once."""
    rows = 3_000
    worker = await start_worker()
    import_id = await begin(office, rows=rows, chunk=10)
    await goes_on(office, import_id, beyond=0)
    worker.kill()
    done = (await office.snapshot(import_id)).processed
    async with Redis.from_url(redis_url) as client:
        await client.flushall()
        assert not await client.keys("waymark:*"), "the job was lost with everything else"
        await start_worker()
        for _ in range(kills):
            done = (await goes_on(office, import_id, beyond=done, within=CONTINUES_SECONDS)).processed
            await asyncio.sleep(chance.random() * 0.1)
            await client.flushall()
        await ends_well(office, import_id, rows=rows)
        await client.flushall()
        await all_are_invited(office, import_id, rows=rows)
