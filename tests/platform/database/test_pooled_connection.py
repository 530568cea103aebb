"""A connection is ready before a request has it."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any, Final

import pytest

from server.access.sessions.repository import IDENTITY_QUERY
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from server.platform.database.pooled_connection import ARRAYS
from tests.architecture.source import modules

ARRAY_TYPE: Final = re.compile(r"(?:::|\bAS )([a-z]+)\[\]")
# Used when the statistics of tables are brought up to date: no request waits for it.
ELSEWHERE: Final = {"regclass"}


@pytest.fixture
async def fresh(settings: Settings) -> AsyncIterator[Database]:
    """Its connections are opened by the test."""
    database = Database(settings.database_url, pool_size=2)
    yield database
    await database.disconnect()


async def test_the_types_of_queries_are_known(fresh: Database) -> None:
    await fresh.connect()
    statements: list[Any] = []
    async with fresh.acquire() as connection:
        connection.add_query_logger(statements.append)
        for element in ARRAYS:
            assert await connection.fetchval(f"SELECT CAST($1 AS {element}[])", []) == []
        # The driver tells of a statement in the next turn of the loop.
        await asyncio.sleep(0)
    assert len(statements) == len(ARRAYS)


def test_all_of_them_are_named() -> None:
    used = {name for module in modules("server", "workers") for name in ARRAY_TYPE.findall(module.text)}
    assert used - ELSEWHERE == set(ARRAYS)


async def test_the_session_check_is_planned(fresh: Database) -> None:
    fresh.lookup(IDENTITY_QUERY)
    await fresh.connect()
    async with fresh.acquire() as connection:
        plans = await connection.fetchval(
            "SELECT generic_plans FROM pg_prepared_statements WHERE statement = $1", IDENTITY_QUERY
        )
    assert plans == 1


async def test_tables_that_are_not_there_yet_keep_no_connection_from_opening(fresh: Database) -> None:
    fresh.lookup("SELECT id FROM not_there_yet WHERE id = ANY($1::uuid[]) AND id = ANY($2::uuid[])")
    await fresh.connect()
    async with fresh.acquire() as connection:
        assert await connection.fetchval("SELECT 1") == 1
