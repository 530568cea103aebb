"""What many ask for at the same moment is read once for all of them, and always after it was asked for."""

import asyncio

import pytest

from server.platform.database.shared_reads import SharedReads
from server.platform.errors import NotFoundError


class Shelf:
    """One value, and readers that wait for its door to be open."""

    def __init__(self) -> None:
        self.value = 1
        self.reads = 0
        self.has_begun, self.is_open = asyncio.Event(), asyncio.Event()
        self.is_open.set()
        self._shared = SharedReads()

    async def ask(self, key: str = "value") -> int:
        return await self._shared.read(key, self._read)

    async def _read(self) -> int:
        self.reads += 1
        value = self.value
        self.has_begun.set()
        await self.is_open.wait()
        if not value:
            raise NotFoundError
        return value


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


async def test_one_read_for_all_who_ask_meanwhile(shelf: Shelf) -> None:
    assert await asyncio.gather(*(shelf.ask() for _ in range(1000))) == [1] * 1000
    assert shelf.reads == 2


async def test_one_after_the_other_reads_each_time(shelf: Shelf) -> None:
    assert [await shelf.ask() for _ in range(3)] == [1, 1, 1]
    assert shelf.reads == 3


async def test_a_change_that_precedes_a_call_is_seen_by_it(shelf: Shelf) -> None:
    shelf.is_open.clear()
    early = asyncio.create_task(shelf.ask())
    await shelf.has_begun.wait()
    shelf.value = 2
    late = [asyncio.create_task(shelf.ask()) for _ in range(3)]
    await asyncio.sleep(0)
    shelf.is_open.set()
    assert await asyncio.gather(early, *late) == [1, 2, 2, 2]
    assert shelf.reads == 2


async def test_other_keys_do_not_wait(shelf: Shelf) -> None:
    shelf.is_open.clear()
    waiting = [asyncio.create_task(shelf.ask(key)) for key in "abc"]
    while shelf.reads < len(waiting):
        await asyncio.sleep(0)
    shelf.is_open.set()
    assert await asyncio.gather(*waiting) == [1, 1, 1]


async def test_a_caller_that_leaves_takes_no_other_along(shelf: Shelf) -> None:
    shelf.is_open.clear()
    asked = [asyncio.create_task(shelf.ask()) for _ in range(4)]
    await shelf.has_begun.wait()
    for leaving in asked[::2]:
        leaving.cancel()
    shelf.is_open.set()
    assert await asyncio.gather(*asked[1::2]) == [1, 1]
    assert [each.cancelled() for each in asked] == [True, False, True, False]


async def test_a_read_that_fails_fails_its_callers_and_no_later_one(shelf: Shelf) -> None:
    shelf.value = 0
    answers = await asyncio.gather(*(shelf.ask() for _ in range(3)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [NotFoundError] * 3
    shelf.value = 3
    assert await shelf.ask() == 3
