"""Read an uploaded CSV file: detect its encoding, its delimiter and its header.

RFC 4180 with comma, semicolon, tab or bar; UTF-8 with or without BOM, UTF-16, else Windows-1252. The bytes are
decoded and split as they are read, so that no file is held in memory as lists of cells.
"""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from time import thread_time
from typing import Final, NamedTuple, Protocol, TypeVar

from server.people.imports.errors import (
    BadQuotesError,
    FileRefusedError,
    NoDataRowError,
    NotCsvError,
    UnreadableCsvError,
)
from server.people.imports.files.headings import headings_of, holds_person, join_rows
from server.people.imports.files.layout import ROW_HEADER, Columns, Dialect, HeaderRows, Layout, NumberedRecord
from server.people.imports.files.lost_letters import NOT_READ, LostLetters, guess_encodings
from server.people.imports.files.notes import NAMED, is_note, note_of
from server.people.imports.files.other_documents import other_document
from server.people.imports.files.questions import Answer
from server.people.imports.files.repeats import Repeats
from server.people.imports.files.template import EXAMPLE_EMAILS, has_example
from server.people.imports.schemas import FileLines
from server.platform.csv_cells import ESCAPE
from server.platform.http.spooled_file import SpooledFile
from server.platform.process.threads import rest_since
from server.vocabulary.fields import FieldSet
from server.vocabulary.identifiers import normalize_code

MAXIMUM_ROWS: Final = 150_000
MAXIMUM_CELL_CHARACTERS: Final = 32_768
# Far beyond any real file; longer or wider ones are made to exhaust memory.
MAXIMUM_LINE_CHARACTERS: Final = 262_144
MAXIMUM_COLUMNS: Final = 1_000
# Rows, line breaks inside of cells, and empty lines.
MAXIMUM_LINES: Final = 1_000_000
DELIMITERS: Final = (",", ";", "\t", "|")
# Among the first records the header is looked for, and so many rows below it show what their columns hold.
HEAD_RECORDS: Final = 25
SAMPLE_ROWS: Final = 50
# The cells of so many rows stay in the processor's cache: a third faster than thousands at once.
# No step holds the interpreter for long.
ROWS_AT_ONCE: Final = 500

# A line of so many cells is no sentence with a comma.
LEAST_CELLS: Final = 3
_LINE_END: Final = re.compile(r"\r\n|\r|\n").split
# An email or a phone.
_contact: Final = re.compile(r"@|\d{10}").search
_space_behind_quote: Final = re.compile(r'"[ ]+(?=[,;\t|\r\n]|$)').sub
# The line of a record as a spreadsheet counts, its last line in the file, and its cells.
LocatedRecord = tuple[int, int, list[str]]

Part = TypeVar("Part")

_BLANK: Final = "".join(DELIMITERS) + " \r\n"
NO_ENCODING: Final = "The file is in none of the encodings UTF-8, UTF-16 and Windows-1252: save it as CSV UTF-8."
NO_DELIMITER: Final = (
    "Its cells are not separated by commas, semicolons, tabs or bars. Save the list as XLSX or CSV and upload that."
)
QUOTED_LINES: Final = "Each line of this file is in quotation marks as a whole, so that it has one column only."
BAD_LINES: Final = 3
# In UTF-8 and the like, and in UTF-16.
_has_text_formula: Final = re.compile(rb'=\0?"').search
_PIECE: Final = 131_072
_beyond_ascii: Final = re.compile(rb"[\x80-\xff]").search
_UTF16_SAMPLE: Final = 4096
_UTF16_SHARE: Final = 10
_UTF16_BOMS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

# The limit applies to every csv reader of the process: a quote that is never closed ends here
# and not at the end of the file.
csv.field_size_limit(MAXIMUM_CELL_CHARACTERS)


@dataclass(frozen=True, kw_only=True)
class Head:
    """The header of a file, the lines of its first and its last row, and the first rows below it.

    Without headings the lines are 0.
    """

    line: int
    last_line: int
    count: int
    header: list[str]
    rows: list[list[str]]


