"""The filters of the list, alone and together: each finds what a reading of all people finds, in every order."""

from typing import Any, Final
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from quart import Quart

from server.people.list.list_repository import find_page, list_after, matching
from server.people.list.list_schemas import FilterQuery, Slice, Sort, exported
from server.platform.database.connections import Database
from server.platform.database.query_plans import plan_for_values
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.user_list import Reader, add_people
from tests.fixtures.varied_people import BATCHES, NO_BATCH, ZONE, Varied, add_varied, varied_people

EXPORTED: Final = exported(BUILT_IN)
VALUES: Final = {
    "profile": ("TRAINEE", "TRAINER"),
    "search": ("asha", "varied"),
    "status": ("active", "inactive"),
    "invitation": ("waiting", "queued", "sent", "lapsed", "failed", "none", "accepted", "invited"),
    "workLocation": ("Pune", "Leh", "Goa"),
    "batch": (*map(str, BATCHES), str(NO_BATCH)),
    "createdFrom": ("-7d", "-30d", "-2d", "2020-01-01"),
    "createdTo": ("-7d", "-30d", "-0d", "2020-01-01"),
    "lastSignIn": ("never", "since:-10d", "before:-10d", "since:2020-01-01", "before:2020-01-01"),
}
# A test of its own shows that each of them finds some people and not others.
ALONE: Final = [{name: value} for name, values in VALUES.items() for value in values]

queries = st.dictionaries(st.sampled_from(sorted(VALUES)), st.integers(0, 7), max_size=4).map(
    lambda chosen: {name: VALUES[name][number % len(VALUES[name])] for name, number in chosen.items()}
)


@pytest.fixture
async def people(database: Database, company: Company, add_company: AddCompany) -> list[Varied]:
    """Those of the company; another one has as many."""
    ours = varied_people()
    await add_varied(database, company, ours)
    others = await add_company()
    async with database.reading() as connection:
        await connection.raw.execute(
            """
            INSERT INTO users (company_id, full_name, role, profile, email, phone, work_location, is_active, invitation,
                               temporary_password_expires_at, last_sign_in_at, created_at)
            SELECT $1, full_name, role, profile, 'other.' || email, phone, work_location, is_active, invitation,
                   temporary_password_expires_at, last_sign_in_at, created_at
            FROM users WHERE company_id = $2
            """,
            others.id,
            company.id,
        )
    return ours


def expected(people: list[Varied], query: dict[str, str], *, sort: Sort) -> list[str]:
    def place(person: Varied) -> tuple[str, UUID]:
        return {"fullName": person.name.lower(), "email": person.email}.get(sort.field, ""), person.id

    found = [person for person in people if person.matches(query)]
    return [str(person.id) for person in sorted(found, key=place, reverse=sort.falls)]


async def test_each_filter_alone(reader: Reader, people: list[Varied]) -> None:
    """S32: people of another company, who are alike, are never among them."""
    for query in ALONE:
        found = await reader.get(page=1, pageSize=1_000, sort="fullName", **query)
        ids = [user["id"] for user in found["data"] if user["id"] != str(reader.person.id)]
        assert ids == expected(people, query, sort=Sort.NAME), query
        assert found["total"] == len(found["data"]), query


async def test_a_page_names_the_batches_of_its_people(reader: Reader, people: list[Varied]) -> None:
    named = {str(batch): f"Intake {number}" for number, batch in enumerate(BATCHES)}
    shown = {user["id"]: user["batches"] for user in (await reader.get(page=1, pageSize=1_000))["data"]}
    for person in people:
        expected_ones = [{"id": str(batch), "name": named[str(batch)]} for batch in person.batches]
        assert shown[str(person.id)] == expected_ones
    assert shown[str(reader.person.id)] == []


async def test_another_company_s_batch_has_no_people(
    app: Quart, people: list[Varied], sign_in: SignIn, add_company: AddCompany
) -> None:
    """S32."""
    stranger = Reader(app=app, person=await sign_in(Profile.SUPER_ADMIN, company=await add_company()))
    for query in ({}, {"sort": "fullName"}, {"status": "active"}, {"search": "person"}):
        for batch in BATCHES:
            found = await stranger.get(page=1, batch=str(batch), **query)
            assert (found["data"], found["total"]) == ([], 0)


