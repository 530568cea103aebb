"""Runs tasks from the queues. Nothing else in the workers imports `arq`.

arq's Worker ends with the connection to Redis, so it is supervised and recreated until the process is to stop. A task
with a transient error is deferred; a permanent failure has been logged, and its use case has stored it in Postgres.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from arq.worker import Function, Retry, Worker, func
from redis.exceptions import RedisError
from structlog import get_logger
from structlog.contextvars import bound_contextvars

from server.platform.errors import UnavailableError
from server.platform.process.metrics import TASKS
from server.platform.process.outages import OUTAGES
from server.platform.process.tasks import (
    OUTAGES_LIFE,
    WORKER_HEARTBEAT,
    WORKER_OUTAGES,
    Queue,
    deserialize,
    make_arq_redis,
    serialize,
)
from server.platform.process.traces import TRACES


async def stops_within(seconds: float, stop: asyncio.Event) -> bool:
    """Wait until `stop` is set or the time has passed; whether it is set."""
    try:
        async with asyncio.timeout(seconds):
            return await stop.wait()
    except TimeoutError:
        return False


TaskRunner: TypeAlias = Callable[..., Awaitable[None]]

FINISH_SECONDS: Final = 15.0
POLL_SECONDS: Final = 1.0
CANCEL_SECONDS: Final = 3.0
CANCEL_AGAIN_SECONDS: Final = 0.1
SHORTEST_BACK_OFF: Final = 0.2
LONGEST_BACK_OFF: Final = 3.0
LONGEST_PUT_OFF: Final = 10

BEAT_SECONDS: Final = 3.0
HEARTBEAT_LIFE: Final = 15

TRANSIENT: Final = (UnavailableError, OSError, TimeoutError)

logger = get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Lane:
    """A queue and how many of its tasks run at once in this process.

    After a stop running tasks have `finish_seconds`; then they are cancelled and enqueued again.
    """

    queue: Queue
    slots: int
    finish_seconds: float = FINISH_SECONDS


def task_functions(tasks: Mapping[str, TaskRunner]) -> list[Function]:
    """Return the functions by name; each takes the context and the arguments of the task."""
    return [func(_guarded(name, runner), name=name) for name, runner in tasks.items()]


def _guarded(name: str, runner: TaskRunner) -> Any:  # noqa: ANN401 - arq's own protocol is not public
    async def run(context: dict[str, Any], *arguments: str) -> None:
        attempt: int = context["job_try"]
        with (
            bound_contextvars(task=name, job_id=context["job_id"], job_try=attempt, task_arguments=arguments),
            TRACES.span(name, job_id=context["job_id"], attempt=attempt),
        ):
            started_at = time.monotonic()
            try:
                await runner(context, *arguments)
            except Exception as error:
                passes = _is_transient(error)
                TASKS.labels(name, "put_off" if passes else "failed").inc()
                TRACES.describe(error=type(error).__name__, failed=True)
                if not passes:
                    logger.exception("task_failed")
                    return
                OUTAGES.warn("task_put_off", type(error).__name__)
                raise Retry(defer=min(2**attempt, LONGEST_PUT_OFF)) from None
            TASKS.labels(name, "done").inc()
            logger.info("task_done", seconds=round(time.monotonic() - started_at, 3))

    return run


def _is_transient(error: BaseException) -> bool:
    """An exception group is transient when every exception in it is."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(_is_transient, error.exceptions))
    return isinstance(error, TRANSIENT)


