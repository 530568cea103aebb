"""Workbooks as CSV, and what a hostile one costs."""

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from server.people.workbooks.process import COLUMNS, Writer, as_text, hidden_in_ods, letters_of, read
from server.people.workbooks.reader import Dates, OtherSheet, SheetOptions, WorkbookError, is_workbook
from tests.fixtures.workbooks import read_content, with_part, xlsx, zipped

AS_IT_IS: Final = asdict(SheetOptions())
FILES: Final = Path(__file__).parents[2] / "fixtures" / "files"
SHEET: Final = "xl/worksheets/sheet1.xml"
ASHA: Final = [
    ["Student Name", "Email ID", "Mobile No.", "DOB"],
    ["Asha Rao", "asha@example.org", "9800000001", "2003-02-06"],
]


def rows_of(table: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(table.decode(), newline="")))


async def reason_of(content: bytes) -> str:
    assert is_workbook(content)
    with pytest.raises(WorkbookError) as refused:
        await read_content(content)
    return refused.value.reason


async def test_a_workbook_is_read_as_its_first_sheet_with_rows() -> None:
    content = xlsx({"Cover": [["Government Polytechnic"]], "Students": [["Name"], ["Asha"]], "Notes": [["a"], ["b"]]})
    workbook = await read_content(content)
    assert (workbook.sheets, workbook.sheet) == (["Cover", "Students", "Notes"], "Students")
    assert rows_of(workbook.table) == [["Name"], ["Asha"]]


async def test_another_sheet_is_read_by_its_name() -> None:
    content = xlsx({"Students": [["Name"], ["Asha"]], "शिक्षक": [["Name"], ["Ben"]]})
    assert rows_of((await read_content(content, sheet="शिक्षक")).table) == [["Name"], ["Ben"]]


@pytest.mark.parametrize("name", ["students.xls", "students.ods"])
async def test_older_and_open_formats_are_read(name: str) -> None:
    assert rows_of((await read_content((FILES / name).read_bytes())).table) == ASHA


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("  Asha ", "  Asha "),
        (9198000000001, "9198000000001"),
        (1.5, "1.5"),
        (-3.0, "-3"),
        (True, "TRUE"),
        (date(2003, 2, 6), "2003-02-06"),
        (datetime(2003, 2, 6), "2003-02-06"),  # noqa: DTZ001 - a spreadsheet knows no zone
        (datetime(2003, 2, 6, 9, 30), "2003-02-06 09:30:00"),  # noqa: DTZ001
        (time(9, 30), "09:30:00"),
        ("two\nlines, and a comma", "two\nlines, and a comma"),
        ("Zoë राव 北京", "Zoë राव 北京"),
    ],
)
def test_a_cell_is_the_text_that_a_person_would_type(cell: object, text: str) -> None:
    _, table = read(xlsx({"S": [["Head"], [cell]]}), AS_IT_IS, seconds=5)
    assert rows_of(table) == [["Head"], [text]]


def test_lines_and_columns_are_those_of_the_sheet() -> None:
    _, table = read(
        xlsx({"S": [[], [None, "Title"], [], [None, "Name"], [None, "Asha"], [None], []]}), AS_IT_IS, seconds=5
    )
    assert rows_of(table) == [[], ["", "Title"], [], ["", "Name"], ["", "Asha"]]


cells = st.one_of(
    # openpyxl writes what begins with an equals sign as a formula.
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn", "Co"]), max_size=20).map(lambda text: text.lstrip("=")),
    st.integers(-(10**12), 10**12),
    st.booleans(),
    st.dates(date(1950, 1, 1), date(2030, 1, 1)),
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(rows=st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=10))
def test_what_is_written_is_read_back(rows: list[list[Any]]) -> None:
    _, table = read(xlsx({"S": [["a", "b", "c"], *rows]}), AS_IT_IS, seconds=5)
    assert _filled(rows_of(table)[1:]) == _filled([[as_text(cell) for cell in row] for row in rows])


