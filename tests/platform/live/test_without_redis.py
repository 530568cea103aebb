"""Redis stops, hangs and comes back; health reports the subscription, and clients refetch."""

import asyncio
import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import httpx2
import pytest
from redis.asyncio import Redis

from deploy.local.redis_server import RedisServer
from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind
from server.platform.live.bus import SILENCE_SECONDS, RedisPublisher
from server.platform.services import Services
from tests.fixtures.eventually import eventually
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.socket_client import open_socket

CHANGED = UsersChanged(kind=UsersChangeKind.UPDATED)


async def is_cut_off(server: LiveServer) -> bool:
    return not server.publisher.subscribed.is_set()


@pytest.fixture
def redis_url(own_redis: RedisServer) -> str:
    """Each test has a Redis of its own, which it may stop or freeze."""
    return own_redis.url


async def test_publishing_without_redis_neither_raises_nor_blocks(tmp_path: Path) -> None:
    publisher = RedisPublisher(f"unix://{tmp_path}/no-redis.sock")
    async with asyncio.timeout(30):
        await publisher.publish(USERS_CHANGED, to=uuid4(), payload=CHANGED)
    await publisher.close()


async def test_publisher_without_redis_waits_a_whole_slot(tmp_path: Path) -> None:
    publisher = RedisPublisher(f"unix://{tmp_path}/no-redis.sock")
    async with asyncio.timeout(30):
        assert await publisher.reserve_slot("anything", every=0.25) == 0.25
    await publisher.close()


async def test_cut_subscription_is_detected_and_clients_reconnect(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    """Events published while no process was subscribed are lost; clients that reconnect refetch."""
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}) as socket:
        await server.publisher.subscribed.wait()
        async with Redis.from_url(services.settings.redis_url) as redis:
            await redis.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
        await socket.closed()
        assert not socket.was_disconnected
    async with open_socket(server.url, {"token": person.token}) as socket:
        async with asyncio.timeout(30):
            await server.publisher.subscribed.wait()
        worker = RedisPublisher(services.settings.redis_url)
        await worker.publish(USERS_CHANGED, to=person.company.id, payload=CHANGED)
        await socket.receive("users:changed")
        await worker.close()


@pytest.mark.slow
async def test_a_process_that_stood_still_keeps_its_sockets(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    """Redis has answered meanwhile, as on a machine that was paused."""
    person, worker = await sign_in(), RedisPublisher(services.settings.redis_url)
    async with open_socket(server.url, {"token": person.token}) as socket:
        await server.publisher.subscribed.wait()
        time.sleep(SILENCE_SECONDS + 1)  # noqa: ASYNC251 - nothing of this process runs
        await worker.publish(USERS_CHANGED, to=person.company.id, payload=CHANGED)
        await socket.receive("users:changed")
        assert socket.is_open
    await worker.close()


@pytest.mark.slow
async def test_redis_that_hangs_is_detected_while_requests_are_served(
    server: LiveServer, sign_in: SignIn, redis_url: str
) -> None:
    person = await sign_in()
    await server.publisher.subscribed.wait()
    async with Redis.from_url(redis_url) as redis:
        process_id = int((await redis.info("server"))["process_id"])
    os.kill(process_id, signal.SIGSTOP)
    try:
        async with httpx2.AsyncClient(base_url=server.url, timeout=12) as client:
            assert (await client.get("/api/v1/users/profile", headers=person.headers)).status_code == 200
            assert (await client.get("/health")).json()["checks"]["redis"] == "down"
            async with asyncio.timeout(30):
                await eventually(lambda: is_cut_off(server), within=30, what="the end of the subscription")
            readiness = await client.get("/health/ready")
            assert (readiness.status_code, readiness.json()["checks"]["realtime"]) == (503, "down")
            # Sockets of the same process still receive its own events.
            async with open_socket(server.url, {"token": person.token}) as socket:
                await server.publisher.publish(USERS_CHANGED, to=person.company.id, payload=CHANGED)
                await socket.receive("users:changed")
    finally:
        os.kill(process_id, signal.SIGCONT)
    async with asyncio.timeout(30):
        await server.publisher.subscribed.wait()


async def test_events_are_back_after_redis_restarts(
    server: LiveServer, sign_in: SignIn, own_redis: RedisServer, services: Services
) -> None:
    person = await sign_in()
    await server.publisher.subscribed.wait()
    async with Redis.from_url(own_redis.url) as redis:
        with suppress(ConnectionError):
            await redis.shutdown(nosave=True)
    await eventually(lambda: is_cut_off(server), within=30, what="the end of the subscription")
    process = own_redis.program.start()
    try:
        async with asyncio.timeout(30):
            await server.publisher.subscribed.wait()
        worker = RedisPublisher(services.settings.redis_url)
        async with open_socket(server.url, {"token": person.token}) as socket:
            await worker.publish(USERS_CHANGED, to=person.company.id, payload=CHANGED)
            await socket.receive("users:changed")
        await worker.close()
    finally:
        own_redis.program.stop(process)


async def test_a_closed_publisher_does_not_connect_again(own_redis: RedisServer) -> None:
    publisher = RedisPublisher(own_redis.url)
    await publisher.publish(USERS_CHANGED, to=uuid4(), payload=CHANGED)
    await publisher.close()
    await publisher.publish(USERS_CHANGED, to=uuid4(), payload=CHANGED)
    assert await publisher.reserve_slot("anything", every=0.25) == 0.25
    async with Redis.from_url(own_redis.url) as redis:
        assert len(await redis.client_list()) == 1
