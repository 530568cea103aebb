"""The results of an import as a file: all of its rows, some of them, or the failed ones to be corrected.

Failed rows are in the columns of their file, ready to be uploaded again. What was mended in the preview stands in the
cells of its field. A field that has one value for all rows gets a column of its own where a row was given another one,
and so does one whose new text does not fit into its split column.

Rows are read and written a batch at a time, the writing in a thread: the length of an import costs no memory, and
between two batches no connection is held. The uploaded file, of which the failed rows are a part, waits on disk.
"""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain, repeat
from typing import Final
from uuid import UUID

from server.company.audit.record import AuditAction, record_act
from server.people.chunks.row_files import BATCH_ROWS, FileFormat, Rows, in_turn, write_file
from server.people.imports import repository
from server.people.imports.errors import WrongImportStateError
from server.people.imports.files import file_repository
from server.people.imports.files.csv_file import read_rows
from server.people.imports.files.layout import REASON_HEADER, ROW_HEADER, FieldMap, Layout
from server.people.imports.files.questions import way_of
from server.people.imports.mending import mending_repository
from server.people.imports.mending.edits import NO_EDIT, Edit
from server.people.imports.own_fields import with_fields
from server.people.imports.preview import preview_repository
from server.people.imports.repository import Import
from server.people.imports.states import RowFilter, RowStatus
from server.platform.csv_cells import typed_text
from server.platform.database.connections import Row
from server.platform.errors import NotFoundError
from server.platform.http.spooled_file import SpooledFile
from server.platform.services import Context, Services
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.own_fields import HIDDEN, OwnField
from server.vocabulary.profiles import Profile

SHEET: Final = "Rows"
# Valid and not tried: before the start, or cancelled before their turn.
NOT_TRIED: Final = "Not processed"
NumberedRow = tuple[int, list[str]]
NAMES: Final = {RowStatus.VALID: NOT_TRIED, RowStatus.WARNING: NOT_TRIED, RowStatus.KEPT: "Not undone"}


async def results_file(
    context: Context, import_id: UUID, *, status: RowFilter | None, file_format: FileFormat
) -> AsyncIterator[bytes]:
    """Write the rows of `status`, or all rows.

    The failed rows are as in the uploaded file, with their reasons, while that is kept. Others are as the pages show
    them, and reading them is recorded, as it is of the list of users.

    Raises NotFoundError: there is no such import in this company.
    """
    services, is_failed = context.services, status in {RowFilter.FAILED, RowFilter.STALE}
    async with context.unit_of_work() as unit:
        found = await repository.find_import(unit.connection, company_id=context.company_id, import_id=import_id)
        found = await with_fields(unit.connection, services, found)
        has_file = is_failed and await file_repository.has_file(unit.connection, import_id=import_id)
        if not has_file:
            action, after = AuditAction.USERS_EXPORTED, {"status": status or "all"}
            await record_act(unit, action, subject_id=import_id, subject_label=found.file_name, after=after)
    if has_file:
        rows = _failed_rows(services, found, status=status)
    else:
        rows = _result_rows(services, found, status=status, profile=context.actor.profile)
    return write_file(rows, file_format, sheet=SHEET)


async def _failed_rows(services: Services, found: Import, *, status: RowFilter | None) -> AsyncIterator[Rows]:
    """The file is read twice where a preview has changed some of these rows: first for the columns that they need."""
    async with services.database.reading() as connection:
        content = await file_repository.spool_content(connection, import_id=found.id)
        is_edited = await mending_repository.has_edits(connection, found)
    with closing(content):
        failed = await in_turn(FailedRecords, content, found.layout)
        if is_edited:
            async for reasons, edits in _reasons(services, found, status=status):
                await in_turn(failed.add_columns, reasons, edits)
        yield [await in_turn(failed.header)]
        async for reasons, edits in _reasons(services, found, status=status):
            yield await in_turn(failed.records, reasons, edits)


async def _reasons(
    services: Services, found: Import, *, status: RowFilter | None
) -> AsyncIterator[tuple[dict[int, str], dict[int, Edit]]]:
    """The reasons and edits of failed rows by their numbers, a batch at a time.

    Raises WrongImportStateError: the import is deleted since, or read in another way, so that its rows are other ones.
    """
    for first, last in await _batches(services, import_id=found.id):
        async with services.database.reading() as connection:
            try:
                present = await repository.find_import(connection, company_id=found.company_id, import_id=found.id)
            except NotFoundError:
                raise WrongImportStateError from None
            present = replace(present, known=found.known)
            ways = [(each.layout, each.sheet, way_of(each.answers)) for each in (present, found)]
            if ways[0] != ways[1]:
                raise WrongImportStateError
            rows = await preview_repository.rows_between(
                connection, import_id=found.id, status=status, first=first, last=last
            )
            edits = await mending_repository.read_edits(connection, found, rows=[row.row for row in rows])
        if rows:
            yield await in_turn(_explain, rows), edits


def _explain(rows: Iterable[Row]) -> dict[int, str]:
    return {row.row: preview_repository.explain(row) for row in rows}


async def _batches(services: Services, *, import_id: UUID) -> list[tuple[int, int]]:
    """The first and the last number of each batch of rows."""
    async with services.database.reading() as connection:
        rows = await preview_repository.last_row(connection, import_id=import_id)
    return [(first, first + BATCH_ROWS - 1) for first in range(1, rows + 1, BATCH_ROWS)]


