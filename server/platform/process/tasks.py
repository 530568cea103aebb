"""How a use case is declared a task, and how tasks reach a worker. Nothing else in the server imports `arq`.

A task carries ids only. Losing one loses nothing: the sweeper enqueues what is unfinished in Postgres.
"""

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Concatenate, Final, Generic, ParamSpec, Protocol, TypeVar
from uuid import UUID

from arq.connections import ArqRedis
from redis.asyncio import ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from server.platform.process.outages import OUTAGES
from server.platform.process.traces import TRACES

ENQUEUE_SECONDS: Final = 1.0
# The heartbeat of all workers; it expires 15 s after the last one has stopped.
WORKER_HEARTBEAT: Final = "waymark:worker:heartbeat"
# What workers cannot reach, and why; forgotten after longer than any retry waits.
WORKER_OUTAGES: Final = "waymark:worker:outages"
OUTAGES_LIFE: Final = 3 * 3_600
# Without it a worker would listen for ever to a Redis that hangs.
REPLY_SECONDS: Final = 5.0

S_contra = TypeVar("S_contra", contravariant=True)
P = ParamSpec("P")


class Queue(StrEnum):
    """Codes have a queue and worker slots of their own: no code waits behind an import."""

    CODES = "waymark:codes"
    WORK = "waymark:work"


@dataclass(frozen=True, kw_only=True)
class Task:
    name: str
    queue: Queue
    arguments: tuple[str, ...] = ()


class TaskFunction(Generic[S_contra, P]):
    """A use case that a worker runs. It is called like the function that it was made of.

    Its name on the queue is the function's, its payload the function's ids (its UUIDs) in their order.
    """

    def __init__(self, function: Callable[Concatenate[S_contra, P], Awaitable[None]], *, queue: Queue) -> None:
        self.name = function.__name__
        self.queue = queue
        self._function: Callable[..., Awaitable[None]] = function
        parameters = inspect.signature(function).parameters.values()
        self._ids = [parameter.name for parameter in parameters if parameter.annotation is UUID]

    async def __call__(self, services: S_contra, *args: P.args, **ids: P.kwargs) -> None:
        await self._function(services, *args, **ids)

    def task(self, *_: P.args, **ids: P.kwargs) -> Task:
        return Task(name=self.name, queue=self.queue, arguments=tuple(str(ids[name]) for name in self._ids))

    async def run(self, services: S_contra, *arguments: str) -> None:
        """Run the use case with the arguments of a task from the queue."""
        await self._function(services, **dict(zip(self._ids, map(UUID, arguments), strict=True)))


def task(queue: Queue) -> Callable[[Callable[Concatenate[S_contra, P], Awaitable[None]]], TaskFunction[S_contra, P]]:
    """Declare a use case a task; `workers.main` lists those that workers run."""
    return lambda function: TaskFunction(function, queue=queue)


class TaskQueue(Protocol):
    async def enqueue(self, task: Task) -> None: ...

    async def is_served(self) -> bool: ...


def serialize(value: dict[str, Any]) -> bytes:
    return json.dumps(value).encode()


def deserialize(value: bytes) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(value)
    return loaded


def make_arq_redis(url: str) -> ArqRedis:
    """A client that connects when it is first used, so that a start does not need Redis.

    `url` is redis://, rediss:// or unix:// (with `?db=` and `?password=` as redis-py reads them).
    """
    pool: Any = ConnectionPool.from_url(url, socket_connect_timeout=ENQUEUE_SECONDS, socket_timeout=REPLY_SECONDS)
    return ArqRedis(
        connection_pool=pool, job_serializer=serialize, job_deserializer=deserialize, expires_extra_ms=60_000
    )


class ArqTaskQueue:
    """The queue on Redis. With Redis away a task is dropped within a second."""

    def __init__(self, redis_url: str) -> None:
        self._redis = make_arq_redis(redis_url)

    async def enqueue(self, task: Task) -> None:
        given: dict[str, Any] = {"_queue_name": task.queue, "_job_id": TRACES.new_job_id()}
        try:
            async with asyncio.timeout(ENQUEUE_SECONDS):
                # A connection from before a restart of Redis fails once and is replaced.
                with suppress(RedisConnectionError):
                    await self._redis.enqueue_job(task.name, *task.arguments, **given)
                    return
                await self._redis.enqueue_job(task.name, *task.arguments, **given)
        except (RedisError, OSError, TimeoutError) as error:
            OUTAGES.failed("redis", type(error).__name__, at="enqueue", task=task.name)

    async def is_served(self) -> bool:
        """Whether a worker runs tasks; none does without Redis."""
        try:
            async with asyncio.timeout(ENQUEUE_SECONDS):
                return bool(await self._redis.exists(WORKER_HEARTBEAT))
        except (RedisError, OSError, TimeoutError) as error:
            OUTAGES.failed("redis", type(error).__name__, at="heartbeat")
            return False

    async def close(self) -> None:
        await self._redis.aclose(close_connection_pool=True)
