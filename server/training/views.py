"""Calls of those who teach batches, and on who does."""

from uuid import UUID

from quart import Blueprint, Response

from server.people.chunks.row_files import CSV, MEDIA_TYPES, XLSX, FileFormat
from server.platform.http.authentication import Routes, company_slot, current_context, current_services, download
from server.platform.http.requests import LONG_JSON_BYTES, received_file
from server.platform.schemas import PageQuery
from server.training import mark_attendance, plan_sessions, register_file, schemas, standing, train_batches
from server.training.schemas import CardPage, TrainersRequest, TrainingBatch, TrainingBatchPage
from server.vocabulary.duties import Act

routes = Routes(Blueprint("training", __name__), "Training")


@routes.get("/training/batches", requires=Act.TRAINING_VIEW, limit=1200)
async def list_training_batches(query_args: PageQuery) -> TrainingBatchPage:
    """A trainer's own batches; all of the company for who manages them."""
    return await train_batches.list_batches(current_context(), query=query_args)


@routes.get("/training/batches/<uuid:batch_id>", requires=Act.TRAINING_VIEW, limit=1200)
async def get_training_batch(batch_id: UUID) -> TrainingBatch:
    """One of these batches, with its trainers."""
    return await train_batches.get_batch(current_context(), batch_id=batch_id)


@routes.get("/training/batches/<uuid:batch_id>/people", requires=Act.TRAINING_VIEW, limit=1200)
async def list_training_people(batch_id: UUID, query_args: PageQuery) -> CardPage:
    """The people of one of these batches, by name and code; where the caller may move them, in which stage they are."""
    return await train_batches.list_people(current_context(), batch_id=batch_id, query=query_args)


@routes.put("/training/batches/<uuid:batch_id>/trainers", requires=Act.TRAINING_MANAGE, limit=600)
async def choose_trainers(batch_id: UUID, data: TrainersRequest) -> TrainingBatch:
    """Choose who teaches a batch. A trainer who is in neither list stays."""
    return await train_batches.choose_trainers(current_context(), data, batch_id=batch_id)


@routes.get("/training/batches/<uuid:batch_id>/attendance", requires=Act.TRAINING_VIEW, limit=1200)
async def read_attendance_of_batch(batch_id: UUID, query_args: schemas.GridQuery) -> schemas.AttendanceGrid:
    """The people of one of these batches by its last sessions, those at risk first."""
    return await standing.read_grid(current_context(), batch_id=batch_id, query=query_args)


@routes.get("/training/batches/<uuid:batch_id>/attendance.csv", requires=Act.TRAINING_VIEW, limit=60, downloads=CSV)
async def download_register(batch_id: UUID) -> Response:
    """The register of a batch: its people by its sessions."""
    return await _register_as(FileFormat.CSV, batch_id)


@routes.get("/training/batches/<uuid:batch_id>/attendance.xlsx", requires=Act.TRAINING_VIEW, limit=20, downloads=XLSX)
async def download_register_workbook(batch_id: UUID) -> Response:
    """The same as attendance.csv, as a workbook."""
    return await _register_as(FileFormat.XLSX, batch_id)


async def _register_as(file_format: FileFormat, batch_id: UUID) -> Response:
    pieces = await register_file.write_register(current_context(), batch_id=batch_id, file_format=file_format)
    return download(pieces, name=f"register.{file_format}", media_type=MEDIA_TYPES[file_format])


@routes.post(
    "/training/batches/<uuid:batch_id>/attendance/file", requires=Act.ATTENDANCE_MARK, limit=60, takes_file=True
)
async def upload_register(batch_id: UUID, query_args: schemas.RegisterQuery) -> schemas.ComparedRegister:
    """Compare a register with the marks, or write it: a first call shows what would change."""
    file = await received_file()
    async with company_slot(current_services().file_readers):
        return await register_file.read_register(
            current_context(), file.content, batch_id=batch_id, seen=query_args.seen, reason=query_args.reason
        )


@routes.get("/training/at-risk", requires=Act.TRAINING_VIEW, limit=1200)
async def list_at_risk(query_args: schemas.RiskQuery) -> schemas.RiskPage:
    """People whose attendance is below the company's threshold."""
    return await standing.list_at_risk(current_context(), query=query_args)


@routes.get("/training/sessions", requires=Act.TRAINING_VIEW, limit=2400)
async def list_training_sessions(query_args: schemas.SessionsQuery) -> schemas.TrainingSessionsResponse:
    """The sessions of some days, of a trainer's own batches or of the company."""
    return await plan_sessions.list_sessions(current_context(), query=query_args)


@routes.post("/training/sessions", requires=Act.TRAINING_SCHEDULE, limit=600, status=201)
async def add_training_session(data: schemas.AddSessionRequest) -> tuple[schemas.PlannedSession, int]:
    """Plan one session."""
    return await plan_sessions.add_session(current_context(), data), 201


@routes.post("/training/sessions/pattern", requires=Act.TRAINING_SCHEDULE, limit=600)
async def plan_session_pattern(data: schemas.PatternRequest) -> schemas.PatternAnswer:
    """Plan weekly sessions, or see their days first. The same hours again add the days that are missing."""
    return await plan_sessions.plan_pattern(current_context(), data)


@routes.patch("/training/sessions/<uuid:training_session_id>", requires=Act.TRAINING_SCHEDULE, limit=600)
async def change_training_session(
    training_session_id: UUID, data: schemas.ChangeSessionRequest
) -> schemas.PlannedSession:
    """Move a session, or change what it is about. One that was taken keeps its hours."""
    return await plan_sessions.change_session(current_context(), data, session_id=training_session_id)


@routes.post("/training/sessions/<uuid:training_session_id>/cancel", requires=Act.TRAINING_SCHEDULE, limit=600)
async def cancel_training_session(
    training_session_id: UUID, data: schemas.CancelSessionRequest
) -> schemas.TrainingSession:
    """Cancel a session. It no longer counts for anyone; its marks are kept."""
    return await plan_sessions.cancel_session(current_context(), data, session_id=training_session_id)


@routes.get("/training/sessions/<uuid:training_session_id>/roster", requires=Act.TRAINING_VIEW, limit=2400)
async def read_session_roster(training_session_id: UUID) -> schemas.Roster:
    """Who is expected at a session, with their marks."""
    return await mark_attendance.read_roster(current_context(), session_id=training_session_id)


@routes.put(
    "/training/sessions/<uuid:training_session_id>/attendance",
    requires=Act.ATTENDANCE_MARK,
    limit=2400,
    json_bytes=LONG_JSON_BYTES,
)
async def mark_session_attendance(training_session_id: UUID, data: schemas.AttendanceSheet) -> schemas.SheetAnswer:
    """Store who was there. A sheet that is sent again changes nothing more, and gets the same answer."""
    return await mark_attendance.mark_attendance(current_context(), data, session_id=training_session_id)


@routes.get("/me/attendance", signed_in=True, limit=1200)
async def read_own_attendance() -> schemas.OwnAttendance:
    """The caller's own attendance, and what comes next."""
    return await standing.read_own(current_context())
