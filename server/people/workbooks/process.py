"""Reads one sheet of a workbook (XLSX, XLSM, XLSB, XLS, ODS), the table of a page, or the one text of an archive.

It is a process of its own, and answers with CSV.

A workbook is a compressed archive or a binary format: what it costs to read is known only afterwards. So the
process limits its own memory and time first, and a workbook that exceeds them ends this process and nothing else. It
imports the standard library and calamine only, and starts in a few hundredths of a second.

Input: a file that holds the workbook; the arguments are how it is read (the JSON of
:class:`server.people.workbooks.reader.SheetOptions`), where the workbook begins in the file, how many bytes it has, and
the seconds of processor time that it may take. Output: one line of JSON (the other fields of
:class:`server.people.workbooks.reader.Workbook`, or {"refused": a reason of
:class:`server.people.workbooks.reader.WorkbookError`}), then the rows: UTF-8, commas, the lines of the sheet.
"""

import csv
import io
import json
import os
import re
import resource
import sys
import traceback
import zipfile
from collections.abc import Collection, Container, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from html import unescape
from itertools import islice
from pathlib import Path
from string import ascii_uppercase
from time import process_time
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree as ET

from python_calamine import (
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
    load_workbook,
)

MEGABYTE: Final = 1024 * 1024
# The largest workbook of people takes 135 MB, and its sheet once more, in which hidden rows are looked for.
MEMORY: Final = 512 * MEGABYTE
# The limit of all parts of the archive together.
UNPACKED: Final = 512 * MEGABYTE
WRITTEN: Final = 64 * MEGABYTE
# Tables of people are a tenth of their size when they are compressed.
RATIO: Final = 100
TEXTS: Final = (".csv", ".tsv", ".txt")
IS_ENCRYPTED: Final = 1
ANSWER: Final = MEGABYTE
PAGE: Final = "Table"
# The columns that a CSV file may have.
COLUMNS: Final = 1_000
LINES: Final = 1_000_000
# In compound documents: a workbook with a password, and what is no workbook.
ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
DOCUMENTS: Final = {
    name.encode("utf-16-le"): reason
    for name, reason in (
        ("WordDocument", "letter"),
        ("PowerPoint Document", "slides"),
        ("__properties_version1.0", "mail"),
    )
}
# The first records of an XLS whose others are encrypted: its beginning, its write protection, its password.
has_password: Final = re.compile(rb"\x09\x08\x10\x00.{16}(?:\x86\x00\x00\x00)?\x2f\x00", re.DOTALL).search
# Documents of other kinds in archives, by the beginnings of the names of their parts.
PACKED: Final = {"word/": "letter", "ppt/": "slides", "Index/": "iwork", "index.apxl": "iwork", "Index.zip": "iwork"}
# What the manifest of an OpenDocument lists may be encrypted.
MANIFEST: Final = "META-INF/manifest.xml"
OPEN_DOCUMENT: Final = b"application/vnd.oasis.opendocument."
# Beyond it a float does not hold every integer.
EXACT: Final = 2**53
# The first visible sheets, which are looked at for one with rows.
LOOKED_AT: Final = 20
STYLES: Final = "xl/styles.xml"
# One of them is in every archive that is a workbook.
ODS_SHEETS: Final = "content.xml"
PARTS: Final = frozenset({"xl/workbook.xml", "xl/workbook.bin", ODS_SHEETS})

# The letters of the names of all sheets: a file of a few kilobytes may have a name of several megabytes.
NAMES: Final = 20_000

