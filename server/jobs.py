"""Names and payloads of jobs, and how they reach a worker. Nothing else in the server imports `arq`.

A job carries ids only. Losing one loses nothing: the sweeper puts back what Postgres says is unfinished.
"""

import asyncio
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol
from uuid import UUID

from arq.connections import ArqRedis
from redis.asyncio import ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from structlog import get_logger

ENQUEUE_SECONDS: Final = 1.0
# Without it a worker would listen for ever to a Redis that hangs.
REPLY_SECONDS: Final = 5.0

logger = get_logger(__name__)


class Queue(StrEnum):
    """Codes have a queue and worker slots of their own: nobody waits for a code behind an import."""

    CODES = "waymark:codes"
    WORK = "waymark:work"


class JobName(StrEnum):
    CHECK_IMPORT = "check_import"
    CREATE_ACCOUNTS = "create_accounts"
    INDEX_PEOPLE = "index_people"
    SEND_CODE = "send_code"
    SEND_MESSAGES = "send_messages"


@dataclass(frozen=True, kw_only=True)
class Job:
    name: JobName
    queue: Queue
    arguments: tuple[str, ...] = ()


def check_import(import_id: UUID) -> Job:
    return Job(name=JobName.CHECK_IMPORT, queue=Queue.WORK, arguments=(str(import_id),))


def create_accounts(import_id: UUID) -> Job:
    return Job(name=JobName.CREATE_ACCOUNTS, queue=Queue.WORK, arguments=(str(import_id),))


def index_people() -> Job:
    """Write the words by which imported people are found, whoever imported them."""
    return Job(name=JobName.INDEX_PEOPLE, queue=Queue.WORK)


def send_code(message_id: UUID) -> Job:
    return Job(name=JobName.SEND_CODE, queue=Queue.CODES, arguments=(str(message_id),))


def send_messages() -> Job:
    """Send what is due in the outbox, whatever it is; says nothing about which messages."""
    return Job(name=JobName.SEND_MESSAGES, queue=Queue.WORK)


class JobQueue(Protocol):
    async def enqueue(self, job: Job) -> None: ...


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


class ArqJobQueue:
    """The queue on Redis. With Redis away a job is dropped with a warning, within a second."""

    def __init__(self, redis_url: str) -> None:
        self._redis = make_arq_redis(redis_url)

    async def enqueue(self, job: Job) -> None:
        try:
            async with asyncio.timeout(ENQUEUE_SECONDS):
                await self._enqueue_over_live_connection(job)
        except (RedisError, OSError, TimeoutError) as error:
            logger.warning("job_not_enqueued", job=job.name, error=type(error).__name__)

    async def _enqueue_over_live_connection(self, job: Job) -> None:
        """A connection kept from before a restart of Redis fails at its first use, and is then made anew."""
        try:
            await self._enqueue_and_wake(job)
        except RedisConnectionError:
            await self._enqueue_and_wake(job)

    async def _enqueue_and_wake(self, job: Job) -> None:
        """Workers sleep until something is published under their queue's name; a lost message costs a second."""
        await self._redis.enqueue_job(job.name, *job.arguments, _queue_name=job.queue)
        await self._redis.publish(job.queue, job.name)

    async def close(self) -> None:
        await self._redis.aclose(close_connection_pool=True)
