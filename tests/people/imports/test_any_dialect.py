"""A table, whichever program has written it, is read as it was."""

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from server.people.imports.files.csv_file import read_rows
from server.people.imports.files.read_table import OF_WORKBOOKS, Table, read_text, read_whole
from server.people.workbooks.process import read
from server.people.workbooks.reader import SheetOptions
from server.people.workbooks.writer import SheetWriter
from server.platform.csv_cells import typed_text
from server.vocabulary.fields import BUILT_IN
from tests.fixtures.import_files import HEADER

# College headings of every field, in another order than ours.
OTHERS: Final = ("Mobile No.", "Student Name", "E-mail ID", "DOB", "Sex", "User Type", "Designation", "Centre")
ORDER: Final = ("phone", "fullName", "email", "dateOfBirth", "gender", "profile", "role", "workLocation")
# In Windows-1252 these are no UTF-8, whatever stands beside them, and parts of words of Western languages only.
LATIN: Final = ("bé", "böb", "ßb")
OF_ALL: Final = (*"éößराव北🙂",)
MARKS: Final = ",;\t|\"' \n=+-@0179abZ"

Rows = list[tuple[str, ...]]


def cells(letters: Sequence[str]) -> st.SearchStrategy[str]:
    """Draw cells that are read as they stand: no apostrophe before them, no text formula."""
    texts = st.lists(st.sampled_from([*MARKS, *letters]), max_size=8).map("".join)
    return texts.filter(lambda cell: typed_text(cell) == cell and not cell.startswith("'"))


def tables(letters: Sequence[str]) -> st.SearchStrategy[Rows]:
    row = st.tuples(*[cells(letters)] * len(HEADER)).filter(lambda row: any(map(str.strip, row)))
    return st.lists(row, min_size=1, max_size=5)


titles = st.lists(st.text(st.sampled_from("Batch 2026 of Pune"), max_size=12), max_size=4)
headers = st.sampled_from([HEADER, OTHERS])


def read_back(table: Table, *, header: tuple[str, ...]) -> Rows:
    """The cells in the order of the columns of the file."""
    columns, records = read_rows(table.text, layout=read_whole(table, region="IN").layout)
    names = HEADER if header == HEADER else ORDER
    rows = [columns.cells(record) for _line, record in records]
    return [tuple(row.cell(name).strip() for name in names) for row in rows]


def without_margin(rows: Rows) -> Rows:
    """Spaces around a cell are none of its text."""
    return [tuple(map(str.strip, row)) for row in rows]


@given(
    data=st.data(),
    header=headers,
    above=titles,
    delimiter=st.sampled_from(",;\t|"),
    quoted=st.booleans(),
    end=st.sampled_from(["\r\n", "\n", "\r"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
)
def test_a_text_of_any_dialect_is_read_back(
    data: st.DataObject,
    header: tuple[str, ...],
    above: list[str],
    *,
    delimiter: str,
    end: str,
    encoding: str,
    quoted: bool,
) -> None:
    rows = data.draw(tables(LATIN if encoding == "cp1252" else OF_ALL))
    out = io.StringIO()
    # Python's writer leaves a line break without quotes where lines end in another way.
    quoting = "unix" if quoted or end == "\r" else "excel"
    writer = csv.writer(out, quoting, delimiter=delimiter, lineterminator=end)
    writer.writerows([*([title] for title in above), header, *rows])
    assert read_back(read_text(out.getvalue().encode(encoding), known=BUILT_IN), header=header) == without_margin(rows)


def by_another_program(table: Sequence[Sequence[str]]) -> bytes:
    """With its texts in a part of their own; what begins with = is text as well."""
    workbook = Workbook()
    for line, row in enumerate(table, start=1):
        for place, text in enumerate(row, start=1):
            cell = workbook.worksheets[0].cell(line, place, text or None)
            if text:
                cell.data_type = "s"
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(rows=tables(OF_ALL), header=headers, above=titles, ours=st.booleans())
def test_a_workbook_is_read_back(rows: Rows, header: tuple[str, ...], above: list[str], *, ours: bool) -> None:
    """Written by another program, and by us."""
    table: list[Sequence[str]] = [*([title] for title in above), header, *rows]
    if ours:
        writer = SheetWriter(name="Students")
        content = writer.write(table) + writer.end()
    else:
        content = by_another_program(table)
    _, text = read(content, asdict(SheetOptions()), seconds=5)
    # A cell of spaces alone is empty to some programs.
    filled = [tuple(cell if cell.strip() else "" for cell in row) for row in without_margin(rows)]
    read_ones = read_back(read_text(text, known=BUILT_IN, dialect=OF_WORKBOOKS), header=header)
    assert [tuple(cell if cell.strip() else "" for cell in row) for row in read_ones] == filled