LAST_MONTH: Final = 12
# Other sheets that are larger are not looked at: to read them takes as long as to read the one that is wanted.
LARGEST_LOOKED_AT: Final = 8 * MEGABYTE
# So many cells are named.
NAMED: Final = 3
# What is shown of the other sheets: so many lines, columns, and characters of a cell.
HEAD: Final = 12
WIDEST_SHOWN: Final = 60
LONGEST_SHOWN: Final = 80
# Tags of a sheet in XLSX, with or without a prefix, and their attributes.
row_tags: Final = re.compile(rb"<(?:\w{1,20}:)?row\b([^<>]*+)>").finditer
column_tags: Final = re.compile(rb"<(?:\w{1,20}:)?col\b([^<>]*+)>").finditer
# Cells that are not empty, and the number of their format.
cell_tags: Final = re.compile(rb"<(?:\w{1,20}:)?c\b([^<>]*+)(?<!/)>(?!</)").finditer
style_number: Final = re.compile(rb'\bs="(\d{1,6})"').search
row_number: Final = re.compile(rb'\br="(\d{1,7})"').search
column_first: Final = re.compile(rb'\bmin="(\d{1,5})"').search
column_last: Final = re.compile(rb'\bmax="(\d{1,5})"').search
# A formula whose result was not saved, as programs without a calculator write it, or that failed.
no_results: Final = re.compile(rb'(?:</f>|<f [^<>]*+/>)(?:<v ?/>|<v></v>)?</c>|\bt="e"').finditer
# They are in most rows where they are at all: as much of a sheet is looked through.
SEARCHED_FOR_FORMULAS: Final = MEGABYTE
is_hidden: Final = re.compile(rb'\b(?:hidden="(?:1|true)"|ht="0(?:\.0*)?")').search
# The same of ODS, whose sheets are all in one part.
ods_tags: Final = re.compile(rb"<table:(table-row|table-column|table)(?![\w-])([^<>]*+)>").finditer
ods_name: Final = re.compile(rb'\btable:name="([^"]*+)"').search
ods_repeated: Final = re.compile(rb'\btable:number-(?:rows|columns)-repeated="(\d{1,7})"').search
ods_hidden: Final = re.compile(rb'\btable:visibility="(?:collapse|filter)"').search

# What a file raises whose parts are not where they are looked for; calamine may read it all the same.
UNKNOWN_STRUCTURE: Final = (LookupError, ValueError, ET.ParseError)

Cell = int | float | str | bool | time | date | datetime | object


