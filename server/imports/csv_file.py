"""Read an uploaded CSV file: detect its encoding, its delimiter and the order of its columns.

RFC 4180 with comma, semicolon or tab; UTF-8 with or without BOM, UTF-16, else Windows-1252. The bytes are
decoded and split as they are read, so that no file is held in memory as lists of cells.
"""

import codecs
import csv
import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import Final, NamedTuple

from pydantic.alias_generators import to_camel

from server.csv_cells import ESCAPE, unescape_cell
from server.imports.birth_dates import DateOrder, find_order
from server.imports.errors import (
    MissingHeadersError,
    NoDataRowError,
    NotCsvError,
    TooManyRowsError,
    UnreadableCsvError,
)


class Cells(NamedTuple):
    """The required cells of a row, in the order of their columns in the template."""

    full_name: str
    email: str
    phone: str
    date_of_birth: str
    gender: str
    work_location: str
    role: str
    profile: str


_EMAIL, _PHONE = map(Cells._fields.index, ("email", "phone"))
REQUIRED_HEADERS: Final = tuple(map(to_camel, Cells._fields))
MAXIMUM_ROWS: Final = 150_000
MAXIMUM_CELL_CHARACTERS: Final = 32_768
# Far beyond any real file; longer or wider ones are made to exhaust memory.
MAXIMUM_LINE_CHARACTERS: Final = 262_144
MAXIMUM_COLUMNS: Final = 1_000
# Rows, line breaks inside of cells, and empty lines.
MAXIMUM_LINES: Final = 1_000_000
# Limits for the names of unknown columns, which are part of every snapshot.
NAMED_CHARACTERS: Final = 600
LONGEST_NAME: Final = 60
# The columns that the file of failed rows adds; they are accepted when the file is uploaded again.
ROW_HEADER: Final = "rowNumber"
REASON_HEADER: Final = "reason"
DELIMITERS: Final = (",", ";", "\t")

NumberedRecord = tuple[int, list[str]]

_BLANK: Final = "".join(DELIMITERS) + " \r\n\ufeff"
_CSV_TYPES: Final = frozenset({"text/csv", "application/csv"})
_ZIP_MAGIC: Final = b"PK\x03\x04"
_OLE_MAGIC: Final = b"\xd0\xcf\x11\xe0"
_PDF_MAGIC: Final = b"%PDF-"
_PIECE: Final = 131_072
_UTF16_SAMPLE: Final = 4096
_UTF16_BOMS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

# The limit applies to every csv reader of the process: a quote that is never closed ends here
# and not at the end of the file.
csv.field_size_limit(MAXIMUM_CELL_CHARACTERS)


@dataclass(frozen=True, kw_only=True)
class Dialect:
    encoding: str
    delimiter: str


@dataclass(frozen=True, kw_only=True)
class Inspection:
    """The result of one pass over the file. `date_order` is the one that its dates of birth need, where they agree."""

    dialect: Dialect
    total_rows: int
    unknown_headers: list[str]
    date_order: DateOrder | None


class LineCounter:
    """Counts the lines of a text read in pieces, each shorter than the longest line that is accepted."""

    def __init__(self) -> None:
        self._lines = 1
        self._open = 0
        self._after_return = False

    def count(self, piece: str) -> None:
        """Raises UnreadableCsvError for a line that is too long, or for too many of them."""
        first = min((place for place in (piece.find("\n"), piece.find("\r")) if place >= 0), default=len(piece))
        if self._open + first > MAXIMUM_LINE_CHARACTERS:
            raise UnreadableCsvError(f"Line {self._lines} has more than {MAXIMUM_LINE_CHARACTERS:,} characters.")
        last = max(piece.rfind("\n"), piece.rfind("\r"))
        self._open = self._open + len(piece) if last < 0 else len(piece) - last - 1
        self._lines += piece.count("\n") + piece.count("\r") - piece.count("\r\n")
        self._lines -= self._after_return and piece.startswith("\n")
        self._after_return = piece.endswith("\r")
        if self._lines > MAXIMUM_LINES:
            raise UnreadableCsvError(f"The file has more than {MAXIMUM_LINES:,} lines: delete empty ones, or split it.")