async def run_lane(
    lane: Lane, options: Mapping[str, Any], *, redis_url: str, context: Mapping[str, Any], stop: asyncio.Event
) -> None:
    """Take tasks until `stop` is set, also across outages of Redis; then let running ones finish."""
    finishing: set[asyncio.Task[None]] = set()
    back_off = SHORTEST_BACK_OFF
    while not stop.is_set():
        worker = Worker(
            **options,
            queue_name=lane.queue.value,
            max_jobs=lane.slots,
            redis_pool=make_arq_redis(redis_url),
            job_serializer=serialize,
            job_deserializer=deserialize,
            ctx=dict(context),
        )
        started_at = time.monotonic()
        await _run_until_stopped(worker, stop)
        # Where Redis was lost, running tasks finish beside the next worker; only their completion is not recorded yet.
        task = asyncio.create_task(_finish_jobs(worker, within=lane.finish_seconds))
        finishing.add(task)
        task.add_done_callback(finishing.discard)
        lasted = time.monotonic() - started_at
        back_off = SHORTEST_BACK_OFF if lasted > LONGEST_BACK_OFF else min(back_off * 2, LONGEST_BACK_OFF)
        await stops_within(back_off, stop)
    if finishing:
        await asyncio.wait(finishing)


async def _run_until_stopped(worker: Worker, stop: asyncio.Event) -> None:
    polling = asyncio.create_task(worker.main())
    tasks: set[asyncio.Task[Any]] = {polling, asyncio.create_task(stop.wait())}
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    is_lost = not stop.is_set()
    # A poll that is running ends first: cancelled, its transaction would be left open. The next ones take nothing.
    worker.allow_pick_jobs = False
    await asyncio.wait({polling}, timeout=POLL_SECONDS)
    await _cancel(tasks)
    errors = sorted({error for task in tasks if (error := _failure_of(task))})
    if is_lost:
        OUTAGES.failed("redis", ", ".join(errors) or "closed", at="queue")


async def _finish_jobs(worker: Worker, *, within: float) -> None:
    if worker.tasks:
        await asyncio.wait(worker.tasks.values(), timeout=within)
    await _cancel({task for task in worker.tasks.values() if not task.done()})
    for task in worker.tasks.values():
        if error := _failure_of(task):
            # The task has finished, but Redis has not recorded it and may deliver it again.
            OUTAGES.warn("task_not_signed_off", error)
    try:
        async with asyncio.timeout(1):
            await worker.pool.aclose(close_connection_pool=True)
    except (RedisError, OSError, TimeoutError):
        logger.debug("queue_connection_left", queue=worker.queue_name)


async def _cancel(tasks: set[asyncio.Task[Any]]) -> None:
    """Cancel repeatedly: redis-py and arq can swallow a cancellation in wait_for of Python 3.11."""
    deadline = time.monotonic() + CANCEL_SECONDS
    while tasks and time.monotonic() < deadline:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=CANCEL_AGAIN_SECONDS)


def _failure_of(task: asyncio.Task[Any]) -> str | None:
    error = task.exception() if task.done() and not task.cancelled() else None
    return None if error is None else type(error).__name__


async def beat(redis_url: str, *, stop: asyncio.Event, file: str | None = None) -> None:
    """The worker's heartbeat, and what it could not reach, which the health check reads.

    Without Redis it expires, as intended. `file` is touched for this process alone, also without Redis: a worker that
    waits for Redis is not mended by a restart.
    """
    redis = make_arq_redis(redis_url)
    while not stop.is_set():
        if file is not None:
            _touch(file)
        news = OUTAGES.take_news()
        try:
            async with redis.pipeline(transaction=True) as pipeline:
                pipeline.set(WORKER_HEARTBEAT, "alive", ex=HEARTBEAT_LIFE)
                for name, reason in news.items():
                    if reason is None:
                        pipeline.hdel(WORKER_OUTAGES, name)
                    else:
                        pipeline.hset(WORKER_OUTAGES, name, reason)
                        pipeline.expire(WORKER_OUTAGES, OUTAGES_LIFE)
                await pipeline.execute()
            OUTAGES.works("redis")
        except (RedisError, OSError) as error:
            OUTAGES.failed("redis", type(error).__name__, at="heartbeat")
        await stops_within(BEAT_SECONDS, stop)
    await redis.aclose(close_connection_pool=True)


def _touch(file: str) -> None:
    """Touch it; a file that cannot be written fails the health check, and the work goes on."""
    with suppress(OSError):
        Path(file).touch()