class _Begun(NamedTuple):
    """A file that is read as far as its header: the records behind it, how many are above, and its last line."""

    columns: Columns
    records: Iterator[LocatedRecord]
    above: int
    end: int


def read_rows(content: bytes | SpooledFile, *, layout: Layout) -> tuple[Columns, Iterator[NumberedRecord]]:
    """The columns, and the data records behind the header with their lines. Raises NoDataRowError for no header."""
    columns, records, *_ = _begin(content, layout=layout)
    return columns, _taken(content, columns, records, layout=layout)


def _taken(
    content: bytes | SpooledFile, columns: Columns, records: Iterator[LocatedRecord], *, layout: Layout
) -> Iterator[NumberedRecord]:
    earlier = set[int]()
    if Answer.LATEST_ROW in layout.answers:
        whole = _with_earlier(layout)
        repeats = Repeats(columns)
        for line, record in read_rows(content, layout=whole)[1]:
            repeats.note(line, record)
        earlier = {line for lines in repeats.group(read_rows(content, layout=whole)[1]) for line in lines[:-1]}
    yield from ((line, record) for line, _end, record in records if line not in earlier and columns.takes(record))


def _with_earlier(layout: Layout) -> Layout:
    return replace(layout, answers=layout.answers - {Answer.LATEST_ROW})


def _begin(content: bytes | SpooledFile, *, layout: Layout) -> _Begun:
    records, above = locate_records(content, dialect=layout.dialect), 0
    for first in records:
        if first[0] >= layout.header_rows.line:
            break
        above += 1
    else:
        raise NoDataRowError
    rows = [first, *islice(records, (layout.header_rows.rows or 1) - 1)]
    header, end = join_rows([record for *_, record in rows]), rows[-1][1]
    escaped = _may_be_escaped(content)
    if not layout.header_rows.line:
        header, records = unnamed(len(header)), chain([first], records)
    columns = Columns(header, fields=layout.fields, known=layout.known, may_be_escaped=escaped, answers=layout.answers)
    return _Begun(columns, records, above, end)


def unnamed(width: int) -> list[str]:
    """What stands for the headings of a file that has none."""
    return [f"Column {number}" for number in range(1, width + 1)]


def read_some(
    content: bytes, *, layout: Layout, rows: Container[int], read: Callable[[Columns, list[str]], Part]
) -> dict[int, Part]:
    """What `read` makes of the records of these rows, by number. Reads the whole file: run it in a thread."""
    columns, records = read_rows(content, layout=layout)
    return {row: read(columns, record) for row, (_line, record) in enumerate(records, start=1) if row in rows}


def read_head(content: bytes, *, dialect: Dialect, known: FieldSet, header_rows: HeaderRows | None = None) -> Head:
    """The header on that line, or from the first record that names most fields: titles and blank lines may stand above.

    Raises:
        NoDataRowError: there is no row below it.
        UnreadableCsvError: see locate_records.
    """
    located = islice(locate_records(content, dialect=dialect), HEAD_RECORDS + SAMPLE_ROWS)
    first = [(line, record) for line, _end, record in located]
    place, rows = 0, [record for _, record in first]
    if header_rows is None:
        place, count = headings_of(known).find_headings(rows[:HEAD_RECORDS])
        is_person = bool(first) and holds_person(rows[place])
        header_rows = HeaderRows(0 if is_person else 1, count)
    else:
        place = next((place for place, (line, _) in enumerate(first) if line >= header_rows.line), len(first))
        count = header_rows.rows or headings_of(known).count_rows(rows[place:])
    if header_rows.line == 0 and first:
        return Head(line=0, last_line=0, count=0, header=unnamed(len(rows[0])), rows=rows[:SAMPLE_ROWS])
    if len(first) < place + count + 1:
        raise NoDataRowError
    below = place + count
    return Head(
        line=first[place][0],
        last_line=first[below - 1][0],
        count=count,
        header=join_rows(rows[place:below]),
        rows=rows[below : below + SAMPLE_ROWS],
    )


