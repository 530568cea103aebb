"""Show how the columns of a file are read, and read it in another way before its import is started."""

from contextlib import closing
from functools import partial
from typing import Final
from uuid import UUID

from server.people.imports import repository
from server.people.imports.authority import lock_for_action, may_write_any
from server.people.imports.checking import check_repository, mending_repository
from server.people.imports.checking.row_rules import known_profile
from server.people.imports.errors import NoDataRowError, WrongImportStateError
from server.people.imports.files import file_repository
from server.people.imports.files.birth_dates import DateOrder
from server.people.imports.files.column_fields import choose_fields, describe_columns
from server.people.imports.files.csv_file import read_head
from server.people.imports.files.layout import PLACES, Dialect, by_our_headings
from server.people.imports.files.read_table import OF_WORKBOOKS, Table, read_table, read_text
from server.people.imports.files.read_whole import FOUND, check_after, optional_fields, read_whole
from server.people.imports.read_import import watchable_snapshot
from server.people.imports.repository import Import
from server.people.imports.schemas import ColumnsRequest, ColumnsResponse, ImportSnapshot
from server.people.imports.states import ImportState
from server.people.workbooks.reader import Workbook
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotFoundError, ValidationFailedError
from server.platform.http.spooled_file import SpooledFile
from server.platform.process.threads import in_thread
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import creation_refusals

STILL_CHECKED: Final = "The file is still being checked. Please wait until the preview is ready."
TOO_LATE: Final = "Columns can be chosen only before the import is started."
CHANGED: Final = "This import has been changed by someone else. Check its columns, then confirm them again."
CHOOSABLE: Final = frozenset({ImportState.MAPPING, ImportState.READY})
NO_HEADER: Final = "There is no header with rows below it on this line"
NO_ROWS: Final = "This sheet has no header with rows below it"
NO_SHEET: Final = "The workbook has no such sheet"
NO_TEXT: Final = "A workbook has no encoding and no delimiter to choose"


async def show_columns(services: Services, *, identity: Identity, import_id: UUID) -> ColumnsResponse:
    """Raises NotFoundError, also for another company's import."""
    async with services.database.reading() as connection:
        found = await repository.find_import(connection, company_id=identity.company_id, import_id=import_id)
        if found is None:
            raise NotFoundError
        content = await file_repository.read_content(connection, import_id=import_id)
    head = await in_thread(read_head, content, dialect=found.layout.dialect, header_line=found.layout.header_line)
    fields = found.layout.fields or by_our_headings(head.header)
    return ColumnsResponse.model_validate(
        {
            "sheets": found.sheets,
            "sheet": found.sheet,
            "header_row": head.line,
            "encoding": found.layout.dialect.encoding,
            "delimiter": found.layout.dialect.delimiter,
            "date_order": found.date_order,
            "columns": describe_columns(head, fields),
            "splits": fields.splits,
            "values": fields.values,
            "fields": list(PLACES),
            "optional": sorted(optional_fields(services.settings)),
        }
    )


async def choose_columns(
    services: Services, *, identity: Identity, import_id: UUID, chosen: ColumnsRequest
) -> ImportSnapshot:
    """Read the file in the way that was chosen; its rows are checked anew once no field is missing.

    The choice of fields is remembered for the company's next file with the same headings.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: the file is being checked, or the import has been started.
        ValidationFailedError: the file has no such sheet, header or column; naming it.
        FileRefusedError: the file cannot be read in this way.

    """
    async with services.unit_of_work() as unit:
        found = await _lock(unit.connection, identity=identity, import_id=import_id)
        content = await file_repository.spool_content(
            unit.connection, import_id=import_id, original=not _keeps_sheet(found, chosen)
        )
    with closing(content):
        table = await _read_table(found, content, chosen=chosen)
    before = None if _moves(found, table) else found.layout.fields or by_our_headings(table.head.header)
    fields = choose_fields(table, before=before, chosen=chosen)
    _refuse_profile(chosen, identity=identity)
    orders = {"date_order": chosen.date_order, "kept_order": _chosen_order(found, table)}
    read_so = partial(read_whole, table, chosen=fields, optional=optional_fields(services.settings))
    reading = await in_thread(read_so, mode=chosen.mode or found.mode, **orders)
    async with services.unit_of_work() as unit:
        present = await _lock(unit.connection, identity=identity, import_id=import_id)
        if present.version != found.version:
            raise WrongImportStateError(CHANGED)
        if _moves(found, table):
            await _forget(unit.connection, identity=identity, import_id=import_id)
        await file_repository.read_anew(unit.connection, reading, company_id=identity.company_id, import_id=import_id)
        if reading.state is ImportState.VALIDATING and fields is not None and chosen.names_fields:
            await file_repository.remember(unit.connection, fields, identity=identity, header=table.head.header)
        check_after(unit, reading, import_id=import_id)
    return await watchable_snapshot(services, identity=identity, import_id=import_id)


