"""What a choice of columns keeps of a preview: the order of the dates, the converted sheet, edits and deletions."""

import pytest

from server.people.imports.checking.check_import import check_import
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import HEADER, csv_file, person
from tests.fixtures.imports import Office

CHOSEN = ["Dates are read as day/month/year, as chosen in the preview."]
UNCLEAR = [person(each, dateOfBirth="02/06/2003") for each in (1, 2, 3)]


@pytest.fixture
def owner(caller: Caller, office: Office) -> Caller:
    return caller.as_person(office.person)


async def test_a_chosen_order_of_the_dates_stays(owner: Caller, office: Office) -> None:
    import_id = await office.check(*UNCLEAR)
    await owner.call("PUT", f"{import_id}/date-order", json={"order": "day"})
    await check_import(office.services, import_id=import_id)
    columns = {str(place): name for place, name in enumerate(HEADER) if name != "workLocation"}
    answer = await owner.call(
        "PUT", f"{import_id}/columns", json={"columns": columns, "values": {"workLocation": "Delhi"}}
    )
    assert (answer.body["dateOrder"], answer.body["remarks"]) == ("day", CHOSEN)
    await check_import(office.services, import_id=import_id)
    row = (await owner.get(f"{import_id}/rows")).body["data"][0]
    assert (row["values"]["dateOfBirth"], row["values"]["workLocation"]) == ("2003-06-02", "Delhi")


async def test_the_order_that_the_file_needs_goes_before_the_chosen_one(owner: Caller, office: Office) -> None:
    """Another column of dates that fits only one order."""
    rows = [(*each, "12/25/1999") for each in UNCLEAR]
    import_id = await office.upload(csv_file(*rows, header=(*HEADER, "Born")))
    await check_import(office.services, import_id=import_id)
    await owner.call("PUT", f"{import_id}/date-order", json={"order": "day"})
    await check_import(office.services, import_id=import_id)
    columns = {str(place): name for place, name in enumerate(HEADER)} | {"3": None, "8": "dateOfBirth"}
    answer = await owner.call("PUT", f"{import_id}/columns", json={"columns": columns})
    assert (answer.body["dateOrder"], answer.body["remarks"] == CHOSEN) == ("month", False)


async def test_edits_and_deletions_stay_where_the_rows_do_not_move(owner: Caller, office: Office) -> None:
    import_id = await office.check(*(person(each) for each in range(1, 5)))
    await owner.call("PATCH", f"{import_id}/rows/1", json={"values": {"fullName": "Asha Rao"}, "version": 1})
    await owner.call("DELETE", f"{import_id}/rows", json={"rows": [2]})
    answer = await owner.call("PUT", f"{import_id}/columns", json={"values": {}})
    assert answer.body["totalRows"] == 3
    await check_import(office.services, import_id=import_id)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.total_rows, snapshot.checked_rows, snapshot.valid_rows) == (3, 3, 3)
    rows = (await office.rows(import_id)).data
    assert [(row.row, row.version, row.values.model_dump()["fullName"]) for row in rows] == [
        (1, 2, "Asha Rao"),
        (3, 1, "Imported 3"),
        (4, 1, "Imported 4"),
    ]
    await owner.post(f"{import_id}/rows/undo")
    assert (await office.snapshot(import_id)).valid_rows == 4


async def test_edits_are_forgotten_where_the_rows_move(owner: Caller, office: Office) -> None:
    import_id = await office.upload(csv_file(*(person(each) for each in range(1, 4)), HEADER, person(9)))
    await check_import(office.services, import_id=import_id)
    await owner.call("PATCH", f"{import_id}/rows/1", json={"values": {"fullName": "Asha Rao"}, "version": 1})
    await owner.call("DELETE", f"{import_id}/rows", json={"rows": [2]})
    await owner.call("PUT", f"{import_id}/columns", json={"headerRow": 5})
    await check_import(office.services, import_id=import_id)
    [row] = (await office.rows(import_id)).data
    assert (row.row, row.version, row.values.model_dump()["fullName"]) == (1, 1, "Imported 9")
    assert (await owner.post(f"{import_id}/rows/undo")).refusal[:2] == (409, "nothing_to_undo")
    edited = await owner.call("PATCH", f"{import_id}/rows/1", json={"values": {"fullName": "A"}, "version": 1})
    assert edited.body["version"] == 4, "a version that was used before must not come again"
