"""Calls on jobs on many people: try, start, read, cancel and undo them."""

from uuid import UUID

from quart import Blueprint, Response

from server.people.bulk import control_job, read_job, schemas
from server.people.chunks.row_files import CSV, CSV_TYPE
from server.platform.http.authentication import Routes, current_actor, current_context, current_services, download
from server.platform.http.requests import IDS_JSON_BYTES, idempotent_call
from server.platform.schemas import PageQuery
from server.vocabulary.profiles import Permission

routes = Routes(Blueprint("bulk", __name__), "bulk")


@routes.post(
    "/users/bulk",
    requires=Permission.USER_EDIT,
    limit=240,
    heavy=True,
    json_bytes=IDS_JSON_BYTES,
    answers={200: schemas.BulkPreview, 201: schemas.BulkStarted},
)
async def change_many_people(data: schemas.BulkRequest) -> tuple[schemas.BulkPreview | schemas.BulkStarted, int]:
    """Change many people by a job, or, with `dryRun`, count what it would do."""
    context = current_context()
    if data.dry_run:
        return await control_job.preview_job(context, data), 200
    return await control_job.start_job(context, data, call=idempotent_call(fields=data)), 201


@routes.get("/users/bulk", requires=Permission.USER_EDIT, limit=1200)
async def list_bulk_jobs(query_args: PageQuery) -> schemas.BulkPage:
    """The company's jobs, newest first."""
    return await read_job.list_jobs(current_context(), query=query_args)


@routes.get("/users/bulk/<uuid:bulk_id>", requires=Permission.USER_EDIT, limit=1200)
async def get_bulk_job(bulk_id: UUID) -> schemas.BulkSnapshot:
    """A job as it is now; `bulk:progress` publishes the same."""
    return await read_job.read_job(current_services(), current_actor(), bulk_id)


@routes.get("/users/bulk/<uuid:bulk_id>/rows", requires=Permission.USER_EDIT, limit=1200)
async def list_bulk_rows(bulk_id: UUID, query_args: schemas.BulkRowsQuery) -> schemas.BulkRowPage:
    """What became of each person."""
    return await read_job.list_rows(current_context(), bulk_id, query=query_args)


@routes.post("/users/bulk/<uuid:bulk_id>/cancel", requires=Permission.USER_EDIT, limit=120)
async def cancel_bulk_job(bulk_id: UUID) -> schemas.BulkSnapshot:
    """Stop a job; what it has done stays."""
    return await control_job.cancel_job(current_context(), bulk_id)


@routes.post("/users/bulk/<uuid:bulk_id>/undo", requires=Permission.USER_EDIT, limit=120, heavy=True)
async def undo_ended_bulk_job(bulk_id: UUID, data: schemas.BulkUndoRequest) -> schemas.BulkUndo:
    """Undo a job within 24 hours of its end, by workers: people who were changed since keep what they have.

    With `dryRun` nothing changes: how many people would be as before is counted.
    """
    undo = control_job.preview_undo if data.dry_run else control_job.undo_job
    return schemas.BulkUndo(await undo(current_context(), bulk_id))


@routes.get("/users/bulk/<uuid:bulk_id>/results.csv", requires=Permission.USER_EDIT, limit=120, downloads=CSV)
async def download_bulk_results(bulk_id: UUID, query_args: schemas.BulkResultsQuery) -> Response:
    """The results as a file."""
    pieces = await read_job.results_file(current_context(), bulk_id, status=query_args.status)
    return download(pieces, name=read_job.FILE_NAME, media_type=CSV_TYPE)
