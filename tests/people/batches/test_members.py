"""Who is in a batch, and its figures after every change."""

import asyncio
from uuid import UUID, uuid4

import asyncpg
import pytest

from server.people.batches.change_batches import BatchArchivedError, add_people
from server.people.batches.repository import MANY_MEMBERS, merge_figures
from server.platform.database.connections import Database
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.sign_in import execute
from tests.fixtures.user_calls import Desk
from tests.fixtures.user_list import add_crowd


async def crowd(database: Database, company: Company, *, count: int) -> list[UUID]:
    await add_crowd(database, company, count=count)
    async with database.reading() as connection:
        rows = await connection.raw.fetch("SELECT id FROM users WHERE email LIKE 'c%@crowd.example' ORDER BY id")
    return [row["id"] for row in rows]


async def counted_anew(services: Services, batch_id: UUID) -> tuple[int, ...]:
    """The figures by reading all members."""
    async with services.database.reading() as connection:
        row = await connection.raw.fetchrow(
            """
            SELECT count(*), count(*) FILTER (WHERE invitation IN ('queued', 'sent', 'accepted')),
                   count(*) FILTER (WHERE last_sign_in_at IS NOT NULL), count(*) FILTER (WHERE NOT is_active)
              FROM batch_members m JOIN users u ON u.id = m.user_id WHERE batch_id = $1
            """,
            batch_id,
        )
        assert row is not None
        return tuple(row)


async def test_statistics_follow_many_new_members(shelf: Shelf, database: Database, company: Company) -> None:
    """So that lists look members up by their index, whatever plans were made while there were none."""
    people = await crowd(database, company, count=MANY_MEMBERS)
    await shelf.put_in(await shelf.make("A"), people)
    async with database.reading() as connection:
        known = await connection.raw.fetchval("SELECT reltuples FROM pg_class WHERE relname = 'batch_members'")
    assert known >= MANY_MEMBERS


async def test_people_are_added_once_and_removed_once(shelf: Shelf, database: Database, company: Company) -> None:
    people = await crowd(database, company, count=5)
    batch, other = await shelf.make("A"), await shelf.make("B")

    assert sorted(await shelf.put_in(batch, people[:3])) == people[:3]
    assert sorted(await shelf.put_in(batch, people)) == people[3:]
    assert await shelf.put_in(batch, people) == []
    assert len(await shelf.put_in(other, people[:2])) == 2
    assert await shelf.figures(batch) == (5, 0, 0, 0)

    assert sorted(await shelf.take_out(batch, people[:2])) == people[:2]
    assert await shelf.take_out(batch, people[:2]) == []
    assert (await shelf.figures(batch), await shelf.figures(other)) == ((3, 0, 0, 0), (2, 0, 0, 0))


async def test_the_same_person_named_twice_is_one(shelf: Shelf, database: Database, company: Company) -> None:
    (person,) = await crowd(database, company, count=1)
    batch = await shelf.make()

    assert await shelf.put_in(batch, [person, person]) == [person]
    assert await shelf.figures(batch) == (1, 0, 0, 0)


async def test_an_archived_batch_keeps_its_people_and_takes_no_new_ones(
    shelf: Shelf, database: Database, company: Company
) -> None:
    people = await crowd(database, company, count=3)
    batch = await shelf.make()
    await shelf.put_in(batch, people[:2])
    await shelf.change(batch, archived=True)

    with pytest.raises(BatchArchivedError):
        await shelf.put_in(batch, people)
    assert await shelf.figures(batch) == (2, 0, 0, 0)
    assert await shelf.take_out(batch, people[:1]) == people[:1]
    await shelf.change(batch, archived=False)
    assert len(await shelf.put_in(batch, people)) == 2


async def test_archiving_waits_for_people_who_are_being_added(
    shelf: Shelf, services: Services, database: Database, company: Company
) -> None:
    people = await crowd(database, company, count=1)
    batch = await shelf.make()
    async with services.unit_of_work() as unit:
        await add_people(unit.connection, people, company_id=company.id, batch_id=batch)
        archiving = asyncio.create_task(shelf.change(batch, archived=True))
        async with database.reading() as other:
            while not await other.raw.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                await asyncio.sleep(0.01)
        assert not archiving.done()
    assert (await archiving).body["people"] == 1


async def test_a_change_waits_for_the_chunks_that_run_and_not_for_later_ones(
    shelf: Shelf, services: Services, database: Database, company: Company
) -> None:
    """Overlapping chunks, of which at any moment one is under way, put off neither archiving nor a new name."""
    first, second, third = await crowd(database, company, count=3)
    batch = await shelf.make()
    async with services.unit_of_work() as unit:
        await add_people(unit.connection, [first], company_id=company.id, batch_id=batch)
        changing = asyncio.create_task(shelf.change(batch, name="August", archived=True))
        async with database.reading() as other:
            while not await other.raw.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                await asyncio.sleep(0.01)
        later = asyncio.create_task(shelf.put_in(batch, [second, third]))
        async with database.reading() as other:
            while await other.raw.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted") < 2:
                await asyncio.sleep(0.01)
    assert (await changing).body["name"] == "August"
    with pytest.raises(BatchArchivedError):
        await later
    assert await shelf.figures(batch) == (1, 0, 0, 0)


