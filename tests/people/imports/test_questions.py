"""What only a person can decide about a file: asked in the preview, and answered before the start."""

import io
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

from server.people.imports.files.read_table import read_text, read_whole
from server.people.imports.files.template import template_csv
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_desk import ImportDesk
from tests.fixtures.import_files import HEADER, csv_file, csv_text, people, person
from tests.fixtures.imports import Office
from tests.fixtures.workbooks import xlsx


@pytest.fixture
def desk(caller: Caller, office: Office) -> ImportDesk:
    return ImportDesk(caller=caller.as_person(office.person), office=office)


async def begin(desk: ImportDesk, content: bytes, *, name: str = "people.csv") -> dict[str, Any]:
    """The snapshot of the preview."""
    uploaded = await desk.upload(content, name=name)
    return await desk.check(uploaded["id"])


async def answer(desk: ImportDesk, snapshot: dict[str, Any], **answers: str) -> dict[str, Any]:
    assert (await desk.choose(snapshot["id"], answers=answers)).status == 200
    return await desk.check(snapshot["id"])


def kinds(snapshot: dict[str, Any]) -> dict[str, str | None]:
    return {question["kind"]: question["answer"] for question in snapshot["questions"]}


def adds_up(snapshot: dict[str, Any], content: bytes | None = None) -> bool:
    """Also whether there are as many as in the file."""
    lines = dict(snapshot["lines"])
    total = lines.pop("total")
    in_file = total if content is None else len(content.decode().rstrip().splitlines())
    return bool(total == sum(lines.values()) == in_file)


def with_open_quote(*, column: int, last: int) -> bytes:
    """Eight people with addresses; a quotation mark opens in the third and closes in the row `last`."""
    rows = [[*row, "12 MG Road"] for row in people(8)]
    header = [*HEADER, "Address"]
    for row in (header, *rows):
        row.insert(column, row.pop())
    lines = [",".join(row) for row in (header, *rows)]
    lines[3] = lines[3].replace("12 MG", '"12 MG')
    lines[last] = lines[last].replace("12 MG Road", '12 MG Road"')
    return "\r\n".join(lines).encode()


@pytest.mark.parametrize("column", [0, 8])
async def test_lines_that_a_quotation_mark_joins_are_asked_about(desk: ImportDesk, column: int) -> None:
    content = with_open_quote(column=column, last=6 if column else 5)
    snapshot = await begin(desk, content)
    assert kinds(snapshot) == {"joined_lines": None}
    assert "lines 4 to" in snapshot["questions"][0]["text"].lower()
    assert adds_up(snapshot, content)
    assert snapshot["totalRows"] < 8
    refused = await desk.caller.post(f"{snapshot['id']}/start", {})
    assert refused.refusal[:2] == (409, "questions_open")
    confirmed = await answer(desk, snapshot, joined_lines="one_row")
    assert kinds(confirmed) == {"joined_lines": "one_row"}
    apart = await answer(desk, snapshot, joined_lines="no_quotes")
    assert (apart["totalRows"], apart["validRows"], kinds(apart)) == (8, 8, {"joined_lines": "no_quotes"})
    assert adds_up(apart, content)
    assert (await desk.caller.post(f"{snapshot['id']}/start", {})).status == 200


@pytest.mark.parametrize("column", [0, 8])
async def test_a_quotation_mark_that_never_closes_is_read_as_a_character_where_that_is_asked_for(
    desk: ImportDesk, column: int
) -> None:
    content = with_open_quote(column=column, last=3).replace(b'Road"', b"Road")
    refused = await desk.caller.upload(content)
    assert refused.refusal[:2] == (422, "file_refused")
    assert refused.body["errors"] == {
        "file": "A quotation mark opened at line 4 is never closed, or its cell is far too long.",
        "quotes": "Each line is a row: quotation marks are plain characters",
    }
    uploaded = await desk.caller.upload(content, quotes="plain")
    snapshot = await desk.check(uploaded.body["id"])
    assert (snapshot["totalRows"], kinds(snapshot)) == (8, {"joined_lines": "no_quotes"})
    assert adds_up(snapshot, content)
    # A choice of the header keeps it.
    assert (await desk.choose(snapshot["id"], headerRow=1)).status == 200
    assert kinds(await desk.check(snapshot["id"])) == {"joined_lines": "no_quotes"}
    again = await desk.choose(snapshot["id"], answers={"joined_lines": "one_row"})
    assert again.refusal[:2] == (422, "file_refused")
    assert (await desk.caller.post(f"{snapshot['id']}/start", {})).status == 200


