"""Limits by address: shared through Redis, kept in the process without Redis, and not evaded by headers."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from quart.typing import TestClientProtocol as Client
from redis.asyncio import Redis

from server.platform.http.rate_limiter import Limit, RateLimiter
from server.platform.process.metrics import exposition
from tests.fixtures.eventually import eventually
from tests.fixtures.people import SignIn

# Long windows, so that none ends during a test.
CENTURY = 10**9
LIMIT = Limit(bucket="test", count=5, seconds=CENTURY)


@pytest.fixture
async def limiter(redis_url: str) -> AsyncIterator[RateLimiter]:
    limiter = RateLimiter(redis_url, scale=1)
    yield limiter
    await limiter.close()


@pytest.fixture
async def other_limiter(redis_url: str) -> AsyncIterator[RateLimiter]:
    """The limiter of another process."""
    limiter = RateLimiter(redis_url, scale=1)
    yield limiter
    await limiter.close()


async def allowed(limiter: RateLimiter, calls: int, *, limit: Limit = LIMIT, address: str = "192.0.2.1") -> int:
    answers = [await limiter.spend(limit, key=address) for _ in range(calls)]
    return answers.count(None)


async def test_no_more_than_the_limit_passes(limiter: RateLimiter) -> None:
    assert await allowed(limiter, 8) == 5
    wait = await limiter.spend(LIMIT, key="192.0.2.1")
    assert wait is not None
    assert 1 <= wait <= CENTURY


async def test_a_refusal_is_counted_by_its_limit(limiter: RateLimiter) -> None:
    counted = Limit(bucket="counted", count=1, seconds=CENTURY)
    assert await allowed(limiter, 3, limit=counted) == 1
    assert 'waymark_refusals_total{limit="counted"} 2.0' in exposition().decode()


async def test_processes_share_a_limit(limiter: RateLimiter, other_limiter: RateLimiter) -> None:
    assert await allowed(limiter, 3) + await allowed(other_limiter, 8) == 5


async def test_parallel_calls_are_counted_one_by_one(limiter: RateLimiter) -> None:
    answers = await asyncio.gather(*(limiter.spend(LIMIT, key="192.0.2.1") for _ in range(30)))
    assert answers.count(None) == 5


async def test_parallel_calls_share_a_lease(limiter: RateLimiter, other_limiter: RateLimiter) -> None:
    """Else the first calls of a busy process would take the whole limit from all others."""
    generous = Limit(bucket="generous", count=100, seconds=CENTURY)
    answers = await asyncio.gather(*(limiter.spend(generous, key="192.0.2.1") for _ in range(30)))
    assert answers.count(None) == 30
    assert await allowed(other_limiter, 80, limit=generous) == 70


async def test_addresses_and_buckets_are_apart(limiter: RateLimiter) -> None:
    assert await allowed(limiter, 8) == 5
    assert await allowed(limiter, 8, address="192.0.2.2") == 5
    assert await allowed(limiter, 8, limit=Limit(bucket="other", count=5, seconds=CENTURY)) == 5


async def test_one_ipv6_network_is_one_address(limiter: RateLimiter) -> None:
    assert await allowed(limiter, 3, address="2001:db8::1") + await allowed(limiter, 8, address="2001:db8::ffff") == 5
    assert await allowed(limiter, 8, address="2001:db8:0:100::1") == 5


async def test_generous_limit_is_exact_too(limiter: RateLimiter) -> None:
    assert await allowed(limiter, 130, limit=Limit(bucket="generous", count=100, seconds=CENTURY)) == 100


async def allowed_in_one_window(limiter: RateLimiter, limit: Limit) -> int:
    """How many of four calls are allowed that all fall into one second, which was not begun by others."""

    async def next_second() -> bool:
        return int(time.time()) > before

    while True:
        before = int(time.time())
        await eventually(next_second, within=30, what="the next second")
        window = int(time.time())
        found = await allowed(limiter, 4, limit=limit)
        if int(time.time()) == window:
            return found


async def test_next_window_starts_with_the_full_limit(limiter: RateLimiter) -> None:
    limit = Limit(bucket="short", count=2, seconds=1)
    assert [await allowed_in_one_window(limiter, limit) for _ in range(2)] == [2, 2]


async def test_scale_multiplies(redis_url: str) -> None:
    limiter = RateLimiter(redis_url, scale=2)
    assert await allowed(limiter, 20) == 10
    await limiter.close()


async def test_without_redis_the_process_counts_alone(tmp_path: Path) -> None:
    limiter = RateLimiter(f"unix://{tmp_path}/no-redis.sock", scale=1)
    async with asyncio.timeout(30):
        assert await allowed(limiter, 8) == 5
    await limiter.close()


async def test_what_a_process_has_taken_counts_where_redis_has_lost_it(redis_url: str, limiter: RateLimiter) -> None:
    assert await allowed(limiter, 4) == 4
    async with Redis.from_url(redis_url) as redis:
        await redis.flushdb()
    assert await allowed(limiter, 4) == 1


async def test_refused_call_has_a_retry_after(odd_client: Client) -> None:
    answers = [await odd_client.get("/api/odd/rare") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    problem = await answers[-1].get_json()
    assert problem["code"] == "too_many_requests"
    assert answers[-1].headers["Retry-After"] == str(problem["retryAfter"])


@pytest.mark.security("S143")
async def test_who_is_signed_in_is_limited_as_an_account(odd_client: Client, sign_in: SignIn) -> None:
    """Whatever others do at the same address, without a session or with one."""
    one, other = await sign_in(), await sign_in()

    async def call(headers: dict[str, str], *, times: int) -> list[int]:
        return [(await odd_client.get("/api/odd/own", headers=headers)).status_code for _ in range(times)]

    assert await call({"Authorization": "Bearer x.y.z"}, times=5) == [401, 401, 401, 429, 429]
    assert await call(one.headers, times=5) == [200, 200, 200, 429, 429]
    assert await call(other.headers, times=1) == [200]


async def test_forged_forwarding_evades_no_limit(odd_client: Client) -> None:
    statuses = [
        (await odd_client.get("/api/odd/rare", headers={"X-Forwarded-For": f"198.51.100.{number}"})).status_code
        for number in range(5)
    ]
    assert statuses == [200, 200, 200, 429, 429]


@pytest.mark.settings(trusted_proxies="10.0.0.0/8")
async def test_behind_a_trusted_proxy_clients_are_limited_separately(odd_client: Client) -> None:
    async def call(visitor: str) -> int:
        answer = await odd_client.get(
            "/api/odd/rare",
            headers={"X-Forwarded-For": f"6.6.6.6, {visitor}, 10.1.1.1"},
            scope_base={"client": ("10.2.2.2", 1)},
        )
        return answer.status_code

    assert [await call("198.51.100.1") for _ in range(4)] == [200, 200, 200, 429]
    assert await call("198.51.100.2") == 200
