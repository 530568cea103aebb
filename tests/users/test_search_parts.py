"""Finding people by any part of words, where Postgres offers pg_trgm."""

from typing import Final

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.database import Database
from server.users.find_people import Page
from server.users.list_filters import Filters, Sort
from tests.fixtures.people import Company
from tests.fixtures.search import add_person, assert_found, filters, searches, sorts
from tests.fixtures.user_list import Reader

NAME: Final = "Asha Verma-Rao"


@pytest.mark.parametrize(
    "search",
    ["sha", "erma", "ERM", "erma rao", "a.verma", "ma_2@mail", "verma_2@mail.verm", "812345", "12345678", "mas.org"],
)
async def test_any_part_is_found(reader: Reader, database: Database, company: Company, search: str) -> None:
    await add_person(database, company, NAME, email="a.verma_2@mail.vermas.org", phone="+919812345678")
    assert await reader.names(search=search) == [NAME]


@pytest.mark.parametrize("search", ["ha", "rma_2@example", "ma%2@mail", "asha kumar", "912345678"])
async def test_what_is_nowhere_is_not_found(reader: Reader, database: Database, company: Company, search: str) -> None:
    """Fewer than three letters begin a word."""
    await add_person(database, company, NAME, email="a.verma_2@mail.vermas.org", phone="+919812345678")
    assert await reader.names(search=search) == []


async def test_migrating_makes_the_index_once(database_url: str) -> None:
    connection = await asyncpg.connect(database_url)
    indexes = await connection.fetch("SELECT indexdef FROM pg_indexes WHERE indexname = 'ix_user_words_parts'")
    await connection.close()
    assert ["gin_trgm_ops" in index["indexdef"] for index in indexes] == [True]


@pytest.mark.parametrize("most", [0, 20, 10_000], ids="at most {} are rare".format)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80)
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
    page = Page(sort=sort, offset=offset, limit=limit)
    await assert_found(database, company, search, filters=filters, page=page, most=most, parts=True)
