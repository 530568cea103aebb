"""The snapshot of a bulk job: fetched by pages, watched by sockets, and published while it runs."""

from collections.abc import AsyncIterator
from typing import Final
from uuid import UUID

from pydantic import Field

from server.company.audit.record import AuditAction, record_act
from server.people.account.schemas import person_of
from server.people.bulk import repository
from server.people.bulk.repository import StoredJob
from server.people.bulk.rules import BulkAction, BulkRowFilter, BulkState, TooManyJobsWatchedError
from server.people.bulk.schemas import BulkJob, BulkPage, BulkRow, BulkRowPage, BulkRowsQuery, BulkSnapshot
from server.people.chunks.engine import ThrottledProgress
from server.people.chunks.row_files import BATCH_ROWS, Rows, as_csv
from server.people.fields.read_fields import read_fields
from server.platform.database.connections import Connection
from server.platform.errors import existing
from server.platform.events import CompanyRoom, Event, Room, shrink_to_fit
from server.platform.live.client_events import Watched
from server.platform.schemas import PageQuery, RequestSchema, ResponseSchema
from server.platform.services import Context, Services
from server.vocabulary.fields import BUILT_IN, BULK_FIELDS, FieldSet
from server.vocabulary.identity import Actor
from server.vocabulary.own_fields import HIDDEN
from server.vocabulary.profiles import ADMINISTRATORS, Permission

# The sockets that watch the job.
JOB: Final = Room(name="bulk", permission=Permission.USER_EDIT)
EDITORS: Final = CompanyRoom(name="editors", permission=Permission.USER_EDIT)

BULK_PROGRESS: Final = Event(
    name="bulk:progress",
    payload=BulkSnapshot,
    room=JOB,
    to="the sockets that watch the bulk job",
    when="while the job runs or is undone, and at every change of its state",
    rate="at most 10 a second, and one at every change of state",
    lost="The next one holds absolute values. `bulk:watch` and `GET /users/bulk/{id}` answer the same. "
    "The greater `version` counts.",
)
BULK_SUMMARY: Final = Event(
    name="bulk:summary",
    payload=BulkJob,
    room=EDITORS,
    to="accounts of the company that may edit users",
    when="while any bulk job of the company runs, and at every change of its state",
    rate="at most 1 a second for a job, and one at every change of state",
    lost="The next one holds absolute values. `GET /users/bulk` answers the same.",
)


WORKED: Final = frozenset({BulkState.PROCESSING, BulkState.UNDOING})
FILE_NAME: Final = "results.csv"
_SET: Final = tuple(field.name for field in BULK_FIELDS)
HEADER: Final = ["row", "fullName", "email", "result", "reason"]


async def read_job(services: Services, actor: Actor, job_id: UUID) -> BulkSnapshot:
    """Raises NotFoundError, also for another company's job."""
    async with services.database.reading() as connection:
        found = await find_job(connection, actor=actor, job_id=job_id)
        snapshot = await _snapshot(connection, services, found)
    snapshot.is_worker_away = found.state in WORKED and not await services.tasks.is_served()
    return snapshot


async def list_jobs(context: Context, *, query: PageQuery) -> BulkPage:
    async with context.services.database.reading() as connection:
        found, total = await repository.list_jobs(
            connection, company_id=context.company_id, offset=query.offset, limit=query.page_size
        )
        fields = await read_fields(connection, context.services, company_id=context.company_id)
    return BulkPage.of(query, (_present(each, fields) for each in found), total=total)


async def list_rows(context: Context, job_id: UUID, *, query: BulkRowsQuery) -> BulkRowPage:
    """One page of a job's people. Raises NotFoundError: there is no such job in this company."""
    async with context.services.database.reading() as connection:
        found = await find_job(connection, actor=context.actor, job_id=job_id)
        rows = await repository.list_rows(
            connection, job_id=job_id, status=query.status, offset=query.offset, limit=query.page_size
        )
    return BulkRowPage.of(query, rows, total=_total(found, query.status))


async def results_file(context: Context, job_id: UUID, *, status: BulkRowFilter | None) -> AsyncIterator[bytes]:
    """The pieces of a CSV file. Reading it is recorded, as it is of the list of people.

    Raises NotFoundError: there is no such job in this company.
    """
    async with context.unit_of_work() as unit:
        found = await find_job(unit.connection, actor=context.actor, job_id=job_id)
        after = {"rows": found.total, "status": status or "all"}
        await record_act(unit, AuditAction.USERS_EXPORTED, subject_id=job_id, subject_label=FILE_NAME, after=after)
    return as_csv(_rows(context.services, job_id=job_id, status=status))