async def _forget(connection: Connection, *, identity: Identity, import_id: UUID) -> None:
    """The rows are other ones from now on: nothing that was found or changed in them stays."""
    await check_repository.forget_rows(connection, import_id=import_id)
    await mending_repository.forget_changes(connection, company_id=identity.company_id, import_id=import_id)


async def _lock(connection: Connection, *, identity: Identity, import_id: UUID) -> Import:
    """Read in another way, the file may hold any profile: see may_write_any."""
    found = await lock_for_action(connection, identity=identity, import_id=import_id)
    if not may_write_any(found, identity=identity):
        raise ForbiddenError
    if found.state not in CHOOSABLE:
        raise WrongImportStateError(STILL_CHECKED if found.state is ImportState.VALIDATING else TOO_LATE)
    return found


def _keeps_sheet(found: Import, chosen: ColumnsRequest) -> bool:
    """Whether what the sheet of a workbook was converted to can be read again."""
    return found.sheet is not None and chosen.sheet in {None, found.sheet}


def _chosen_order(found: Import, table: Table) -> DateOrder | None:
    """The order of the dates that was chosen in the preview for these rows, and not found in the file."""
    order = found.date_order
    return None if order is None or FOUND[order] in found.remarks or _moves(found, table) else order


async def _read_table(found: Import, content: SpooledFile, *, chosen: ColumnsRequest) -> Table:
    """`content`: see _keeps_sheet."""
    before = found.layout
    if found.sheet is not None and (chosen.encoding or chosen.delimiter):
        raise ValidationFailedError(errors={"encoding" if chosen.encoding else "delimiter": NO_TEXT})
    if chosen.sheet is not None and chosen.sheet not in found.sheets:
        raise ValidationFailedError(errors={"sheet": NO_SHEET})
    dialect = Dialect(
        encoding=chosen.encoding or before.dialect.encoding, delimiter=chosen.delimiter or before.dialect.delimiter
    )
    stays = dialect == before.dialect and chosen.sheet in {None, found.sheet}
    header_line = chosen.header_row or (before.header_line if stays else None)
    try:
        if _keeps_sheet(found, chosen):
            text = await in_thread(content.read)
            workbook = Workbook(sheets=found.sheets, visible=found.sheets, sheet=found.sheet or "", table=text)
            return await in_thread(read_text, text, workbook=workbook, dialect=OF_WORKBOOKS, header_line=header_line)
        return await read_table(
            content,
            sheet=chosen.sheet or found.sheet or "",
            dialect=dialect,
            header_line=header_line,
        )
    except NoDataRowError:
        is_other_sheet = chosen.sheet not in {None, found.sheet}
        errors = {"sheet": NO_ROWS} if is_other_sheet and chosen.header_row is None else {"headerRow": NO_HEADER}
        raise ValidationFailedError(errors=errors) from None


def _refuse_profile(chosen: ColumnsRequest, *, identity: Identity) -> None:
    """A profile for all rows is remembered for colleagues' files, who may be allowed to create what this user is not.

    Raises ValidationFailedError: the user may not create it.
    """
    profile = known_profile((chosen.values or {}).get("profile", ""))
    if profile is not None and (reasons := creation_refusals(identity.profile, profile)):
        raise ValidationFailedError(errors={"values.profile": reasons[0]})


def _moves(found: Import, table: Table) -> bool:
    """Whether rows and columns are other ones from now on."""
    sheet = None if table.workbook is None else table.workbook.sheet
    return (table.dialect, table.head.line, sheet) != (found.layout.dialect, found.layout.header_line, found.sheet)
