"""Workbooks of the two binary formats."""

import struct
from pathlib import Path
from typing import Final

import pytest

from server.people.workbooks.reader import WorkbookError
from tests.fixtures.workbooks import read_content, zipped

STUDENTS: Final = Path(__file__).parents[2] / "fixtures" / "files" / "students.xls"
MAIN: Final = "http://schemas.openxmlformats.org"


def record(kind: int, content: bytes) -> bytes:
    """A record of XLSB that is shorter than 128 bytes."""
    number = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
    return number + bytes([len(content)]) + content


def text(words: str) -> bytes:
    return struct.pack("<I", len(words)) + words.encode("utf-16-le")


def xlsb(rows: list[list[str]], *, name: str = "People") -> bytes:
    """A workbook as small as calamine reads it."""
    book = record(131, b"") + record(143, b"") + record(156, struct.pack("<II", 0, 1) + text("rId1") + text(name))
    book += record(144, b"") + record(132, b"")
    sheet = record(129, b"") + record(148, struct.pack("<IIII", 0, len(rows) - 1, 0, len(rows[0]) - 1))
    records = [sheet, record(145, b"")]
    for line, cells in enumerate(rows):
        records.append(record(0, struct.pack("<IIHBBBI", line, 0, 300, 0, 0, 0, 0)))
        records += [record(6, struct.pack("<II", place, 0) + text(cell)) for place, cell in enumerate(cells)]
    records += [record(146, b""), record(130, b"")]
    relations = (
        f'<Relationships xmlns="{MAIN}/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{MAIN}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.bin"/></Relationships>'
    )
    parts = {"xl/workbook.bin": book, "xl/_rels/workbook.bin.rels": relations.encode()}
    return zipped({**parts, "xl/worksheets/sheet1.bin": b"".join(records)})


@pytest.mark.parametrize("content", [STUDENTS.read_bytes(), xlsb([["Name"], ["Asha"]])], ids=["xls", "xlsb"])
async def test_what_is_hidden_in_a_binary_workbook_is_not_known(content: bytes) -> None:
    workbook = await read_content(content)
    assert b"Asha" in workbook.table
    assert (workbook.hidden_rows, workbook.knows_hidden) == (0, False)


async def test_a_sheet_whose_name_holds_a_nul_is_unreadable() -> None:
    with pytest.raises(WorkbookError, match="unreadable"):
        await read_content(xlsb([["Name"], ["Asha"]], name="Pe\0ple"))


async def test_an_older_workbook_with_a_password_is_refused_as_such() -> None:
    """Its first record is followed by one of encryption; the library would call it damaged."""
    content = STUDENTS.read_bytes()
    second = content.index(struct.pack("<HH", 0x0809, 16)) + 4 + 16
    with pytest.raises(WorkbookError, match="password"):
        await read_content(content[:second] + struct.pack("<H", 0x002F) + content[second + 2 :])
