"""Read what was uploaded, a workbook or a text, as a table: its header, its first rows and its layout."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from server.people.imports.errors import NoDataRowError, NotCsvError, WorkbookRefusedError
from server.people.imports.files.csv_file import Head, Survey, check_encoding, detect_dialect, read_head, survey
from server.people.imports.files.headings import Found, find_fields, recall, recognised
from server.people.imports.files.layout import PLACES, Dialect, FieldMap, Layout, Remembered
from server.people.imports.remarks import DATES_FOUND, on_chosen_dates, on_sheet
from server.people.imports.states import ImportMode, ImportState
from server.people.workbooks.reader import CPU_SECONDS, PAGE_START, Workbook, WorkbookError, is_workbook, read_workbook
from server.platform.configuration.settings import Settings
from server.platform.http.spooled_file import SpooledFile
from server.platform.process.clock import utc_now
from server.platform.process.threads import in_thread
from server.vocabulary.birth_dates import DateOrder
from server.vocabulary.fields import REQUIRED_IN_FILES

OTHER_DOCUMENT: Final = "This is an archive or another document. Upload the spreadsheet itself."
OF_WORKBOOKS: Final = Dialect(encoding="utf-8", delimiter=",")
# A header names at least so many fields; without one, so many more sheets are looked at.
HEADER_FIELDS: Final = 2
OTHER_SHEETS: Final = 5


@dataclass(frozen=True, kw_only=True)
class Table:
    """A file that was read as far as its first rows.

    `text` is what is read from now on: the file itself, or the CSV that a sheet was converted to. `passed_over` is the
    first sheet where another one is read, because no heading of the first names a field.
    """

    text: bytes
    workbook: Workbook | None
    dialect: Dialect
    head: Head
    passed_over: str | None = None

    @property
    def sheet(self) -> str | None:
        return None if self.workbook is None else self.workbook.sheet

    @property
    def converted(self) -> bytes | None:
        """The sheet of a workbook as CSV."""
        return None if self.workbook is None else self.workbook.table

    def layout(self, fields: FieldMap) -> Layout:
        return Layout(dialect=self.dialect, header_line=self.head.line, fields=fields)

    @property
    def names_fields(self) -> bool:
        return recognised(self.head.header) >= HEADER_FIELDS

    def find_fields(self) -> Found:
        return find_fields(self.head.header, samples=self.head.rows, this_year=utc_now().year)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How a table is read, and what one pass over all of it found. `reason`: why its columns are to be chosen first."""

    table: Table
    layout: Layout
    survey: Survey
    remarks: list[str]
    reason: str | None
    date_order: DateOrder | None
    mode: ImportMode

    @property
    def state(self) -> ImportState:
        return ImportState.VALIDATING if self.reason is None else ImportState.MAPPING

    def stored(self) -> dict[str, Any]:
        return {
            "state": self.state,
            "reason": self.reason,
            **asdict(self.layout.dialect),
            "header_line": self.layout.header_line,
            "fields": self.layout.fields.stored(),
            "sheets": [] if self.table.workbook is None else self.table.workbook.sheets,
            "sheet": self.table.sheet,
            "date_order": self.date_order,
            "unknown_headers": self.survey.unknown_headers,
            "remarks": self.remarks,
            "total_rows": self.survey.total_rows,
            "mode": self.mode,
        }


async def read_table(
    file: SpooledFile,
    *,
    sheet: str = "",
    dialect: Dialect | None = None,
    header_line: int | None = None,
) -> Table:
    """Read the beginning, in a thread; what is not given is found.

    Raises FileRefusedError: it is no table, or cannot be read.
    """
    if not is_workbook(await in_thread(file.read, PAGE_START)):
        content = await in_thread(file.read)
        return await in_thread(read_text, content, dialect=dialect, header_line=header_line)
    workbook = await _read_workbook(file, sheet=sheet)
    if sheet or header_line is not None or len(workbook.visible) < HEADER_FIELDS:
        return await in_thread(_read_sheet, workbook, header_line=header_line)
    return await _read_sheet_of_people(file, workbook)


