"""F5 and F6 for the worker: Redis hangs, or has no room left."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from redis.asyncio import Redis

from deploy.local.postgres_server import wait_until
from deploy.local.redis_server import find_redis
from server.messaging.messages.sending import send_code
from server.platform.process.tasks import ArqTaskQueue
from server.platform.services import Services
from tests.fixtures.eventually import eventually
from tests.fixtures.forks import Fork
from tests.fixtures.outbox import QueueCode, fetch_message
from tests.fixtures.worker_process import StartWorker

pytestmark = pytest.mark.chaos


class OwnRedis:
    """A Redis that a test may stop or freeze."""

    def __init__(self, folder: Path) -> None:
        server = find_redis(folder)
        server.prepare()
        self.url = server.url
        self._program = server.program
        self._process = self._program.start()
        wait_until(server.is_ready, process=self._process, program=self._program)

    def hang(self) -> None:
        os.kill(self._process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self._process.pid, signal.SIGCONT)

    def end(self) -> None:
        self.go_on()
        self._program.stop(self._process)


@pytest.fixture
def own_redis() -> Iterator[OwnRedis]:
    folder = Path(tempfile.mkdtemp(prefix="waymark-"))
    redis = OwnRedis(folder)
    yield redis
    redis.end()
    shutil.rmtree(folder)


async def _sent(services: Services, message_id: UUID) -> None:
    async def sent() -> bool:
        return bool((await fetch_message(services, message_id)).state == "sent")

    await eventually(sent, within=20, what="a code")


async def _noticed(worker: Fork, event: str) -> None:
    async def noticed() -> bool:
        return event in worker.output()

    await eventually(noticed, within=20, what=event)


async def test_f5_a_worker_reconnects_after_redis_hangs(
    services: Services, start_worker: StartWorker, queue_code: QueueCode, own_redis: OwnRedis
) -> None:
    worker = await start_worker(REDIS_URL=own_redis.url)
    own_redis.hang()
    message_id = await queue_code()
    await _noticed(worker, "redis_unavailable")
    assert worker.runs
    own_redis.go_on()
    await _sent(services, message_id)


async def test_f5_a_worker_stops_in_time_while_redis_hangs(start_worker: StartWorker, own_redis: OwnRedis) -> None:
    worker = await start_worker(REDIS_URL=own_redis.url)
    own_redis.hang()
    await worker.stop(within=25)


async def test_f6_jobs_that_a_full_redis_refused_are_enqueued_once_it_has_room(
    services: Services, start_worker: StartWorker, queue_code: QueueCode, own_redis: OwnRedis
) -> None:
    worker = await start_worker(REDIS_URL=own_redis.url)
    async with Redis.from_url(own_redis.url) as redis:
        await redis.config_set("maxmemory", "1")
        message_id = await queue_code()
        queue = ArqTaskQueue(own_redis.url)
        await queue.enqueue(send_code.task(message_id=message_id))
        await queue.close()
        await _noticed(worker, "OutOfMemoryError")
        assert (await fetch_message(services, message_id)).state == "queued"
        await redis.config_set("maxmemory", "0")
    await _sent(services, message_id)
    assert worker.runs
