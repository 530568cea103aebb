"""Routes of the mending of a preview."""

from typing import Final
from uuid import UUID

from quart import Blueprint

from server.people.imports.preview import mend_rows, read_preview
from server.people.imports.preview.mend_rows import RowEdit, ValueChange
from server.people.imports.preview.schemas import (
    DeleteRowsRequest,
    EditedRows,
    EditRowRequest,
    EditRowsRequest,
    ImportRow,
    MappedRows,
    MapValueRequest,
    MapValuesRequest,
    ProblemsQuery,
    ProblemsResponse,
    UndoChangeRequest,
    ValuesQuery,
    ValuesResponse,
)
from server.people.imports.schemas import ImportSnapshot
from server.platform.http.authentication import current_context, heavy, limited, requires
from server.platform.http.openapi import operation
from server.platform.http.requests import accepts_long_body
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Permission

blueprint = Blueprint("import_preview", __name__)

ROW_DELETED: Final = "Invalid row deleted successfully"
ROWS: Final = "/users/imports/<uuid:import_id>/rows"
ROW: Final = f"{ROWS}/<int:row>"
VALUES: Final = "/users/imports/<uuid:import_id>/values"


@blueprint.patch(ROW)
@requires(Permission.USER_CREATE)
@limited(600)
@heavy
@operation("import_preview")
async def edit_import_row(import_id: UUID, row: int, data: EditRowRequest) -> ImportRow:
    """Edit cells of a row in the preview, which is judged anew; 409 with the present row for another version."""
    return await mend_rows.edit_row(current_context(), import_id, edit=_edit(row, data))


@blueprint.post(f"{ROWS}/edit")
@requires(Permission.USER_CREATE)
@limited(120)
@heavy
@accepts_long_body
@operation("import_preview")
async def edit_import_rows(import_id: UUID, data: EditRowsRequest) -> EditedRows:
    """Edit cells of several rows as one change, all or none; 409 with the first row that has another version."""
    edits = [_edit(each.row, each) for each in data.rows]
    rows = await mend_rows.edit_rows(current_context(), import_id, edits=edits)
    return EditedRows(rows=rows)


def _edit(row: int, data: EditRowRequest) -> RowEdit:
    values = {str(name): text for name, text in data.values.items()}
    return RowEdit(row=row, values=values, version=data.version)


@blueprint.delete(ROW)
@requires(Permission.USER_CREATE)
@limited(600)
@heavy
@operation("import_preview")
async def delete_import_row(import_id: UUID, row: int) -> MessageResponse:
    """Remove an invalid row from the preview."""
    await mend_rows.delete_row(current_context(), import_id, row=row)
    return MessageResponse(message=ROW_DELETED)


@blueprint.delete(ROWS)
@requires(Permission.USER_CREATE)
@limited(120)
@heavy
@accepts_long_body
@operation("import_preview")
async def delete_import_rows(import_id: UUID, data: DeleteRowsRequest) -> ImportSnapshot:
    """Remove rows from the preview, valid ones too."""
    return await mend_rows.delete_rows(current_context(), import_id, rows=data.rows)


@blueprint.post(f"{ROWS}/undo")
@requires(Permission.USER_CREATE)
@limited(120)
@heavy
@operation("import_preview")
async def undo_import_change(import_id: UUID, data: UndoChangeRequest) -> ImportSnapshot:
    """Take the last edit, deletion or mapping of the preview back; 409 with the last change where another is meant."""
    return await mend_rows.undo_change(current_context(), import_id, number=data.number)


@blueprint.get("/users/imports/<uuid:import_id>/problems")
@requires(Permission.USER_CREATE)
@limited(600)
@heavy
@operation("import_preview")
async def list_import_problems(import_id: UUID, query_args: ProblemsQuery) -> ProblemsResponse:
    """The errors of the preview by cause, as a mode has them; each is a filter of its rows."""
    return await read_preview.list_problems(current_context(), import_id, mode=query_args.mode)


@blueprint.get(VALUES)
@requires(Permission.USER_CREATE)
@limited(600)
@heavy
@operation("import_preview")
async def list_import_values(import_id: UUID, query_args: ValuesQuery) -> ValuesResponse:
    """The values of a field with the number of their rows."""
    return await read_preview.list_values(current_context(), import_id, query=query_args)


@blueprint.post(VALUES)
@requires(Permission.USER_CREATE)
@limited(120)
@heavy
@operation("import_preview")
async def map_import_value(import_id: UUID, data: MapValueRequest) -> MappedRows:
    """Map a value in every row that has it, and in later files of the company; a dry run only counts."""
    change = ValueChange(data.field, data.from_, data.to)
    rows = await mend_rows.map_value(current_context(), import_id, change=change, dry_run=data.dry_run)
    return MappedRows(rows=rows)


@blueprint.post(f"{VALUES}/changes")
@requires(Permission.USER_CREATE)
@limited(120)
@heavy
@accepts_long_body
@operation("import_preview")
async def map_import_values(import_id: UUID, data: MapValuesRequest) -> MappedRows:
    """Map several values as one change, as `POST …/values` maps one; nothing is done where one is refused."""
    changes = [ValueChange(each.field, each.from_, each.to) for each in data.changes]
    rows = await mend_rows.map_values(current_context(), import_id, changes=changes, dry_run=data.dry_run)
    return MappedRows(rows=rows)
