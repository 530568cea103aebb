"""Routes of imports."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Final
from uuid import UUID

from quart import Blueprint, Response

from server.people.chunks.row_files import CSV, MEDIA_TYPES, XLSX, FileFormat
from server.people.imports import read_import
from server.people.imports.errors import FileTooLargeError
from server.people.imports.files import choose_columns, template, upload_import
from server.people.imports.files.schemas import (
    ColumnsRequest,
    ColumnsResponse,
    DateOrderRequest,
    SamplesResponse,
    SheetRequest,
    UploadedResponse,
    UploadQuery,
)
from server.people.imports.mending import mend_rows
from server.people.imports.mending.schemas import (
    DeleteRowsRequest,
    EditedRows,
    EditRowRequest,
    EditRowsRequest,
    MappedRows,
    MapValueRequest,
    MapValuesRequest,
    UndoChangeRequest,
)
from server.people.imports.preview import read_preview
from server.people.imports.preview.results_file import results_file
from server.people.imports.preview.schemas import (
    ImportRow,
    ImportRowPage,
    ProblemsQuery,
    ProblemsResponse,
    RowsQuery,
    ValuesQuery,
    ValuesResponse,
)
from server.people.imports.run import control_import, sync_people, undo_import
from server.people.imports.run.schemas import MissingPage, MissingQuery, ResultsQuery, ScopeQuery, StartRequest
from server.people.imports.run.undo_import import UndoResponse
from server.people.imports.schemas import HistoryQuery, ImportPage, ImportSnapshot
from server.people.imports.states import RowFilter
from server.people.list.list_users import name_of_file
from server.platform.http.authentication import (
    Routes,
    attachment,
    company_slot,
    current_actor,
    current_context,
    current_services,
    download,
)
from server.platform.http.requests import LONG_JSON_BYTES, idempotent_call, received_file
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Permission

routes = Routes(Blueprint("imports", __name__), "imports")
preview_routes = Routes(routes.blueprint, "import_preview")
# About 10,000 people.
SMALL_BYTES: Final = 1024 * 1024


@asynccontextmanager
async def _reading(size: int = 0) -> AsyncIterator[None]:
    """Read a file when it is the turn of its company and of its network; small ones wait for no large one."""
    services = current_services()
    files = services.large_files if size > SMALL_BYTES else services.small_files
    async with company_slot(services.file_readers), files.hold(current_context().network):
        yield


@routes.post("/users/imports", requires=Permission.USER_CREATE, limit=60, takes_file=True, status=201)
async def upload_import_file(query_args: UploadQuery) -> tuple[UploadedResponse, int]:
    """Upload a CSV file or a workbook; a worker checks it once all fields have columns (else state `mapping`)."""
    file = await received_file(too_large=FileTooLargeError)
    async with _reading(file.content.size):
        context, quotes = current_context(), query_args.quotes is None
        uploaded = await upload_import.read_upload(context, file.content, name=file.name, quotes=quotes)
        call = idempotent_call(file=uploaded.digest)
        answer = await upload_import.upload_import(context, uploaded, call=call)
    return answer, 201


@routes.post("/users/imports/<uuid:import_id>/sheets", requires=Permission.USER_CREATE, limit=60, status=201)
async def upload_next_sheet(import_id: UUID, data: SheetRequest) -> tuple[UploadedResponse, int]:
    """Upload the workbook of an import once more, and read another sheet of it."""
    async with _reading():
        return await upload_import.upload_sheet(current_context(), import_id, sheet=data.sheet), 201


@routes.get("/users/imports", requires=Permission.USER_CREATE, limit=600)
async def list_import_history(query_args: HistoryQuery) -> ImportPage:
    """The company's imports, newest first; filters are combined."""
    return await read_import.list_imports(current_context(), query=query_args)


@routes.get("/users/imports/template.csv", requires=Permission.USER_CREATE, limit=600, files=CSV)
async def download_import_template() -> Response:
    """The sample file, sample_users_template.csv, with profiles that the caller may create."""
    example = template.template_csv(current_actor().profile)
    return Response(example, content_type=MEDIA_TYPES[FileFormat.CSV], headers=attachment(template.TEMPLATE_NAME))


@routes.get("/users/imports/<uuid:import_id>", requires=Permission.USER_CREATE, limit=1200)
async def get_import(import_id: UUID) -> ImportSnapshot:
    """The snapshot of an import."""
    return await read_import.read_snapshot(current_services(), current_actor(), import_id)


@routes.get("/users/imports/<uuid:import_id>/rows", requires=Permission.USER_CREATE, limit=1200)
async def list_import_rows(import_id: UUID, query_args: RowsQuery) -> ImportRowPage:
    """One page of rows; `status`, and `field` and `problem` of their errors filter."""
    filters = (query_args.status, query_args.field, query_args.problem)
    reads_all = any(each is not None for each in filters)
    async with company_slot(current_services().heavy_requests) if reads_all else nullcontext():
        return await read_preview.list_rows(current_context(), import_id, query=query_args)


