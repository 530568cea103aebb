"""Units of work and their connections."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Column, DateTime, MetaData, Table, Uuid, delete, insert, select, update

from server.messaging.messages.kinds import Delivery
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from server.platform.database.metadata import Json
from server.platform.errors import UnavailableError
from tests.fixtures.tasks import end_tasks

DEFERRED = """
    CREATE TEMPORARY TABLE IF NOT EXISTS once (number int UNIQUE DEFERRABLE INITIALLY DEFERRED);
    INSERT INTO once VALUES (1), (1)
"""


@pytest.fixture
async def small(settings: Settings) -> AsyncIterator[Database]:
    database = Database(settings.database_url, pool_size=2)
    await database.connect()
    yield database
    await database.disconnect()


async def test_a_unit_inside_another_is_no_part_of_its_transaction(small: Database) -> None:
    async with small.unit_of_work() as outer:
        first = await outer.connection.fetch_value("SELECT pg_backend_pid()")
        for _ in range(2):
            async with small.unit_of_work() as inner:
                assert await inner.connection.fetch_value("SELECT pg_backend_pid()") != first


async def test_a_transaction_that_cannot_be_committed_or_loses_its_connection_gives_it_back(small: Database) -> None:
    for _ in range(3):
        with pytest.raises(Exception, match="duplicate key"):
            async with small.unit_of_work() as unit:
                await unit.connection.raw.execute(DEFERRED)
    for _ in range(3):
        with pytest.raises(UnavailableError):
            async with small.unit_of_work() as unit:
                await unit.connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    assert small.usage()["in_use"] == 0
    async with small.reading() as one, small.reading() as other:
        assert await one.fetch_value("SELECT 1") == await other.fetch_value("SELECT 1")


@pytest.mark.parametrize("steps", range(4))
async def test_a_connection_of_tasks_that_are_ended_is_given_back(small: Database, steps: int) -> None:
    """Also where they are ended while the pool is about to take it back."""
    begun, over = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with small.reading():
            begun.set()
            await over.wait()

    before = asyncio.all_tasks()
    holder = asyncio.create_task(hold())
    await begun.wait()
    over.set()
    for _ in range(steps):
        await asyncio.sleep(0)
    await end_tasks(asyncio.all_tasks() - before)
    assert holder.done()
    async with small.reading(), small.reading():
        assert small.usage()["in_use"] == 2


async def test_a_transaction_inside_another_takes_back_only_what_was_done_in_it(small: Database) -> None:
    async with small.unit_of_work() as unit:
        with suppress(ZeroDivisionError):
            async with unit.connection.transaction():
                await unit.connection.execute("CREATE TEMPORARY TABLE lost ()")
                raise ZeroDivisionError
        assert await unit.connection.fetch_value("SELECT to_regclass('lost')") is None


async def test_a_value_that_the_query_does_not_name_is_left_out_and_one_that_is_missing_is_an_error(
    small: Database,
) -> None:
    async with small.reading() as connection:
        assert await connection.fetch_value("SELECT CAST(:number AS int)", number=4, other=5) == 4
        with pytest.raises(KeyError):
            await connection.fetch_value("SELECT CAST(:number AS int)")


NOTES = Table("notes", MetaData(), Column("id", Uuid), Column("at", DateTime(timezone=True)), Column("content", Json))


async def test_an_expression_gives_and_takes_the_values_that_a_text_does(small: Database) -> None:
    now = datetime.now(UTC)
    written: list[dict[str, Any]] = [
        {"id": uuid4(), "at": now, "content": {"name": "Ann", "of": [1, None]}},
        {"id": uuid4(), "at": now - timedelta(days=1), "content": "only text"},
        {"id": uuid4(), "at": None, "content": None},
    ]
    ids = [row["id"] for row in written]
    async with small.unit_of_work() as unit:
        connection = unit.connection
        await connection.execute("CREATE TEMPORARY TABLE notes (id uuid, at timestamptz, content jsonb)")
        await connection.execute(insert(NOTES).values(written[:2]))
        await connection.execute(insert(NOTES).values(**written[2]))
        rows = await connection.fetch_all(
            select(NOTES).where(NOTES.c.id.in_(ids)).order_by(NOTES.c.at.desc().nulls_last())
        )
        assert [dict(row) for row in rows] == written
        assert [dict(row) for row in rows] == [
            dict(row) for row in await connection.fetch_all("SELECT * FROM notes ORDER BY at DESC NULLS LAST")
        ]
        assert await connection.fetch_value("SELECT count(*) FROM notes WHERE content IS NULL") == 1
        changed = update(NOTES).where(NOTES.c.at < now).values(content=[]).returning(NOTES.c.id)
        assert await connection.fetch_value(changed) == ids[1]
        await connection.execute(delete(NOTES).where(NOTES.c.id == ids[1]))
        assert await connection.fetch_value(select(NOTES.c.content).where(NOTES.c.id == ids[1])) is None


async def test_a_text_names_a_parameter_as_often_as_it_likes_and_its_columns_are_attributes(small: Database) -> None:
    query = "SELECT CAST(:b AS int) AS b, CAST(:a AS text) || '100%' AS a WHERE 1 = :b AND '\\:b' <> CAST(:a AS text)"
    async with small.reading() as connection:
        row = await connection.fetch_one(query, a="x", b=1)
        assert row is not None
        assert (row.b, row["a"], row[1], [*row.values()]) == (1, "x100%", "x100%", [1, "x100%"])
        with pytest.raises(AttributeError):
            _ = row.c


@dataclass(frozen=True)
class Note:
    id: UUID
    kind: Delivery
    names: tuple[str, ...]


async def test_a_row_is_read_as_a_record_whose_fields_give_the_types(small: Database) -> None:
    columns = "gen_random_uuid() AS id, 'sent' AS kind, ARRAY['a', 'b'] AS names, 3 AS unused"
    rows = f"SELECT {columns} FROM generate_series(1, 2)"  # noqa: S608 - constants
    async with small.reading() as connection:
        found = await connection.fetch_record(Note, rows)
        assert found is not None
        assert (found.kind, found.names) == (Delivery.SENT, ("a", "b"))
        assert len(await connection.fetch_records(Note, rows)) == 2
        assert await connection.fetch_record(Note, f"{rows} LIMIT 0") is None
