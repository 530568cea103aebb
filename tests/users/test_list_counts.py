"""The counts of a list by ranges of ids are those of its users, whatever happens to them and meanwhile."""

import asyncio
import random
from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import pytest

from server.database import Database
from server.users.count_lists import count_lists
from server.users.list_count_repository import divide_ranges, find_counted, hold_counts
from server.users.list_filters import Filters, Sort
from server.users.list_repository import Place, list_page
from tests.fixtures.people import AddCompany, Company

ADD = """
    INSERT INTO users (id, company_id, email, phone, full_name, role)
    SELECT id, $1, id || '@list.example', '+919812345678', 'Asha Rao', 'TRAINEE' FROM unnest($2::uuid[]) AS id
"""
REMOVE = "DELETE FROM users WHERE company_id = $1 AND id = ANY($2::uuid[])"
COUNTED = "SELECT coalesce(sum(people), 0) FROM list_counts WHERE company_id = $1"
# In turns by ranges of four people.
SIZE = 4


@pytest.fixture
async def other(owner_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(owner_url)
    yield connection
    await connection.close()


async def divide(database: Database, company_id: UUID) -> bool:
    async with database.unit_of_work() as unit:
        held = await hold_counts(unit.connection, company_id=company_id)
        if held:
            await divide_ranges(unit.connection, company_id=company_id, size=SIZE)
    return held


async def assert_counted(database: Database, company_id: UUID) -> None:
    """At every offset of both orders, against the ids sorted in Python."""
    async with database.acquire() as connection:
        ids = sorted(
            row["id"] for row in await connection.fetch("SELECT id FROM users WHERE company_id = $1", company_id)
        )
    async with database.reading() as connection:
        for sort in (Sort.CREATED, Sort.CREATED_LAST):
            ordered = ids[::-1] if sort.falls else ids
            for offset in range(len(ids) + 2):
                found = await find_counted(connection, company_id=company_id, falls=sort.falls, offset=offset)
                ahead = 0 if found is None else found.ahead
                start = None if found is None else Place(key=None, id=found.id)
                rows = await list_page(
                    connection,
                    company_id=company_id,
                    filters=Filters(),
                    sort=sort,
                    start=start,
                    offset=offset - ahead,
                    limit=1,
                )
                assert [row.id for row in rows] == ordered[offset : offset + 1]


async def ranges_of(database: Database, company_id: UUID) -> list[int]:
    async with database.acquire() as connection:
        rows = await connection.fetch(
            "SELECT sum(people) AS people FROM list_counts WHERE company_id = $1 GROUP BY before_id ORDER BY before_id",
            company_id,
        )
    return [row["people"] for row in rows]


async def test_pages_begin_where_the_counts_say(
    database: Database, company: Company, add_company: AddCompany, other: asyncpg.Connection
) -> None:
    """S32: users of other companies are not counted. Ids come in any order: an import makes them before its start."""
    chance, second = random.Random(7), (await add_company()).id  # noqa: S311 - nothing secret
    ids = [UUID(int=chance.getrandbits(128)) for _ in range(60)]
    for step in range(6):
        some = ids[step * 10 : step * 10 + 10]
        await other.execute(ADD, company.id, some)
        await other.execute(REMOVE, company.id, chance.sample(some, 3))
        await other.execute(
            "UPDATE users SET company_id = $2 WHERE company_id = $1 AND id = ANY($3)", company.id, second, some[:2]
        )
        await assert_counted(database, company.id)
        if step % 2:
            assert await divide(database, company.id)
            assert await divide(database, second)
            assert max(await ranges_of(database, company.id)) <= 2 * SIZE
    await assert_counted(database, second)
    last = "SELECT id FROM users WHERE company_id = $1 ORDER BY id DESC LIMIT 1"
    await other.execute(f"UPDATE users SET id = $2 WHERE id = ({last})", company.id, UUID(int=1))  # noqa: S608 - constant
    await assert_counted(database, company.id)
    await other.execute("DELETE FROM users WHERE company_id = $1", company.id)
    assert await other.fetchval(COUNTED, company.id) == 0


async def test_the_sweeper_merges_counts_and_divides_the_largest_range(
    database: Database, company: Company, other: asyncpg.Connection
) -> None:
    for number in range(2, 30):
        await other.execute(ADD, company.id, [UUID(int=number)])

    async def count() -> None:
        async with database.unit_of_work() as unit:
            await count_lists(unit.connection, size=SIZE)

    await asyncio.gather(count(), other.execute(ADD, company.id, [UUID(int=31), UUID(int=32)]))
    await count()
    assert sum(await ranges_of(database, company.id)) == 30
    assert len(await ranges_of(database, company.id)) == await other.fetchval(
        "SELECT count(*) FROM list_counts WHERE company_id = $1", company.id
    )
    await assert_counted(database, company.id)


async def test_ranges_are_divided_when_none_is_being_changed(
    database: Database, company: Company, other: asyncpg.Connection
) -> None:
    ids = [UUID(int=number) for number in range(1, 30)]
    await other.execute(ADD, company.id, ids[:20])
    async with other.transaction():
        await other.execute(REMOVE, company.id, ids[:5])
        assert await divide(database, company.id) is False
    async with database.unit_of_work() as unit:
        assert await hold_counts(unit.connection, company_id=company.id)
        adding = asyncio.create_task(other.execute(ADD, company.id, ids[20:]))
        while not await unit.connection.fetch_value("SELECT count(*) FROM pg_locks WHERE NOT granted"):
            await asyncio.sleep(0.005)
        await divide_ranges(unit.connection, company_id=company.id, size=SIZE)
    await adding
    assert len(await ranges_of(database, company.id)) > 2
    await assert_counted(database, company.id)


async def test_what_is_gone_is_not_counted(
    database: Database, company: Company, add_company: AddCompany, other: asyncpg.Connection
) -> None:
    await other.execute(ADD, company.id, [UUID(int=number) for number in range(1, 20)])
    assert await divide(database, company.id)
    await other.execute("DELETE FROM companies WHERE id = $1", company.id)
    assert await other.fetchval("SELECT count(*) FROM list_counts WHERE company_id = $1", company.id) == 0
    await other.execute(ADD, (await add_company()).id, [UUID(int=1)])
    change = other.transaction()
    await change.start()
    await other.execute("TRUNCATE users CASCADE")
    assert await other.fetchval("SELECT count(*) FROM list_counts") == 0
    await change.rollback()