@pytest.mark.parametrize(
    "text",
    [
        'Name,Phone\n"Asha,9876543210\nRavi,9876543211\nMeera",9876543212\nKiran,9876543213\n',
        'Name,"Phone\nAsha,9876543210\nRavi",9876543211\nMeera,9876543212\n',
    ],
)
def test_lines_that_are_joined_in_a_narrow_table_or_in_its_headings_are_asked_about(text: str) -> None:
    reading = read_whole(read_text(text.encode(), known=BUILT_IN), region="IN")
    assert [question.kind for question in reading.questions] == ["joined_lines"]


async def test_other_ways_to_read_quotation_marks_are_refused(desk: ImportDesk) -> None:
    answer = await desk.caller.upload(csv_file(*people(1)), quotes="none")
    assert answer.refusal[:2] == (422, "validation_failed")


async def test_a_cell_of_several_lines_is_no_question(desk: ImportDesk) -> None:
    rows = [(*person(1), "12 MG Road,\nPune, Maharashtra"), (*person(2), "Flat 4\r\nNear the gate")]
    content = csv_file(*rows, header=[*HEADER, "Address"])
    snapshot = await begin(desk, content)
    assert (snapshot["questions"], snapshot["lines"]["inside"], snapshot["validRows"]) == ([], 2, 2)
    assert adds_up(snapshot, content)


async def test_every_line_of_a_file_is_accounted_for(desk: ImportDesk) -> None:
    header, *rows = csv_text(people(3)).split("\r\n")
    content = "\r\n".join(["List of students", "", header, rows[0], "", ",,,,,,,", rows[1], rows[2]]).encode()
    snapshot = await begin(desk, content)
    assert snapshot["lines"] == {
        "total": 8,
        "above": 1,
        "heading": 1,
        "rows": 3,
        "blank": 3,
        "inside": 0,
        "examples": 0,
        "notes": 0,
        "left": 0,
        "repeated": 0,
    }


async def test_a_row_with_its_number_alone_is_blank(desk: ImportDesk) -> None:
    rows: list[Sequence[str]] = [("1", *person(1)), ("2", *person(2)), ("3", *[""] * 8), ("4", *[""] * 8)]
    snapshot = await begin(desk, csv_file(*rows, header=["S.No.", *HEADER]))
    assert (snapshot["totalRows"], snapshot["validRows"], snapshot["lines"]["blank"]) == (2, 2, 2)


async def test_a_file_without_headings_is_read_from_its_first_line(desk: ImportDesk) -> None:
    content = csv_file(*people(2)).split(b"\r\n", 1)[1]
    uploaded = await desk.upload(content)
    snapshot = (await desk.caller.get(uploaded["id"])).body
    assert (snapshot["state"], snapshot["reason"]) == (
        "mapping",
        "This file has no headings. Please choose what each column holds.",
    )
    columns = await desk.columns(uploaded["id"])
    assert columns["headerRow"] == 0
    assert [each["name"] for each in columns["columns"]] == [f"Column {number}" for number in range(1, 9)]
    assert {each["suggestion"] for each in columns["columns"]} >= {"email", "phone", "dateOfBirth", "gender"}
    await desk.choose(uploaded["id"], columns={str(place): name for place, name in enumerate(HEADER)})
    ready = await desk.check(uploaded["id"])
    assert (ready["totalRows"], ready["validRows"], ready["lines"]["heading"]) == (2, 2, 0)
    assert "This file has no headings: its first line is a row." in ready["remarks"]


async def test_a_second_column_of_a_heading_has_a_name_of_its_own(desk: ImportDesk) -> None:
    rows = [(*person(1), "9800000009")]
    uploaded = await desk.upload(csv_file(*rows, header=[*HEADER, "phone"]))
    columns = await desk.columns(uploaded["id"])
    assert (columns["columns"][8]["name"], columns["columns"][8]["field"]) == ("phone (2)", None)
    assert uploaded["state"] == "mapping"
    snapshot = (await desk.caller.get(uploaded["id"])).body
    assert snapshot["unknownHeaders"] == ["phone (2)"]


