"""Calls with an Idempotency-Key run once; repetitions get the stored answer."""

import asyncio
from dataclasses import replace

import pytest

from server.platform.errors import ConflictError
from server.platform.http.idempotency.repository import DELETE_OLD_KEYS, IdempotencyKeyReusedError, IdempotentCall, once
from server.platform.schemas import MessageResponse
from server.platform.services import Services
from tests.fixtures.people import Person, SignIn


class Counter:
    """Work that counts its runs."""

    def __init__(self) -> None:
        self.done = 0

    async def work(self) -> MessageResponse:
        self.done += 1
        return MessageResponse(message=f"number {self.done}")


@pytest.fixture
def counter() -> Counter:
    return Counter()


@pytest.fixture
async def person(sign_in: SignIn) -> Person:
    return await sign_in()


@pytest.fixture
def call(person: Person) -> IdempotentCall:
    return IdempotentCall(
        company_id=person.company.id, user_id=person.id, path="/api/v1/things", key="key-1", parts=(b"{}", b"file")
    )


async def perform(services: Services, counter: Counter, call: IdempotentCall | None) -> str:
    async with services.unit_of_work() as unit:
        answer = await once(unit.connection, counter.work, call=call, answer=MessageResponse, keys=services.keys)
    return answer.message


async def test_same_call_again_gets_the_same_answer(services: Services, counter: Counter, call: IdempotentCall) -> None:
    assert [await perform(services, counter, call) for _ in range(3)] == ["number 1"] * 3


async def test_call_without_a_key_is_done_every_time(services: Services, counter: Counter) -> None:
    assert [await perform(services, counter, None) for _ in range(2)] == ["number 1", "number 2"]


async def test_concurrent_repetitions_do_the_work_once(
    services: Services, counter: Counter, call: IdempotentCall
) -> None:
    answers = await asyncio.gather(*(perform(services, counter, call) for _ in range(6)))
    assert answers == ["number 1"] * 6


@pytest.mark.parametrize("parts", [(b"{}", b"other file"), (b'{"a":1}', b"file"), (b"{}fi", b"le")])
async def test_key_used_for_something_else_is_refused(
    services: Services, counter: Counter, call: IdempotentCall, parts: tuple[bytes, ...]
) -> None:
    await perform(services, counter, call)
    with pytest.raises(IdempotencyKeyReusedError):
        await perform(services, counter, replace(call, parts=parts))
    assert counter.done == 1


async def test_keys_are_separate_by_user_and_path(
    services: Services, counter: Counter, call: IdempotentCall, sign_in: SignIn
) -> None:
    other = await sign_in()
    await perform(services, counter, call)
    assert await perform(services, counter, replace(call, user_id=other.id)) == "number 2"
    assert await perform(services, counter, replace(call, path="/api/v1/others")) == "number 3"


async def test_failed_work_leaves_the_key_free(services: Services, counter: Counter, call: IdempotentCall) -> None:
    async def fail() -> MessageResponse:
        raise ConflictError

    with pytest.raises(ConflictError):
        async with services.unit_of_work() as unit:
            await once(unit.connection, fail, call=call, answer=MessageResponse, keys=services.keys)
    assert await perform(services, counter, call) == "number 1"


async def test_key_is_free_again_after_a_day(services: Services, counter: Counter, call: IdempotentCall) -> None:
    await perform(services, counter, call)
    await age(services, "25 hours")
    assert await perform(services, counter, call) == "number 2"
    assert await perform(services, counter, call) == "number 2"


async def test_old_keys_are_deleted(services: Services, counter: Counter, call: IdempotentCall) -> None:
    await perform(services, counter, call)
    await perform(services, counter, replace(call, key="key-2"))
    await age(services, "25 hours", key="key-2")
    async with services.unit_of_work() as unit:
        await unit.connection.execute(DELETE_OLD_KEYS)
        left = await unit.connection.fetch_all("SELECT key FROM idempotency_keys")
    assert [row.key for row in left] == ["key-1"]


async def test_request_itself_is_not_kept(services: Services, counter: Counter, call: IdempotentCall) -> None:
    await perform(services, counter, replace(call, parts=(b"canary-7f3a",)))
    async with services.database.reading() as connection:
        row = await connection.fetch_one("SELECT CAST(k AS text) AS whole FROM idempotency_keys AS k")
    assert row is not None
    assert "canary" not in row.whole
    assert b"canary-7f3a".hex() not in row.whole


async def age(services: Services, interval: str, *, key: str = "key-1") -> None:
    async with services.unit_of_work() as unit:
        await unit.connection.execute(
            """
            UPDATE idempotency_keys SET created_at = now() - CAST(CAST(:interval AS text) AS interval)
             WHERE key = :key
            """,
            interval=interval,
            key=key,
        )