class Survey:
    """What one pass over a file finds.

    `line` and `end` are the last line that is not blank, counted as in a spreadsheet and as in the file. `dates` counts
    the texts of the dates of birth, `own_dates` those of the company's own fields. `joined`: first and last line of
    each row whose cells hold lines that look like rows. `first_notes` are the first rows that are left out as notes,
    with their lines. `left` counts the headings and cells that say that people have left, in so many rows. `codes` are
    those of the code's column by the email beside them; `codes_repeat`: some are those of two rows, or no codes.
    `repeats` are the lines of `people` who have several.
    """

    lines: FileLines
    repeats: list[list[int]]

    def __init__(self, columns: Columns, *, delimiter: str) -> None:
        self.total = 0
        self.line = 0
        self.end = 0
        self.examples = 0
        self.notes = 0
        self.first_notes: list[tuple[int, str]] = []
        self.left = Counter[tuple[str, str]]()
        self.left_rows = 0
        self.dates = Counter[str]()
        self.own_dates = Counter[str]()
        self.letters = LostLetters()
        self.joined: list[tuple[int, int]] = []
        self.codes: dict[str, str] = {}
        self.codes_repeat = False
        self.people = Repeats(columns)
        self.unknown_headers = columns.unknown
        self._columns = columns
        self._delimiter = delimiter

    @property
    def total_rows(self) -> int:
        return self.lines.rows + self.lines.examples

    def look_at(self, records: list[LocatedRecord]) -> None:
        self.line, self.end, _ = records[-1]
        rows = [each for each in records if self._columns.is_filled(each[2])]
        filled = len(rows)
        rows = [each for each in rows if not self._has_left(each[2]) or not self._columns.leaves_out]
        self.total += len(rows)
        if filled < len(records):
            notes = [each for each in records if is_note(each[2], width=self._columns.width)]
            self.notes += len(notes)
            first = notes[: NAMED - len(self.first_notes)]
            self.first_notes += [(line, note_of(record)) for line, _end, record in first]
        self.dates.update([self._columns.date(record) for _line, _end, record in rows])
        for _line, _end, record in rows:
            self.own_dates.update(self._columns.own_dates(record))
        if self._columns.has_codes:
            self._look_at_codes([record for _line, _end, record in rows])
        for line, end, record in rows:
            self.people.note(line, record)
            text = "".join(record)
            if has_example(text):
                self.examples += self._columns.contacts(record)[0].strip().lower() in EXAMPLE_EMAILS
            if not text.isascii() or "?" in text:
                self.letters.look_at(self._columns.texts(record), line=line)
            if "\n" in text or "\r" in text:
                self.look_inside(end, record)

    def _look_at_codes(self, records: list[list[str]]) -> None:
        for record in records:
            if cell := self._columns.code(record).strip():
                code, email = normalize_code(cell), "".join(self._columns.contacts(record)[0].split()).lower()
                # A person may be in the file twice.
                self.codes_repeat |= code is None or self.codes.setdefault(code, email) != email

    def _has_left(self, record: list[str]) -> bool:
        said = self._columns.says_left(record)
        self.left_rows += bool(said)
        self.left.update(said.items())
        return bool(said)

    def look_inside(self, end: int, record: list[str]) -> None:
        """Note cells whose lines look like rows: they have most of the cells of one, or a contact beside one."""
        least, further, is_joined = max(LEAST_CELLS, self._columns.width * 2 // 3) - 1, 0, False
        for cell in record:
            lines = _LINE_END(cell)
            if len(lines) == 1:
                continue
            further += len(lines) - 1
            for line in lines:
                count = line.count(self._delimiter)
                is_joined |= count >= least or (count > 0 and _contact(line) is not None)
        if is_joined:
            self.joined.append((end - further, end))


def survey(content: bytes, *, layout: Layout, most_rows: int = MAXIMUM_ROWS) -> Survey:
    """Read the whole file once. Raises FileRefusedError: no data row, too many rows, or one that cannot be read."""
    columns, records, above, end = _begin(content, layout=layout)
    found = Survey(columns, delimiter=layout.dialect.delimiter)
    heading = layout.header_rows.rows or 0
    if heading:
        found.look_inside(end, columns.header)
    begun = thread_time()
    while some := list(islice(records, ROWS_AT_ONCE)):
        found.look_at(some)
        if found.total > most_rows:
            raise FileRefusedError(
                f"The file has more than {most_rows:,} rows. Please split it and upload the parts one after another."
            )
        rest_since(begun)
        begun = thread_time()
    if not found.total:
        raise NoDataRowError
    # All of them: that is the template as it is, for a trial, unless it is a file of failed rows.
    examples = found.examples if found.examples < found.total or ROW_HEADER in columns.header else 0
    left = found.left_rows if columns.leaves_out else 0
    found.repeats = found.people.group(read_rows(content, layout=_with_earlier(layout))[1])
    repeated = sum(map(len, found.repeats)) - len(found.repeats) if Answer.LATEST_ROW in layout.answers else 0
    found.lines = FileLines(
        total=found.end,
        above=above,
        heading=heading,
        rows=found.total - examples - repeated,
        examples=examples,
        notes=found.notes,
        left=left,
        repeated=repeated,
        blank=found.line - above - heading - found.total - found.notes - left,
        inside=found.end - found.line,
    )
    return found


def detect_dialect(content: bytes, *, known: FieldSet, quotes: bool = True) -> Dialect:
    """Find the encoding and the delimiter of a file.

    Raises:
        NotCsvError: it is another kind of file.
        BadQuotesError: each of its lines is in quotation marks as a whole.
        UnreadableCsvError: no spreadsheet would write this text.
    """
    if sentence := other_document(content):
        raise NotCsvError(errors={"file": sentence})
    tried = list[str]()
    for encoding in _possible_encodings(content):
        tried.append(encoding)
        with suppress(UnicodeDecodeError):
            start = _look_through(content, encoding=encoding)
            delimiter, found = _find_delimiter(start, known=known, quotes=quotes)
            # One column without any of our fields is prose; behind an open quote there may be more.
            if found == (0, 1) and not any(each in start for each in DELIMITERS):
                raise NotCsvError(errors={"file": NO_DELIMITER})
            if quotes and found == (0, 1) and _find_delimiter(start, known=known, quotes=False)[1] > (1, 1):
                raise BadQuotesError(QUOTED_LINES)
            return Dialect(encoding=encoding, delimiter=delimiter, quotes=quotes)
    raise UnreadableCsvError(_bad_bytes(content) or (_not_read(content) if tried == ["utf-8"] else NO_ENCODING))


def check_encoding(content: bytes, *, encoding: str) -> None:
    """Raises UnreadableCsvError where the file is not in this encoding."""
    try:
        _look_through(content, encoding=encoding)
    except UnicodeError:
        said = _bad_bytes(content) if encoding.startswith("utf-8") else None
        raise UnreadableCsvError(said or "The file is not in this encoding.") from None


def locate_records(content: bytes | SpooledFile, *, dialect: Dialect) -> Iterator[LocatedRecord]:
    """(line, last line in the file, record) of those that are not blank, the header first.

    Lines are counted as in a spreadsheet: from 1, blank ones included; a record of several lines of text counts as one.

    Raises UnreadableCsvError: naming the line at which the unreadable record begins.
    """
    binary = io.BytesIO(content) if isinstance(content, bytes) else content.open()
    text = io.TextIOWrapper(binary, encoding=dialect.encoding, newline="")
    reader: _Reader = _LineReader(text, delimiter=dialect.delimiter)
    if dialect.quotes:
        # Some programs write a space behind each comma, before the quotation mark.
        reader = csv.reader(text, delimiter=dialect.delimiter, skipinitialspace=True, strict=True)
    last_line = 0
    try:
        for line, record in enumerate(reader, start=1):
            last_line = reader.line_num
            if len(record) > MAXIMUM_COLUMNS:
                raise UnreadableCsvError(f"Line {last_line} ends a row of more than {MAXIMUM_COLUMNS:,} columns.")
            if record and (record[0].strip() or any(map(str.strip, record))):
                yield line, last_line, record
    except csv.Error as error:
        raise BadQuotesError(_explain(error, line=last_line + 1)) from error


class _Reader(Protocol):
    """The reader of the library, or ours; `line_num` is the last line that was read."""

    @property
    def line_num(self) -> int: ...

    def __iter__(self) -> Iterator[list[str]]: ...


class _LineReader:
    """Reads each line as a row: a quotation mark that fits no cell of its line is a character like any other."""

    def __init__(self, lines: Iterable[str], *, delimiter: str) -> None:
        self.line_num = 0
        self._lines = iter(lines)
        self._delimiter = delimiter

    def __iter__(self) -> "_LineReader":
        return self

    def __next__(self) -> list[str]:
        line = next(self._lines)
        self.line_num += 1
        return self._split(line)

    def _split(self, line: str) -> list[str]:
        """Read it as other programs may have written it: with spaces behind quotes, or with backslashes before them."""
        for text, escape in ((line, None), (_space_behind_quote('"', line), None), (line, "\\")):
            with suppress(csv.Error):
                rows = csv.reader(
                    [text], delimiter=self._delimiter, escapechar=escape, skipinitialspace=True, strict=True
                )
                record = next(rows, [])
                # The whole line is in quotes.
                is_whole = len(record) == 1 and self._delimiter in record[0] and line.lstrip().startswith('"')
                return self._split(record[0]) if is_whole else record
        return next(csv.reader([line], delimiter=self._delimiter, quoting=csv.QUOTE_NONE), [])


def _may_be_escaped(content: bytes | SpooledFile) -> bool:
    """Whether it holds an apostrophe or a text formula; a search for one byte takes a tenth of the others' time."""
    if not isinstance(content, bytes):
        return True
    return ESCAPE.encode() in content or (b"=" in content and _has_text_formula(content) is not None)


def _possible_encodings(content: bytes) -> Iterator[str]:
    if named := _named_encoding(content):
        yield named
        return
    yield "utf-8"
    if not _is_mostly_utf8(content):
        yield from guess_encodings(content)


def _is_mostly_utf8(content: bytes) -> bool:
    """Whether most of its letters outside ASCII are UTF-8: then the others are damaged, and not of another encoding."""
    # A part is enough, and a longer one would be decoded in one call that holds the loop.
    first = _beyond_ascii(content)
    begin = first.start() if first else 0
    text = content[begin : begin + _PIECE].decode(errors="replace")
    foreign, wrong = len(text) - len(text.encode("ascii", "ignore")), text.count("\N{REPLACEMENT CHARACTER}")
    return foreign > 2 * wrong


def _bad_bytes(content: bytes) -> str | None:
    """The sentence that names the first lines with bytes that are not UTF-8, where most others are."""
    if not _is_mostly_utf8(content) and not content.startswith(codecs.BOM_UTF8):
        return None
    lines, place = list[int](), 0
    while len(lines) < BAD_LINES:
        try:
            content[place:].decode()
            break
        except UnicodeDecodeError as error:
            place += error.start
            lines.append(content.count(b"\n", 0, place) + 1)
            place = content.find(b"\n", place) + 1 or len(content)
    if not lines:
        return None
    named = f"Line {lines[0]} has" if len(lines) == 1 else f"Lines {', '.join(map(str, lines))} have"
    return f"{named} letters that are not in UTF-8, as all others are: type them again and save the file as CSV UTF-8."


def _not_read(content: bytes) -> str:
    """The sentence for letters of an encoding that is not read, with the first lines that have some."""
    lines = (number for number, line in enumerate(content.splitlines(), start=1) if _beyond_ascii(line))
    first = list(islice(lines, BAD_LINES + 1))
    named = ", ".join(map(str, first[:BAD_LINES])) + (", …" if len(first) > BAD_LINES else "")
    if len(first) == 1:
        return f"{NOT_READ} They are in line {named}."
    return f"{NOT_READ} They are in lines {named}."


def _named_encoding(content: bytes) -> str | None:
    """The encoding that the first bytes of a file, or those between its letters, say."""
    if content.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if content.startswith(_UTF16_BOMS):
        return "utf-16"
    sample = content[:_UTF16_SAMPLE]
    # Even a table of another script has digits, commas and ends of lines, each with a zero on the same side.
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) * _UTF16_SHARE < len(sample) or min(even, odd) * _UTF16_SHARE > max(even, odd):
        return None
    return "utf-16-be" if even > odd else "utf-16-le"