def hidden(content: bytes, rows: Sequence[int]) -> bytes:
    workbook = load_workbook(io.BytesIO(content))
    for row in rows:
        workbook.worksheets[0].row_dimensions[row].hidden = True
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


async def test_hidden_rows_are_asked_about(desk: ImportDesk) -> None:
    content = hidden(xlsx({"Students": [list(HEADER), *people(5)]}), [3, 4])
    snapshot = await begin(desk, content, name="people.xlsx")
    assert (kinds(snapshot), snapshot["validRows"]) == ({"hidden_rows": None}, 5)
    assert snapshot["questions"][0]["text"].startswith("2 rows of the sheet “Students” are hidden")
    assert (await desk.caller.post(f"{snapshot['id']}/start", {})).refusal[:2] == (409, "questions_open")
    seen = await answer(desk, snapshot, hidden_rows="visible_rows")
    assert (seen["validRows"], seen["lines"]["blank"], kinds(seen)) == (3, 2, {"hidden_rows": "visible_rows"})
    assert [row["email"] for row in await desk.rows(snapshot["id"])] == [person(number)[1] for number in (1, 4, 5)]


def changed(rows: Sequence[Sequence[str]], change: Callable[[Worksheet], None]) -> bytes:
    workbook = load_workbook(io.BytesIO(xlsx({"People": [HEADER, *rows]})))
    change(workbook.worksheets[0])
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def strike(sheet: Worksheet) -> None:
    """Two people as a whole, and a cell of another one."""
    for cell in (*sheet["A3:H3"][0], *sheet["A4:H4"][0], sheet["A5"]):
        cell.font = Font(strike=True)


async def test_rows_that_are_struck_out_are_asked_about(desk: ImportDesk) -> None:
    snapshot = await begin(desk, changed(people(5), strike), name="people.xlsx")
    assert (kinds(snapshot), snapshot["validRows"]) == ({"struck_rows": None}, 5)
    assert snapshot["questions"][0]["text"].startswith("2 rows of the sheet “People” are struck out")
    assert (await desk.caller.post(f"{snapshot['id']}/start", {})).refusal[:2] == (409, "questions_open")
    seen = await answer(desk, snapshot, struck_rows="without_struck")
    assert (seen["validRows"], seen["lines"]["blank"], kinds(seen)) == (3, 2, {"struck_rows": "without_struck"})
    assert [row["email"] for row in await desk.rows(snapshot["id"])] == [person(number)[1] for number in (1, 4, 5)]


def merge(sheet: Worksheet) -> None:
    """One location for the first two people and one for the others; a title, and a note that is no field."""
    sheet.insert_rows(1)
    sheet["A1"] = "Students"
    sheet["I2"] = "Note"
    for cells in ("A1:H1", "F3:F4", "F5:F7", "I3:I4"):
        sheet.merge_cells(cells)


async def test_merged_cells_are_filled_down_by_one_answer(desk: ImportDesk) -> None:
    rows = [[*each[:5], "" if number in {1, 3, 4} else each[5], *each[6:]] for number, each in enumerate(people(5))]
    snapshot = await begin(desk, changed(rows, merge), name="people.xlsx")
    assert (kinds(snapshot), snapshot["validRows"]) == ({"merged_cells": None}, 2)
    assert snapshot["questions"][0]["text"] == "Merged cells have their text in the first row only: F5:F7."
    seen = await answer(desk, snapshot, merged_cells="filled_down")
    assert (seen["validRows"], kinds(seen)) == (5, {"merged_cells": "filled_down"})
    assert (await answer(desk, snapshot, merged_cells="as_empty"))["validRows"] == 2


