"""Files of rows, written as they are read: a batch at a time, in a thread. Their length costs no memory.

A batch is iterated in that thread, so that what makes cells of its rows need not be done in the event loop.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from time import thread_time
from typing import Final, TypeAlias, TypeVar

from server.people.workbooks.writer import XLSX_TYPE, Cell, SheetWriter
from server.platform.csv_cells import BYTE_ORDER_MARK, safe_csv
from server.platform.process.threads import in_thread_of, rest_since

# What a slow reader keeps in memory.
BATCH_ROWS: Final = 500
CSV_TYPE: Final = "text/csv; charset=utf-8"


class FileFormat(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"


MEDIA_TYPES: Final = {FileFormat.CSV: CSV_TYPE, FileFormat.XLSX: XLSX_TYPE}
# As the document of the calls names them.
CSV: Final = ("text/csv",)
XLSX: Final = (XLSX_TYPE,)
# One in a process: several at once would keep the interpreter's lock from the event loop. Their batches take turns.
WRITER: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="results")

Rows: TypeAlias = Iterable[Sequence[Cell]]
Written = TypeVar("Written")


async def in_turn(write: Callable[..., Written], *arguments: object) -> Written:
    """Run `write` behind the steps of other files, and return what it returns."""
    return await in_thread_of(WRITER, _write_and_rest, write, *arguments)


async def as_csv(batches: AsyncIterator[Rows]) -> AsyncIterator[bytes]:
    """UTF-8 with a BOM, so that a spreadsheet reads it as what it is."""
    yield BYTE_ORDER_MARK.encode()
    async for rows in batches:
        yield (await in_turn(safe_csv, rows)).encode()


async def as_xlsx(batches: AsyncIterator[Rows], *, sheet: str) -> AsyncIterator[bytes]:
    writer = SheetWriter(name=sheet)
    async for rows in batches:
        if piece := await in_turn(writer.write, rows):
            yield piece
    yield await in_turn(writer.end)


def write_file(batches: AsyncIterator[Rows], file_format: FileFormat, *, sheet: str) -> AsyncIterator[bytes]:
    return as_xlsx(batches, sheet=sheet) if file_format is FileFormat.XLSX else as_csv(batches)


def _write_and_rest(write: Callable[..., Written], *arguments: object) -> Written:
    begun = thread_time()
    written = write(*arguments)
    rest_since(begun)
    return written
