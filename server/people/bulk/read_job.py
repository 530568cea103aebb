"""The snapshot of a bulk job: fetched by pages, and published while it runs."""

from typing import Final
from uuid import UUID

from server.people.bulk import repository
from server.people.bulk.repository import Job
from server.people.bulk.row_repository import recent_rows
from server.people.bulk.schemas import BulkJob, BulkPage, BulkRow, BulkSnapshot, JobBatch, Starter
from server.people.bulk.states import BulkAction, BulkState
from server.platform.database.connections import Connection
from server.platform.errors import NotFoundError
from server.platform.schemas import PageQuery
from server.platform.services import Services
from server.vocabulary.fields import BULK_FIELDS
from server.vocabulary.identity import Identity

_ALL_KEPT: Final[dict[str, str | None]] = dict.fromkeys(field.name for field in BULK_FIELDS)


async def read_job(services: Services, *, identity: Identity, job_id: UUID) -> BulkSnapshot:
    """Raises NotFoundError, also for another company's job."""

    async def read(connection: Connection) -> BulkSnapshot:
        found = await repository.find_job(connection, company_id=identity.company_id, job_id=job_id)
        if found is None:
            raise NotFoundError
        return await _snapshot(connection, found)

    return await services.database.read_together((BulkSnapshot, identity.company_id, job_id), read)


async def read_snapshot(connection: Connection, *, job_id: UUID) -> tuple[UUID, BulkSnapshot] | None:
    """(company, snapshot) to publish."""
    found = await repository.get_job(connection, job_id=job_id)
    return None if found is None else (found.company_id, await _snapshot(connection, found))


async def list_jobs(services: Services, *, identity: Identity, query: PageQuery) -> BulkPage:
    async with services.database.reading() as connection:
        found, total = await repository.list_jobs(
            connection, company_id=identity.company_id, offset=query.offset, limit=query.page_size
        )
    return BulkPage(
        data=[present_job(each) for each in found],
        page=query.page,
        page_size=query.page_size,
        total=total,
        total_is_exact=True,
    )


async def _snapshot(connection: Connection, found: Job) -> BulkSnapshot:
    is_running = found.state is BulkState.PROCESSING and found.processed
    recent = await recent_rows(connection, job_id=found.id) if is_running else []
    return BulkSnapshot(**dict(present_job(found)), recent=[BulkRow.model_validate(row) for row in recent])


def present_job(found: Job) -> BulkJob:
    return BulkJob(
        id=found.id,
        action=found.action,
        changes=_ALL_KEPT | found.changes if found.action is BulkAction.SET else None,
        batch=_batch(found),
        state=found.state,
        total=found.total,
        processed=found.processed,
        done=found.done,
        unchanged=found.unchanged,
        failed=found.failed,
        undone=found.undone,
        started_by=_starter(found),
        started_at=found.started_at,
        finished_at=found.finished_at,
        undo_until=found.undo_until,
        can_undo=found.can_be_undone,
        eta_seconds=_seconds_left(found),
        version=found.version,
        server_time=found.read_at,
    )


def _batch(found: Job) -> JobBatch | None:
    if found.batch_id is None or found.batch_name is None:
        return None
    return JobBatch(id=found.batch_id, name=found.batch_name)


def _starter(found: Job) -> Starter | None:
    if found.started_by is None or found.starter_name is None:
        return None
    return Starter(id=found.started_by, full_name=found.starter_name)


def _seconds_left(found: Job) -> int | None:
    if found.state is not BulkState.PROCESSING or not found.processed:
        return None
    took = (found.read_at - found.started_at).total_seconds()
    return round(took * (found.total - found.processed) / found.processed)
