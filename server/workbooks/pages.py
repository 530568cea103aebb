"""The table of a page or of an XML spreadsheet: what portals and older programs export with a name that ends in .xls.

Run in the process of :mod:`server.workbooks.process`, whose limits end what costs too much.
"""

import re
from html.parser import HTMLParser
from typing import Final

# More columns are no table of people.
COLUMNS: Final = 1_000
_ROWS: Final = frozenset({"tr", "row"})
_CELLS: Final = frozenset({"td", "th", "cell"})
_charset: Final = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE).search
_HEAD: Final = 4_096
# Of a day in an XML spreadsheet.
_midnight: Final = re.compile(r"(?<=\d)T00:00:00(?:\.0+)?").sub

Attributes = list[tuple[str, str | None]]


class _Table:
    """`cell` takes the text that comes next."""

    def __init__(self) -> None:
        self.rows: list[list[list[str]]] = []
        self.cell: list[str] | None = None

    def begin_row(self) -> None:
        self.rows.append([])
        self.cell = None

    def begin_cell(self, attributes: Attributes) -> None:
        if not self.rows:
            self.begin_row()
        named = dict(attributes)
        # An XML spreadsheet leaves out empty cells and gives the place of the next one, counted from 1.
        before = max(_number(named.get("ss:index")) - 1 - len(self.rows[-1]), 0)
        beyond = max(_number(named.get("colspan")) - 1, _number(named.get("ss:mergeacross")))
        self.cell = []
        self.rows[-1] += [*([] for _ in range(before)), self.cell, *([] for _ in range(beyond))]


class _Parser(HTMLParser):
    """Tables may stand in cells of others: of layout."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[_Table] = []
        self._open: list[_Table] = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if tag == "table":
            self._open.append(_Table())
            self.tables.append(self._open[-1])
        elif self._open and tag in _ROWS:
            self._open[-1].begin_row()
        elif self._open and tag in _CELLS:
            self._open[-1].begin_cell(attrs)
        elif tag == "br":
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "table" and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1].cell is not None:
            self._open[-1].cell.append(data)


def rows_of_page(content: bytes) -> list[list[str]]:
    """The rows of the table that has most; none where there is no table."""
    parser = _Parser()
    parser.feed(_decode(content))
    parser.close()
    table = max(parser.tables, key=lambda table: len(table.rows), default=_Table())
    return [[_midnight("", " ".join("".join(cell).split())) for cell in row] for row in table.rows]


def _decode(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    named = _charset(content[:_HEAD])
    for encoding in (named[1].decode() if named else "utf-8-sig", "utf-8-sig"):
        try:
            return content.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return content.decode("cp1252", "replace")


def _number(text: str | None) -> int:
    return min(int(text), COLUMNS) if text is not None and text.isdecimal() else 0
