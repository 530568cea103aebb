"""Which sheet of a workbook is read."""

import io
from collections.abc import Sequence
from typing import Literal
from uuid import UUID

import pytest
from openpyxl import load_workbook

from tests.fixtures.import_calls import Caller
from tests.fixtures.import_desk import ImportDesk
from tests.fixtures.import_files import HEADER, people, person
from tests.fixtures.imports import Office
from tests.fixtures.workbooks import xlsx


@pytest.fixture
def desk(caller: Caller, office: Office) -> ImportDesk:
    return ImportDesk(caller=caller.as_person(office.person), office=office)


def with_hidden_sheets(content: bytes, **states: Literal["hidden", "veryHidden"]) -> bytes:
    workbook = load_workbook(io.BytesIO(content))
    for name, state in states.items():
        workbook[name].sheet_state = state
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


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
    said = "People seem to be in the sheet “People” (2 rows), too, with other columns: read it by itself."
    assert (answer.body["state"], answer.body["remarks"]) == ("mapping", [said])


async def test_sheets_without_a_heading_of_ours_are_read_from_the_first(desk: ImportDesk) -> None:
    uploaded = await desk.upload(xlsx({"A": [["x", "y"], ["1", "2"]], "B": [["z"], ["3"]]}), name="p.xlsx")
    assert (uploaded["state"], (await desk.columns(uploaded["id"]))["sheet"]) == ("mapping", "A")


async def test_a_hidden_sheet_is_not_read_unless_it_is_chosen(desk: ImportDesk) -> None:
    content = with_hidden_sheets(xlsx({"Cover": [["a"], ["b"]], "Old": [list(HEADER), *people(2)]}), Old="hidden")
    uploaded = await desk.upload(content, name="p.xlsx")
    assert (uploaded["state"], (await desk.columns(uploaded["id"]))["sheet"]) == ("mapping", "Cover")
    assert (await desk.choose(uploaded["id"], sheet="Old")).body["state"] == "validating"


async def test_people_in_hidden_sheets_are_asked_about(desk: ImportDesk) -> None:
    sheets: dict[str, list[Sequence[str]]] = {
        "A": [list(HEADER), *people(2)],
        "B": [list(HEADER), *people(1, first=3)],
        "Left": [list(HEADER), *people(3, first=4)],
        "Staff": [["Name", "E-mail ID"], ["Ben Lal", "ben@example.org"]],
        "Lists": [["Pune"], ["Delhi"]],
    }
    content = with_hidden_sheets(xlsx(sheets), Left="hidden", Staff="veryHidden", Lists="hidden")
    uploaded = await desk.upload(content, name="p.xlsx")
    snapshot = await desk.check(uploaded["id"])
    assert {each["kind"]: each["text"] for each in snapshot["questions"]} == {
        "other_sheets": "The sheet “A” is read. People are also in “B” (one row).",
        "hidden_sheets": "People are also in hidden sheets of this workbook: “Left” (3 rows).",
    }
    assert snapshot["remarks"] == [
        "People seem to be in the hidden sheet “Staff” (one row), too, with other columns: read it by itself."
    ]
    assert (await desk.caller.post(f"{snapshot['id']}/start", {})).refusal[:2] == (409, "questions_open")
    for answers, rows in (
        ({"other_sheets": "all_sheets", "hidden_sheets": "without_hidden"}, 3),
        ({"other_sheets": "one_sheet", "hidden_sheets": "with_hidden"}, 5),
        ({"other_sheets": "all_sheets", "hidden_sheets": "with_hidden"}, 6),
    ):
        assert (await desk.choose(snapshot["id"], answers=answers)).status == 200
        assert (await desk.check(snapshot["id"]))["validRows"] == rows
    assert (await desk.caller.post(f"{snapshot['id']}/start", {})).status == 200


async def test_sheets_that_are_not_looked_at_are_named(desk: ImportDesk) -> None:
    sheets: dict[str, list[Sequence[str]]] = {
        "A": [list(HEADER), *people(1)],
        **{f"S{number}": [["x"], ["y"]] for number in range(1, 23)},
    }
    uploaded = await desk.upload(xlsx(sheets), name="p.xlsx")
    assert (await desk.check(uploaded["id"]))["remarks"] == [
        "Sheets that are too many or too large to be looked at are not read: S21, S22."
    ]


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


def page_of(*tables: Sequence[Sequence[str]]) -> bytes:
    def row(cells: Sequence[str]) -> str:
        return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"

    written = (f"<table>{''.join(map(row, table))}</table>" for table in tables)
    return f"<html>{''.join(written)}</html>".encode()


async def test_people_in_other_tables_of_a_page_are_asked_about(desk: ImportDesk) -> None:
    content = page_of([HEADER, person(1)], [["Menu"]], [HEADER, *people(3, first=2)])
    uploaded = await desk.upload(content, name="portal.xls")
    snapshot = await desk.check(uploaded["id"])
    assert snapshot["validRows"] == 3
    assert [each["text"] for each in snapshot["questions"]] == [
        "The sheet “Table 1” is read. People are also in “Table 2” (one row)."
    ]
    assert (await desk.choose(snapshot["id"], answers={"other_sheets": "all_sheets"})).status == 200
    assert (await desk.check(snapshot["id"]))["validRows"] == 4
    assert (await desk.choose(snapshot["id"], sheet="Table 2")).status == 200
    assert (await desk.check(snapshot["id"]))["validRows"] == 1


async def test_the_next_sheets_of_a_workbook_are_offered_once_and_are_not_the_same_file(desk: ImportDesk) -> None:
    sheets: dict[str, list[Sequence[str]]] = {
        "A": [list(HEADER), *people(2)],
        "B": [list(HEADER), *people(1, first=3)],
        "Staff": [["Name", "E-mail ID"], ["Ben Lal", "ben@example.org"]],
        "Lists": [["Pune"], ["Delhi"]],
    }
    content = xlsx(sheets)
    first = (await desk.upload(content, name="p.xlsx"))["id"]
    await desk.check(first)
    assert (await desk.choose(first, answers={"other_sheets": "one_sheet"})).status == 200
    await desk.check(first)
    assert (await desk.caller.post(f"{first}/start", {})).status == 200
    await desk.office.work(UUID(first))
    assert (await desk.caller.get(first)).body["nextSheets"] == ["B", "Staff"]
    refused = await desk.caller.post(f"{first}/sheets", {"sheet": "C"})
    assert (refused.status, refused.body["errors"]) == (422, {"sheet": "The workbook has no such sheet"})
    second = (await desk.caller.post(f"{first}/sheets", {"sheet": "B"})).body["id"]
    ready = await desk.check(second)
    assert (ready["fileName"], ready["validRows"], ready["sameAs"]) == ("p.xlsx", 1, None)
    assert (await desk.caller.get(first)).body["nextSheets"] == ["Staff"]
    again = (await desk.upload(content, name="p.xlsx"))["id"]
    assert (await desk.check(again))["sameAs"]["id"] == first
    # Read together with the first, it is no sheet that is left.
    assert (await desk.choose(again, answers={"other_sheets": "all_sheets"})).status == 200
    assert (await desk.check(again))["nextSheets"] == ["Staff"]
