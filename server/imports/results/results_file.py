"""The results of an import as a file: all of its rows, some of them, or the failed ones to be corrected.

Rows are read and written a batch at a time, the writing in a thread: the length of an import costs no memory, and
between two batches no connection is held.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Final
from uuid import UUID

from server.audit.repository import AuditAction, record
from server.chunks.row_files import BATCH_ROWS, WRITER, Rows, as_csv
from server.errors import NotFoundError
from server.identity.identity import Identity
from server.imports import repository
from server.imports.checking import mending_repository
from server.imports.files import file_repository
from server.imports.files.layout import REASON_HEADER, REQUIRED_HEADERS, ROW_HEADER
from server.imports.preview import row_repository
from server.imports.preview.row_repository import ResultRow
from server.imports.results.failed_rows import failed_records
from server.imports.states import ResultsFilter, RowFilter, RowStatus
from server.services import Services
from server.workbooks.writer import XLSX_TYPE, SheetWriter

HEADER: Final = [ROW_HEADER, "line", *REQUIRED_HEADERS, "result", REASON_HEADER, "invitation"]
SHEET: Final = "Rows"
# A slow reader of failed rows holds the uploaded file in memory; one of other rows holds a batch.
FAILED_SECONDS: Final = 120
RESULT_SECONDS: Final = 1_800
# Valid and not tried: before the start, or cancelled before their turn.
NOT_TRIED: Final = "Not processed"
NAMES: Final = {RowStatus.VALID: NOT_TRIED, RowStatus.WARNING: NOT_TRIED, RowStatus.KEPT: "Not undone"}


class FileFormat(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"


MEDIA_TYPES: Final = {FileFormat.CSV: "text/csv; charset=utf-8", FileFormat.XLSX: XLSX_TYPE}


@dataclass(frozen=True, kw_only=True)
class ResultsFile:
    """`pieces` are made as they are read; `seconds` is how long that may take."""

    name: str
    media_type: str
    pieces: AsyncIterator[bytes]
    seconds: int


async def results_file(
    services: Services,
    *,
    identity: Identity,
    import_id: UUID,
    status: RowFilter | None,
    file_format: FileFormat,
    address: str | None,
) -> ResultsFile:
    """Without a `status` the file has all rows.

    The failed rows are as in the uploaded file, with their reasons, while that is kept. Others are as the pages show
    them, and reading them is recorded, as it is of the list of users.

    Raises:
        NotFoundError: there is no such import in this company.
        FileRefusedError: its file cannot be read.

    """
    is_failed = status is RowFilter.FAILED
    if is_failed and await _has_file(services, import_id=import_id):
        rows = await _failed_rows(services, identity=identity, import_id=import_id)
    else:
        await _record(services, identity=identity, import_id=import_id, status=status, address=address)
        rows = _result_rows(services, import_id=import_id, status=status)
    return ResultsFile(
        name=f"{'failed_rows' if is_failed else 'import_results'}.{file_format}",
        media_type=MEDIA_TYPES[file_format],
        pieces=as_xlsx(rows) if file_format is FileFormat.XLSX else as_csv(rows),
        seconds=FAILED_SECONDS if is_failed else RESULT_SECONDS,
    )


async def _has_file(services: Services, *, import_id: UUID) -> bool:
    async with services.database.reading() as connection:
        return await file_repository.has_file(connection, import_id=import_id)


async def _failed_rows(services: Services, *, identity: Identity, import_id: UUID) -> AsyncIterator[Rows]:
    async with services.database.reading() as connection:
        found = await repository.find_import(connection, company_id=identity.company_id, import_id=import_id)
        if found is None:
            raise NotFoundError
        reasons = await row_repository.failed_rows(connection, import_id=import_id)
        edits = await mending_repository.read_edits(
            connection, company_id=found.company_id, import_id=import_id, rows=list(reasons)
        )
        content = await file_repository.read_content(connection, import_id=import_id)
    records = failed_records(content, layout=found.layout, reasons=reasons, edits=edits)
    header = await asyncio.to_thread(next, records)
    return _batches(header, records)


async def _batches(header: list[str], records: Iterator[list[str]]) -> AsyncIterator[Rows]:
    loop = asyncio.get_running_loop()
    yield [header]
    while batch := await loop.run_in_executor(WRITER, list, islice(records, BATCH_ROWS)):
        yield batch


async def _record(
    services: Services, *, identity: Identity, import_id: UUID, status: RowFilter | None, address: str | None
) -> None:
    async with services.database.unit_of_work() as unit:
        found = await repository.find_import(unit.connection, company_id=identity.company_id, import_id=import_id)
        if found is None:
            raise NotFoundError
        await record(
            unit.connection,
            action=AuditAction.USERS_EXPORTED,
            by=identity,
            subject_id=import_id,
            subject_label=found.file_name,
            address=address,
            after={"status": status or ResultsFilter.ALL},
        )


async def _result_rows(services: Services, *, import_id: UUID, status: RowFilter | None) -> AsyncIterator[Rows]:
    """By the numbers of the rows, so that none is left out or comes twice while the import runs."""
    yield [HEADER]
    last, is_more = 0, True
    while is_more:
        async with services.database.reading() as connection:
            batch = await row_repository.rows_after(
                connection, import_id=import_id, status=status, row=last, limit=BATCH_ROWS
            )
        is_more = len(batch) == BATCH_ROWS
        if batch:
            last = batch[-1].row
            yield list(map(_cells, batch))


def _cells(row: ResultRow) -> list[str]:
    return [
        str(row.row),
        "" if row.line is None else str(row.line),
        *row.values,
        NAMES.get(row.status) or row.status.value.capitalize(),
        row.reason,
        "" if row.invitation is None else row.invitation.value.capitalize(),
    ]


async def as_xlsx(batches: AsyncIterator[Rows]) -> AsyncIterator[bytes]:
    loop, sheet = asyncio.get_running_loop(), SheetWriter(name=SHEET)
    async for rows in batches:
        if piece := await loop.run_in_executor(WRITER, sheet.write, rows):
            yield piece
    yield await loop.run_in_executor(WRITER, sheet.end)
