"""What is hidden in workbooks of the two binary formats."""

import struct
from pathlib import Path
from typing import Final

import pytest

from server.people.workbooks.reader import WorkbookError
from tests.fixtures.workbooks import read_content, xlsx, zipped

STUDENTS: Final = Path(__file__).parents[2] / "fixtures" / "files" / "students.xls"
MAIN: Final = "http://schemas.openxmlformats.org"


def with_hidden_row(content: bytes, line: int) -> bytes:
    """The same XLS with the flag that a filter sets, in the record of the row."""
    record = struct.pack("<HHH", 0x0208, 16, line - 1)
    place = content.index(record) + 4 + 12
    return content[:place] + bytes([content[place] | 0x20]) + content[place + 1 :]


def record(kind: int, content: bytes) -> bytes:
    """A record of XLSB that is shorter than 128 bytes."""
    number = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
    return number + bytes([len(content)]) + content


def text(words: str) -> bytes:
    return struct.pack("<I", len(words)) + words.encode("utf-16-le")


def xlsb(rows: list[list[str]], *, hidden: set[int], hidden_column: int, name: str = "People") -> bytes:
    """A workbook as small as calamine reads it; lines are counted from 1."""
    book = record(131, b"") + record(143, b"") + record(156, struct.pack("<II", 0, 1) + text("rId1") + text(name))
    book += record(144, b"") + record(132, b"")
    sheet = record(129, b"") + record(148, struct.pack("<IIII", 0, len(rows) - 1, 0, len(rows[0]) - 1))
    columns = record(60, struct.pack("<IIIIH", hidden_column, hidden_column, 2560, 0, 1)) + record(145, b"")
    records = [sheet, columns]
    for line, cells in enumerate(rows, start=1):
        flags = 0x10 if line in hidden else 0
        records.append(record(0, struct.pack("<IIHBBBI", line - 1, 0, 300, 0, flags, 0, 0)))
        records += [record(6, struct.pack("<II", place, 0) + text(cell)) for place, cell in enumerate(cells)]
    records += [record(146, b""), record(130, b"")]
    relations = (
        f'<Relationships xmlns="{MAIN}/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{MAIN}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.bin"/></Relationships>'
    )
    parts = {"xl/workbook.bin": book, "xl/_rels/workbook.bin.rels": relations.encode()}
    return zipped({**parts, "xl/worksheets/sheet1.bin": b"".join(records)})


async def test_hidden_rows_of_an_older_workbook_are_told_and_can_be_left_out() -> None:
    content = with_hidden_row(STUDENTS.read_bytes(), 2)
    workbook = await read_content(content)
    assert (workbook.hidden_rows, workbook.knows_hidden) == (1, True)
    assert b"Asha" in workbook.table
    assert b"Asha" not in (await read_content(content, visible_only=True)).table
    assert (await read_content(STUDENTS.read_bytes())).hidden_rows == 0


async def test_hidden_rows_and_columns_of_a_binary_workbook_are_told_and_can_be_left_out() -> None:
    content = xlsb([["Name", "Note"], ["Asha", "x"], ["Ben", "y"], ["Zoe", "z"]], hidden={3}, hidden_column=1)
    workbook = await read_content(content)
    assert workbook.table == b"Name,Note\r\nAsha,x\r\nBen,y\r\nZoe,z\r\n"
    assert (workbook.hidden_rows, workbook.hidden_columns, workbook.knows_hidden) == (1, [1], True)
    seen = await read_content(content, visible_only=True)
    assert seen.table == b"Name,Note\r\nAsha,x\r\n\r\nZoe,z\r\n"


async def test_a_structure_that_is_not_known_is_told() -> None:
    """The table of sectors is where no reader needs it: what is hidden cannot be found."""
    content = STUDENTS.read_bytes()
    small = content[:56] + struct.pack("<I", 1 << 20) + content[60:]
    workbook = await read_content(small)
    assert workbook.knows_hidden is False
    assert (await read_content(xlsx({"S": [["Name"], ["Asha"]]}))).knows_hidden


async def test_a_sheet_whose_name_holds_a_nul_is_unreadable() -> None:
    with pytest.raises(WorkbookError, match="unreadable"):
        await read_content(xlsb([["Name"], ["Asha"]], hidden=set(), hidden_column=1, name="Pe\0ple"))


async def test_an_older_workbook_with_a_password_is_refused_as_such() -> None:
    """Its first record is followed by one of encryption; the library would call it damaged."""
    content = STUDENTS.read_bytes()
    second = content.index(struct.pack("<HH", 0x0809, 16)) + 4 + 16
    with pytest.raises(WorkbookError, match="password"):
        await read_content(content[:second] + struct.pack("<H", 0x002F) + content[second + 2 :])
