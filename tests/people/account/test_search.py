"""Users are found by any part of their name, email or phone."""

from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from quart import Quart

from server.people.list.list_repository import tidy_search
from server.people.list.list_schemas import Slice, Sort
from server.platform.database.connections import Database
from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.search import add_person, assert_found, filters, searches, sorts
from tests.fixtures.user_list import Reader

NAME: Final = "Asha Verma-Rao"


@pytest.fixture
async def asha(database: Database, company: Company) -> None:
    await add_person(database, company, NAME, email="a.verma_2@mail.vermas.org", phone="+919812345678")


async def test_any_part_is_found_and_short_terms_begin_a_word(reader: Reader, asha: None) -> None:
    cases: list[str] = [
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
        "sha",
        "ERM",
        "erma rao",
        "ma_2@mail",
        "verma_2@mail.verm",
        "812345",
        "12345678",
        "mas.org",
        "as ve ra",
        "2 91 verma",
        "asha - %",
    ]
    for search in cases:
        assert await reader.names(search=search) == [NAME], search


async def test_a_text_that_no_user_has_is_not_found(reader: Reader, asha: None) -> None:
    cases: list[str] = [
        *("ha", "asha kumar", "verma@mail", "a.verma_2@example.com", "rma_2@example", "ma%2@mail", "912345678"),
        *("a@", "_", "__", "%%%", "-", "@", "%", ".*", "(", "\\"),
    ]
    for search in cases:
        found = await reader.get(search=search)
        assert (found["data"], found["total"], found["totalIsExact"]) == ([], 0, True), search


@pytest.mark.parametrize(
    ("name", "searches"),
    [
        ("Zoë Ärger", ["zoë", "ZOË", "Zoe\u0308", "ärg", "är", "RGER"]),
        ("Ольга Шарма", ["ольга", "ШАРМА", "арм", "ша"]),
        ("मीरा शर्मा", ["मीरा", "शर्मा", "मी"]),
        ("王小明", ["王小明", "王小", "王"]),
        ("Οδυσσεύς", ["ΟΔΥΣΣ", "δυσ"]),
        ("D'Souza", ["d'souza", "souza", "so"]),
        ("क्\u200dष", ["क्\u200dष"]),
    ],
)
async def test_names_of_every_script_are_found_in_any_case(
    reader: Reader, database: Database, company: Company, name: str, searches: list[str]
) -> None:
    await add_person(database, company, name, email="someone@list.example", phone="+4915112345678")
    for search in searches:
        assert await reader.names(search=search) == [name], search


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
    async with database.reading() as connection:
        await connection.raw.execute("UPDATE users SET full_name = 'Usha Verma' WHERE full_name = 'Asha Verma-Rao'")
    assert await reader.names(search="usha") == ["Usha Verma"]
    assert await reader.names(search="verma") == ["Usha Verma"]
    assert await reader.names(search="asha") == []


async def test_users_of_another_company_are_not_found(
    app: Quart, asha: None, sign_in: SignIn, add_company: AddCompany
) -> None:
    """S32."""
    stranger = Reader(app=app, person=await sign_in(Profile.SUPER_ADMIN, company=await add_company()))
    for search in ("asha", "a.verma_2@mail.vermas.org", "9812345678"):
        assert (await stranger.get(search=search))["total"] == 0


@pytest.mark.parametrize("gathered", [0, 100_000], ids=["walked", "gathered"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    search=searches,
    filters=filters,
    sort=sorts,
    offset=st.integers(0, 30),
    limit=st.integers(1, 12),
)
async def test_a_search_finds_the_same_users_as_a_scan_in_python(
    database: Database,
    company: Company,
    crowd: None,
    gathered: int,
    search: str,
    filters: dict[str, str],
    sort: Sort,
    offset: int,
    limit: int,
) -> None:
    page = Slice(sort=sort, offset=offset, limit=limit)
    await assert_found(database, company, search, filters=filters, page=page, most_gathered=gathered)


async def test_what_new_accounts_left_beside_the_index_is_entered(
    database: Database, company: Company, crowd: None, reader: Reader
) -> None:
    async with database.unit_of_work() as unit:
        assert await unit.connection.fetch_value("SELECT waymark_tidy_search()") > 0
        await tidy_search(unit.connection)
        assert await unit.connection.fetch_value("SELECT waymark_tidy_search()") == 0
    assert (await reader.get(search="u11.r-1@"))["total"] == 1