@routes.get("/users/imports/<uuid:import_id>/columns", requires=Permission.USER_CREATE, limit=600)
async def get_import_columns(import_id: UUID) -> ColumnsResponse:
    """How the file is read: its columns with samples, and the fields that they are taken for."""
    async with _reading():
        return await choose_columns.show_columns(current_context(), import_id)


@routes.put("/users/imports/<uuid:import_id>/columns", requires=Permission.USER_CREATE, limit=60)
async def choose_import_columns(import_id: UUID, data: ColumnsRequest) -> ImportSnapshot:
    """Choose how the file is read, if in another way. All rows are checked again once no field is missing."""
    async with _reading():
        return await choose_columns.choose_columns(current_context(), import_id, chosen=data)


@routes.post("/users/imports/<uuid:import_id>/columns/samples", requires=Permission.USER_CREATE, limit=600)
async def show_import_samples(import_id: UUID, data: ColumnsRequest) -> SamplesResponse:
    """The first three rows as people, by these columns and values. Nothing is stored."""
    async with _reading():
        return await choose_columns.show_samples(current_context(), import_id, chosen=data)


@routes.put("/users/imports/<uuid:import_id>/date-order", requires=Permission.USER_CREATE, limit=60, heavy=True)
async def choose_import_date_order(import_id: UUID, data: DateOrderRequest) -> ImportSnapshot:
    """Choose whether day or month comes first in the file's dates. All rows are checked again: back to `validating`."""
    return await choose_columns.choose_date_order(current_context(), import_id, order=data.order)


@routes.post("/users/imports/<uuid:import_id>/start", requires=Permission.USER_CREATE, limit=120, heavy=True)
async def start_import_processing(import_id: UUID, data: StartRequest) -> ImportSnapshot:
    """Create the valid rows or update their accounts, by mode; new people are invited now or later."""
    context = current_context()
    return await control_import.start_import(context, import_id, mode=data.mode, invite=data.invite, sync=data.sync)


@routes.get("/users/imports/<uuid:import_id>/missing", requires=Permission.USER_CREATE, limit=600, heavy=True)
async def list_missing_people(import_id: UUID, query_args: MissingQuery) -> MissingPage:
    """The active people of a scope who are missing in the file of a preview, and what deactivating them would do."""
    return await sync_people.list_missing(current_context(), import_id, query_args)


@routes.get("/users/imports/<uuid:import_id>/missing.csv", requires=Permission.USER_CREATE, limit=60, downloads=CSV)
async def download_missing_people(import_id: UUID, query_args: ScopeQuery) -> Response:
    """The missing people as a file, with the columns of the list."""
    context = current_context()
    pieces = await sync_people.export_missing(context, import_id, query_args)
    name = name_of_file(context, FileFormat.CSV, holds="missing-people")
    return download(pieces, name=name, media_type=MEDIA_TYPES[FileFormat.CSV])


@routes.post("/users/imports/<uuid:import_id>/invite", requires=Permission.USER_CREATE, limit=120)
async def invite_import_people(import_id: UUID) -> ImportSnapshot:
    """Invite the people of an ended import now; where they were invited, again those who have never signed in."""
    return await control_import.invite_import(current_context(), import_id)


@routes.post("/users/imports/<uuid:import_id>/cancel", requires=Permission.USER_CREATE, limit=120)
async def cancel_import_processing(import_id: UUID) -> ImportSnapshot:
    """Stop the import; what was created stays."""
    return await control_import.cancel_import(current_context(), import_id)


@routes.post("/users/imports/<uuid:import_id>/pause", requires=Permission.USER_CREATE, limit=120)
async def pause_running_import(import_id: UUID) -> ImportSnapshot:
    """Create no further accounts until the import is resumed; those in work are finished."""
    return await control_import.pause_import(current_context(), import_id)


@routes.post("/users/imports/<uuid:import_id>/resume", requires=Permission.USER_CREATE, limit=120)
async def resume_paused_import(import_id: UUID) -> ImportSnapshot:
    """Create the accounts that a pause has left."""
    return await control_import.resume_import(current_context(), import_id)


@routes.get("/users/imports/<uuid:import_id>/undo", requires=Permission.USER_DELETE, limit=120, heavy=True)
async def preview_undo_of_import(import_id: UUID) -> UndoResponse:
    """What undoing would do: accounts without a sign-in or a change since are deleted."""
    return await undo_import.preview_undo(current_context(), import_id)


@routes.post("/users/imports/<uuid:import_id>/undo", requires=Permission.USER_DELETE, limit=120, heavy=True)
async def undo_ended_import(import_id: UUID) -> ImportSnapshot:
    """Undo an ended import, by workers: state `undoing`, then `undone`."""
    return await undo_import.undo_import(current_context(), import_id)


