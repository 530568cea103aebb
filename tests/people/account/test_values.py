"""The values of a field that a company's people have, with counts."""

import pytest

from server.people.list.list_repository import count_values
from server.platform.database.connections import Database
from server.vocabulary.fields import FIELD
from tests.fixtures.people import AddCompany, Company
from tests.fixtures.user_list import Reader, add_people

PLACES = (
    *("Pune", "Leh", "Pune", None, "Mumbai, West", "Pune", "Leh", "pune", None, "पुणे", "PUNE", "Pune.", "Mumbai, West"),
    *("MumbaiWest", "Mumbai-west", "Mumbai west", "Ward 1 2", "Ward 12", "Leh", "LEH"),
)
COUNTED = [("Pune", 6), ("Mumbai, West", 5), ("Leh", 4), ("Ward 1 2", 1), ("Ward 12", 1), ("पुणे", 1)]


@pytest.fixture
async def placed(database: Database, company: Company, add_company: AddCompany) -> None:
    """People at PLACES, and those of another company elsewhere."""
    other = await add_company()
    await add_people(database, company, *((f"P{number}", "TRAINEE", "TRAINEE") for number in range(len(PLACES))))
    await add_people(database, other, ("Kim", "TRAINEE", "TRAINEE"), start=50)
    async with database.reading() as connection:
        for number, place in enumerate(PLACES):
            await connection.raw.execute(
                "UPDATE users SET work_location = $2 WHERE full_name = $1", f"P{number}", place
            )
        await connection.raw.execute("UPDATE users SET work_location = 'Elsewhere' WHERE company_id = $1", other.id)


async def test_locations_are_counted_as_most_people_write_them_most_people_first(reader: Reader, placed: None) -> None:
    """S32: those of the company alone."""
    values = (await (await reader.ask("/values", field="workLocation")).get_json())["values"]
    found = [(each["value"], each["people"]) for each in values]
    assert found[:2] == COUNTED[:2]
    assert sorted(found) == sorted(COUNTED)
    for location, people in COUNTED:
        assert (await reader.get(page=1, workLocation=location))["total"] == people


@pytest.mark.parametrize(
    ("typed", "people"),
    [
        ("PUNE", 6),
        (" p.u.n.e ", 6),
        ("mumbai  west", 5),
        ("Pun", 0),
        ("Ward 1", 0),
        ("ward-12", 1),
        ("...", 0),
        ("%", 0),
    ],
)
async def test_a_filter_finds_each_spelling(reader: Reader, placed: None, typed: str, people: int) -> None:
    assert (await reader.get(page=1, workLocation=typed))["total"] == people
    exported = await (await reader.ask("/export.csv", workLocation=typed)).get_data()
    assert len(exported.splitlines()) == 1 + people


@pytest.mark.parametrize("most", [1, 3, 200])
async def test_those_of_most_people_are_counted(database: Database, company: Company, placed: None, most: int) -> None:
    async with database.reading() as connection:
        found = await count_values(connection, FIELD["workLocation"], company_id=company.id, most=most)
    assert len(found) == min(most, len(COUNTED))
    assert {(row.value, row.people) for row in found} <= set(COUNTED)
    assert [row.people for row in found] == [people for _, people in COUNTED][:most]


async def test_a_company_without_locations_has_none(reader: Reader) -> None:
    assert await (await reader.ask("/values", field="workLocation")).get_json() == {"values": []}


@pytest.mark.parametrize("field", [{}, {"field": ""}, {"field": "fullName"}, {"field": "salary"}])
async def test_only_texts_that_many_share_are_counted(reader: Reader, field: dict[str, str]) -> None:
    refused = await reader.ask("/values", **field)
    assert (refused.status_code, set((await refused.get_json())["errors"])) == (422, {"field"})


@pytest.mark.parametrize("field", [{}, {"field": "workLocation"}])
async def test_the_earlier_path_answers_as_before(reader: Reader, placed: None, field: dict[str, str]) -> None:
    answer = await (await reader.ask("/locations", **field)).get_json()
    assert sorted((each["location"], each["people"]) for each in answer["locations"]) == sorted(COUNTED)
