"""Users belong to a company that exists: checked by triggers, which hold as a foreign key would."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import asyncpg
import pytest

from tests.fixtures.people import AddCompany

KEY = "fk_users_company_id"
ADD = "INSERT INTO users (company_id, email, phone, full_name, role) VALUES ($1, $2, $2, 'Asha Rao', 'TRAINEE')"
ADD_MANY = """
    INSERT INTO users (company_id, email, phone, full_name, role) SELECT c, c, c, 'A', 'B' FROM unnest($1::uuid[]) c
"""
ORPHANS = "SELECT count(*) FROM users u WHERE NOT EXISTS (SELECT FROM companies c WHERE c.id = u.company_id)"

Owner = asyncpg.Connection


@pytest.fixture
async def owner(owner_url: str) -> AsyncIterator[Owner]:
    connection = await asyncpg.connect(owner_url)
    yield connection
    await connection.close()


@pytest.fixture
async def other(owner_url: str) -> AsyncIterator[Owner]:
    connection = await asyncpg.connect(owner_url)
    yield connection
    await connection.close()


async def until_one_waits(connection: Owner) -> None:
    while not await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
        await asyncio.sleep(0.005)


async def users_of(connection: Owner, company: UUID) -> int:
    number: int = await connection.fetchval("SELECT count(*) FROM users WHERE company_id = $1", company)
    return number


async def test_a_user_of_no_company_is_refused_however_added(owner: Owner, add_company: AddCompany) -> None:
    company = (await add_company()).id
    with pytest.raises(asyncpg.ForeignKeyViolationError) as refused:
        await owner.execute(ADD, uuid4(), "a@example.org")
    assert refused.value.constraint_name == KEY
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await owner.execute(ADD_MANY, [company, uuid4()])
    columns = ("company_id", "email", "phone", "full_name", "role")
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await owner.copy_records_to_table("users", records=[(uuid4(), "a", "a", "A", "B")], columns=columns)
    upsert = f"{ADD} ON CONFLICT (email) DO UPDATE SET company_id = $3"
    await owner.execute(ADD, company, "b@example.org")
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await owner.execute(upsert, company, "b@example.org", uuid4())
    assert await owner.fetchval("SELECT count(*) FROM users WHERE email <> 'b@example.org'") == 0


async def test_a_user_moves_only_to_a_company_that_exists(owner: Owner, add_company: AddCompany) -> None:
    first, second = (await add_company()).id, (await add_company()).id
    await owner.execute(ADD, first, "a@example.org")
    await owner.execute("UPDATE users SET company_id = $1", second)
    assert await users_of(owner, second) == 1
    with pytest.raises(asyncpg.ForeignKeyViolationError) as refused:
        await owner.execute("UPDATE users SET company_id = $1", uuid4())
    assert refused.value.constraint_name == KEY


async def test_a_deleted_company_takes_its_own_users_along(owner: Owner, add_company: AddCompany) -> None:
    companies = [(await add_company()).id for _ in range(3)]
    for number, company in enumerate(companies * 2):
        await owner.execute(ADD, company, f"{number}@example.org")
    await owner.execute("DELETE FROM companies WHERE id = ANY($1)", companies[:2])
    assert [await users_of(owner, company) for company in companies] == [0, 0, 2]


async def test_a_deletion_waits_for_those_who_are_being_added(
    owner: Owner, other: Owner, add_company: AddCompany
) -> None:
    company = (await add_company()).id
    adding = owner.transaction()
    await adding.start()
    await owner.execute(ADD, company, "a@example.org")
    deleting = asyncio.create_task(other.execute("DELETE FROM companies WHERE id = $1", company))
    await until_one_waits(owner)
    await adding.commit()
    await deleting
    assert await users_of(owner, company) == 0
    assert await owner.fetchval(ORPHANS) == 0


@pytest.mark.parametrize("is_moved", [False, True])
async def test_adding_waits_for_a_deletion_and_is_refused(
    owner: Owner, other: Owner, add_company: AddCompany, *, is_moved: bool
) -> None:
    company, first = (await add_company()).id, (await add_company()).id
    await owner.execute(ADD, first, "moved@example.org")
    deleting = owner.transaction()
    await deleting.start()
    await owner.execute("DELETE FROM companies WHERE id = $1", company)
    move = "UPDATE users SET company_id = $1 WHERE email = $2"
    statement, email = (move, "moved@example.org") if is_moved else (ADD, "a@example.org")
    adding = asyncio.create_task(other.execute(statement, company, email))
    await until_one_waits(owner)
    await deleting.commit()
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await adding
    assert await owner.fetchval(ORPHANS) == 0


async def test_adding_goes_through_once_a_deletion_is_rolled_back(
    owner: Owner, other: Owner, add_company: AddCompany
) -> None:
    company = (await add_company()).id
    deleting = owner.transaction()
    await deleting.start()
    await owner.execute("DELETE FROM companies WHERE id = $1", company)
    adding = asyncio.create_task(other.execute(ADD, company, "a@example.org"))
    await until_one_waits(owner)
    await deleting.rollback()
    await adding
    assert await users_of(owner, company) == 1


async def test_deleting_companies_while_people_are_added_leaves_no_one_without(
    owner: Owner, owner_url: str, add_company: AddCompany
) -> None:
    companies = [(await add_company()).id for _ in range(12)]

    async def add(worker: int) -> int:
        connection, added = await asyncpg.connect(owner_url), 0
        for number, company in enumerate(companies * 4):
            try:
                await connection.execute(ADD, company, f"{worker}.{number}@example.org")
            except asyncpg.ForeignKeyViolationError:
                continue
            added += 1
        await connection.close()
        return added

    async def delete() -> None:
        for company in companies[:-1]:
            await owner.execute("DELETE FROM companies WHERE id = $1", company)

    deleting = asyncio.create_task(delete())
    added = await asyncio.gather(*(add(worker) for worker in range(3)))
    await deleting
    assert await owner.fetchval(ORPHANS) == 0
    assert await users_of(owner, companies[-1]) == 12
    assert min(added) >= 4


async def test_what_would_leave_users_without_their_company_is_refused(owner: Owner, add_company: AddCompany) -> None:
    company = (await add_company()).id
    await owner.execute(ADD, company, "a@example.org")
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await owner.execute("UPDATE companies SET id = $1 WHERE id = $2", uuid4(), company)
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await owner.execute("TRUNCATE companies CASCADE")
    with pytest.raises(asyncpg.FeatureNotSupportedError):
        async with owner.transaction(isolation="repeatable_read"):
            await owner.execute("DELETE FROM companies WHERE id = $1", company)
    assert await users_of(owner, company) == 1
    await owner.execute("TRUNCATE companies, users CASCADE")
