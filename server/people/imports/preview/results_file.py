"""The results of an import as a file: all of its rows, some of them, or the failed ones to be corrected.

Rows are read and written a batch at a time, the writing in a thread: the length of an import costs no memory, and
between two batches no connection is held. The uploaded file, of which the failed rows are a part, waits on disk.
"""

from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.people.imports import repository
from server.people.imports.errors import WrongImportStateError
from server.people.imports.files import file_repository
from server.people.imports.files.layout import PLACES, REASON_HEADER, ROW_HEADER
from server.people.imports.mending import mending_repository
from server.people.imports.mending.edits import Edit
from server.people.imports.preview import preview_repository
from server.people.imports.preview.failed_rows import FailedRecords
from server.people.imports.repository import Import
from server.people.imports.states import ResultsFilter, RowFilter, RowStatus
from server.people.work.row_files import BATCH_ROWS, CSV_TYPE, Rows, as_csv, in_turn
from server.people.workbooks.writer import XLSX_TYPE, SheetWriter
from server.platform.database.connections import Row
from server.platform.errors import NotFoundError
from server.platform.services import Context, Services
from server.vocabulary.fields import FILE_FIELDS

HEADER: Final = [ROW_HEADER, "line", *PLACES, "result", REASON_HEADER, "invitation"]
SHEET: Final = "Rows"
# Valid and not tried: before the start, or cancelled before their turn.
NOT_TRIED: Final = "Not processed"
NAMES: Final = {RowStatus.VALID: NOT_TRIED, RowStatus.WARNING: NOT_TRIED, RowStatus.KEPT: "Not undone"}


class FileFormat(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"


MEDIA_TYPES: Final = {FileFormat.CSV: CSV_TYPE, FileFormat.XLSX: XLSX_TYPE}


@dataclass(frozen=True, kw_only=True)
class ResultsFile:
    """`pieces` are made as they are read."""

    name: str
    media_type: str
    pieces: AsyncIterator[bytes]


async def results_file(
    context: Context, import_id: UUID, *, status: RowFilter | None, file_format: FileFormat
) -> ResultsFile:
    """Write the rows of `status`, or all rows.

    The failed rows are as in the uploaded file, with their reasons, while that is kept. Others are as the pages show
    them, and reading them is recorded, as it is of the list of users.

    Raises NotFoundError: there is no such import in this company.
    """
    services, is_failed = context.services, status is RowFilter.FAILED
    async with context.unit_of_work() as unit:
        found = await repository.find_import(unit.connection, company_id=context.company_id, import_id=import_id)
        has_file = is_failed and await file_repository.has_file(unit.connection, import_id=import_id)
        if not has_file:
            action, after = AuditAction.USERS_EXPORTED, {"status": status or ResultsFilter.ALL}
            await record_act(unit, action, subject_id=import_id, subject_label=found.file_name, after=after)
    rows = _failed_rows(services, found) if has_file else _result_rows(services, import_id=import_id, status=status)
    return ResultsFile(
        name=f"{'failed_rows' if is_failed else 'import_results'}.{file_format}",
        media_type=MEDIA_TYPES[file_format],
        pieces=as_xlsx(rows) if file_format is FileFormat.XLSX else as_csv(rows),
    )


async def _failed_rows(services: Services, found: Import) -> AsyncIterator[Rows]:
    """The file is read twice where a preview has changed some of these rows: first for the columns that they need."""
    async with services.database.reading() as connection:
        content = await file_repository.spool_content(connection, import_id=found.id)
        is_edited = await mending_repository.has_edits(connection, found)
    with closing(content):
        failed = await in_turn(FailedRecords, content, found.layout)
        if is_edited:
            async for reasons, edits in _reasons(services, found):
                await in_turn(failed.add_columns, reasons, edits)
        yield [await in_turn(failed.header)]
        async for reasons, edits in _reasons(services, found):
            yield await in_turn(failed.records, reasons, edits)


async def _reasons(services: Services, found: Import) -> AsyncIterator[tuple[dict[int, str], dict[int, Edit]]]:
    """The reasons and edits of failed rows by their numbers, a batch at a time.

    Raises WrongImportStateError: the import is deleted since, or read in another way, so that its rows are other ones.
    """
    for first, last in await _batches(services, import_id=found.id):
        async with services.database.reading() as connection:
            try:
                present = await repository.find_import(connection, company_id=found.company_id, import_id=found.id)
            except NotFoundError:
                raise WrongImportStateError from None
            if (present.layout, present.sheet) != (found.layout, found.sheet):
                raise WrongImportStateError
            rows = await preview_repository.rows_between(
                connection, import_id=found.id, status=RowFilter.FAILED, first=first, last=last
            )
            reasons = {row.row: preview_repository.explain(row) for row in rows}
            edits = await mending_repository.read_edits(connection, found, rows=list(reasons))
        if reasons:
            yield reasons, edits


async def _batches(services: Services, *, import_id: UUID) -> list[tuple[int, int]]:
    """The first and the last number of each batch of rows."""
    async with services.database.reading() as connection:
        rows = await preview_repository.last_row(connection, import_id=import_id)
    return [(first, first + BATCH_ROWS - 1) for first in range(1, rows + 1, BATCH_ROWS)]


async def _result_rows(services: Services, *, import_id: UUID, status: RowFilter | None) -> AsyncIterator[Rows]:
    """Read the rows by their numbers, so that none is left out or comes twice while the import runs."""
    yield [HEADER]
    for first, last in await _batches(services, import_id=import_id):
        async with services.database.reading() as connection:
            batch = await preview_repository.rows_between(
                connection, import_id=import_id, status=status, first=first, last=last
            )
        if batch:
            yield list(map(_cells, batch))


def _cells(row: Row) -> list[str]:
    status = RowStatus(row.present_status)
    return [
        str(row.row),
        "" if row.line is None else str(row.line),
        *(row[field.column] for field in FILE_FIELDS),
        NAMES.get(status) or status.capitalize(),
        preview_repository.explain(row),
        "" if row.invitation is None else row.invitation.capitalize(),
    ]


async def as_xlsx(batches: AsyncIterator[Rows]) -> AsyncIterator[bytes]:
    sheet = SheetWriter(name=SHEET)
    async for rows in batches:
        if piece := await in_turn(sheet.write, rows):
            yield piece
    yield await in_turn(sheet.end)