async def _rows(services: Services, *, job_id: UUID, status: BulkRowFilter | None) -> AsyncIterator[Rows]:
    """Read the rows by their numbers, so that none is left out or comes twice while the job runs.

    Between two batches no connection is held.
    """
    yield [HEADER]
    last, is_more = 0, True
    while is_more:
        async with services.database.reading() as connection:
            batch = await repository.list_rows(connection, job_id=job_id, status=status, after=last, limit=BATCH_ROWS)
        is_more = len(batch) == BATCH_ROWS
        if batch:
            last = batch[-1].row
            yield map(_cells, batch)


def _cells(row: BulkRow) -> list[str]:
    return [str(row.row), row.full_name, row.email, row.status.value.capitalize(), row.message or ""]


async def _published(services: Services, job_id: UUID) -> tuple[UUID, BulkSnapshot] | None:
    async with services.database.reading() as connection:
        found = await repository.get_job(connection, job_id=job_id)
        if found is None:
            return None
        snapshot = await _snapshot(connection, services, found)
    snapshot.is_worker_away = found.state in WORKED and not await services.tasks.is_served()
    shrink_to_fit(snapshot, snapshot.recent)
    return found.company_id, snapshot


PROGRESS: Final = ThrottledProgress(name="bulk", read=_published, watched=BULK_PROGRESS, summary=BULK_SUMMARY)


async def find_job(connection: Connection, *, actor: Actor, job_id: UUID, locks: bool = False) -> StoredJob:
    """Raises NotFoundError, also for another company's job. `locks`: until the transaction ends."""
    return existing(await repository.find_job(connection, company_id=actor.company_id, job_id=job_id, locks=locks))


def _total(found: StoredJob, status: BulkRowFilter | None) -> int:
    """Take the total from the counters of the job: a page needs no COUNT. What is undone is done no more."""
    if status is None:
        return found.total
    return {
        BulkRowFilter.DONE: found.done - found.undone,
        BulkRowFilter.UNCHANGED: found.unchanged,
        BulkRowFilter.FAILED: found.failed,
        BulkRowFilter.UNDONE: found.undone,
    }[status]


async def _snapshot(connection: Connection, services: Services, found: StoredJob) -> BulkSnapshot:
    is_running = found.state is BulkState.PROCESSING and found.processed
    recent = await repository.recent_rows(connection, job_id=found.id) if is_running else []
    fields = await read_fields(connection, services, company_id=found.company_id) if found.own else BUILT_IN
    return BulkSnapshot(**dict(_present(found, fields)), recent=recent)


def _given(found: StoredJob, fields: FieldSet) -> dict[str, str | None]:
    """Return what a job sets. All who manage people read it: values that some of them may not see are dots."""
    given = {name: found.changes.get(name) for name in _SET}
    for slot, value in found.own.items():
        if field := fields.known.get(slot):
            given[field.name] = HIDDEN if ADMINISTRATORS - field.viewers else field.in_trail(value) or ""
    return given


def _present(found: StoredJob, fields: FieldSet) -> BulkJob:
    has_batch = found.batch_id is not None and found.batch_name is not None
    return BulkJob.model_validate(
        vars(found)
        | {
            "changes": _given(found, fields) if found.action is BulkAction.SET else None,
            "batch": {"id": found.batch_id, "name": found.batch_name} if has_batch else None,
            "stage": {"id": found.stage_id, "name": found.stage_name} if found.stage_id is not None else None,
            "started_by": person_of(found.started_by, found.starter_name),
            "undo_until": found.undo_until,
            "can_undo": found.can_be_undone,
            "eta_seconds": _seconds_left(found),
            "server_time": found.read_at,
        }
    )


def _seconds_left(found: StoredJob) -> int | None:
    if found.state is not BulkState.PROCESSING or not found.processed:
        return None
    took = (found.read_at - found.started_at).total_seconds()
    return round(took * (found.total - found.processed) / found.processed)


class WatchBulk(RequestSchema):
    bulk_id: UUID = Field(description="of the bulk job")


class WatchedBulk(ResponseSchema):
    snapshot: BulkSnapshot = Field(description="the present state of the job")


_WATCHED: Final = Watched(
    name="bulk",
    thing="job",
    most="20 jobs and imports",
    progress=BULK_PROGRESS,
    request=WatchBulk,
    answer=WatchedBulk,
    id_of=lambda request: request.bulk_id,
    read=read_job,
    too_many=TooManyJobsWatchedError,
)
BULK_WATCH, BULK_UNWATCH = _WATCHED.events()
