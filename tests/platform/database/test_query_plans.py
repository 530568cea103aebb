"""A transaction that reads, planned for the values of its queries."""

import asyncio

import asyncpg
import pytest

from server.platform.database.connections import Connection, Database
from server.platform.database.query_plans import planned_for_values


async def test_queries_are_planned_for_their_values_and_write_nothing(database: Database) -> None:
    async with database.reading() as connection:
        before = await _setting(connection)
        async with planned_for_values(connection):
            assert await _setting(connection) == "force_custom_plan"
            with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
                await connection.raw.execute("DELETE FROM users")
        assert await _setting(connection) == before
        assert not connection.raw.is_in_transaction()


async def test_the_transaction_ends_with_a_failure_and_with_a_caller_that_leaves(database: Database) -> None:
    async with database.reading() as connection:
        with pytest.raises(asyncpg.DivisionByZeroError):
            async with planned_for_values(connection):
                await connection.raw.execute("SELECT 1 / 0")
        assert not connection.raw.is_in_transaction()
        has_begun = asyncio.Event()
        waiting = asyncio.create_task(_wait(connection, has_begun))
        await has_begun.wait()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert not connection.raw.is_in_transaction()


async def _wait(connection: Connection, has_begun: asyncio.Event) -> None:
    async with planned_for_values(connection):
        has_begun.set()
        await asyncio.Event().wait()


async def _setting(connection: Connection) -> str:
    setting: str = await connection.fetch_value("SHOW plan_cache_mode")
    return setting
