"""Writes a table as XLSX, piece by piece: neither the table nor the file is held, in memory or on disk.

Every cell but a date is text, in the format of text: no spreadsheet takes it for a formula, a link or a number, also
not where it is edited there.
"""

import re
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import cache
from typing import Final, TypeAlias
from xml.sax.saxutils import escape, quoteattr

Cell: TypeAlias = str | date
# From which spreadsheets count days.
_DAY_ZERO: Final = datetime(1899, 12, 30)  # noqa: DTZ001 - of any zone
# A spreadsheet "repairs" a file with a longer cell; counted in UTF-16.
LONGEST_CELL: Final = 32_767
_ENCODING: Final = "utf-16-le"
_UNIT: Final = 2

_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_SHEET_TYPES: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
XLSX_TYPE: Final = f"{_SHEET_TYPES}.sheet"
_SHEET: Final = "xl/worksheets/sheet1.xml"
# Formats 1 and 2 are text (49), the second one bold; 3 and 4 are a day and a moment.
_STYLES: Final = (
    f'<styleSheet xmlns="{_MAIN}">'
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\ mmm\\ yyyy"/>'
    '<numFmt numFmtId="165" formatCode="dd\\ mmm\\ yyyy\\ hh:mm"/></numFmts>'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>'
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
_PARTS: Final = {
    "[Content_Types].xml": (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_SHEET_TYPES}.sheet.main+xml"/>'
        f'<Override PartName="/{_SHEET}" ContentType="{_SHEET_TYPES}.worksheet+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_SHEET_TYPES}.styles+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/_rels/workbook.xml.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>'
    ),
    "xl/styles.xml": _STYLES,
}
# The header stays on screen; every column is text, so that what is typed into an empty cell is text, too.
_START: Final = (
    f'{_DECLARATION}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
    '<cols><col min="1" max="16384" width="22" style="1" customWidth="1"/></cols><sheetData>'
)
_END: Final = "</sheetData></worksheet>"

# What XML cannot hold or changes, and what a spreadsheet would read as such a character.
_escaped: Final = re.compile("[\0-\x08\x0b-\x1f]|_(?=x[0-9A-Fa-f]{4}_)").sub
# These have no escape either.
_REPLACED: Final = str.maketrans(dict.fromkeys("\ufffe\uffff", "\ufffd"))


class SheetWriter:
    """One sheet. The first row that is written is its header."""

    def __init__(self, *, name: str) -> None:
        self._sink = _Sink()
        self._archive = zipfile.ZipFile(self._sink, "w", zipfile.ZIP_DEFLATED, allowZip64=False, compresslevel=4)
        for part, content in {**_PARTS, "xl/workbook.xml": _workbook(name)}.items():
            self._archive.writestr(part, _DECLARATION + content)
        self._sheet = self._archive.open(_SHEET, "w")
        self._sheet.write(_START.encode())
        self._line = 0

    def write(self, rows: Iterable[Sequence[Cell]]) -> bytes:
        """The bytes of the file that these rows complete: often fewer than they are, or none."""
        written = []
        for row in rows:
            self._line += 1
            written.append(_row(row, line=self._line))
        self._sheet.write("".join(written).encode())
        return self._sink.take()

    def end(self) -> bytes:
        """The last bytes of the file."""
        self._sheet.write(_END.encode())
        self._sheet.close()
        self._archive.close()
        return self._sink.take()


class _Sink:
    """What the archive is written to: a stream without places, of which the written bytes are taken away."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, piece: bytes) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Nothing is open."""

    def take(self) -> bytes:
        taken = b"".join(self._pieces)
        self._pieces.clear()
        return taken


def _workbook(name: str) -> str:
    return (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
        f'<sheets><sheet name={quoteattr(name)} sheetId="1" r:id="rId1"/></sheets></workbook>'
    )


def _row(cells: Sequence[Cell], *, line: int) -> str:
    style = 2 if line == 1 else 1
    filled = "".join(
        f'<c r="{_letters(place)}{line}" s="{style}" t="inlineStr">'
        f'<is><t xml:space="preserve">{_text(cell)}</t></is></c>'
        if isinstance(cell, str)
        else f'<c r="{_letters(place)}{line}" {_date(cell)}</c>'
        for place, cell in enumerate(cells)
        if cell
    )
    return f'<row r="{line}">{filled}</row>'


def _date(cell: date) -> str:
    is_moment = isinstance(cell, datetime)
    days = (datetime.fromisoformat(cell.isoformat()) - _DAY_ZERO).total_seconds() / 86_400
    return f's="{4 if is_moment else 3}"><v>{days}</v>'


def _text(cell: str) -> str:
    if len(cell) * _UNIT > LONGEST_CELL:
        cell = cell.encode(_ENCODING)[: LONGEST_CELL * _UNIT].decode(_ENCODING, "ignore")
    return escape(_escaped(lambda found: f"_x{ord(found[0]):04X}_", cell.translate(_REPLACED)))


@cache
def _letters(place: int) -> str:
    """A, B, … Z, AA: the name of a column."""
    return (_letters(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)  # noqa: PLR2004 - letters
