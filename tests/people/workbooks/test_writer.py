"""Tables as XLSX: what is written is text, and is read back as it was."""

import csv
import io
import zipfile
from dataclasses import asdict
from typing import Final

from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from server.people.workbooks.process import read
from server.people.workbooks.reader import SheetOptions
from server.people.workbooks.writer import LONGEST_CELL, SheetWriter

HOSTILE: Final = ("=1+1", "+1", "-1", "@sum", '=HYPERLINK("http://evil.example","x")', "http://evil.example",
                  "mailto:a@example.org", "<b>&amp;]]>", "_x0041_", "a\x01b\rc", "00123", "9.198E+11", "2003-02-06",
                  "  spaces ", "two\nlines", "राव 北京 🙂")  # fmt: skip


def written(rows: list[list[str]], *, at_once: int = 1_000) -> bytes:
    writer = SheetWriter(name="People & <others>")
    pieces = [writer.write(rows[place : place + at_once]) for place in range(0, len(rows), at_once)]
    return b"".join([*pieces, writer.end()])


def read_back(content: bytes) -> list[list[str]]:
    """As an upload is read."""
    _, table = read(content, asdict(SheetOptions()), seconds=5)
    return list(csv.reader(io.StringIO(table.decode(), newline="")))


def test_every_cell_is_text_as_it_was() -> None:
    content = written([["Head"], *([cell] for cell in HOSTILE)])
    sheet = load_workbook(io.BytesIO(content))["People & <others>"]
    cells = [row[0] for row in sheet.iter_rows(min_row=2)]
    assert {(cell.data_type, cell.number_format, cell.hyperlink) for cell in cells} == {("s", "@", None)}
    assert read_back(content) == [["Head"], *([cell] for cell in HOSTILE)]


def test_an_empty_cell_is_text_too_once_something_is_typed_into_it() -> None:
    sheet = load_workbook(io.BytesIO(written([["a", "b"], ["1", ""]]))).worksheets[0]
    assert sheet.column_dimensions["A"].number_format == "@"
    assert sheet.freeze_panes == "A2"
    assert sheet["A1"].font.bold


cells_of_text = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufffe\uffff"), max_size=12),
    st.sampled_from(HOSTILE),
)


@settings(deadline=None)
@given(
    rows=st.lists(st.lists(cells_of_text, min_size=1, max_size=30), min_size=1, max_size=8), at_once=st.integers(1, 4)
)
@example(rows=[["h"] * 800, ["x"] * 800], at_once=1)
def test_what_is_written_is_read_back(rows: list[list[str]], at_once: int) -> None:
    rows = [["header"] * 30, *rows]
    width = max(map(len, rows))
    expected = [row + [""] * (width - len(row)) for row in rows]
    while not any(expected[-1]):
        expected.pop()
    assert [row + [""] * (width - len(row)) for row in read_back(written(rows, at_once=at_once))] == expected


def test_what_xml_cannot_hold_is_replaced() -> None:
    assert read_back(written([["a\ufffeb\uffff"]])) == [["a\ufffdb\ufffd"]]


def test_a_cell_that_is_longer_than_a_spreadsheet_takes_is_cut() -> None:
    [[cell], [wide]] = read_back(written([["x" * (LONGEST_CELL + 5)], ["🙂" * LONGEST_CELL]]))
    assert (len(cell), len(wide)) == (LONGEST_CELL, LONGEST_CELL // 2)


def test_the_file_leaves_as_it_is_written_and_is_a_sound_archive() -> None:
    writer = SheetWriter(name="S")
    pieces = [
        writer.write([[f"{row}-{cell}-{row * cell}" for cell in range(10)] for row in range(2_000)]) for _ in range(5)
    ]
    assert all(pieces)
    with zipfile.ZipFile(io.BytesIO(b"".join([*pieces, writer.end()]))) as archive:
        assert archive.testzip() is None
