"""Lanes of a worker: retries, stops and outages of Redis."""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from server.messaging.messages.sending import send_code, send_messages
from server.platform.database.connections import TransactionConflictError
from server.platform.errors import UnavailableError
from server.platform.process.tasks import WORKER_HEARTBEAT, ArqTaskQueue, Queue, make_arq_redis
from tests.fixtures.eventually import eventually
from tests.fixtures.lanes import running_lane
from tests.fixtures.servers import running_redis
from workers.runner import beat


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder with a short name, so that a socket's path fits."""
    folder = Path(tempfile.mkdtemp(prefix="waymark-"))
    yield folder
    shutil.rmtree(folder)


async def test_a_job_runs_with_its_arguments_and_the_context(redis_url: str, queue: ArqTaskQueue) -> None:
    ran: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    async def function(context: dict[str, Any], message_id: str) -> None:
        ran.put_nowait((context["colour"], message_id))

    message_id = uuid4()
    async with running_lane(redis_url, function), asyncio.timeout(30):
        await queue.enqueue(send_code.task(message_id=message_id))
        assert await ran.get() == ("blue", str(message_id))


@pytest.mark.parametrize(
    "error",
    [
        UnavailableError(),
        ConnectionResetError(),
        TransactionConflictError(),
        ExceptionGroup("lanes", [UnavailableError(), OSError()]),
    ],
)
async def test_a_transient_error_defers_the_job(redis_url: str, queue: ArqTaskQueue, error: Exception) -> None:
    tries: list[int] = []
    done = asyncio.Event()

    async def function(context: dict[str, Any]) -> None:
        tries.append(context["job_try"])
        if len(tries) == 1:
            raise error
        done.set()

    async with running_lane(redis_url, function, queue=Queue.WORK), asyncio.timeout(30):
        await queue.enqueue(send_messages.task())
        await done.wait()
    assert tries == [1, 2]


async def test_a_job_of_another_version_is_dropped_and_the_next_one_runs(redis_url: str, queue: ArqTaskQueue) -> None:
    """A task of a name that only processes of another version know."""
    ran: asyncio.Queue[int] = asyncio.Queue()

    async def function(context: dict[str, Any]) -> None:
        ran.put_nowait(context["job_try"])

    redis = make_arq_redis(redis_url)
    await redis.enqueue_job("index_people", _queue_name=Queue.WORK)
    async with running_lane(redis_url, function, queue=Queue.WORK), asyncio.timeout(30):
        await queue.enqueue(send_messages.task())
        assert await ran.get() == 1
    assert await redis.zcard(Queue.WORK) == 0
    await redis.aclose(close_connection_pool=True)


async def test_a_permanent_error_is_logged_once_and_not_retried(redis_url: str, queue: ArqTaskQueue) -> None:
    ran: asyncio.Queue[str] = asyncio.Queue()

    async def function(_: dict[str, Any], message_id: str) -> None:
        ran.put_nowait(message_id)
        raise RuntimeError("it cannot be done")

    with capture_logs() as logs:
        async with running_lane(redis_url, function), asyncio.timeout(30):
            await queue.enqueue(send_code.task(message_id=uuid4()))
            await ran.get()
            await queue.enqueue(send_code.task(message_id=uuid4()))
            await ran.get()
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["task_failed", "task_failed"]
    async with Redis.from_url(redis_url) as redis:
        assert not await redis.keys("arq:*")


async def test_a_worker_outlives_a_redis_that_restarts(short_folder: Path) -> None:
    ran: asyncio.Queue[str] = asyncio.Queue()

    async def function(_: dict[str, Any], message_id: str) -> None:
        ran.put_nowait(message_id)

    before, after = uuid4(), uuid4()
    with running_redis(short_folder) as redis:
        queue = ArqTaskQueue(redis.url)
        first = asyncio.create_task(_enqueue_until_run(queue, before, ran))
        lane = running_lane(redis.url, function)
        await lane.__aenter__()
        await first
    with running_redis(short_folder):
        await _enqueue_until_run(queue, after, ran)
        await lane.__aexit__(None, None, None)
        await queue.close()


async def _enqueue_until_run(queue: ArqTaskQueue, message_id: UUID, ran: asyncio.Queue[str]) -> None:
    await queue.enqueue(send_code.task(message_id=message_id))
    async with asyncio.timeout(30):
        assert await ran.get() == str(message_id)


async def test_a_job_that_runs_while_redis_is_lost_runs_to_its_end(short_folder: Path) -> None:
    begun, go_on, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def function(_: dict[str, Any]) -> None:
        begun.set()
        await go_on.wait()
        ended.set()

    with running_redis(short_folder) as redis:
        queue = ArqTaskQueue(redis.url)
        await queue.enqueue(send_messages.task())
        lane = running_lane(redis.url, function, queue=Queue.WORK)
        await lane.__aenter__()
        async with asyncio.timeout(30):
            await begun.wait()
    go_on.set()
    async with asyncio.timeout(30):
        await ended.wait()
    await lane.__aexit__(None, None, None)
    await queue.close()


async def test_a_stop_lets_a_running_job_finish_and_takes_no_other(redis_url: str, queue: ArqTaskQueue) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()
    ran: list[str] = []

    async def function(_: dict[str, Any], message_id: str) -> None:
        begun.set()
        await go_on.wait()
        ran.append(message_id)

    first, second = uuid4(), uuid4()
    async with asyncio.timeout(30):
        async with running_lane(redis_url, function) as stop:
            await queue.enqueue(send_code.task(message_id=first))
            await begun.wait()
            stop.set()
            await queue.enqueue(send_code.task(message_id=second))
            go_on.set()
    assert ran == [str(first)]
    async with Redis.from_url(redis_url) as redis:
        assert await redis.zcard(Queue.CODES.value) == 1


async def test_a_job_that_does_not_end_is_enqueued_for_another_worker(redis_url: str, queue: ArqTaskQueue) -> None:
    begun, never, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def endless(_: dict[str, Any]) -> None:
        begun.set()
        await never.wait()

    async def quick(_: dict[str, Any]) -> None:
        ended.set()

    await queue.enqueue(send_messages.task())
    async with asyncio.timeout(30):
        async with running_lane(redis_url, endless, queue=Queue.WORK, finish_seconds=0.1):
            await begun.wait()
        async with running_lane(redis_url, quick, queue=Queue.WORK):
            await ended.wait()


async def test_the_heartbeat_ends_with_the_worker(redis_url: str, queue: ArqTaskQueue) -> None:
    stop = asyncio.Event()
    assert not await queue.is_served()
    beating = asyncio.create_task(beat(redis_url, stop=stop))
    async with Redis.from_url(redis_url) as redis:

        async def seen() -> bool:
            return bool(await redis.exists(WORKER_HEARTBEAT))

        await eventually(seen, within=30, what="a sign of life")
        assert 0 < await redis.ttl(WORKER_HEARTBEAT) <= 15
        assert await queue.is_served()
    stop.set()
    await beating


async def test_a_worker_touches_its_file_without_redis_and_where_it_cannot_it_works_on(tmp_path: Path) -> None:
    stop, nowhere = asyncio.Event(), f"unix://{tmp_path / 'no.sock'}"
    file = tmp_path / "heartbeat"
    beating = [asyncio.create_task(beat(nowhere, stop=stop, file=str(path))) for path in (file, tmp_path / "no" / "x")]

    async def touched() -> bool:
        return file.exists()

    await eventually(touched, within=30, what="the file")
    stop.set()
    await asyncio.gather(*beating)