async def _read_sheet_of_people(file: SpooledFile, first: Workbook) -> Table:
    """The first sheet with rows, unless none of its headings names fields and those of another sheet do.

    Each is read from the whole file again: all together may take what one may.
    """
    with suppress(NoDataRowError):
        table = await in_thread(_read_sheet, first)
        if table.names_fields:
            return table
    left = CPU_SECONDS - first.seconds
    for name in [name for name in first.visible if name != first.sheet][:OTHER_SHEETS]:
        if left < 1:
            break
        try:
            workbook = await read_workbook(file, sheet=name, seconds=int(left))
        except WorkbookError:
            break
        left -= workbook.seconds
        with suppress(NoDataRowError):
            table = await in_thread(_read_sheet, workbook)
            if table.names_fields:
                return replace(table, passed_over=first.sheet)
    return await in_thread(_read_sheet, first)


def _read_sheet(workbook: Workbook, *, header_line: int | None = None) -> Table:
    return read_text(workbook.table, workbook=workbook, dialect=OF_WORKBOOKS, header_line=header_line)


async def _read_workbook(file: SpooledFile, *, sheet: str) -> Workbook:
    try:
        return await read_workbook(file, sheet=sheet)
    except WorkbookError as error:
        if error.reason == "other":
            raise NotCsvError(errors={"file": OTHER_DOCUMENT}) from None
        raise WorkbookRefusedError(error.reason) from None


def read_text(
    text: bytes,
    *,
    workbook: Workbook | None = None,
    dialect: Dialect | None = None,
    header_line: int | None = None,
) -> Table:
    """Read the beginning of a text; what is not given is found. Raises FileRefusedError."""
    if dialect is not None:
        check_encoding(text, encoding=dialect.encoding)
    used = dialect or detect_dialect(text)
    head = read_head(text, dialect=used, header_line=header_line)
    return Table(text=text, workbook=workbook, dialect=used, head=head)


NEEDED_TO_UPDATE: Final = frozenset({"email"})
CONFIRM: Final = "Please confirm which columns are the required fields."


def read_whole(
    table: Table,
    *,
    chosen: FieldMap | None = None,
    remembered: Remembered | None = None,
    date_order: DateOrder | None = None,
    kept_order: DateOrder | None = None,
    mode: ImportMode = ImportMode.CREATE,
    optional: Collection[str] = (),
) -> Reading:
    """Takes a second for a large file.

    `chosen`: the fields that a person has chosen for this file; else they are found, with what is `remembered` for its
    headings. `date_order` was chosen now, `kept_order` before: it holds unless the file needs the other one. A file
    that only updates (`mode`) needs no other column than the email; one that creates all but the `optional` ones.

    Raises FileRefusedError: no data row, too many rows, or one that cannot be read.
    """
    found = table.find_fields()
    is_confirmed = found.is_clear or chosen is not None
    known = None if chosen or remembered is None else recall(remembered, found=found, header=table.head.header)
    if known is not None:
        chosen, is_confirmed = known
    fields = chosen or FieldMap(columns=found.fields)
    layout = table.layout(fields)
    found_in_rows = survey(table.text, layout=layout)
    needed = NEEDED_TO_UPDATE if mode is ImportMode.UPDATE else frozenset(REQUIRED_IN_FILES) - frozenset(optional)
    chosen_order = date_order or (kept_order if found_in_rows.date_order is None else None)
    return Reading(
        table=table,
        layout=layout,
        survey=found_in_rows,
        remarks=_remarks(table, chosen=chosen_order, found=found_in_rows.date_order),
        reason=_reason(fields, is_confirmed=is_confirmed, needed=needed),
        date_order=chosen_order or found_in_rows.date_order,
        mode=mode,
    )


def optional_fields(settings: Settings) -> frozenset[str]:
    """Return the fields that a person who is to be created may lack."""
    optional = frozenset(PLACES) - frozenset(REQUIRED_IN_FILES)
    return optional | {"email"} if settings.has_people_with_phone_alone else optional


def _reason(fields: FieldMap, *, is_confirmed: bool, needed: Collection[str]) -> str | None:
    """Why the columns are to be chosen; None where nothing is missing."""
    missing = [name for name in fields.missing if name in needed]
    if missing:
        return f"Missing required headers: {', '.join(missing)}"
    return None if is_confirmed else CONFIRM


def _remarks(table: Table, *, chosen: DateOrder | None, found: DateOrder | None) -> list[str]:
    remarks = []
    if table.sheet is not None and table.passed_over is not None:
        remarks.append(on_sheet(table.sheet, passed_over=table.passed_over))
    if chosen is not None:
        remarks.append(on_chosen_dates(chosen))
    elif found is not None:
        remarks.append(DATES_FOUND[found])
    return remarks
