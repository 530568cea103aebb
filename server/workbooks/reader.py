"""Read a workbook (XLSX, XLSM, XLSB, XLS, ODS) in a process of its own, as the CSV file that it stands for."""

import asyncio
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from structlog import get_logger

# More than the process has by its own limit of processor time, for a machine that is busy.
SECONDS: Final = 90
AT_ONCE: Final = 2
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
class Workbook:
    """One sheet as CSV (UTF-8, commas, line by line), and the names of all sheets in their order, hidden ones too."""

    sheets: list[str]
    visible: list[str]
    sheet: str
    table: bytes


class WorkbookError(Exception):
    """A workbook that is not read.

    `reason` is `password`, `no_sheet`, `too_large`, `unreadable`, or `other` for an archive of something else.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def is_workbook(content: bytes) -> bool:
    """By its first bytes: an archive or a compound document, which a text never begins with, or a page with a table."""
    return content.startswith((ZIP_MAGIC, OLE_MAGIC)) or _is_page_with_table(content)


def _is_page_with_table(content: bytes) -> bool:
    start = content[:PAGE_START].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").lower()
    return start.startswith(PAGES) and b"<table" in start


class WorkbookReader:
    """Reads at most `AT_ONCE` workbooks at a time, so that uploads cannot take all processors and memory."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)

    async def read(self, content: bytes, *, sheet: str = "") -> Workbook:
        """`sheet`: its name; without one, or with an unknown one, the first that has rows.

        Raises:
            WorkbookError: it is none, has a password, or exceeds a limit of its process.

        """
        async with self._free:
            output = await _run(content, sheet=sheet)
        head, _, table = output.partition(b"\n")
        answer: dict[str, Any] = json.loads(head) if head else {"refused": "too_large"}
        if reason := answer.get("refused"):
            raise WorkbookError(reason)
        return Workbook(sheets=answer["sheets"], visible=answer["visible"], sheet=answer["sheet"], table=table)


async def _run(content: bytes, *, sheet: str) -> bytes:
    """What the process wrote; nothing where one of its limits has ended it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        _SCRIPT,
        sheet,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={name: os.environ[name] for name in LIBRARY_PATHS if name in os.environ},
    )
    try:
        async with asyncio.timeout(SECONDS):
            output, errors = await process.communicate(content)
    except TimeoutError:
        return b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode or errors:
        logger.info("workbook_unread", status=process.returncode, errors=errors[-_LOGGED:].decode("utf-8", "replace"))
    return b"" if process.returncode else output