def test_the_filters_tell_people_apart() -> None:
    people = varied_people()
    matching = {str(query): sum(person.matches(query) for person in people) for query in ALONE}
    none = {query for query, count in matching.items() if not count}
    everyone = {query for query, count in matching.items() if count == len(people)}
    assert {query for query in none if "2020" not in query} == {
        "{'workLocation': 'Goa'}",
        f"{{'batch': '{NO_BATCH}'}}",
    }
    assert {query for query in everyone if "2020" not in query and "varied" not in query} == {"{'createdTo': '-0d'}"}


@pytest.mark.parametrize("gathered", [5, 100_000], ids=["few are gathered", "all are gathered"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    query=queries,
    sort=st.sampled_from(Sort),
    offset=st.integers(0, 30),
    limit=st.integers(1, 12),
)
async def test_filters_together_find_the_same_people_as_a_reading_of_all(
    database: Database,
    company: Company,
    people: list[Varied],
    gathered: int,
    query: dict[str, str],
    sort: Sort,
    offset: int,
    limit: int,
) -> None:
    asked = matching(FilterQuery.model_validate(query), company_id=company.id, zone=ZONE)
    page = Slice(sort=sort, offset=offset, limit=limit)
    async with database.reading() as connection:
        found = await find_page(connection, asked, page=page, most_gathered=gathered)
    async with database.unit_of_work() as unit:
        await plan_for_values(unit.connection)
        people_found = await list_after(unit.connection, asked, columns=EXPORTED, sort=sort, last=None, limit=1_000)
        ids = [str(person.id) for person in people_found]
    everyone = expected(people, query, sort=sort)
    assert ids == everyone
    assert [str(row.id) for row in found.rows] == everyone[page.offset : page.offset + page.limit]
    counted = len(everyone) if asked.is_all else min(len(everyone), gathered + 1)
    assert found.total == counted


@pytest.mark.parametrize(
    ("name", "values", "sentence"),
    [
        ("status", ["on", "Active", "true"], None),
        ("invitation", ["Sent", "pending"], None),
        ("batch", ["x", "0", "' OR true --"], None),
        (
            *("createdFrom", ["yesterday", "2026-02-30", "0001-01-01", "9999-12-31", "-12345d", "7d", "-1w", "-7D"]),
            "Please give a day such as 2026-11-22, or a number of days ago such as -7d",
        ),
        (
            *("createdTo", ["2026-1-1", "20261122", "2026-W01-1", "-\u0663d", "2026-11-22T00:00:00Z"]),
            "Please give a day such as 2026-11-22, or a number of days ago such as -7d",
        ),
        (
            *("lastSignIn", ["ever", "never:", "never:-3d", "since", "since:", "before:x", "until:-3d", "SINCE:-3d"]),
            "Please give never, or since: or before: with a day such as 2026-11-22 or -30d",
        ),
        ("workLocation", ["x" * 1_025], None),
    ],
)
async def test_a_value_that_is_none_is_refused_with_a_sentence(
    reader: Reader, name: str, values: list[str], sentence: str | None
) -> None:
    for path in ("", "/export.csv"):
        for value in values:
            refused = await reader.ask(path, **{name: value})
            body: dict[str, Any] = await refused.get_json()
            assert (refused.status_code, body["code"], set(body["errors"])) == (422, "validation_failed", {name}), value
            assert body["errors"][name] == sentence or sentence is None, body


async def test_an_empty_filter_is_none(reader: Reader) -> None:
    empty = dict.fromkeys(("status", "workLocation", "batch", "createdFrom", "createdTo", "lastSignIn"), "")
    assert (await reader.get(**empty))["total"] == 1


async def test_a_work_location_is_compared_without_case_marks_and_spaces(
    reader: Reader, database: Database, company: Company
) -> None:
    places = ("Pune", "Mumbai, West", "pune")
    await add_people(database, company, *((f"P{number}", "TRAINEE", "TRAINEE") for number in range(3)))
    async with database.reading() as connection:
        for number, place in enumerate(places):
            await connection.raw.execute(
                "UPDATE users SET work_location = $2 WHERE full_name = $1", f"P{number}", place
            )
    for spelling in ("Pune", "PUNE", "pune."):
        assert await reader.names(workLocation=spelling) == ["P2", "P0"]
    assert await reader.names(workLocation="Mumbai, West") == ["P1"]
    for other in ("Pun", "Punee", "' OR true --", "%"):
        assert await reader.names(workLocation=other) == []
