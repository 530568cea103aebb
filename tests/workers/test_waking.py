"""When a worker polls its queue; without a message the lanes of these tests poll once a minute."""

import asyncio
import gc
from typing import Any
from uuid import uuid4

from redis.asyncio import Redis

from server.messaging.messages.send_code import send_code
from server.messaging.messages.send_messages import send_messages
from server.platform.process.jobs import ArqJobQueue, Queue, make_arq_redis
from tests.fixtures.eventually import eventually
from tests.fixtures.lanes import running_lane


async def test_a_job_whose_message_is_lost_runs_at_the_next_poll(redis_url: str) -> None:
    ran = asyncio.Event()

    async def function(_: dict[str, Any]) -> None:
        ran.set()

    async with running_lane(redis_url, function, queue=Queue.WORK, poll_delay=0.2), asyncio.timeout(30):
        await _subscribed(redis_url, Queue.WORK)
        await _put_in_silence(redis_url)
        await ran.wait()


async def test_jobs_that_wait_for_a_slot_start_when_one_ends(redis_url: str) -> None:
    ran: asyncio.Queue[None] = asyncio.Queue()

    async def function(_: dict[str, Any]) -> None:
        ran.put_nowait(None)

    for _ in range(7):
        await _put_in_silence(redis_url)
    async with running_lane(redis_url, function, queue=Queue.WORK), asyncio.timeout(30):
        for _ in range(7):
            await ran.get()


async def test_a_job_runs_once_where_two_workers_are_woken(redis_url: str, queue: ArqJobQueue) -> None:
    ran: asyncio.Queue[str] = asyncio.Queue()

    async def function(_: dict[str, Any], message_id: str) -> None:
        ran.put_nowait(message_id)

    ids = [uuid4() for _ in range(20)]
    async with running_lane(redis_url, function), running_lane(redis_url, function), asyncio.timeout(30):
        for message_id in ids:
            await queue.enqueue(send_code.job(message_id=message_id))
        found = [await ran.get() for _ in ids]
    assert sorted(found) == sorted(map(str, ids))
    assert ran.empty()


async def test_a_worker_whose_subscription_is_cut_subscribes_again(redis_url: str, queue: ArqJobQueue) -> None:
    ran = asyncio.Event()

    async def function(_: dict[str, Any]) -> None:
        ran.set()

    async with running_lane(redis_url, function, queue=Queue.WORK), asyncio.timeout(30):
        await _subscribed(redis_url, Queue.WORK)
        async with Redis.from_url(redis_url) as redis:
            await redis.client_kill_filter(_type="pubsub")
        await _subscribed(redis_url, Queue.WORK)
        await queue.enqueue(send_messages.job())
        await ran.wait()


async def test_a_stop_lets_a_poll_end(redis_url: str) -> None:
    """Otherwise the poll's transaction would keep its connection: a ResourceWarning, which fails this test."""

    async def function(_: dict[str, Any]) -> None:
        pass

    await _put_in_silence(redis_url)
    async with Redis.from_url(redis_url) as redis:
        await redis.client_pause(60_000, all=False)
        async with running_lane(redis_url, function, queue=Queue.WORK) as stop:

            async def held_up() -> bool:
                return any(client["cmd"] == "psetex" for client in await redis.client_list())

            await eventually(held_up, within=30, what="a poll that takes the job")
            stop.set()
            await redis.ping()
            await redis.client_unpause()
        assert await redis.zcard(Queue.WORK.value) == 0
    gc.collect()


async def test_an_idle_worker_leaves_redis_alone(redis_url: str, queue: ArqJobQueue) -> None:
    """It polls when it starts, when it has subscribed, when a job is published and when one ends: twice each time."""
    ran = asyncio.Event()

    async def function(_: dict[str, Any]) -> None:
        ran.set()

    async with (
        running_lane(redis_url, function, queue=Queue.WORK),
        asyncio.timeout(30),
        Redis.from_url(redis_url) as redis,
    ):
        await _subscribed(redis_url, Queue.WORK)
        await redis.config_resetstat()
        await queue.enqueue(send_messages.job())
        await ran.wait()

        async def signed_off() -> bool:
            return not await redis.zcard(Queue.WORK.value)

        await eventually(signed_off, within=30, what="the end of the job")
        looks = (await redis.info("commandstats")).get("cmdstat_zrangebyscore", {"calls": 0})["calls"]
    assert looks <= 4 * 2


async def _subscribed(redis_url: str, queue: Queue) -> None:
    async with Redis.from_url(redis_url) as redis:

        async def subscribed() -> bool:
            return bool((await redis.pubsub_numsub(queue.value))[0][1])

        await eventually(subscribed, within=30, what="a subscription")


async def _put_in_silence(redis_url: str) -> None:
    redis = make_arq_redis(redis_url)
    await redis.enqueue_job("send_messages", _queue_name=Queue.WORK)
    await redis.aclose(close_connection_pool=True)
