"""One place in several spellings: the preview offers the usual one."""

import pytest

from tests.fixtures.import_calls import Caller
from tests.fixtures.import_desk import ImportDesk
from tests.fixtures.import_files import csv_file, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany


@pytest.fixture
def desk(caller: Caller, office: Office) -> ImportDesk:
    return ImportDesk(caller=caller.as_person(office.person), office=office)


async def begin(desk: ImportDesk, *places: str) -> str:
    rows = [person(number, workLocation=place) for number, place in enumerate(places, start=1)]
    uploaded = await desk.upload(csv_file(*rows))
    await desk.check(uploaded["id"])
    return str(uploaded["id"])


async def spellings(desk: ImportDesk, import_id: str) -> list[tuple[str, str, int, int]]:
    body = (await desk.caller.get(f"{import_id}/problems")).body
    assert {each["field"] for each in body["spellings"]} <= {"workLocation"}
    return [(each["value"], each["usual"], each["rows"], each["people"]) for each in body["spellings"]]


async def add_people(office: Office, *places: str) -> None:
    for number, place in enumerate(places):
        email, phone = f"{office.person.company.id}-{number}@example.org", f"+9191{number:08d}"
        await office.add_user(office.person.company, email=email, phone=phone)
        await office.execute("UPDATE users SET work_location = $1 WHERE email = $2", place, email)


@pytest.mark.parametrize(
    ("places", "found"),
    [
        (("Pune", "PUNE", " pune ", "Pune."), [("PUNE", "Pune", 1), ("Pune.", "Pune", 1), ("pune", "Pune", 1)]),
        (("PUNE", "PUNE", "Pune"), [("Pune", "PUNE", 1)]),
        (
            ("New  Delhi", "New Delhi", "NewDelhi", "new-delhi"),
            [("NewDelhi", "New Delhi", 1), ("new-delhi", "New Delhi", 1)],
        ),
        (("T. Nagar", "T.Nagar", "T. Nagar", "T Nagar"), [("T Nagar", "T. Nagar", 1), ("T.Nagar", "T. Nagar", 1)]),
        (("कानपुर", "कानपुर", "कानपुर।"), [("कानपुर।", "कानपुर", 1)]),
        (("Sector 1 2", "Sector 12", "Block A1", "Block B1", "Punee", "Pune"), []),
    ],
)
async def test_the_usual_spelling_of_the_file_is_offered(
    desk: ImportDesk, places: tuple[str, ...], found: list[tuple[str, str, int]]
) -> None:
    import_id = await begin(desk, *places)
    assert await spellings(desk, import_id) == [(*each, 0) for each in found]
    assert (await desk.caller.get(import_id)).body["validRows"] == len(places), "nothing is an error"
    written = {row["workLocation"] for row in await desk.rows(import_id)}
    assert {value for value, *_ in found} <= written, "and nothing is changed in silence"


async def test_what_the_company_has_counts_more_and_is_taken_by_one_press(
    desk: ImportDesk, offices: Offices, add_company: AddCompany
) -> None:
    await add_people(desk.office, "Pune", "Pune", "pune")
    await add_people(await offices.open(company=await add_company()), "NASHIK", "NASHIK")
    import_id = await begin(desk, "PUNE", "PUNE", "PUNE", "Nashik", "Pune.")
    offered = await spellings(desk, import_id)
    assert offered == [("PUNE", "Pune", 3, 2), ("Pune.", "Pune", 1, 2)]
    changes = [{"field": "workLocation", "from": value, "to": usual} for value, usual, *_ in offered]
    assert (await desk.caller.post(f"{import_id}/values/changes", {"changes": changes})).body == {"rows": 4}
    assert [row["workLocation"] for row in await desk.rows(import_id)] == ["Pune"] * 3 + ["Nashik", "Pune"]
    assert await spellings(desk, import_id) == []
    assert (await desk.caller.post(f"{import_id}/rows/undo", {})).status == 200
    assert await spellings(desk, import_id) == offered


async def test_the_spellings_of_another_companys_import_are_not_found(
    desk: ImportDesk, offices: Offices, add_company: AddCompany
) -> None:
    import_id = await begin(desk, "PUNE", "Pune")
    other = await offices.open(company=await add_company())
    assert (await desk.caller.as_person(other.person).get(f"{import_id}/problems")).status == 404