def _filled(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows with more than spaces; a cell of nothing but spaces may be read as an empty one."""
    shown = [[cell if cell.strip() else "" for cell in row] for row in rows]
    return [row for row in shown if any(row)]


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"word/document.xml": b"<w:document/>"}, "letter"),
        ({"ppt/presentation.xml": b"<p:presentation/>"}, "slides"),
        ({"Index/Document.iwa": b"\0", "preview.jpg": b"\0"}, "iwork"),
        ({"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b"<office:text/>"}, "letter"),
        ({"mimetype": b"application/vnd.oasis.opendocument.presentation", "content.xml": b"<x/>"}, "slides"),
        ({"photo.jpg": b"\xff\xd8\xff"}, "other"),
        ({"META-INF/manifest.xml": b"<manifest:encryption-data/>", "content.xml": b"\x8f\x01"}, "password"),
        # Newer programs encrypt all parts as one.
        ({"META-INF/manifest.xml": b"<manifest:encryption-data/>", "encrypted-package": b"\x8f\x01"}, "password"),
    ],
)
async def test_an_archive_of_something_else_is_no_workbook(parts: dict[str, bytes], reason: str) -> None:
    assert await reason_of(zipped(parts)) == reason


async def test_a_saved_mail_is_no_workbook() -> None:
    name = "__properties_version1.0".encode("utf-16-le")
    assert await reason_of(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + name + bytes(512)) == "mail"


async def test_a_workbook_that_breaks_off_is_unreadable() -> None:
    assert await reason_of(xlsx({"S": [["Name"], ["Asha"]]})[:-200]) == "unreadable"


async def test_a_damaged_sheet_is_unreadable() -> None:
    assert await reason_of(with_part(xlsx({"S": [["Name"]]}), SHEET, b"<worksheet><sheetData><row")) == "unreadable"


async def test_a_sheet_wider_than_a_file_may_be_is_too_large() -> None:
    assert await reason_of(xlsx({"S": [["x"] * (COLUMNS + 1), ["y"]]})) == "too_large"


def test_empty_lines_at_the_end_are_left_out() -> None:
    writer = Writer({})
    for row in (["a"], [""], ["b"], [], ["", ""]):
        writer.write_row(row)
    assert writer.text() == b"a\r\n\r\nb\r\n"


def with_hidden_rows(content: bytes, *, rows: Sequence[int], columns: Sequence[str] = ()) -> bytes:
    workbook = load_workbook(io.BytesIO(content))
    sheet = workbook.worksheets[0]
    for row in rows:
        sheet.row_dimensions[row].hidden = True
    for column in columns:
        sheet.column_dimensions[column].hidden = True
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


PEOPLE: Final = [["Name", "Note"], *([f"Person {number}", "x"] for number in range(1, 6))]


async def test_hidden_rows_and_columns_are_told_and_can_be_left_out() -> None:
    content = with_hidden_rows(xlsx({"S": PEOPLE}), rows=[3, 4], columns=["B"])
    workbook = await read_content(content)
    assert (workbook.hidden_rows, workbook.hidden_columns) == (2, [1])
    assert rows_of(workbook.table) == PEOPLE
    seen = await read_content(content, visible_only=True)
    assert rows_of(seen.table) == [*PEOPLE[:2], [], [], *PEOPLE[4:]]


async def test_formulas_without_results_and_merged_cells_are_told() -> None:
    """Programs without a calculator save formulas only."""
    workbook = load_workbook(io.BytesIO(xlsx({"S": [["A title"], *PEOPLE]})))
    sheet = workbook.worksheets[0]
    sheet["A3"], sheet["B4"], sheet["B5"] = "=B3", "#REF!", "=A1"
    sheet["B4"].data_type = "e"
    sheet.merge_cells("A1:B1")
    sheet.merge_cells("A6:B7")
    out = io.BytesIO()
    workbook.save(out)
    read = await read_content(out.getvalue())
    assert (read.no_results, read.merged) == (["A3", "B4", "B5"], [(6, 0, "A6:B7")])
    assert list(map(letters_of, (0, 25, 26, 701, 702))) == ["A", "Z", "AA", "ZZ", "AAA"]


def test_hidden_rows_of_an_open_document_are_told() -> None:
    content = b"""
        <office:spreadsheet><table:table table:name="Other"><table:table-row table:visibility="collapse"/></table:table>
        <table:table table:name="A &amp; B"><table:table-column table:visibility="collapse"/>
        <table:table-row/><table:table-row table:visibility="filter" table:number-rows-repeated="2"/><table:table-row/>
        </table:table></office:spreadsheet>
    """
    hidden = hidden_in_ods(content, "A & B")
    assert ([line in hidden.rows for line in range(1, 5)], hidden.columns) == ([False, True, True, False], {0})


async def test_other_sheets_are_looked_at_and_can_be_read_below() -> None:
    content = xlsx({"A": PEOPLE[:2], "B": [PEOPLE[0], *PEOPLE[2:4]]})
    workbook = await read_content(content)
    assert workbook.others == [OtherSheet(name="B", rows=3, head=[PEOPLE[0], *PEOPLE[2:4]])]
    both = await read_content(content, sheets=("A", "B"), skips=(0, 1))
    assert (rows_of(both.table), both.begins, both.others) == (PEOPLE[:4], {"B": 2}, [])


async def test_dates_are_counted_by_what_they_could_be_and_can_be_exchanged() -> None:
    content = xlsx({"S": [["Born"], [date(2001, 5, 6)], [date(2001, 5, 21)], ["25/12/2001"]]})
    workbook = await read_content(content)
    assert workbook.dates == {0: Dates(exchangeable=1, others=1, first_others=[3])}
    exchanged = await read_content(content, exchange_dates=True)
    assert rows_of(exchanged.table) == [["Born"], ["2001-06-05"], ["2001-05-21"], ["25/12/2001"]]