def _look_through(content: bytes, *, encoding: str) -> str:
    """Scan the whole text in pieces, so that no step holds the interpreter for long; returns its beginning.

    Raises:
        UnicodeDecodeError: the encoding is another one.
        UnreadableCsvError: there are NUL characters, endless lines, or far too many lines.
    """
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(encoding)(), translate=True)
    start, line, length = "", 1, 0
    for place in range(0, len(content) + 1, _PIECE):
        piece = decoder.decode(content[place : place + _PIECE], place + _PIECE > len(content))
        if "\0" in piece:
            number = line + piece.count("\n", 0, piece.index("\0"))
            raise UnreadableCsvError(f"Line {number} holds NUL characters, so it is not text: save it as CSV UTF-8.")
        # A piece is shorter than the longest line, so that only the line that it begins with can be too long.
        end = piece.find("\n")
        if length + (len(piece) if end < 0 else end) > MAXIMUM_LINE_CHARACTERS:
            raise UnreadableCsvError(f"Line {line} has more than {MAXIMUM_LINE_CHARACTERS:,} characters.")
        length = length + len(piece) if end < 0 else len(piece) - piece.rfind("\n") - 1
        line += piece.count("\n")
        if line > MAXIMUM_LINES:
            raise UnreadableCsvError(f"The file has more than {MAXIMUM_LINES:,} lines: delete empty ones, or split it.")
        start = start or piece
    return start