@pytest.mark.security("S32")
async def test_people_and_batches_of_another_company_are_left_out(
    shelf: Shelf, services: Services, add_company: AddCompany, database: Database
) -> None:
    other = await add_company()
    stranger = await add_account(services.database, other, profile=Profile.TRAINEE)
    batch = await shelf.make()

    assert await shelf.put_in(batch, [stranger.id, uuid4()]) == []
    async with services.unit_of_work() as unit:
        with pytest.raises(NotFoundError):
            await add_people(unit.connection, [stranger.id], company_id=other.id, batch_id=batch)
    assert await shelf.figures(batch) == (0, 0, 0, 0)


async def test_figures_follow_every_change_of_the_people(
    shelf: Shelf, services: Services, database: Database, company: Company
) -> None:
    people = await crowd(database, company, count=6)
    batch, other = await shelf.make("A"), await shelf.make("B")
    await shelf.put_in(batch, people)
    await shelf.put_in(other, people[3:])

    changes = (
        "UPDATE users SET invitation = 'queued' WHERE id = ANY($1)",
        "UPDATE users SET invitation = 'sent' WHERE id = ANY($1)",
        "UPDATE users SET is_active = false, invitation = 'accepted' WHERE id = ANY($1)",
        "UPDATE users SET last_sign_in_at = now() WHERE id = ANY($1)",
        "UPDATE users SET last_sign_in_at = now(), full_name = 'X' WHERE id = ANY($1)",
        "UPDATE users SET invitation = 'failed', is_active = true WHERE id = ANY($1)",
        "UPDATE users SET is_active = id = ANY($1) WHERE email LIKE 'c%@crowd.example'",
    )
    for number, change in enumerate(changes):
        await execute(services, change, people[number % 3 : number % 3 + 3])
        for each in (batch, other):
            assert await shelf.figures(each) == await counted_anew(services, each), change
    assert await shelf.figures(batch) != (6, 0, 0, 0)


async def test_deleted_people_leave_their_batches(
    shelf: Shelf, desk: Desk, services: Services, database: Database, company: Company
) -> None:
    people = await crowd(database, company, count=4)
    batch = await shelf.make()
    await execute(services, "UPDATE users SET invitation = 'sent' WHERE id = ANY($1)", people[:2])
    await shelf.put_in(batch, people)

    assert (await desk.delete(people[0])).status == 200
    assert await shelf.figures(batch) == (3, 1, 0, 0) == await counted_anew(services, batch)
    await execute(services, "DELETE FROM users WHERE id = ANY($1)", people)
    assert await shelf.figures(batch) == (0, 0, 0, 0)
    assert await desk.value("SELECT count(*) FROM batch_members") == 0


async def test_someone_who_is_deleted_meanwhile_is_not_added(
    shelf: Shelf, services: Services, database: Database, company: Company
) -> None:
    people = await crowd(database, company, count=2)
    batch = await shelf.make()
    async with services.unit_of_work() as unit:
        await unit.connection.execute("DELETE FROM users WHERE company_id = :c AND id = :u", c=company.id, u=people[0])
        adding = asyncio.create_task(shelf.put_in(batch, people))
        async with database.reading() as other:
            while not await other.raw.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                await asyncio.sleep(0.01)
    assert await adding == people[1:]
    assert await shelf.figures(batch) == (1, 0, 0, 0) == await counted_anew(services, batch)


async def test_merged_figures_are_the_same(
    shelf: Shelf, services: Services, database: Database, company: Company, desk: Desk
) -> None:
    people = await crowd(database, company, count=12)
    batch, other = await shelf.make("A"), await shelf.make("B")
    for person in people:
        await shelf.put_in(batch, [person])
    await shelf.put_in(other, people)

    async def merge() -> None:
        async with services.unit_of_work() as unit:
            await merge_figures(unit.connection)

    await asyncio.gather(merge(), merge(), shelf.take_out(batch, people[:5]))
    await merge()
    assert (await shelf.figures(batch), await shelf.figures(other)) == ((7, 0, 0, 0), (12, 0, 0, 0))
    assert await desk.value("SELECT count(*) FROM batch_figures WHERE batch_id = $1", batch) <= 2


async def test_a_deleted_company_takes_its_batches_along(
    shelf: Shelf, owner_url: str, services: Services, sign_in: SignIn, add_company: AddCompany, desk: Desk
) -> None:
    batch = await shelf.make()
    await shelf.put_in(batch, [desk.person.id])
    owner = await asyncpg.connect(owner_url)
    await owner.execute("DELETE FROM companies WHERE id = $1", shelf.company.id)
    left = await owner.fetchrow(
        """
        SELECT (SELECT count(*) FROM batches), (SELECT count(*) FROM batch_members),
               (SELECT count(*) FROM batch_figures)
        """
    )
    await owner.close()
    assert left is not None
    assert tuple(left) == (0, 0, 0)
