"""Reads one sheet of a workbook (XLSX, XLSM, XLSB, XLS, ODS), or the table of a page, as CSV. A process of its own.

A workbook is a compressed archive or a binary format: what it costs to read is known only afterwards. So the
process limits its own memory and time first, and a workbook that exceeds them ends this process and nothing else. It
imports the standard library and calamine only, and starts in a few hundredths of a second.

Input: a file that holds the workbook; the arguments are the name of the sheet, or nothing, where the workbook
begins in the file, how many bytes it has, and the seconds of processor time that it may take. Output: one line of JSON
({"sheets": names, "visible": those that are not hidden, "sheet": the name, "seconds": what it took}, or {"refused": a
reason of :class:`server.people.workbooks.reader.WorkbookError`}), then the rows: UTF-8, commas, the lines of the sheet.
"""

import csv
import io
import json
import os
import resource
import sys
import traceback
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime, time
from pathlib import Path
from time import process_time
from typing import Final

from python_calamine import (
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
    load_workbook,
)

MEGABYTE: Final = 1024 * 1024
# The largest workbook of people takes 135 MB.
MEMORY: Final = 512 * MEGABYTE
# The limit of all parts of the archive together.
UNPACKED: Final = 512 * MEGABYTE
WRITTEN: Final = 64 * MEGABYTE
ANSWER: Final = MEGABYTE
PAGE: Final = "Table"
# The columns that a CSV file may have.
COLUMNS: Final = 1_000
LINES: Final = 1_000_000
# In compound documents: a workbook with a password, and what is no workbook.
ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
DOCUMENTS: Final = tuple(name.encode("utf-16-le") for name in ("WordDocument", "PowerPoint Document"))
# Beyond it a float does not hold every integer.
EXACT: Final = 2**53
# The first visible sheets, which are looked at for one with rows.
LOOKED_AT: Final = 20
# One of them is in every archive that is a workbook.
PARTS: Final = frozenset({"xl/workbook.xml", "xl/workbook.bin", "content.xml"})

Cell = int | float | str | bool | time | date | datetime | object


class RefusedError(Exception):
    """What is read is no workbook, or one that is not read: `reason` is one of the answer's."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def main() -> None:
    """Answer on standard output; the status is 0 also where the workbook is refused."""
    sheet, begin, size, seconds = sys.argv[1], *map(int, sys.argv[2:])
    content = os.pread(sys.stdin.fileno(), size, begin)
    limit_resources(seconds)
    try:
        answer, rows = read(content, sheet=sheet)
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


def read(content: bytes, *, sheet: str) -> tuple[dict[str, object], bytes]:
    """(the answer, the rows of the sheet as CSV); without its name it is the first visible one that has rows."""
    if content.startswith(b"PK"):
        refuse_bombs(content)
    elif content.startswith(b"\xd0\xcf"):
        refuse_documents(content)
    else:
        return read_page(content)
    workbook = load_workbook(io.BytesIO(content))
    sheets = [each for each in workbook.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
    names = [each.name for each in sheets]
    if not names:
        raise RefusedError("no_sheet")
    visible = [each.name for each in sheets if each.visible == SheetVisibleEnum.Visible]
    chosen = workbook.get_sheet_by_name(sheet) if sheet in names else first_with_rows(workbook, names=visible or names)
    return {"sheets": names, "visible": visible, "sheet": chosen.name}, as_csv(lines(chosen))


def read_page(content: bytes) -> tuple[dict[str, object], bytes]:
    """The largest table of a page or an XML spreadsheet, as the only sheet."""
    # Not needed for other files, and not found without the project's folder: this process knows no packages but those
    # that are installed.
    sys.path.append(str(Path(__file__).parents[3]))
    from server.people.workbooks.pages import PageTooLargeError, rows_of_page  # noqa: PLC0415 - see above

    try:
        rows = rows_of_page(content)
    except PageTooLargeError:
        raise RefusedError("too_large") from None
    if not rows:
        raise RefusedError("other")
    return {"sheets": [PAGE], "visible": [PAGE], "sheet": PAGE}, as_csv(rows)


def refuse_bombs(content: bytes) -> None:
    """Refuse an archive by what it says of itself; one that lies is ended by the limits of the process."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if PARTS.isdisjoint(archive.namelist()):
            raise RefusedError("other")
        if sum(part.file_size for part in archive.infolist()) > UNPACKED:
            raise RefusedError("too_large")


def refuse_documents(content: bytes) -> None:
    """Refuse compound documents by the names of their parts; calamine would call them damaged."""
    if ENCRYPTED in content:
        raise RefusedError("password")
    if any(name in content for name in DOCUMENTS):
        raise RefusedError("other")


def first_with_rows(workbook: CalamineWorkbook, *, names: list[str]) -> CalamineSheet:
    sheets = map(workbook.get_sheet_by_name, names[:LOOKED_AT])
    first = next(sheets)
    return first if first.height > 1 else next((each for each in sheets if each.height > 1), first)


def lines(sheet: CalamineSheet) -> Iterator[list[str]]:
    """The rows from line 1 and column 1 on, so that lines and columns are those that the spreadsheet shows."""
    if sheet.start is None or sheet.end is None:
        return
    if sheet.end[1] >= COLUMNS:
        raise RefusedError("too_large")
    # The iterator begins at the first line, but at the first column with a cell.
    before = [""] * sheet.start[1]
    for cells in sheet.iter_rows():
        # A row of a format and no text, of which there may be a million.
        yield [] if cells.count("") == len(cells) else before + [as_text(cell) for cell in cells]


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


def as_csv(rows: Iterable[list[str]]) -> bytes:
    """Write the rows as CSV, without the empty lines at the end."""
    out = io.StringIO(newline="")
    writer, empty, line = csv.writer(out), 0, 0
    for row in rows:
        if not any(map(str.strip, row)):
            empty += 1
            continue
        line += empty + 1
        out.write("\r\n" * empty)
        writer.writerow(row)
        empty = 0
        if out.tell() > WRITTEN or line > LINES:
            raise RefusedError("too_large")
    return out.getvalue().encode("utf-8", "replace")


if __name__ == "__main__":
    main()