class Columns:
    """The positions of the required columns."""

    def __init__(self, header: list[str], *, may_be_escaped: bool = True) -> None:
        """`may_be_escaped`: the file contains an apostrophe. Raises MissingHeadersError."""
        places = {name.strip().casefold(): place for place, name in reversed(list(enumerate(header)))}
        missing = [name for name in REQUIRED_HEADERS if name.casefold() not in places]
        if missing:
            raise MissingHeadersError(missing)
        self.width = len(header)
        chosen = [places[name.casefold()] for name in REQUIRED_HEADERS]
        self._may_be_escaped = may_be_escaped
        self._date = chosen[Cells._fields.index("date_of_birth")]
        self._pick: Callable[[list[str]], tuple[str, ...]] = itemgetter(*chosen)
        self._pick_contacts: Callable[[list[str]], tuple[str, ...]] = itemgetter(*chosen[_EMAIL : _PHONE + 1])
        ours = {*REQUIRED_HEADERS, ROW_HEADER, REASON_HEADER}
        named = [name.strip() for place, name in enumerate(header) if place not in chosen]
        self.unknown = _some_of([name for name in named if name and name not in ours])

    def cells(self, record: list[str]) -> Cells:
        """The required cells of a record; a missing one is empty."""
        return Cells._make(self._read(record, self._pick))

    def contacts(self, record: list[str]) -> Iterable[str]:
        """Email and phone of a record."""
        return self._read(record, self._pick_contacts)

    def _read(self, record: list[str], pick: Callable[[list[str]], tuple[str, ...]]) -> Iterable[str]:
        if len(record) < self.width:
            record = record + [""] * (self.width - len(record))
        cells = pick(record)
        return map(unescape_cell, cells) if self._may_be_escaped else cells

    def date_cell(self, record: list[str]) -> str:
        return record[self._date] if len(record) > self._date else ""

    def is_too_wide(self, record: list[str]) -> bool:
        """Whether a cell lies beyond the last column: usually an unquoted comma."""
        return len(record) > self.width and any(map(str.strip, record[self.width :]))


def read_rows(content: bytes, *, dialect: Dialect) -> tuple[Columns, Iterator[NumberedRecord]]:
    """The columns, and the data records behind the header with their lines."""
    records = number_records(content, dialect=dialect)
    first = next(records, None)
    if first is None:
        raise NoDataRowError
    return Columns(first[1], may_be_escaped=ESCAPE.encode() in content), records


def inspect_file(content: bytes, *, file_name: str, content_type: str | None) -> Inspection:
    """Read the whole file once.

    Raises:
        FileRefusedError: with the sentence of the first error.
    """
    if content_type not in _CSV_TYPES and not file_name.casefold().endswith(".csv"):
        raise NotCsvError
    _refuse_other_formats(content)
    dialect = detect_dialect(content)
    records = read_records(content, dialect=dialect)
    header, first = next(records, None), next(records, None)
    if header is None or first is None:
        raise NoDataRowError
    columns = Columns(header)
    total, order = _survey(chain([first], records), columns=columns)
    return Inspection(dialect=dialect, total_rows=total, unknown_headers=columns.unknown, date_order=order)


def detect_dialect(content: bytes) -> Dialect:
    """Raises UnreadableCsvError where no encoding fits, or no spreadsheet would write this text."""
    for encoding in _possible_encodings(content):
        with suppress(UnicodeDecodeError):
            start = _look_through(content, encoding=encoding)
            return Dialect(encoding=encoding, delimiter=max(DELIMITERS, key=lambda mark: _headers_found(start, mark)))
    raise UnreadableCsvError(
        "The file is in none of the encodings UTF-8, UTF-16 and Windows-1252: save it as CSV UTF-8."
    )


def read_records(content: bytes, *, dialect: Dialect) -> Iterator[list[str]]:
    """The records that are not blank, the header first; raises as :func:`number_records`."""
    return map(itemgetter(1), number_records(content, dialect=dialect))


