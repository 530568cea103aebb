"""Files that are made to cost time or memory: each is read or refused within the limits of its process."""

import io
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import quoteattr

import pytest

from server.people.workbooks.pages import tables_of_page
from server.people.workbooks.reader import WorkbookError
from tests.fixtures.workbooks import read_content, with_part, xlsx, zipped

MOST: Final = 10_000_000
ODS: Final = (Path(__file__).parents[2] / "fixtures" / "files" / "students.ods").read_bytes()
XLSX: Final = xlsx({"S": [["Name"], ["Asha"]]})
SHEET: Final = "xl/worksheets/sheet1.xml"
STRINGS: Final = "xl/sharedStrings.xml"
XMLNS: Final = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
# Which of them depends on what fails first in the library: a limit of the process, or a check of its own.
REFUSED: Final = {"too_large", "unreadable"}
OASIS: Final = "urn:oasis:names:tc:opendocument:xmlns"


def longer(*cases: object) -> list[Any]:
    """Further cases of a kind that `make test` tries."""
    return [pytest.param(*(case if isinstance(case, tuple) else [case]), marks=pytest.mark.long) for case in cases]


async def outcome(content: bytes) -> str | bytes:
    """The table, or the reason of a refusal. A process that its limits end is `too_large`."""
    try:
        return (await read_content(content)).table
    except WorkbookError as error:
        return error.reason


