"""Undo a bulk job, chunk by chunk: the worker's part.

A chunk is claimed, judged, taken back and counted in one transaction, as it was done: a worker killed in it has changed
nothing, and a repeated job finds nothing to claim.
"""

from functools import partial
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.people.account.events import UsersChangeKind
from server.people.account.publish_change import announce_changes
from server.people.bulk import chunk_repository as repository
from server.people.bulk.chunk_repository import Chunk, ChunkRow, RowResult
from server.people.bulk.judge import NO_LONGER_ALLOWED
from server.people.bulk.progress import publish_chunk
from server.people.bulk.repository import get_job
from server.people.bulk.states import BulkRowStatus, permission_of
from server.people.bulk.take_back import take_back
from server.people.chunks.lanes import SLICE_SECONDS, run_lanes
from server.platform.database.connections import UnitOfWork
from server.platform.process.jobs import Queue, job
from server.platform.services import Services
from server.vocabulary.profiles import permissions_of


@job(Queue.WORK)
async def undo_bulk_job(services: Services, *, job_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    """Undo chunks for `seconds`; the rest is enqueued again."""
    undo_next = partial(undo_next_chunk, services, job_id=job_id)
    if await run_lanes(undo_next, work_id=job_id, seconds=seconds):
        await services.jobs.enqueue(undo_bulk_job.job(job_id=job_id))


async def undo_next_chunk(services: Services, *, job_id: UUID) -> bool:
    """Claim and undo one chunk; False where none was left to claim."""
    async with services.database.unit_of_work() as unit:
        connection = unit.connection
        chunk = await repository.claim_chunk_to_undo(connection, job_id=job_id)
        if chunk is None:
            return False
        rows = await repository.read_rows(connection, chunk, status=BulkRowStatus.DONE)
        kept = await _take_back(services, unit, chunk, rows=rows)
        results = [_result(each, kept.get(each.user_id)) for each in rows]
        if results:
            await repository.store_results(connection, results, job_id=job_id)
        undone = [each.user_id for each in rows if each.user_id not in kept]
        ended = await repository.finish_undoing(connection, chunk, undone=len(undone))
        if undone:
            kind = UsersChangeKind.UPDATED
            announce_changes(services, unit, kind=kind, company_id=chunk.company_id, user_ids=undone)
        await _announce(services, unit, chunk, ended=ended)
    return True


async def _take_back(services: Services, unit: UnitOfWork, chunk: Chunk, *, rows: list[ChunkRow]) -> dict[UUID, str]:
    """Why people of the chunk stay as they are; the others have what they had before the job."""
    if permission_of(chunk.order.action) not in permissions_of(chunk.editor.profile):
        return {each.user_id: NO_LONGER_ALLOWED for each in rows}
    return await take_back(services, unit, chunk, rows=rows) if rows else {}


def _result(row: ChunkRow, kept: str | None) -> RowResult:
    status = BulkRowStatus.UNDONE if kept is None else BulkRowStatus.DONE
    return RowResult(row.row, status, kept, row.before, row.version)


async def _announce(services: Services, unit: UnitOfWork, chunk: Chunk, *, ended: bool) -> None:
    if ended:
        await _record_end(unit, chunk)
    publish_chunk(services, unit, chunk.job_id, now=ended)


async def _record_end(unit: UnitOfWork, chunk: Chunk) -> None:
    found = await get_job(unit.connection, job_id=chunk.job_id)
    if found is not None:
        await record(
            unit.connection,
            action=AuditAction.BULK_UNDONE,
            company_id=found.company_id,
            actor_id=found.undone_by,
            subject_id=found.id,
            subject_label=found.label,
            after={"action": found.action.value, "undone": found.undone, "kept": found.done - found.undone},
        )
