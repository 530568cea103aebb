"""Which sheet of a workbook is read."""

import io

import pytest
from openpyxl import load_workbook

from tests.fixtures.import_calls import Caller
from tests.fixtures.import_desk import ImportDesk
from tests.fixtures.import_files import HEADER, people
from tests.fixtures.imports import Office
from tests.fixtures.workbooks import xlsx


@pytest.fixture
def desk(caller: Caller, office: Office) -> ImportDesk:
    return ImportDesk(caller=caller.as_person(office.person), office=office)


async def test_a_cover_before_the_list_is_passed_over_and_can_still_be_chosen(desk: ImportDesk) -> None:
    cover = [["List of students"], ["Batch", "2026"], ["Sent by", "the office"]]
    uploaded = await desk.upload(
        xlsx({"Cover": cover, "Empty": [], "People": [list(HEADER), *people(2)]}), name="p.xlsx"
    )
    ready = await desk.check(uploaded["id"])
    assert (ready["validRows"], ready["remarks"][0]) == (
        2,
        "The sheet “People” is read: “Cover” has none of the required headings.",
    )
    answer = await desk.choose(uploaded["id"], sheet="Cover")
    said = "People seem to be in the sheet “People”, too, with other columns: read it by itself."
    assert (answer.body["state"], answer.body["remarks"]) == ("mapping", [said])


async def test_sheets_without_a_heading_of_ours_are_read_from_the_first(desk: ImportDesk) -> None:
    uploaded = await desk.upload(xlsx({"A": [["x", "y"], ["1", "2"]], "B": [["z"], ["3"]]}), name="p.xlsx")
    assert (uploaded["state"], (await desk.columns(uploaded["id"]))["sheet"]) == ("mapping", "A")


async def test_a_hidden_sheet_is_not_read_unless_it_is_chosen(desk: ImportDesk) -> None:
    workbook = load_workbook(io.BytesIO(xlsx({"Cover": [["a"], ["b"]], "Old": [list(HEADER), *people(2)]})))
    workbook["Old"].sheet_state = "hidden"
    out = io.BytesIO()
    workbook.save(out)
    uploaded = await desk.upload(out.getvalue(), name="p.xlsx")
    assert (uploaded["state"], (await desk.columns(uploaded["id"]))["sheet"]) == ("mapping", "Cover")
    assert (await desk.choose(uploaded["id"], sheet="Old")).body["state"] == "validating"


async def test_a_sheet_without_rows_is_refused_at_the_choice_of_the_sheet(desk: ImportDesk) -> None:
    uploaded = await desk.upload(
        xlsx({"People": [list(HEADER), *people(2)], "Notes": [["Only a title"]]}), name="p.xlsx"
    )
    await desk.check(uploaded["id"])
    refused = await desk.choose(uploaded["id"], sheet="Notes")
    assert (refused.status, refused.body["errors"]) == (422, {"sheet": "This sheet has no header with rows below it"})
    refused = await desk.choose(uploaded["id"], sheet="People", headerRow=9)
    assert set(refused.body["errors"]) == {"headerRow"}
    assert (await desk.caller.get(uploaded["id"])).body["state"] == "ready"
