"""The table of a page or of an XML spreadsheet: what portals and older programs export with a name that ends in .xls.

Run in the process of `process.py`, whose limits end what costs too much. Each character is read once:
what is opened and never closed ends the page, as it does in a browser.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from typing import Final, NamedTuple

# No table of people has more columns. A page that may be uploaded can have no more cells, unless spans repeat them.
COLUMNS: Final = 1_000
CELLS: Final = 4_000_000
ROWS: Final = 1_000_000
# Tables of layout are a few deep.
DEPTH: Final = 100
_ROWS: Final = frozenset({"tr", "row"})
_CELLS: Final = frozenset({"td", "th", "cell"})
_charset: Final = re.compile(rb"(?:charset|encoding)\s*+=\s*+[\"']?+\s*+([\w-]{1,40})", re.IGNORECASE).search
# By the names that pages give them, without what joins their parts. Python knows many more codecs, of which some are
# none of text and some take the square of the time.
_ENCODINGS: Final = {
    "utf8": "utf-8-sig",
    **{f"{family}125{number}": f"cp125{number}" for family in ("windows", "cp", "xcp") for number in range(9)},
    **{f"iso8859{number}": f"iso8859-{number}" for number in (*range(2, 9), 10, 13, 14, 15, 16)},
    **dict.fromkeys(("iso88591", "latin1", "usascii", "ascii"), "cp1252"),
    "iso88599": "cp1254",
    "iso885911": "cp874",
    "windows874": "cp874",
    "tis620": "cp874",
    "macintosh": "mac_roman",
    **{f"{family}{number}": f"cp{number}" for family in ("ibm", "cp") for number in (437, 850, 852, 866)},
    "koi8r": "koi8-r",
    "koi8u": "koi8-u",
    "gb2312": "gbk",
    "gbk": "gbk",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "eucjp": "euc_jp",
    "euckr": "cp949",
    "ksc56011987": "cp949",
}
_HEAD: Final = 4_096
_XML: Final = "<?xml"
_CDATA: Final = "<![CDATA["
# A day in an XML spreadsheet.
_midnight: Final = re.compile(r"(?<=\d)T00:00:00(?:\.0+)?").sub
_next_markup: Final = re.compile(r"<(?=[!?/a-z])", re.IGNORECASE | re.ASCII).search
_begins_tag: Final = re.compile(r"</?[a-z]", re.IGNORECASE | re.ASCII).match
# Quotes count behind an equals sign only. Nothing is tried twice, whatever is left open.
_read_tag: Final = re.compile(
    r"""<(/?+)([a-z][^\s/>]*+)((?:[^>"'=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+|["'])*+)>""", re.IGNORECASE
).match
_KNOWN: Final = _ROWS | _CELLS | {"table", "br"}
# What is between them is no text of the page. An XML spreadsheet has styles of another kind.
_ends_of_raw: Final = {name: re.compile(f"</{name}", re.IGNORECASE).search for name in ("script", "style")}
_spans: Final = re.compile(r"""(colspan|ss:index|ss:mergeacross)\s*+=\s*+["']?+\s*+(\d++)""", re.IGNORECASE).findall
_LONGEST_NUMBER: Final = 6


class PageTooLargeError(Exception):
    """More columns, cells, rows or tables inside of tables than a page of people has."""


class _Tag(NamedTuple):
    closes: bool
    name: str
    attributes: str


class _Table:
    """`number` counts the tables of the page; `cell` takes the text that comes next."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.rows: list[list[str]] = []
        self.cell: list[str] | None = None
        self._place = 0
        self._cells = 0

    def begin_row(self) -> None:
        self.end_cell()
        self.rows.append([])
        if len(self.rows) > ROWS:
            raise PageTooLargeError

    def begin_cell(self, attributes: str) -> None:
        if not self.rows:
            self.begin_row()
        self.end_cell()
        spans = {name.lower(): _number(digits) for name, digits in _spans(attributes)} if attributes else {}
        row = self.rows[-1]
        # An XML spreadsheet leaves out empty cells and gives the place of the next one, counted from 1.
        self._place = max(spans.get("ss:index", 0) - 1, len(row))
        beyond = max(spans.get("colspan", 0) - 1, spans.get("ss:mergeacross", 0))
        added = self._place + 1 + beyond - len(row)
        self._cells += added
        if len(row) + added > COLUMNS or self._cells > CELLS:
            raise PageTooLargeError
        row += [""] * added
        self.cell = []

    def end_cell(self) -> None:
        if self.cell is not None:
            self.rows[-1][self._place] = _midnight("", " ".join("".join(self.cell).split()))
            self.cell = None


class _Page:
    """Tables may stand in cells of others: of layout. `tables` are those with several rows and columns."""

    def __init__(self) -> None:
        self.tables: list[_Table] = []
        self._largest = _Table(0)
        self._open: list[_Table] = []
        self._tables = 0

    def begin(self, tag: _Tag) -> None:
        if tag.name == "table":
            self._tables += 1
            self._open.append(_Table(self._tables))
            if len(self._open) > DEPTH:
                raise PageTooLargeError
        elif self._open and tag.name in _ROWS:
            self._open[-1].begin_row()
        elif self._open and tag.name in _CELLS:
            self._open[-1].begin_cell(tag.attributes)
        elif tag.name == "br":
            self.add(" ")

    def add(self, text: str) -> None:
        if self._open and self._open[-1].cell is not None:
            self._open[-1].cell.append(text)

    def end_table(self) -> None:
        if self._open:
            table = self._open.pop()
            table.end_cell()
            self._largest = max(self._largest, table, key=lambda each: (len(each.rows), -each.number))
            if len(table.rows) > 1 and any(len(row) > 1 for row in table.rows):
                self.tables.append(table)

    def end(self) -> None:
        while self._open:
            self.end_table()

    def by_size(self) -> list[_Table]:
        """The table with most rows, then the others in the order of the page."""
        others = (each for each in self.tables if each is not self._largest)
        return [self._largest, *sorted(others, key=lambda each: each.number)]


def tables_of_page(content: bytes) -> list[list[list[str]]]:
    """The rows of the table that has most, or none, then those of the others. Raises PageTooLargeError."""
    page = _Page()
    for piece in _pieces(_decode(content)):
        if isinstance(piece, str):
            page.add(piece)
        elif not piece.closes:
            page.begin(piece)
        elif piece.name == "table":
            page.end_table()
    page.end()
    return [table.rows for table in page.by_size()]


def _pieces(page: str) -> Iterator[_Tag | str]:
    """The tags of a page and the text between them, as far as what is opened is closed."""
    is_xml, place = page.lstrip().startswith(_XML), 0
    while found := _next_markup(page, place):
        start = found.start()
        if start > place:
            yield _text(page[place:start])
        piece, place = (
            _read_element(page, start, is_xml=is_xml) if _begins_tag(page, start) else _pass_over(page, start)
        )
        if piece is not None:
            yield piece
        if not place:
            return
    yield _text(page[place:])


def _read_element(page: str, start: int, *, is_xml: bool) -> tuple[_Tag | None, int]:
    """(the tag where it matters, the place behind it, or 0 where it has no end)."""
    tag = _read_tag(page, start)
    if tag is None:
        return None, 0
    name, closes = tag[2].lower(), bool(tag[1])
    if name in _ends_of_raw and not closes and not is_xml:
        end = _ends_of_raw[name](page, tag.end())
        return None, 0 if end is None else end.start()
    return (_Tag(closes, name, tag[3]) if name in _KNOWN else None), tag.end()


def _pass_over(page: str, start: int) -> tuple[str | None, int]:
    """(the text of a CDATA section, the place behind it, a comment or a declaration; 0 where it has no end)."""
    for opening, closing, skipped in (("<!--", "-->", 2), (_CDATA, "]]>", len(_CDATA)), ("<", ">", 1)):
        if page.startswith(opening, start):
            end = page.find(closing, start + skipped)
            text = page[start + skipped : end] if opening == _CDATA and end >= 0 else None
            return text, 0 if end < 0 else end + len(closing)
    return None, 0


def _text(piece: str) -> str:
    try:
        return unescape(piece) if "&" in piece else piece
    except ValueError:
        # A character by a number of thousands of digits.
        return piece


def _decode(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    named = _charset(content[:_HEAD])
    name = named[1].decode().lower().replace("-", "").replace("_", "") if named else ""
    for encoding in (_ENCODINGS.get(name, "utf-8-sig"), "utf-8-sig"):
        with suppress(UnicodeDecodeError):
            return content.decode(encoding)
    return content.decode("cp1252", "replace")


def _number(digits: str) -> int:
    return min(int(digits), COLUMNS) if digits.isdecimal() and len(digits) <= _LONGEST_NUMBER else COLUMNS
