"""Finding people by the beginnings of words, as on a server without pg_trgm, whichever way is taken to them."""

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from quart import Quart

from server.database import Database
from server.identity.profiles import Profile
from server.users.find_people import Page
from server.users.list_filters import Filters, Sort
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.search import add_person, assert_found, filters, searches, sorts
from tests.fixtures.user_list import Reader


@pytest.fixture(autouse=True)
async def beginnings_only(owner_url: str) -> None:
    connection = await asyncpg.connect(owner_url)
    await connection.execute("DROP INDEX ix_user_words_parts")
    await connection.close()


@pytest.fixture
async def asha(database: Database, company: Company) -> None:
    await add_person(database, company, "Asha Verma-Rao", email="a.verma_2@mail.vermas.org", phone="+919812345678")


@pytest.mark.parametrize(
    "search",
    [
        "asha",
        "ASHA",
        " ash ",
        "ver rao",
        "rao asha",
        "verma-rao",
        "a.verma",
        "a.verma_2@mail.vermas.org",
        "A.Verma_2@MAIL",
        "@mail.vermas",
        "vermas",
        "asha vermas.org",
        "9812345678",
        "98123 45678",
        "+91 98123-45678",
        "919812",
        "09812345678",
        "(98123) 45",
    ],
)
async def test_who_is_found(reader: Reader, asha: None, search: str) -> None:
    assert await reader.names(search=search) == ["Asha Verma-Rao"]


@pytest.mark.parametrize(
    "search", ["sha", "erma", "asha kumar", "verma@mail", "a.verma_2@example.com", "812345", "12345678", "-", "@", "%"]
)
async def test_who_is_not_found(reader: Reader, asha: None, search: str) -> None:
    found = await reader.get(search=search)
    assert (found["data"], found["total"], found["totalIsExact"]) == ([], 0, True)


async def test_a_search_goes_with_filters_and_orders(reader: Reader, database: Database, company: Company) -> None:
    for number, (name, profile) in enumerate(
        [("Kim C", "TRAINEE"), ("Kim A", "TRAINER"), ("Kim B", "TRAINEE"), ("Tom", "TRAINEE")]
    ):
        await add_person(
            database, company, name, email=f"p{number}@x.example", phone=f"+91981234000{number}", profile=profile
        )
    assert await reader.names(search="kim", sort="fullName") == ["Kim A", "Kim B", "Kim C"]
    assert await reader.names(search="kim", sort="-email", profile="TRAINEE") == ["Kim B", "Kim C"]
    assert await reader.names(search="kim", sort="createdAt", page=2, pageSize=2) == ["Kim B"]


async def test_a_new_name_is_found_and_the_old_one_is_not(
    reader: Reader, database: Database, company: Company, asha: None
) -> None:
    async with database.acquire() as connection:
        await connection.execute("UPDATE users SET full_name = 'Usha Verma' WHERE full_name = 'Asha Verma-Rao'")
    assert await reader.names(search="usha") == ["Usha Verma"]
    assert await reader.names(search="verma") == ["Usha Verma"]
    assert await reader.names(search="asha") == []


async def test_whoever_is_deleted_leaves_no_word(database: Database, company: Company, asha: None) -> None:
    async with database.acquire() as connection:
        assert await connection.fetchval("SELECT count(*) FROM user_words") == 10
        await connection.execute("DELETE FROM users")
        assert await connection.fetchval("SELECT count(*) FROM user_words") == 0


async def test_a_company_that_is_gone_leaves_no_word(owner_url: str, company: Company, asha: None) -> None:
    owner = await asyncpg.connect(owner_url)
    await owner.execute("DELETE FROM companies WHERE id = $1", company.id)
    assert await owner.fetchval("SELECT count(*) FROM user_words") == 0
    await owner.close()


async def test_nobody_is_found_from_another_company(
    app: Quart, asha: None, sign_in: SignIn, add_company: AddCompany
) -> None:
    """S32."""
    stranger = Reader(app=app, person=await sign_in(Profile.SUPER_ADMIN, company=await add_company()))
    for search in ("asha", "a.verma_2@mail.vermas.org", "9812345678"):
        assert (await stranger.get(search=search))["total"] == 0


@pytest.mark.parametrize("most", [0, 3, 20, 150, 10_000], ids="at most {} are rare".format)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(search=searches, filters=filters, sort=sorts, offset=st.integers(0, 30), limit=st.integers(1, 12))
async def test_every_way_finds_whom_a_plain_look_at_everybody_finds(
    database: Database,
    company: Company,
    crowd: None,
    most: int,
    search: str,
    filters: Filters,
    sort: Sort,
    offset: int,
    limit: int,
) -> None:
    """Rare words lead to people, common ones are walked for, and with few people all are looked at."""
    page = Page(sort=sort, offset=offset, limit=limit)
    await assert_found(database, company, search, filters=filters, page=page, most=most, parts=False)