async def test_people_in_other_sheets_are_asked_about(desk: ImportDesk) -> None:
    sheets = {"A": [list(HEADER), *people(2)], "B": [list(HEADER), *(person(number) for number in (3, 4, 5))]}
    sheets["Notes"] = [["Fees", "Paid"], ["1", "2"]]
    snapshot = await begin(desk, xlsx(sheets), name="people.xlsx")
    assert (kinds(snapshot), snapshot["validRows"]) == ({"other_sheets": None}, 2)
    assert snapshot["questions"][0]["text"] == "The sheet “A” is read. People are also in “B” (3 rows)."
    both = await answer(desk, snapshot, other_sheets="all_sheets")
    assert (both["validRows"], kinds(both)) == (5, {"other_sheets": "all_sheets"})
    assert "The sheet “B” is read below, from line 4 on." in both["remarks"]
    one = await answer(desk, snapshot, other_sheets="one_sheet")
    assert one["validRows"] == 2
    assert (await desk.caller.post(f"{snapshot['id']}/start", {})).status == 200


async def test_titles_of_other_sheets_are_not_counted_as_people(desk: ImportDesk) -> None:
    sheets: dict[str, list[Sequence[str]]] = {
        "A": [list(HEADER), *people(1)],
        "B": [["Batch B"], list(HEADER), person(2)],
    }
    snapshot = await begin(desk, xlsx(sheets), name="people.xlsx")
    assert snapshot["questions"][0]["text"] == "The sheet “A” is read. People are also in “B” (one row)."


async def test_dates_that_a_spreadsheet_has_exchanged_are_asked_about(desk: ImportDesk) -> None:
    """One that expects the month first has read 05/06/2001 as a date, and left 25/12/2001 as text."""
    born = [date(2001, 5, 6), date(2000, 11, 2), "25/12/2001", "30/01/2000"]
    rows = [[*person(number)[:3], each, *person(number)[4:]] for number, each in enumerate(born, start=1)]
    snapshot = await begin(desk, xlsx({"S": [list(HEADER), *rows]}), name="people.xlsx")
    assert kinds(snapshot) == {"exchanged_dates": None}
    exchanged = await answer(desk, snapshot, exchanged_dates="exchanged")
    assert kinds(exchanged) == {"exchanged_dates": "exchanged"}
    read = [row["dateOfBirth"] for row in await desk.rows(snapshot["id"])]
    assert read == ["2001-06-05", "2000-02-11", "2001-12-25", "2000-01-30"]


async def test_an_answer_to_another_question_is_refused(desk: ImportDesk) -> None:
    snapshot = await begin(desk, csv_file(person(1)))
    refused = await desk.choose(snapshot["id"], answers={"hidden_rows": "exchanged"})
    assert refused.status == 422


async def test_letters_of_a_file_that_does_not_say_its_encoding_are_shown(desk: ImportDesk) -> None:
    content = csv_file(person(1, fullName="Dvořák Jiří"), person(2, fullName="Łukasz Żak")).decode().encode("cp1250")
    snapshot = await begin(desk, content)
    (remark,) = snapshot["remarks"]
    assert remark.startswith("The file does not say its encoding and is read as Central European (Windows-1250): ")
    await desk.choose(snapshot["id"], encoding="cp1252")
    again = await desk.check(snapshot["id"])
    assert again["remarks"] == []
    assert [row["fullName"] for row in await desk.rows(snapshot["id"])] == ["Dvoøák Jiøí", "£ukasz ¯ak"]


async def test_lost_letters_are_a_remark_and_errors_of_their_names(desk: ImportDesk) -> None:
    names = ("????? ????", "Jos? M?ller", "Jos\N{REPLACEMENT CHARACTER}", "Asha Rao")
    snapshot = await begin(desk, csv_file(*(person(number, fullName=name) for number, name in enumerate(names))))
    assert (snapshot["invalidRows"], snapshot["validRows"]) == (3, 1)
    (remark,) = snapshot["remarks"]
    assert remark.startswith(
        "Letters were lost or replaced when this file was saved, in 3 cells: “????? ????” (line 2)"
    )


async def test_a_heading_that_names_the_order_of_the_dates_decides_it(desk: ImportDesk) -> None:
    header = [*HEADER[:3], "DOB (DD/MM/YYYY)", *HEADER[4:]]
    rows = [person(1, dateOfBirth="05/13/2001"), person(2, dateOfBirth="05/06/2001")]
    snapshot = await begin(desk, csv_file(*rows, header=header))
    assert (snapshot["dateOrder"], snapshot["validRows"], snapshot["invalidRows"]) == ("day", 1, 1)
    assert snapshot["remarks"] == ["Dates are read as day/month/year, because their heading says so."]