class RefusedError(Exception):
    """What is read is no workbook, or one that is not read: `reason` is one of the answer's."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def main() -> None:
    """Answer on standard output; the status is 0 also where the workbook is refused."""
    options, begin, size, seconds = json.loads(os.fsencode(sys.argv[1])), *map(int, sys.argv[2:])
    content = os.pread(sys.stdin.fileno(), size, begin)
    limit_resources(seconds)
    try:
        answer, rows = read(content, options, seconds=seconds)
    # Also what calamine's panics are raised as, which is no Exception.
    except BaseException as error:  # noqa: BLE001 - the reader of a hostile file: whatever it raises, the file is unreadable
        answer, rows = {"refused": reason_of(error)}, b""
    answer["seconds"] = process_time()
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + rows)


def reason_of(error: BaseException) -> str:
    match error:
        case RefusedError():
            return error.reason
        case PasswordError():
            return "password"
        case MemoryError():
            return "too_large"
    traceback.print_exception(error, limit=3)
    return "unreadable"


def limit_resources(seconds: int) -> None:
    """Limit this process until it ends, and have the kernel end it first where memory runs out, not the server.

    A system without one of the limits (macOS has none on memory) keeps the others.
    """
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    for limit, amount in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, WRITTEN + ANSWER),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (amount, amount))


def read(content: bytes, options: dict[str, Any], *, seconds: int) -> tuple[dict[str, object], bytes]:
    """(the answer, the rows as CSV); without a sheet that is named it is the first visible one that has rows."""
    archive = None
    if content.startswith(b"PK"):
        archive = refuse_bombs(content)
        if kind := kind_of_archive(archive):
            raise RefusedError(kind)
        if PARTS.isdisjoint(archive.namelist()):
            return read_packed(archive)
    elif content.startswith(b"\xd0\xcf"):
        refuse_documents(content)
    else:
        return read_page(content, options)
    workbook = load_workbook(io.BytesIO(content))
    sheets = [each for each in workbook.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
    names = [each.name for each in sheets]
    refuse_names(names)
    visible = [each.name for each in sheets if each.visible == SheetVisibleEnum.Visible]
    named = [name for name in options["sheets"] if name in names]
    chosen = [workbook.get_sheet_by_name(name) for name in named] or [first_with_rows(workbook, names=visible or names)]
    writer = Writer(options)
    begins = []
    for sheet, skip in zip(chosen, [*options["skips"], *[0] * len(chosen)], strict=False):
        begins.append(writer.position)
        writer.write(sheet, hidden=find_hidden(archive, sheet.name), skip=skip)
    read_names = [sheet.name for sheet in chosen]
    unseen = [name for name in names if name not in visible] if visible else []
    others = [name for name in (*(visible or names), *unseen) if name not in read_names]
    seen = list(look_at(workbook, others[:LOOKED_AT], archive=archive, size=len(content), seconds=seconds))
    seen_names = {each["name"] for each in seen}
    answer = {
        "sheets": names,
        "visible": visible,
        "sheet": read_names[0],
        "begins": dict(zip(read_names[1:], begins[1:], strict=True)),
        "hidden_rows": writer.hidden_rows,
        "struck_rows": writer.struck_rows,
        "knows_hidden": writer.knows_hidden,
        "hidden_columns": sorted(writer.hidden_columns),
        "dates": writer.dates,
        "no_results": writer.no_results[:NAMED],
        "merged": list(merged_cells(chosen[0])),
        "others": [each | {"is_hidden": each["name"] in unseen} for each in seen if each["rows"]],
        "unseen": [name for name in others if name not in seen_names],
    }
    return answer, writer.text()


def refuse_names(names: list[str]) -> None:
    if not names:
        raise RefusedError("no_sheet")
    if sum(len(name) + 1 for name in names) > NAMES:
        raise RefusedError("too_large")
    # Binary formats can hold what no database stores.
    if any("\0" in name for name in names):
        raise RefusedError("unreadable")


def look_at(
    workbook: CalamineWorkbook, names: list[str], *, archive: zipfile.ZipFile | None, size: int, seconds: int
) -> Iterator[dict[str, Any]]:
    """The first lines of other sheets that are small, as long as less than half of the time is spent."""
    for name in names:
        if process_time() > seconds / 2:
            return
        if (size if archive is None else size_of(archive, name)) > LARGEST_LOOKED_AT:
            continue
        sheet = workbook.get_sheet_by_name(name)
        before = [""] * sheet.start[1] if sheet.start else []
        filled = (cells for cells in sheet.iter_rows() if cells.count("") < len(cells)) if sheet.start else iter(())
        head = [
            [*before, *(as_text(cell)[:LONGEST_SHOWN] for cell in cells)][:WIDEST_SHOWN]
            for cells in islice(filled, HEAD)
        ]
        yield {"name": name, "rows": len(head) + sum(1 for _ in filled), "head": head}


def read_page(content: bytes, options: dict[str, Any]) -> tuple[dict[str, object], bytes]:
    """The tables of a page or an XML spreadsheet as sheets, of which the one with most rows is read unless named."""
    find_project()
    from server.people.workbooks.pages import PageTooLargeError, tables_of_page  # noqa: PLC0415 - see find_project

    try:
        tables = tables_of_page(content)[:LOOKED_AT]
    except PageTooLargeError:
        raise RefusedError("too_large") from None
    if not tables[0]:
        raise RefusedError("other")
    rows = {PAGE if len(tables) == 1 else f"{PAGE} {number}": table for number, table in enumerate(tables, start=1)}
    chosen = [name for name in options["sheets"] if name in rows] or list(rows)[:1]
    writer, begins = Writer(options), dict[str, int]()
    for name, skip in zip(chosen, [*options["skips"], *[0] * len(chosen)], strict=False):
        begins[name] = writer.position
        filled = (number for number, row in enumerate(rows[name]) if any(map(str.strip, row)))
        for row in rows[name][next(islice(filled, skip, None), len(rows[name])) if skip else 0 :]:
            writer.write_row(row)
    others = {name: [row for row in rows[name] if any(map(str.strip, row))] for name in rows if name not in chosen}
    answer = {
        "sheets": list(rows),
        "visible": list(rows),
        "sheet": chosen[0],
        "begins": {name: begins[name] for name in chosen[1:]},
        "others": [
            {
                "name": name,
                "rows": len(table),
                "head": [[cell[:LONGEST_SHOWN] for cell in row[:WIDEST_SHOWN]] for row in table[:HEAD]],
            }
            for name, table in others.items()
        ],
    }
    return answer, writer.text()


def find_project() -> None:
    """Let modules of the project be imported, which few files need: this process knows installed packages only."""
    sys.path.append(str(Path(__file__).parents[3]))


def refuse_bombs(content: bytes) -> zipfile.ZipFile:
    """Refuse an archive by what it says of itself; one that lies is ended by the limits of the process."""
    archive = zipfile.ZipFile(io.BytesIO(content))
    if sum(part.file_size for part in archive.infolist()) > UNPACKED:
        raise RefusedError("too_large")
    return archive


def kind_of_archive(archive: zipfile.ZipFile) -> str | None:
    """Why an archive is refused that is a document of another kind; None for workbooks, and for archives of files."""
    names = archive.namelist()
    if MANIFEST in names and b"encryption-data" in archive.read(MANIFEST):
        return "password"
    if "mimetype" in names and archive.getinfo("mimetype").file_size < HEAD * LONGEST_SHOWN:
        kind = archive.read("mimetype")
        if kind.startswith(OPEN_DOCUMENT) and not kind.startswith(OPEN_DOCUMENT + b"spreadsheet"):
            return "slides" if b"presentation" in kind else "letter" if b"text" in kind else "other"
    if PARTS.isdisjoint(names):
        return next((reason for start, reason in PACKED.items() if any(name.startswith(start) for name in names)), None)
    return None


def read_packed(archive: zipfile.ZipFile) -> tuple[dict[str, object], bytes]:
    """The one text in an archive as it is. What systems add to archives has a name that begins with a point."""
    texts = [
        part
        for part in archive.infolist()
        if part.filename.lower().endswith(TEXTS) and not Path(part.filename).name.startswith(".")
    ]
    if len(texts) != 1:
        raise RefusedError("several" if texts else "other")
    text = texts[0]
    if text.flag_bits & IS_ENCRYPTED:
        raise RefusedError("locked")
    if text.file_size > min(WRITTEN, max(text.compress_size * RATIO, MEGABYTE)):
        raise RefusedError("too_large")
    # What the archive says may be a lie: reading stops behind it.
    with archive.open(text) as file:
        content = file.read(text.file_size + 1)
    if len(content) > text.file_size or content.count(b"\n") > LINES:
        raise RefusedError("too_large")
    return {"sheets": [], "visible": [], "sheet": "", "is_text": True}, content


def refuse_documents(content: bytes) -> None:
    """Refuse compound documents by the names of their parts; calamine would call them damaged."""
    if ENCRYPTED in content or has_password(content):
        raise RefusedError("password")
    if reason := next((reason for name, reason in DOCUMENTS.items() if name in content), None):
        raise RefusedError(reason)


def first_with_rows(workbook: CalamineWorkbook, *, names: list[str]) -> CalamineSheet:
    sheets = map(workbook.get_sheet_by_name, names[:LOOKED_AT])
    first = next(sheets)
    return first if first.height > 1 else next((each for each in sheets if each.height > 1), first)


def as_text(cell: Cell) -> str:
    """Write a cell as a person would type it: whole numbers without a point, dates as 2003-02-06."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < EXACT else repr(cell)
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(sep=" ")
    return cell.isoformat() if isinstance(cell, date | time) else str(cell)


