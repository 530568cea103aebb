"""Decide how a table is read, and read it once: what is stored with an import before its rows are checked."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from server.people.imports.checking.check_import import check_import
from server.people.imports.files.birth_dates import SHAPES, DateOrder
from server.people.imports.files.column_fields import recall
from server.people.imports.files.csv_file import survey
from server.people.imports.files.file_repository import Reading, Remembered
from server.people.imports.files.layout import PLACES, FieldMap
from server.people.imports.files.read_table import Table
from server.people.imports.read_import import PROGRESS
from server.people.imports.states import ImportMode, ImportState
from server.platform.configuration.settings import Settings
from server.platform.services import ServiceWork
from server.vocabulary.fields import REQUIRED_IN_FILES

FOUND: Final = {
    DateOrder.DAY: "Dates are read as day/month/year, because the file has days above 12 in first place.",
    DateOrder.MONTH: "Dates are read as month/day/year, because the file has days above 12 in second place.",
}
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

    Raises:
        FileRefusedError: no data row, too many rows, or one that cannot be read.

    """
    found = table.find_fields()
    is_confirmed = found.is_clear or chosen is not None
    known = None if chosen or remembered is None else recall(remembered, found=found, header=table.head.header)
    if known is not None:
        chosen, is_confirmed = known
    fields = chosen or FieldMap(columns=found.fields)
    result = survey(table.text, layout=table.layout(fields))
    needed = NEEDED_TO_UPDATE if mode is ImportMode.UPDATE else frozenset(REQUIRED_IN_FILES) - frozenset(optional)
    chosen_order = date_order or (kept_order if result.date_order is None else None)
    return Reading(
        layout=table.layout(fields),
        survey=result,
        sheets=[] if table.workbook is None else table.workbook.sheets,
        sheet=None if table.workbook is None else table.workbook.sheet,
        converted=None if table.workbook is None else table.workbook.table,
        remarks=[*_remark_on_sheet(table), *_remarks(chosen_order, result.date_order)],
        reason=_reason(fields, is_confirmed=is_confirmed, needed=needed),
        date_order=chosen_order or result.date_order,
        mode=mode,
    )


def optional_fields(settings: Settings) -> frozenset[str]:
    """Return the fields that a person who is to be created may lack."""
    optional = frozenset(PLACES) - frozenset(REQUIRED_IN_FILES)
    return optional | {"email"} if settings.has_people_with_phone_alone else optional


def check_after(unit: ServiceWork, reading: Reading, *, import_id: UUID) -> None:
    """Enqueue the check of a stored import, unless it waits for its columns."""
    if reading.state is ImportState.VALIDATING:
        unit.enqueue(check_import.job(import_id=import_id))
    PROGRESS.announce(unit, import_id)


def _reason(fields: FieldMap, *, is_confirmed: bool, needed: Collection[str]) -> str | None:
    """Why the columns are to be chosen; None where nothing is missing."""
    missing = [name for name in fields.missing if name in needed]
    if missing:
        return f"Missing required headers: {', '.join(missing)}"
    return None if is_confirmed else CONFIRM


def _remark_on_sheet(table: Table) -> list[str]:
    if table.workbook is None or table.passed_over is None:
        return []
    return [f"The sheet “{table.workbook.sheet}” is read: “{table.passed_over}” has none of the required headings."]


def _remarks(chosen: DateOrder | None, found: DateOrder | None) -> list[str]:
    if chosen is not None:
        return [f"Dates are read as {SHAPES[chosen]}, as chosen in the preview."]
    return [] if found is None else [FOUND[found]]
