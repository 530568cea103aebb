"""Rows by key, read together: what is asked for while statements run is asked for in the next one.

A row is read after it is asked for, and never kept: what has changed before is seen.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Final, TypeAlias, cast

import asyncpg

# A connection that hangs holds up no more than the calls of its own statement.
MOST_AT_ONCE: Final = 4
# Postgres plans a statement anew each time before it keeps a plan.
# https://www.postgresql.org/docs/current/sql-prepare.html
TIMES_PLANNED: Final = 5

Key: TypeAlias = tuple[Any, Any]
Asked: TypeAlias = tuple[Key, asyncio.Future[asyncpg.Record | None]]
Acquire: TypeAlias = "Callable[[], AbstractAsyncContextManager[asyncpg.Connection[asyncpg.Record]]]"


class Lookup:
    """`query` takes the two columns of the keys as arrays, and gives each row's key in its first two columns."""

    def __init__(self, query: str, *, acquire: Acquire, most_at_once: int = MOST_AT_ONCE) -> None:
        self._query = query
        self._acquire = acquire
        self._most_at_once = most_at_once
        self._asked: list[Asked] = []
        self._readers: set[asyncio.Task[None]] = set()

    async def find(self, key: Key) -> asyncpg.Record | None:
        """Raises what the connection raises."""
        found: asyncio.Future[asyncpg.Record | None] = asyncio.get_running_loop().create_future()
        self._asked.append((key, found))
        if len(self._readers) < self._most_at_once:
            # In a task of its own: a caller that leaves ends its own waiting and no more.
            self._readers.add(asyncio.create_task(self._read_all()))
        return await found

    async def warm(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        """Have this connection parse and plan the query before a call waits for it."""
        # Where the tables are not there yet, the calls say so.
        with suppress(asyncpg.PostgresError):
            for _ in range(TIMES_PLANNED + 1):
                await connection.fetch(self._query, [], [])

    async def _read_all(self) -> None:
        try:
            while self._asked:
                await self._read()
        finally:
            # At once: what is asked for from now on needs another reader.
            self._readers.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    async def _read(self) -> None:
        asked, self._asked = self._asked, []
        try:
            rows = await self._fetch({key for key, _ in asked})
        except Exception as error:  # noqa: BLE001 - it is the callers'
            for _, found in _waiting(asked):
                found.set_exception(error)
        else:
            for key, found in _waiting(asked):
                found.set_result(rows.get(key))

    async def _fetch(self, keys: set[Key]) -> dict[Key, asyncpg.Record]:
        async with self._acquire() as connection:
            rows = await connection.fetch(self._query, *map(list, zip(*keys, strict=True)))
        return {(row[0], row[1]): row for row in rows}


def _waiting(asked: list[Asked]) -> list[Asked]:
    """Without those whose callers have left."""
    return [one for one in asked if not one[1].done()]