@routes.get("/users/imports/<uuid:import_id>/results.csv", requires=Permission.USER_CREATE, limit=120, downloads=CSV)
async def download_import_results(import_id: UUID, query_args: ResultsQuery) -> Response:
    """The rows that failed, with the reason, ready to be corrected and uploaded again; or rows with their results."""
    return await _results(import_id, query_args, file_format=FileFormat.CSV)


@routes.get("/users/imports/<uuid:import_id>/results.xlsx", requires=Permission.USER_CREATE, limit=20, downloads=XLSX)
async def download_import_results_workbook(import_id: UUID, query_args: ResultsQuery) -> Response:
    """The same as results.csv, as a workbook."""
    return await _results(import_id, query_args, file_format=FileFormat.XLSX)


async def _results(import_id: UUID, query: ResultsQuery, *, file_format: FileFormat) -> Response:
    name = f"{'failed_rows' if query.row_filter is RowFilter.FAILED else 'import_results'}.{file_format}"
    pieces = await results_file(current_context(), import_id, status=query.row_filter, file_format=file_format)
    return download(pieces, name=name, media_type=MEDIA_TYPES[file_format])


ROWS: Final = "/users/imports/<uuid:import_id>/rows"
ROW: Final = f"{ROWS}/<int:row>"
VALUES: Final = "/users/imports/<uuid:import_id>/values"


@preview_routes.patch(ROW, requires=Permission.USER_CREATE, limit=600, heavy=True)
async def edit_import_row(import_id: UUID, row: int, data: EditRowRequest) -> ImportRow:
    """Edit cells of a row in the preview, which is judged anew; 409 with the present row for another version."""
    [edited] = await mend_rows.edit_rows(current_context(), import_id, edits={row: data})
    return edited


@preview_routes.post(f"{ROWS}/edit", requires=Permission.USER_CREATE, limit=120, heavy=True, json_bytes=LONG_JSON_BYTES)
async def edit_import_rows(import_id: UUID, data: EditRowsRequest) -> EditedRows:
    """Edit cells of several rows as one change, all or none; 409 with the first row that has another version."""
    edits = {each.row: each for each in data.rows}
    rows = await mend_rows.edit_rows(current_context(), import_id, edits=edits)
    return EditedRows(rows=rows)


@preview_routes.delete(ROW, requires=Permission.USER_CREATE, limit=600, heavy=True)
async def delete_import_row(import_id: UUID, row: int) -> MessageResponse:
    """Remove an invalid row from the preview."""
    await mend_rows.delete_row(current_context(), import_id, row=row)
    return MessageResponse(message="Invalid row deleted successfully")


@preview_routes.delete(ROWS, requires=Permission.USER_CREATE, limit=120, heavy=True, json_bytes=LONG_JSON_BYTES)
async def delete_import_rows(import_id: UUID, data: DeleteRowsRequest) -> ImportSnapshot:
    """Remove rows from the preview, valid ones too."""
    return await mend_rows.delete_rows(current_context(), import_id, rows=data.rows)


@preview_routes.post(f"{ROWS}/undo", requires=Permission.USER_CREATE, limit=120, heavy=True)
async def undo_import_change(import_id: UUID, data: UndoChangeRequest) -> ImportSnapshot:
    """Take the last edit, deletion or mapping of the preview back; 409 with the last change where another is meant."""
    return await mend_rows.undo_change(current_context(), import_id, number=data.number)


@preview_routes.get("/users/imports/<uuid:import_id>/problems", requires=Permission.USER_CREATE, limit=600, heavy=True)
async def list_import_problems(import_id: UUID, query_args: ProblemsQuery) -> ProblemsResponse:
    """The errors of the preview by cause, as a mode has them, each a filter of its rows; and unusual spellings."""
    return await read_preview.list_problems(current_context(), import_id, mode=query_args.mode)


@preview_routes.get(VALUES, requires=Permission.USER_CREATE, limit=600, heavy=True)
async def list_import_values(import_id: UUID, query_args: ValuesQuery) -> ValuesResponse:
    """The values of a field with the number of their rows."""
    return await read_preview.list_values(current_context(), import_id, query=query_args)


@preview_routes.post(VALUES, requires=Permission.USER_CREATE, limit=120, heavy=True)
async def map_import_value(import_id: UUID, data: MapValueRequest) -> MappedRows:
    """Map a value in every row that has it, and in later files of the company; a dry run only counts."""
    rows = await mend_rows.map_values(current_context(), import_id, changes={"to": data}, dry_run=data.dry_run)
    return MappedRows(rows=rows)


@preview_routes.post(
    f"{VALUES}/changes", requires=Permission.USER_CREATE, limit=120, heavy=True, json_bytes=LONG_JSON_BYTES
)
async def map_import_values(import_id: UUID, data: MapValuesRequest) -> MappedRows:
    """Map several values as one change, as `POST …/values` maps one; nothing is done where one is refused."""
    changes = {f"changes.{number}.to": each for number, each in enumerate(data.changes)}
    rows = await mend_rows.map_values(current_context(), import_id, changes=changes, dry_run=data.dry_run)
    return MappedRows(rows=rows)