async def test_one_slip_decides_no_order(desk: ImportDesk) -> None:
    written = ("05/06/2001", "07/08/2001", "01/31/2001", "09/10/2001")
    snapshot = await begin(desk, csv_file(*(person(number, dateOfBirth=each) for number, each in enumerate(written))))
    assert (snapshot["dateOrder"], snapshot["dateExample"]["value"]) == (None, "05/06/2001")


async def test_examples_of_the_template_are_left_out_beside_other_people(desk: ImportDesk) -> None:
    template = template_csv(Profile.SUPER_ADMIN)
    alone = await begin(desk, template.encode())
    assert (alone["validRows"], alone["remarks"], alone["lines"]["examples"]) == (3, [], 0)
    content = template.replace("asha@", "ASHA@") + ",".join(person(1)) + "\r\n"
    snapshot = await begin(desk, content.encode())
    assert (snapshot["validRows"], snapshot["invalidRows"], snapshot["lines"]["examples"]) == (1, 3, 3)
    assert snapshot["remarks"] == ["3 example rows of our template will be left out."]
    assert adds_up(snapshot)


@pytest.mark.parametrize(
    ("by", "place", "said"),
    [
        (1, 0, "one column to the right"),
        (-1, 0, "one column to the left"),
        # Only the cells behind the phone, and those behind a phone that is missing.
        (1, 3, "one column to the right"),
        (-1, 2, "one column to the left"),
    ],
)
async def test_a_row_whose_cells_stand_beside_their_headings_says_so(
    desk: ImportDesk, by: int, place: int, said: str
) -> None:
    good, bad = list(person(1)), list(person(2))
    shifted = [*bad[:place], "x", *bad[place:]] if by > 0 else [*bad[:place], *bad[place + 1 :]]
    snapshot = await begin(desk, csv_text([good, shifted]).encode())
    errors = (await desk.caller.get(f"{snapshot['id']}/rows")).body["data"][1]["errors"]
    assert errors[0] == {
        "field": "row",
        "message": f"This row looks shifted by {said}: move its cells back below their headings",
    }


async def test_apostrophes_that_keep_cells_as_texts_are_no_part_of_them(desk: ImportDesk) -> None:
    first = [f"'{cell}" for cell in person(1)]
    rows = [
        first,
        person(2, phone="'9800000002"),
        person(3, email="'imported3@example.org"),
        person(4, fullName="'t Hooft"),
    ]
    snapshot = await begin(desk, csv_text(rows).encode())
    assert snapshot["validRows"] == 4
    assert [row["fullName"] for row in await desk.rows(snapshot["id"])][3] == "'t Hooft"
    assert [row["email"] for row in await desk.rows(snapshot["id"])] == [person(number)[1] for number in range(1, 5)]


async def test_a_default_date_of_many_people_is_a_remark(desk: ImportDesk) -> None:
    rows = [person(number, dateOfBirth="1970-01-01") for number in range(1, 7)]
    snapshot = await begin(desk, csv_file(*rows, person(7)))
    assert snapshot["remarks"] == ["6 people have the date of birth 1970-01-01: is it a default, and not theirs?"]


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b'{"url":"https://docs.google.com/open?id=abc","doc_id":"abc"}', "list.gsheet", "Google Sheet"),
        (b"[InternetShortcut]\r\nURL=https://example.org/\r\n", "list.url", "a link"),
        (b'<?xml version="1.0"?><!DOCTYPE plist><plist><dict></dict></plist>', "list.webloc", "a link"),
        (b"\x05Asha " + bytes(160), "~$list.xlsx", "is open in a program"),
        (b",Asha,laptop,2026;", ".~lock.list.ods#", "is open in a program"),
        (b"BEGIN:VCARD\r\nFN:Asha Rao\r\nEND:VCARD\r\n", "asha.vcf", "address card"),
        (b'[{"name": "Asha Rao"}]', "people.json", "JSON"),
    ],
)
async def test_what_is_no_list_of_people_says_what_it_is(
    desk: ImportDesk, content: bytes, name: str, said: str
) -> None:
    refused = await desk.caller.upload(content, name=name)
    assert refused.status == 422
    assert said in refused.body["errors"]["file"]