def page(piece: str, *, before: str = "<table><tr><td>") -> bytes:
    """As large as an upload may be."""
    return (before + piece * ((MOST - len(before)) // len(piece))).encode()


@pytest.mark.parametrize(
    "piece",
    ["<!--", "</td", '<td a="', *longer("<![CDATA[", "<?", "<!", "<a", "<td a='\" b=\"'", "<script>", "</script")],
)
async def test_what_a_page_opens_and_never_closes_is_looked_for_once(piece: str) -> None:
    """Else the time grows with the square of the size, and the process ends at its limit."""
    assert await outcome(page(piece)) == b""


@pytest.mark.parametrize("attributes", ["a     ", "='", *longer(" ", "=", "= ", '"')])
async def test_attributes_without_an_end_are_read_once(attributes: str) -> None:
    assert await outcome(page(attributes, before="<table><tr><td ")) == b""


@pytest.mark.parametrize(("piece", "letters"), [("<", MOST - 16), *longer(("&#", MOST - 16), ("9", MOST - 18))])
async def test_text_that_looks_like_markup_stays_text(piece: str, letters: int) -> None:
    before = "<table><tr><td>&#" if piece == "9" else "<table><tr><td>"
    table = await outcome(page(piece, before=before))
    assert len(table.strip()) in range(letters, MOST)


@pytest.mark.parametrize(
    "piece",
    [
        "<td colspan=1000000000>",
        "<tr><td colspan='900'>x",
        *longer("<table>", "<tr>", "<td>", "<td colspan=999><tr>", f"<td colspan={'9' * 5_000}><tr><td>"),
    ],
)
async def test_a_page_of_too_many_cells_is_too_large(piece: str) -> None:
    assert await outcome(page(piece)) == "too_large"


def test_a_character_by_an_endless_number_is_kept_as_it_is() -> None:
    assert tables_of_page(b"<table><td>&#" + b"9" * 5_000)[0] == [["&#" + "9" * 5_000]]


def worksheet(rows: str) -> bytes:
    return with_part(XLSX, SHEET, f"<worksheet {XMLNS}><sheetData>{rows}</sheetData></worksheet>".encode())


def far_cell(place: str, *, row: int) -> bytes:
    return worksheet(f'<row r="1"><c r="A1"><v>1</v></c></row><row r="{row}"><c r="{place}{row}"><v>1</v></c></row>')


def strings(body: str, *, counted: str = "") -> bytes:
    sheet = worksheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>')
    return with_part(sheet, STRINGS, f"<sst {XMLNS}{counted}>{body}</sst>".encode())


def one_string_everywhere() -> bytes:
    cells = "".join(f'<row r="{row}"><c r="A{row}" t="s"><v>0</v></c></row>' for row in range(1, 1_001))
    return with_part(worksheet(cells), STRINGS, f"<sst {XMLNS}><si><t>{'a' * 1_000_000}</t></si></sst>".encode())


def with_small_size(content: bytes, part: str) -> bytes:
    """The archive says that this part is small."""
    raw, place = bytearray(content), 0
    while (place := raw.find(b"PK\x01\x02", place)) >= 0:
        (length,) = struct.unpack("<H", raw[place + 28 : place + 30])
        if raw[place + 46 : place + 46 + length].decode() == part:
            raw[place + 24 : place + 28] = struct.pack("<I", 100)
        place += 4
    return bytes(raw)


def entities() -> bytes:
    named = "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>&i;</t></is></c></row>'
    sheet = (
        f'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{named}]><worksheet {XMLNS}><sheetData>{cell}</sheetData></worksheet>'
    )
    return with_part(XLSX, SHEET, sheet.encode())


def archives_in_archives() -> bytes:
    content = XLSX
    for _ in range(4):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(10):
                archive.writestr(f"{number}.xlsx", content)
        content = out.getvalue()
    return content


@pytest.mark.parametrize(
    "make",
    [
        lambda: far_cell("XFD", row=1_048_576),
        lambda: far_cell("A", row=1_048_576),
        lambda: far_cell("ZZZZZZZZZZ", row=9_999_999_999),
        lambda: strings("<si><t>a</t></si>", counted=' count="4294967295" uniqueCount="4294967295"'),
        lambda: with_small_size(strings("<si><t>a</t></si>" * 1_000_000), STRINGS),
        lambda: with_part(XLSX, "xl/media/film", bytes(600_000_000)),
        entities,
        *longer(
            lambda: far_cell("A", row=4_294_967_295),
            lambda: strings(f"<si><t>{'a' * 400_000_000}</t></si>"),
            one_string_everywhere,
        ),
    ],
)
async def test_a_hostile_xlsx_is_refused(make: Callable[[], bytes]) -> None:
    assert await outcome(make()) in REFUSED


async def test_a_text_that_is_larger_than_its_archive_says_is_refused() -> None:
    lying = with_small_size(zipped({"a.csv": b"Name,Email\n" * 50_000}), "a.csv")
    assert await outcome(lying) in REFUSED


async def test_an_archive_of_archives_is_no_workbook() -> None:
    assert await outcome(archives_in_archives()) == "other"


def open_document(*rows: str, name: str = "S") -> bytes:
    names = "".join(f' xmlns:{name}="{OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
    table = f'<table:table table:name="{name}">{"".join(rows)}</table:table>'
    body = f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body>"
    return with_part(ODS, "content.xml", f"<office:document-content{names}>{body}</office:document-content>".encode())


def row(*, rows: int = 1, columns: int = 1) -> str:
    cell = f'<table:table-cell table:number-columns-repeated="{columns}" office:value-type="string"><text:p>a</text:p>'
    return f'<table:table-row table:number-rows-repeated="{rows}">{cell}</table:table-cell></table:table-row>'


@pytest.mark.parametrize(
    "rows",
    [
        [row(columns=1_000_000_000)],
        [row(rows=1_000_000, columns=900)],
        [row(columns=-5)],
        *longer(
            [row(rows=1_000_000_000)], [row(columns=900)] * 20_000, [row(rows=1_000_000)] * 50, [row(columns=10**30)]
        ),
    ],
)
async def test_a_hostile_open_document_is_refused(rows: list[str]) -> None:
    assert await outcome(open_document(*rows)) in REFUSED


@pytest.mark.security("S38")
async def test_names_of_sheets_that_have_megabytes_are_refused() -> None:
    """The archive has a few kilobytes, and each answer about the import would have the names."""
    assert await outcome(open_document(row(), name="S" * 3_000_000)) == "too_large"
    sheets = [f'</table:table><table:table table:name="{"S" * 90}{number}">{row()}' for number in range(300)]
    assert await outcome(open_document(row(), *sheets)) == "too_large"
    assert await outcome(open_document(row(), *sheets[:100])) == b"a\r\n"


@pytest.mark.parametrize("letter", ["\U0001f600", '"', "\u0905"])
async def test_the_longest_name_of_a_sheet_can_be_chosen(letter: str) -> None:
    """It is an argument of the process."""
    name = letter * 19_000
    content = open_document(row(), f"</table:table><table:table table:name={quoteattr(name)}>{row()}")
    assert (await read_content(content, sheet=name)).sheet == name


async def test_a_workbook_that_only_says_that_it_is_large_is_read() -> None:
    sheet = f'<worksheet {XMLNS}><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row>'
    assert await outcome(with_part(XLSX, SHEET, f"{sheet}</sheetData></worksheet>".encode())) == b"1\r\n"
    empty = '<table:table-row table:number-rows-repeated="1048574"><table:table-cell/></table:table-row>'
    assert await outcome(open_document(row(), empty)) == b"a\r\n"
