"""Health reports the state of every dependency in time, also while one hangs."""

import asyncio
import os
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from quart.typing import TestClientProtocol as Client
from redis.asyncio import Redis

from server.platform.database.connections import Database
from server.platform.process.tasks import WORKER_HEARTBEAT
from server.platform.process.version import BUILD
from server.platform.services import Services
from tests.fixtures.app import running
from tests.fixtures.servers import running_redis

ALL_WELL = {"database": "ok", "redis": "ok", "worker": "ok", "realtime": "ok"}


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(redis_url) as redis:
        yield redis


@pytest.mark.parametrize("path", ["/health", "/api/v1/health", "/health/ready"])
async def test_everything_is_well(client: Client, redis: Redis, path: str) -> None:
    await redis.set(WORKER_HEARTBEAT, "1", ex=15)
    answer = await client.get(path)
    assert answer.status_code == 200
    assert await answer.get_json() == {"status": "ok", "version": BUILD, "checks": ALL_WELL}


async def test_without_a_worker_it_is_degraded_but_ready(client: Client) -> None:
    answer = await client.get("/health")
    body = await answer.get_json()
    assert (answer.status_code, body["status"], body["checks"]) == (200, "degraded", ALL_WELL | {"worker": "down"})
    assert (await client.get("/health/ready")).status_code == 200


async def test_without_postgres_it_is_unavailable_with_retry_after(client: Client, database: Database) -> None:
    await database.disconnect()
    for path in ("/health", "/health/ready"):
        answer = await client.get(path)
        body = await answer.get_json()
        assert (answer.status_code, body["status"], body["checks"]["database"]) == (503, "unavailable", "down")
        assert (body["code"], body["retryAfter"], answer.headers["Retry-After"]) == ("unavailable", 2, "2")
        assert body["message"] == "Service temporarily unavailable. Please try again later."
    assert (await client.get("/health/live")).status_code == 200
    await database.connect()


async def test_process_without_its_event_listener_is_not_ready(services: Services) -> None:
    async with running(services, is_subscribed=lambda: False) as app:
        client = app.test_client()
        answer = await client.get("/health/ready")
        assert (answer.status_code, (await answer.get_json())["checks"]["realtime"]) == (503, "down")
        assert (await client.get("/health")).status_code == 200


class TestHangingRedis:
    @pytest.fixture
    def redis_url(self) -> Iterator[str]:
        with tempfile.TemporaryDirectory(prefix="waymark-redis-") as folder, running_redis(Path(folder)) as own:
            yield own.url

    async def test_answer_comes_in_time(self, client: Client, redis: Redis) -> None:
        process_id = int((await redis.info("server"))["process_id"])
        os.kill(process_id, signal.SIGSTOP)
        try:
            started = time.monotonic()
            answer = await client.get("/health")
            assert time.monotonic() - started < 5
        finally:
            os.kill(process_id, signal.SIGCONT)
        body = await answer.get_json()
        assert (answer.status_code, body["status"], body["checks"]["redis"]) == (200, "degraded", "down")


async def test_many_at_once_are_answered(client: Client) -> None:
    answers = await asyncio.gather(*(client.get("/health") for _ in range(50)))
    assert {answer.status_code for answer in answers} == {200}