def _find_delimiter(start: str, *, known: FieldSet, quotes: bool) -> tuple[str, tuple[int, int]]:
    """The delimiter with which a record names most fields, and its (fields, cells)."""
    found = {delimiter: _fields_named(start, delimiter, known=known, quotes=quotes) for delimiter in DELIMITERS}
    delimiter = max(DELIMITERS, key=lambda each: found[each])
    return delimiter, found[delimiter]


def _fields_named(start: str, delimiter: str, *, known: FieldSet, quotes: bool) -> tuple[int, int]:
    """(fields, cells) of the first record that names most fields, read with this delimiter."""
    records: list[list[str]] = []
    lines = io.StringIO(start.lstrip("\ufeff"), newline="")
    with suppress(csv.Error):
        reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
        for record in reader if quotes else _LineReader(lines, delimiter=delimiter):
            if any(cell.strip(_BLANK) for cell in record):
                records.append(record)
            if len(records) == HEAD_RECORDS:
                break
    recognised = headings_of(known).recognised
    return max(((recognised(record), len(record)) for record in records), default=(0, 0))


def _explain(error: csv.Error, *, line: int) -> str:
    if "unexpected end of data" in str(error) or "field larger" in str(error):
        return f"A quotation mark opened at line {line} is never closed, or its cell is far too long."
    return f"The quotation marks in line {line} do not fit: write a quotation mark inside a cell twice."
