"""Read a workbook (XLSX, XLSM, XLSB, XLS, ODS), or an archive of one text, in a process of its own, as CSV."""

import asyncio
import json
import os
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO, Final

from pydantic import TypeAdapter
from structlog import get_logger

from server.platform.http.spooled_file import SpooledFile
from server.platform.process.threads import in_thread

# The processor time of a workbook. The largest tables of people take 2 where they were measured.
CPU_SECONDS: Final = 5
# More than the process has by its own limit of that, for a machine that is busy.
SECONDS: Final = 45
ZIP_MAGIC: Final = b"PK\x03\x04"
OLE_MAGIC: Final = b"\xd0\xcf\x11\xe0"
# Pages and XML spreadsheets have their table behind their styles.
PAGES: Final = (b"<html", b"<!doctype html", b"<table", b"<?xml", b"<meta", b"<head", b"<style", b"<div")
PAGE_START: Final = 262_144
_SCRIPT: Final = str(Path(__file__).with_name("process.py"))
# Where the interpreter itself may need them; nothing else of the environment, which holds secrets.
LIBRARY_PATHS: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_LOGGED: Final = 500

logger = get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class SheetOptions:
    """How a workbook is read.

    `sheets` are read one below the other, each without the first lines that `skips` says; without a sheet that it has,
    the first that has rows. With `visible_only`, hidden
    rows are as empty ones. `exchange_dates` exchanges day and month of the cells that are dates, where the spreadsheet
    has read them in the wrong order. `fill_merged` gives merged cells their text in each row; `without_struck` reads
    rows that are struck out as empty ones.
    """

    sheets: tuple[str, ...] = ()
    skips: tuple[int, ...] = ()
    visible_only: bool = False
    exchange_dates: bool = False
    fill_merged: bool = False
    without_struck: bool = False


@dataclass(frozen=True, kw_only=True)
class OtherSheet:
    """A sheet that is not read: its first rows that are not empty, and how many it has, the headings among them."""

    name: str
    rows: int
    head: list[list[str]]
    is_hidden: bool = False


@dataclass(frozen=True, kw_only=True)
class Dates:
    """Cells of a column that are dates and not text: those whose day could be a month, and the others.

    `first_others` are lines of the first of these.
    """

    exchangeable: int
    others: int
    first_others: list[int]


NO_DATES: Final = Dates(exchangeable=0, others=0, first_others=[])


@dataclass(frozen=True, kw_only=True)
class Workbook:
    """What is read as CSV (UTF-8, commas, line by line), and the names of all sheets in their order, hidden ones too.

    `begins` says of each further sheet that is read how many lines are above it. `knows_hidden` is false where hidden
    rows could not be found. `dates` are by column. `no_results` are the first cells whose formula has no result, and
    `merged` the first line, the column and the place of cells that span several rows. `unseen` sheets were not looked
    at, since they are too many or too large. `seconds` of processor time were taken. `is_text`: it is the one text of
    an archive, in its own encoding.
    """

    sheets: list[str]
    visible: list[str]
    sheet: str
    table: bytes
    begins: dict[str, int] = field(default_factory=dict)
    hidden_rows: int = 0
    struck_rows: int = 0
    hidden_columns: list[int] = field(default_factory=list)
    knows_hidden: bool = True
    dates: dict[int, Dates] = field(default_factory=dict)
    others: list[OtherSheet] = field(default_factory=list)
    no_results: list[str] = field(default_factory=list)
    merged: list[tuple[int, int, str]] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    seconds: float = 0.0
    is_text: bool = False


AS_IT_IS: Final = SheetOptions()
_WORKBOOKS: Final = TypeAdapter(Workbook)


class WorkbookError(Exception):
    """A workbook that is not read.

    `reason` is `password`, `no_sheet`, `too_large`, `unreadable`, `several` and `locked` for archives of texts, or
    `letter`, `slides`, `mail`, `iwork` and `other` for what holds something else.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def is_workbook(start: bytes) -> bool:
    """Return whether the first PAGE_START bytes are of an archive, a compound document, or a page with a table."""
    if start.startswith((ZIP_MAGIC, OLE_MAGIC)):
        return True
    page = start[:PAGE_START].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").lower()
    return page.startswith(PAGES) and b"<table" in page


async def read_workbook(file: SpooledFile, options: SheetOptions = AS_IT_IS) -> Workbook:
    """Raises WorkbookError: it is none, has a password, or exceeds a limit of its process."""
    with TemporaryFile() as output:
        if not await _run(file, options, output=output):
            raise WorkbookError("too_large")
        return await in_thread(_read_output, output)


async def _run(file: SpooledFile, options: SheetOptions, *, output: BinaryIO) -> bool:
    """Let the process read the one file and write the other; False where one of its limits has ended it."""
    process = await asyncio.create_subprocess_exec(
        # Escapes could make the names of sheets longer than an argument may be.
        *(sys.executable, "-I", _SCRIPT, json.dumps(asdict(options), ensure_ascii=False).encode()),
        *map(str, (file.begin, file.size, CPU_SECONDS)),
        stdin=file.file,
        stdout=output,
        stderr=asyncio.subprocess.PIPE,
        env={name: os.environ[name] for name in LIBRARY_PATHS if name in os.environ},
    )
    try:
        async with asyncio.timeout(SECONDS):
            _, errors = await process.communicate()
    except TimeoutError:
        return False
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode or errors:
        logger.info("workbook_unread", status=process.returncode, errors=errors[-_LOGGED:].decode("utf-8", "replace"))
    return process.returncode == 0


def _read_output(output: BinaryIO) -> Workbook:
    """The answer has megabytes where there are many sheets, so that it is read in a thread, too."""
    output.seek(0)
    answer: dict[str, Any] = json.loads(output.readline())
    if reason := answer.get("refused"):
        raise WorkbookError(reason)
    return _WORKBOOKS.validate_python(answer | {"table": output.read()})
