"""Users are found by any part of their name, email or phone, whether a search scans the list or gathers matches."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from quart import Quart

from server.database import Database
from server.identity.profiles import Profile
from server.users.list_filters import Filters, Page, Sort
from server.users.rare_word_repository import find_rare_words, tidy_search, worth_reading
from server.users.search_repository import SearchQuery
from server.users.search_terms import read_search
from server.users.search_users import search_users
from server.users.survey_repository import survey
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.search import add_person, assert_found, filters, searches, sorts
from tests.fixtures.user_list import Reader, add_crowd

NAME: Final = "Asha Verma-Rao"


@pytest.fixture
async def asha(database: Database, company: Company) -> None:
    await add_person(database, company, NAME, email="a.verma_2@mail.vermas.org", phone="+919812345678")


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
    ],
)
async def test_any_part_is_found_and_short_terms_begin_a_word(reader: Reader, asha: None, search: str) -> None:
    assert await reader.names(search=search) == [NAME]


@pytest.mark.parametrize(
    "search",
    [
        *("ha", "asha kumar", "verma@mail", "a.verma_2@example.com", "rma_2@example", "ma%2@mail", "912345678"),
        *("a@", "_", "__", "%%%", "-", "@", "%", ".*", "(", "\\"),
    ],
)
async def test_a_text_that_no_user_has_is_not_found(reader: Reader, asha: None, search: str) -> None:
    found = await reader.get(search=search)
    assert (found["data"], found["total"], found["totalIsExact"]) == ([], 0, True)


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
    async with database.acquire() as connection:
        await connection.execute("UPDATE users SET full_name = 'Usha Verma' WHERE full_name = 'Asha Verma-Rao'")
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


@pytest.mark.parametrize("scans", [(1, 2), (5, 40), (200, 1_000)], ids="{} are scanned".format)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(
    search=searches,
    filters=filters,
    sort=sorts,
    offset=st.integers(0, 30),
    limit=st.integers(1, 12),
    counted=st.sampled_from([5, 10_000]),
)
async def test_a_search_finds_the_same_users_as_a_scan_in_python(
    database: Database,
    company: Company,
    crowd: None,
    scans: tuple[int, int],
    search: str,
    filters: Filters,
    sort: Sort,
    offset: int,
    limit: int,
    counted: int,
) -> None:
    page = Page(sort=sort, offset=offset, limit=limit)
    await assert_found(database, company, search, filters=filters, page=page, scans=scans, most_counted=counted)


@pytest.mark.parametrize(
    ("having", "read"),
    [
        ({"kim@": range(200), "000": ()}, ["000"]),
        ({"kim@": range(200), "exa": range(200)}, ["exa"]),
        ({".kim@": range(50), "@example.": range(200), ".411.": (3,)}, [".411."]),
        ({".kim@": range(50), "@example.": range(200), ".411.": (3, 190)}, [".411."]),
        ({"asha": range(20), "ashav": range(20), "zoe": range(20, 40)}, ["asha", "zoe"]),
        ({"a": range(100), "b": range(50, 150), "c": range(30, 80)}, ["c", "b"]),
        ({"a": range(100), "b": range(96), "c": range(97)}, ["b"]),
        ({}, []),
    ],
)
def test_words_that_few_have_together_are_looked_up(having: dict[str, Collection[int]], read: list[str]) -> None:
    people = {word: frozenset(users) for word, users in having.items()}
    assert worth_reading(people, of=frozenset(range(200))) == tuple(read)


@pytest.mark.parametrize(
    ("search", "words"),
    [
        ("u7.kim@a-b.example", ("u7.",)),
        ("u7.zoe@else.example", (".zoe@",)),
        ("asha verma", ("verma",)),
        ("asha verma zoë", ("verma",)),
        ("ash_a rao", ("rao",)),
        ("souza @list.example", ("souza", "list")),
        ("example", ()),
        ("a æ 9812345678", ("345678",)),
        ("+91 98123-45678", ("345678",)),
        ("234567890000", ("7890000",)),
        ("7000000", ()),
        ("812345", ()),
        ("345678", ()),
        ("kim 9812345678", ("345678",)),
        ("a", ()),
        ("-", ()),
        ("", ()),
    ],
)
async def test_a_sample_of_the_company_tells_which_words_are_common(
    database: Database, company: Company, crowd: None, add_company: AddCompany, search: str, words: tuple[str, ...]
) -> None:
    """S32: what another company has does not matter."""
    await add_person(database, await add_company(), "Zoe", email="u7.zoe@else.example", phone="+4915112345678")
    async with database.reading() as connection:
        assert await find_rare_words(connection, company_id=company.id, terms=read_search(search)) == words


async def test_what_new_accounts_left_beside_the_index_is_entered(
    database: Database, company: Company, crowd: None, reader: Reader
) -> None:
    async with database.unit_of_work() as unit:
        assert await tidy_search(unit.connection) > 0
        assert await tidy_search(unit.connection) == 0
    assert (await reader.get(search="u11.r-1@"))["total"] == 1


@pytest.mark.parametrize(
    ("search", "names"),
    [("asha", 18), ("ASHA", 18), ("ash", 35), ("zoë", 17), ("verma", 0), ("asha verma", 0), ("u1", 0), ("-", 0)],
)
async def test_names_that_begin_with_the_only_term_are_counted(
    database: Database, company: Company, crowd: None, add_company: AddCompany, search: str, names: int
) -> None:
    """S32: those of the company alone."""
    await add_person(database, await add_company(), "Asha", email="asha@other.example", phone="+4915112345678")
    query = SearchQuery(company_id=company.id, filters=Filters(), terms=read_search(search))
    of_a_profile = replace(query, filters=Filters(profile=Profile.SUPER_ADMIN))
    async with database.reading() as connection:
        assert (await survey(connection, query, most_counted=names)).has_more_names is False
        assert (await survey(connection, query, most_counted=max(names - 1, 0))).has_more_names is (names > 0)
        assert (await survey(connection, of_a_profile, most_counted=0)).has_more_names is False


@pytest.mark.parametrize(("others", "has_most"), [(20, True), (40, False)])
async def test_a_company_of_four_fifths_of_all_users_has_most(
    database: Database, company: Company, crowd: None, add_company: AddCompany, *, others: int, has_most: bool
) -> None:
    other = await add_company()
    await add_crowd(database, other, count=others)
    ours = SearchQuery(company_id=company.id, filters=Filters(), terms=("asha",))
    async with database.reading() as connection:
        assert (await survey(connection, ours, most_counted=5)).has_most is has_most
        assert (await survey(connection, replace(ours, company_id=other.id), most_counted=5)).has_most is False


async def test_a_company_that_has_most_users_finds_none_of_the_others(
    database: Database, company: Company, crowd: None, add_company: AddCompany
) -> None:
    """S32: the index is not asked for the company, so that it finds the others' too."""
    await add_crowd(database, await add_company(), count=20)
    query = SearchQuery(company_id=company.id, filters=Filters(), terms=("crowd",))
    page = Page(sort=Sort.CREATED, offset=0, limit=10)
    async with database.reading() as connection:
        assert (await survey(connection, query, most_counted=5)).has_most
        found = await search_users(connection, query, page=page, scans=(5, 10))
    assert (found.rows, found.total) == ([], 0)


@pytest.mark.parametrize(
    ("term", "offset", "total"),
    [("example", 0, None), ("example", 15, None), ("example", 90, None), ("example", 91, 120), ("zoë", 0, 17)],
)
async def test_matches_are_gathered_only_where_they_are_few_or_lie_beyond_the_scan(
    database: Database, company: Company, crowd: None, term: str, offset: int, total: int | None
) -> None:
    query = SearchQuery(company_id=company.id, filters=Filters(), terms=(term,))
    page = Page(sort=Sort.CREATED, offset=offset, limit=10)
    async with database.reading() as connection:
        found = await search_users(connection, query, page=page, scans=(20, 100), most_counted=18)
    assert len(found.rows) == 10
    assert (found.total if found.is_exact else None) == total
