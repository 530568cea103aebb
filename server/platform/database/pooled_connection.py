"""A connection of the pool: its rows, its codecs, and what it learns of Postgres before the first request has it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any, Final

import asyncpg

from server.platform.process.priority import lower_backend

# What queries take and give. The driver asks Postgres for types it does not know when it meets them, with a statement
# of 12 to 20 ms: now before the first request has the connection, and for all of them at once.
ARRAYS: Final = ("bigint", "bytea", "int", "interval", "jsonb", "smallint", "text", "timestamptz", "uuid")


# For one that is free. Opening another takes longer where all processors are busy, and has a limit of its own.
ACQUIRE_SECONDS: Final = 1.5
CONNECT_SECONDS: Final = 4.0

_limit: Final[ContextVar[asyncio.Timeout | None]] = ContextVar("limit", default=None)


class AttributeRow(asyncpg.Record):
    """A row whose columns are attributes too."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any SQL value
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class PooledConnection(asyncpg.Connection):
    """Returns to the pool without a reset, which costs a round trip: no code leaves session state behind.

    A caller that takes a session-level lock releases it, or ends the connection.
    """

    def get_reset_query(self) -> str:
        return ""


async def acquired(acquire: Callable[[], Awaitable[Any]]) -> Any:  # noqa: ANN401 - a connection of either library
    async with asyncio.timeout(ACQUIRE_SECONDS) as limit:
        token = _limit.set(limit)
        try:
            return await acquire()
        finally:
            _limit.reset(token)


async def open_connection(*arguments: Any, **options: Any) -> "asyncpg.Connection[asyncpg.Record]":  # noqa: ANN401 - asyncpg's
    """Called by the pool in the task that acquires: for that one it waits for no free connection any more."""
    limit = _limit.get()
    if limit is not None:
        limit.reschedule(asyncio.get_running_loop().time() + CONNECT_SECONDS)
    connection: asyncpg.Connection[asyncpg.Record] = await asyncpg.connect(*arguments, **options)
    return connection


async def prepare(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Called by the pool with each connection that it has opened."""
    # Binary, because COPY accepts no other; the first byte is jsonb's format version.
    await connection.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        format="binary",
        encoder=lambda value: b"\x01" + json.dumps(value).encode(),
        decoder=lambda value: json.loads(value[1:]),
    )
    await connection.fetchrow(f"SELECT {', '.join(f'CAST(NULL AS {element}[])' for element in ARRAYS)}")


async def prepare_to_give_way(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """The same for work that no one waits for: its server process gets a lower priority."""
    await prepare(connection)
    # Over a Unix socket the server is on this machine.
    if await connection.fetchval("SELECT inet_server_addr() IS NULL"):
        lower_backend(connection.get_server_pid())