def number_records(content: bytes, *, dialect: Dialect) -> Iterator[NumberedRecord]:
    """(line, record) of those that are not blank, the header first.

    Lines are counted as in a spreadsheet: from 1, blank ones included; a record of several lines of text counts as one.

    Raises:
        UnreadableCsvError: naming the line at which the unreadable record begins.
    """
    text = io.TextIOWrapper(io.BytesIO(content), encoding=dialect.encoding, newline="")
    reader = csv.reader(text, delimiter=dialect.delimiter, strict=True)
    last_line = 0
    try:
        for line, record in enumerate(reader, start=1):
            last_line = reader.line_num
            if len(record) > MAXIMUM_COLUMNS:
                raise UnreadableCsvError(f"Line {last_line} ends a row of more than {MAXIMUM_COLUMNS:,} columns.")
            if record and (record[0].strip() or any(map(str.strip, record))):
                yield line, record
    except csv.Error as error:
        raise UnreadableCsvError(_explain(error, line=last_line + 1)) from error


def _refuse_other_formats(content: bytes) -> None:
    if content.startswith((_ZIP_MAGIC, _OLE_MAGIC, _PDF_MAGIC)):
        raise NotCsvError(errors={"file": "This is a workbook or another document. Save it as CSV UTF-8."})


def _possible_encodings(content: bytes) -> tuple[str, ...]:
    if content.startswith(codecs.BOM_UTF8):
        return ("utf-8-sig",)
    if content.startswith(_UTF16_BOMS):
        return ("utf-16",)
    sample = content[:_UTF16_SAMPLE]
    for encoding, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        if zeros and zeros.count(0) > len(zeros) * 0.7:
            return (encoding,)
    return ("utf-8", "cp1252")


def _look_through(content: bytes, *, encoding: str) -> str:
    """Scan the whole text in pieces, so that no step holds the interpreter for long; returns its beginning.

    Raises:
        UnicodeDecodeError: the encoding is another one.
        UnreadableCsvError: there are NUL characters, endless lines, or far too many lines.
    """
    decoder, lines, start = codecs.getincrementaldecoder(encoding)(), LineCounter(), ""
    for place in range(0, len(content) + 1, _PIECE):
        piece = decoder.decode(content[place : place + _PIECE], place + _PIECE > len(content))
        if "\0" in piece:
            raise UnreadableCsvError("The file holds NUL characters, so it is not text: save it as CSV UTF-8.")
        lines.count(piece)
        start = start or piece
    return start


def _headers_found(start: str, delimiter: str) -> tuple[int, int]:
    """(required headers, cells) of the first record that is not blank, read with this delimiter."""
    with suppress(csv.Error):
        for record in csv.reader(io.StringIO(start, newline=""), delimiter=delimiter):
            cells = {cell.strip(_BLANK).casefold() for cell in record}
            if any(cells):
                return sum(name.casefold() in cells for name in REQUIRED_HEADERS), len(record)
    return 0, 0


def _some_of(names: list[str]) -> list[str]:
    """The first names, each cut to LONGEST_NAME, and the number of the others."""
    some: list[str] = []
    for name in names:
        short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
        if sum(map(len, some)) + len(short) > NAMED_CHARACTERS:
            return [*some, f"and {len(names) - len(some)} more"]
        some.append(short)
    return some


def _survey(records: Iterable[list[str]], *, columns: Columns) -> tuple[int, DateOrder | None]:
    """(number of data rows, order of their dates where they decide it)."""
    total, dates = 0, set[str]()
    for record in records:
        total += 1
        if total > MAXIMUM_ROWS:
            raise TooManyRowsError(MAXIMUM_ROWS)
        dates.add(columns.date_cell(record))
    return total, find_order(dates)


def _explain(error: csv.Error, *, line: int) -> str:
    if "unexpected end of data" in str(error) or "field larger" in str(error):
        return f"A quotation mark opened at line {line} is never closed, or its cell is far too long."
    return f"The quotation marks in line {line} do not fit: write a quotation mark inside a cell twice."
