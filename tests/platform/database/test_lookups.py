"""Rows that are asked for at the same moment are read together, each as it is when it is asked for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from server.platform.database.connections import Database, RawConnection
from server.platform.database.lookups import MOST_AT_ONCE, Lookup
from server.platform.errors import UnavailableError

# The quotient of a key's two numbers; there is none above 1000.
QUOTIENT = """
    SELECT ($1::int[])[place] AS dividend, ($2::int[])[place] AS divisor,
           ($1::int[])[place] / ($2::int[])[place] AS value
      FROM generate_subscripts($1::int[], 1) AS place WHERE ($1::int[])[place] <= 1000
"""
# How many hold a lock; the key counts for nothing.
LOCKS = """
    SELECT ($1::int[])[place] AS one, ($2::int[])[place] AS other,
           (SELECT count(*) FROM pg_locks JOIN pg_database AS here ON here.oid = pg_locks.database
             WHERE here.datname = current_database() AND locktype = 'advisory' AND objid = 4711) AS value
      FROM generate_subscripts($1::int[], 1) AS place
"""


class Desk:
    """A lookup that counts its statements, and keeps what they have read until it `may_end`."""

    def __init__(self, database: Database, query: str = QUOTIENT, *, most_at_once: int = MOST_AT_ONCE) -> None:
        self.statements = 0
        self.lookup = Lookup(query, acquire=self._acquire, most_at_once=most_at_once)
        self._database = database
        self.has_read, self.may_end = asyncio.Event(), asyncio.Event()
        self.may_end.set()

    async def value(self, *key: int) -> int | None:
        row = await self.lookup.find((key[0], key[1]))
        return None if row is None else row["value"]

    @asynccontextmanager
    async def _acquire(self) -> AsyncIterator[RawConnection]:
        self.statements += 1
        async with self._database.acquire() as connection:
            yield connection
        self.has_read.set()
        await self.may_end.wait()


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)


async def test_each_caller_gets_the_row_of_its_own_key(desk: Desk) -> None:
    dividends = [*range(1, 61), 2000, 7, 7]
    assert await asyncio.gather(*(desk.value(dividend, 1) for dividend in dividends)) == [*range(1, 61), None, 7, 7]
    assert desk.statements <= MOST_AT_ONCE


async def test_one_after_the_other_is_read_each_time(desk: Desk) -> None:
    assert [await desk.value(8, 2) for _ in range(6)] == [4] * 6
    assert desk.statements == 6


async def test_a_caller_that_leaves_takes_no_other_along(desk: Desk) -> None:
    leaving, staying = [asyncio.create_task(desk.value(6, divisor)) for divisor in (2, 3)]
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == 2
    assert leaving.cancelled()


async def test_a_statement_that_fails_fails_its_callers_and_no_later_one(database: Database) -> None:
    desk = Desk(database, QUOTIENT.replace("<= 1000", "<= pg_terminate_backend(pg_backend_pid())::int"))
    answers = await asyncio.gather(*(desk.value(dividend, 1) for dividend in range(9)), return_exceptions=True)
    assert {type(answer) for answer in answers} == {UnavailableError}
    assert await Desk(database).value(9, 3) == 3


async def test_what_is_asked_for_while_a_statement_runs_is_read_by_another(database: Database) -> None:
    """So a change that precedes a call is always seen by it."""
    desk = Desk(database, LOCKS, most_at_once=1)
    desk.may_end.clear()
    async with database.acquire() as holder:
        early = asyncio.create_task(desk.value(0, 0))
        await asyncio.wait_for(desk.has_read.wait(), timeout=30)
        await holder.execute("SELECT pg_advisory_lock(4711)")
        late = asyncio.create_task(desk.value(0, 0))
        await asyncio.sleep(0)
        desk.may_end.set()
        assert (await early, await late) == (0, 1)
        await holder.execute("SELECT pg_advisory_unlock(4711)")