def exchanged(cell: Cell) -> Cell:
    """The date with its day and month exchanged, where that is one: what a spreadsheet of the other order has read."""
    return cell.replace(month=cell.day, day=cell.month) if isinstance(cell, date) and cell.day <= LAST_MONTH else cell


class Hidden(NamedTuple):
    """The lines, from 1, and the columns, from 0, of a sheet that its program does not show, where that is known.

    `no_results` are the first cells whose formula has no result, `struck` the lines whose texts are all struck out.
    """

    rows: Container[int] = frozenset()
    columns: Collection[int] = frozenset()
    is_known: bool = True
    no_results: Sequence[str] = ()
    struck: Container[int] = frozenset()


class Writer:
    """Writes rows as CSV, without the empty lines at the end.

    `dates` counts, by column, the cells that are dates and not text: those that would be dates with day and month
    exchanged too, and all others, of which the first are told with their lines.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        self.lines = 0
        self.hidden_rows = 0
        self.struck_rows = 0
        self.knows_hidden = True
        self.hidden_columns = set[int]()
        self.no_results = list[str]()
        self.dates: dict[int, dict[str, Any]] = {}
        self._options = options
        self._empty = 0
        self._out = io.StringIO(newline="")
        self._writer = csv.writer(self._out)

    def text(self) -> bytes:
        return self._out.getvalue().encode("utf-8", "replace")

    @property
    def position(self) -> int:
        """How many lines are above the next one."""
        return self.lines + self._empty

    def write(self, sheet: CalamineSheet, *, hidden: Hidden, skip: int) -> None:
        """Write a sheet from line 1 and column 1 on, so that its lines and columns are those that it shows.

        `skip` of its lines that are not empty are left out: the titles and headings of one that goes on another.
        """
        if sheet.start is None or sheet.end is None:
            return
        if sheet.end[1] >= COLUMNS:
            raise RefusedError("too_large")
        self.knows_hidden &= hidden.is_known
        self.no_results += hidden.no_results
        self.hidden_columns |= {place for place in hidden.columns if place <= sheet.end[1]}
        # The iterator begins at the first line, but at the first column with a cell.
        before, above = [""] * sheet.start[1], list[str]()
        covered = covered_cells(sheet) if self._options["fill_merged"] else ()
        for line, cells in enumerate(sheet.iter_rows(), start=1):
            # A row of a format and no text, of which there may be a million.
            if cells.count("") == len(cells):
                if not skip:
                    self.write_row([])
                continue
            if skip:
                skip -= 1
                continue
            is_hidden, is_struck = line in hidden.rows, line in hidden.struck
            self.hidden_rows += is_hidden
            self.struck_rows += is_struck
            row = before + self._texts(cells, len(before))
            if covered and above:
                row = [above[place] if (line - 1, place) in covered else text for place, text in enumerate(row)]
            above = row
            named = (is_hidden and "visible_only", is_struck and "without_struck")
            self.write_row([] if any(each and self._options[each] for each in named) else row)

    def _texts(self, cells: Sequence[Cell], first: int) -> list[str]:
        for place, cell in enumerate(cells, start=first):
            if isinstance(cell, date):
                self._count_date(place, cell)
        return (
            [as_text(exchanged(cell)) for cell in cells]
            if self._options["exchange_dates"]
            else list(map(as_text, cells))
        )

    def _count_date(self, place: int, cell: date) -> None:
        counts = self.dates.setdefault(place, {"exchangeable": 0, "others": 0, "first_others": []})
        if cell.day <= LAST_MONTH:
            counts["exchangeable"] += 1
            return
        counts["others"] += 1
        if len(counts["first_others"]) < HEAD:
            counts["first_others"].append(self.position + 1)

    def write_row(self, row: list[str]) -> None:
        if not any(map(str.strip, row)):
            self._empty += 1
            return
        self.lines += self._empty + 1
        self._out.write("\r\n" * self._empty)
        self._writer.writerow(row)
        self._empty = 0
        if self._out.tell() > WRITTEN or self.lines > LINES:
            raise RefusedError("too_large")


def size_of(archive: zipfile.ZipFile, sheet: str) -> int:
    """The most that a sheet can have: the part that holds it, or the largest where that is not known."""
    try:
        return archive.getinfo(part_of_sheet(archive, sheet)).file_size
    except UNKNOWN_STRUCTURE:
        return max(part.file_size for part in archive.infolist())


def find_hidden(archive: zipfile.ZipFile | None, sheet: str) -> Hidden:
    """What a filter, an outline or a person has hidden in a sheet of XLSX or ODS; of other formats it is not known.

    The tags are found by their beginnings: to parse a whole sheet would take longer than to read it.
    """
    if archive is None:
        return Hidden(is_known=False)
    try:
        part = part_of_sheet(archive, sheet)
        if part == ODS_SHEETS:
            return hidden_in_ods(archive.read(part), sheet)
        return hidden_in_xlsx(archive.read(part), struck=struck_formats(archive))
    except UNKNOWN_STRUCTURE:
        return Hidden(is_known=False)


def part_of_sheet(archive: zipfile.ZipFile, sheet: str) -> str:
    """The part of an XLSX or ODS that holds a sheet, by the workbook's relationships. Raises UNKNOWN_STRUCTURE."""
    if ODS_SHEETS in archive.namelist():
        return ODS_SHEETS
    relation = None
    # Their namespaces depend on whether the file is strict Open XML.
    for each in ET.fromstring(archive.read("xl/workbook.xml")).iter():  # noqa: S314 - in a process that is limited
        if each.tag.endswith("}sheet") and each.get("name") == sheet:
            relation = next((value for name, value in each.items() if name.endswith("}id")), None)
    relations = ET.fromstring(archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314 - as above
    target = next((each.get("Target", "") for each in relations if each.get("Id") == relation), "")
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def struck_formats(archive: zipfile.ZipFile) -> set[bytes]:
    """The numbers of the formats of cells whose font is struck out."""
    if STYLES not in archive.namelist():
        return set()
    styles = ET.fromstring(archive.read(STYLES))  # noqa: S314 - in a process that is limited
    strikes = [font.find("{*}strike") for font in styles.findall("{*}fonts/{*}font")]
    fonts = {str(number) for number, each in enumerate(strikes) if each is not None and each.get("val", "1") in "true1"}
    formats = enumerate(styles.findall("{*}cellXfs/{*}xf"))
    return {b"%d" % number for number, each in formats if each.get("fontId") in fonts}


def hidden_in_xlsx(content: bytes, *, struck: Collection[bytes]) -> Hidden:
    rows, struck_rows, columns, line = set[int](), set[int](), set[int](), 0
    for tag in row_tags(content):
        line = int(found[1]) if (found := row_number(tag[1])) else line + 1
        if is_hidden(tag[1]):
            rows.add(line)
        if struck and not tag[1].endswith(b"/"):
            cells = cell_tags(content, tag.end(), max(content.find(b"row>", tag.end()), tag.end()))
            formats = [found[1] if (found := style_number(cell[1])) else b"0" for cell in cells]
            if formats and all(each in struck for each in formats):
                struck_rows.add(line)
    for tag in column_tags(content[: max(content.find(b"sheetData"), 0)]):
        first, last = column_first(tag[1]), column_last(tag[1])
        if first and last and is_hidden(tag[1]):
            columns.update(range(int(first[1]) - 1, min(int(last[1]), COLUMNS)))
    formulas = islice(no_results(content, 0, SEARCHED_FOR_FORMULAS), NAMED)
    failed = [cell_of(content, each.start()) for each in formulas]
    return Hidden(rows, columns, no_results=failed, struck=struck_rows)


def cell_of(content: bytes, place: int) -> str:
    """The reference of the cell of a sheet in XLSX that has this place."""
    begin = content.rfind(b' r="', 0, place) + len(b' r="')
    return content[begin : content.find(b'"', begin)][:LONGEST_SHOWN].decode("ascii", "replace")


def merged_cells(sheet: CalamineSheet) -> Iterator[tuple[int, int, str]]:
    """(first line, column, reference) of the last merged cells of each column that span several rows."""
    tall = sorted(each for each in sheet.merged_cell_ranges or () if each[1][0] > each[0][0])
    for (first, left), (last, right) in {each[0][1]: each for each in tall}.values():
        yield first + 1, left, f"{letters_of(left)}{first + 1}:{letters_of(right)}{last + 1}"


def covered_cells(sheet: CalamineSheet) -> set[tuple[int, int]]:
    """The (line, column), from 0, of cells that have the text of the cell above, with which they are merged."""
    end = sheet.end[0] if sheet.end else 0
    return {
        (line, left)
        for (first, left), (last, _right) in sheet.merged_cell_ranges or ()
        for line in range(first + 1, min(last, end) + 1)
    }


def letters_of(column: int) -> str:
    """A, B, …, Z, AA, …: how a spreadsheet names the column that counts from 0."""
    before, letter = divmod(column, len(ascii_uppercase))
    return (letters_of(before - 1) if before else "") + ascii_uppercase[letter]


def hidden_in_ods(content: bytes, sheet: str) -> Hidden:
    rows, columns, line, column, is_this = set[int](), set[int](), 1, 0, False
    for tag in ods_tags(content):
        kind, attributes = tag[1], tag[2]
        if kind == b"table":
            name = ods_name(attributes)
            is_this = name is not None and unescape(name[1].decode("utf-8", "replace")) == sheet
            continue
        if not is_this:
            continue
        times = int(found[1]) if (found := ods_repeated(attributes)) else 1
        hides = ods_hidden(attributes) is not None
        if kind == b"table-row":
            rows.update(range(line, line + min(times, LINES)) if hides else ())
            line += times
        else:
            columns.update(range(column, min(column + times, COLUMNS)) if hides else ())
            column += times
    return Hidden(rows, columns)


if __name__ == "__main__":
    main()