async def _result_rows(
    services: Services, found: Import, *, status: RowFilter | None, profile: Profile | None
) -> AsyncIterator[Rows]:
    """Read the rows by their numbers, so that none is left out or comes twice while the import runs.

    Own fields are those that the profile sees; sensitive ones are masked.
    """
    own = [each for each in found.own if profile in each.viewers]
    labels = [field.label for field in own]
    yield [[ROW_HEADER, "line", *BUILT_IN.places, *labels, "result", REASON_HEADER, "invitation"]]
    for first, last in await _batches(services, import_id=found.id):
        async with services.database.reading() as connection:
            batch = await preview_repository.rows_between(
                connection, import_id=found.id, status=status, first=first, last=last
            )
        if batch:
            yield map(_cells, batch, repeat(own))


def _cells(row: Row, own: Sequence[OwnField]) -> list[str]:
    status, cells = RowStatus(row.present_status), preview_repository.own_cells(row, own)
    return [
        str(row.row),
        "" if row.line is None else str(row.line),
        *(row[field.column] for field in BUILT_IN.in_files),
        *(cells[each.name] and (HIDDEN if each.is_sensitive else cells[each.name]) for each in own),
        NAMES.get(status) or status.capitalize(),
        preview_repository.explain(row),
        "" if row.invitation is None else Invitation(row.invitation).word.capitalize(),
    ]


class FailedRecords:
    """Writes the failed rows of one file, a batch after another in their order.

    First the columns are found that they need (`add_columns`), then the header is written, then the rows. `reasons` are
    those of some rows, `edits` what was mended in them.
    """

    def __init__(self, content: bytes | SpooledFile, layout: Layout) -> None:
        self._content, self._layout = content, layout
        self._header, self._rows = self._read()
        # The places of columns that an earlier file of failed rows has added.
        self._ours = {place for place, name in enumerate(self._header) if name in {ROW_HEADER, REASON_HEADER}}
        self._fields, self._names = layout.fields, layout.known.places
        # Fields without a column, or without room in it, that some rows have a text of their own for.
        self._without_column, self._without_room = set[str](), set[str]()
        self._added: list[str] = []

    def add_columns(self, reasons: Mapping[int, str], edits: Mapping[int, Edit]) -> None:
        edited = {cell for edit in edits.values() for cell in edit.cells}
        self._without_column |= {
            field for field in self._names if field in edited and not self._fields.columns.get(field)
        }
        if self._fields.splits and edits:
            for row, record in self._up_to(max(reasons)):
                if row in edits:
                    self._without_room |= _write_back(self._filled(record), edits[row].cells, fields=self._fields)

    def header(self) -> list[str]:
        """Raises UnreadableCsvError: see locate_records."""
        self._added = [*(field for field in self._names if field in self._without_column), *sorted(self._without_room)]
        _header, self._rows = self._read()
        return [*self._own(self._header), *self._added, ROW_HEADER, REASON_HEADER]

    def records(self, reasons: Mapping[int, str], edits: Mapping[int, Edit]) -> list[list[str]]:
        """Each row that has a reason, with its number and the reason."""
        return [
            # Cells beyond the last header go behind our own columns, so that each cell stays below its header.
            [*self._cells(record, edits.get(row, NO_EDIT).cells), str(row), reasons[row], *record[len(self._header) :]]
            for row, record in self._up_to(max(reasons))
            if row in reasons
        ]

    def _read(self) -> tuple[list[str], Iterator[NumberedRow]]:
        """The header, and the records behind it from row 1 on."""
        columns, records = read_rows(self._content, layout=self._layout)
        return columns.header, ((row, record) for row, (_line, record) in enumerate(records, start=1))

    def _up_to(self, last: int) -> Iterator[NumberedRow]:
        for row, record in self._rows:
            yield row, record
            if row >= last:
                return

    def _cells(self, record: list[str], mended: Mapping[str, str]) -> list[str]:
        cells = self._filled(record)
        added = [mended.get(field, self._present(field, cells)) for field in self._added]
        _write_back(cells, mended, fields=self._fields)
        return [*self._own(cells), *added]

    def _filled(self, record: list[str]) -> list[str]:
        width = len(self._header)
        return record[:width] + [""] * (width - len(record))

    def _own(self, cells: list[str]) -> list[str]:
        """Leave out the columns that are added again."""
        return [cell for place, cell in enumerate(cells) if place not in self._ours] if self._ours else cells

    def _present(self, field: str, cells: list[str]) -> str:
        """The text of a field, which may be read from parts of the cells, or stand in all rows."""
        fields = self._fields
        if not fields.columns.get(field):
            return fields.values.get(field, "")
        cut = {own: split.cut(typed_text(cells[own])) for own, split in fields.splits.items()}
        whole = [*cells, *(cut[own][part] for own, part in fields.parts)]
        return " ".join(text for place in fields.columns[field] if (text := whole[place].strip()))


def _write_back(cells: list[str], mended: Mapping[str, str], *, fields: FieldMap) -> set[str]:
    """Replace the cells of these fields; returns the fields that the cell of a split column cannot hold.

    Such a cell stays as it is: read again, one of its new parts would be another one.
    """
    changed: dict[int, list[str]] = {}
    for field, text in mended.items():
        texts = chain([text], repeat(""))
        for place in fields.columns.get(field, ()):
            if place < len(cells):
                cells[place] = next(texts)
            else:
                own, part = fields.parts[place - fields.width]
                parts = changed.setdefault(own, fields.splits[own].cut(typed_text(cells[own])))
                parts[part] = next(texts)
    joined = {own: fields.splits[own].join(parts) for own, parts in changed.items()}
    for own, cell in joined.items():
        cells[own] = cells[own] if cell is None else cell
    full = [place for place, (own, _) in enumerate(fields.parts, fields.width) if own in joined and joined[own] is None]
    return {name for name in mended if not set(full).isdisjoint(fields.columns.get(name, ()))}
