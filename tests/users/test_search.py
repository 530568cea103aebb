"""Finding people by the beginnings of words, whichever way is taken to them."""

import re
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from quart import Quart

from server.database import Connection, Database
from server.users import find_people
from server.users.list_filters import Filters, Sort
from server.users.list_repository import list_page
from server.users.profiles import Profile
from server.users.repository import UserRow
from server.users.search_terms import SearchTerms, read_search
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.user_list import Reader

NAMES: Final = ("Asha Verma", "Ravi Kumar", "Ash Rao", "Zoë de Souza", "Anne-Marie O'Neil", "Kumar Asha", "X Æ 12")
PHONES: Final = ("+919812345678", "+14155550123", "+4915112345678", "+919898989898")
ALNUM_RUN: Final = re.compile(r"[^\W_]+")


async def add_person(
    database: Database, company: Company, name: str, *, email: str, phone: str, profile: str = "TRAINEE"
) -> None:
    async with database.acquire() as connection:
        await connection.execute(
            "INSERT INTO users (company_id, full_name, role, profile, email, phone) VALUES ($1, $2, $3, $4, $5, $6)",
            company.id,
            name,
            "TRAINEE" if profile == "TRAINEE" else "MENTOR",
            profile,
            email,
            phone,
        )


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


async def test_a_company_that_is_gone_leaves_no_word(database: Database, company: Company, asha: None) -> None:
    async with database.acquire() as connection:
        await connection.execute("DELETE FROM companies WHERE id = $1", company.id)
        assert await connection.fetchval("SELECT count(*) FROM user_words") == 0


async def test_nobody_is_found_from_another_company(
    app: Quart, asha: None, sign_in: SignIn, add_company: AddCompany
) -> None:
    """S32."""
    stranger = Reader(app=app, person=await sign_in(Profile.SUPER_ADMIN, company=await add_company()))
    for search in ("asha", "a.verma_2@mail.vermas.org", "9812345678"):
        assert (await stranger.get(search=search))["total"] == 0


def words_of(user: UserRow) -> set[str]:
    national = re.sub(r"^\+(91|1|49)", "", user.phone)
    text = f"{user.full_name} {user.email}".lower()
    return {*ALNUM_RUN.findall(text), user.phone[1:], national}


def matches(user: UserRow, terms: SearchTerms) -> bool:
    beginnings = ALNUM_RUN.findall(terms.words)
    words = words_of(user)
    return (
        bool(beginnings or terms.emails)
        and all(any(word.startswith(beginning) for word in words) for beginning in beginnings)
        and all(user.email.startswith(email) for email in terms.emails)
    )


pieces = st.sampled_from(
    [
        *("a", "as", "asha", "ash", "r", "rao", "kumar", "verma", "zoë", "zo", "de", "anne-marie", "o'n", "neil", "æ"),
        *("1", "12", "9", "98", "9198", "14155550123", "4155"),
        *("u1", "u1@", "u12.kim@list", "@list", "list.example", "example", "-"),
    ]
)
searches = st.lists(pieces, min_size=1, max_size=3).map(" ".join)
filters = st.builds(Filters, profile=st.sampled_from([None, None, Profile.TRAINEE, Profile.ADMIN]))


@pytest.fixture
async def crowd(database: Database, company: Company) -> None:
    async with database.acquire() as connection:
        await connection.executemany(
            """
            INSERT INTO users (company_id, full_name, role, profile, email, phone) VALUES ($1, $2, 'HR', $3, $4, $5)
            """,
            [
                (
                    company.id,
                    NAMES[number % 7],
                    ("TRAINEE", "TRAINEE", "ADMIN")[number % 3],
                    f"u{number}.{('asha', 'kim', 'r-1')[number % 3]}@{('list.example', 'a-b.example')[number % 2]}",
                    f"{PHONES[number % 4][:-3]}{number:03d}",
                )
                for number in range(120)
            ],
        )


@pytest.mark.parametrize("most", [0, 3, 20, 150, 10_000], ids="at most {} are rare".format)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    search=searches, filters=filters, sort=st.sampled_from(Sort), offset=st.integers(0, 30), limit=st.integers(1, 12)
)
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
    terms = read_search(search)
    assert terms is not None
    ways = find_people.Ways(most_counted=most, most_led=most * 3, most_walked=30)
    async with database.reading() as connection:
        everybody = await _everybody(connection, company, filters=filters, sort=sort)
        found = await find_people.find_people(
            connection,
            terms,
            company_id=company.id,
            filters=filters,
            page=find_people.Page(sort=sort, offset=offset, limit=limit),
            ways=ways,
        )
    expected = [user for user in everybody if matches(user, terms)]
    assert [user.id for user in found.rows] == [user.id for user in expected[offset : offset + limit]], search
    if found.is_exact:
        assert found.total == len(expected)
    else:
        assert found.total > most


async def _everybody(connection: Connection, company: Company, *, filters: Filters, sort: Sort) -> list[UserRow]:
    return await list_page(
        connection, company_id=company.id, filters=filters, sort=sort, start=None, offset=0, limit=1_000
    )
