"""Cancel a bulk job, or undo an ended one within a day by chunks, and notify the account that started it."""

from collections import Counter
from typing import Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction
from server.people.account.account_rules import Editor
from server.people.batches.change_batches import BatchArchivedError
from server.people.batches.repository import is_batch_open
from server.people.bulk import repository
from server.people.bulk.end_notices import notify_cancelled
from server.people.bulk.people_repository import count_done, count_moved
from server.people.bulk.read_job import PROGRESS, read_job
from server.people.bulk.repository import StoredJob
from server.people.bulk.rules import (
    MOST_RUNNING,
    OF_BATCHES,
    UNDOABLE,
    BulkAction,
    BulkState,
    TooManyJobsError,
    WrongJobStateError,
    most_first,
    permission_of,
    why_kept,
)
from server.people.bulk.run_job import BATCH_DELETED, undo_bulk_job
from server.people.bulk.schemas import BulkSnapshot, BulkUndoPreview, RefusedPeople
from server.people.work.chunk_repository import Step, begin_step
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotFoundError
from server.platform.services import Context
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import covers_rights_of

NOT_RUNNING: Final = "This change has ended already and cannot be cancelled."
NOT_ENDED: Final = "A change can be undone once it has ended."
NOT_UNDOABLE: Final = "This cannot be undone."
NOTHING_DONE: Final = "This has changed no account, so there is nothing to undo."
TOO_LATE: Final = "A change can be undone for 24 hours. This one ended before."
UNDONE_ALREADY: Final = "This change is undone already."
UNDONE: Final = frozenset({BulkState.UNDOING, BulkState.UNDONE})


async def cancel_job(context: Context, job_id: UUID) -> BulkSnapshot:
    """Stop a job. A chunk in flight is rolled back; what was done before stays. Cancelling twice is no error.

    Raises:
        NotFoundError, ForbiddenError: see _find.
        WrongJobStateError: it has ended already.

    """
    async with context.unit_of_work() as unit:
        found = await _find(unit.connection, job_id, identity=context.identity, locks=True)
        if found.state is BulkState.PROCESSING:
            await repository.set_state(unit.connection, found, BulkState.CANCELLED)
            after = {"state": BulkState.CANCELLED.value, **found.counts}
            await record_act(unit, AuditAction.BULK_ENDED, subject_id=job_id, subject_label=found.label, after=after)
            await notify_cancelled(unit, found)
            PROGRESS.announce(unit, job_id)
        elif found.state is not BulkState.CANCELLED:
            raise WrongJobStateError(NOT_RUNNING)
    return await read_job(context.services, identity=context.identity, job_id=job_id)


async def preview_undo(context: Context, job_id: UUID) -> BulkUndoPreview:
    """How many people would be as before now, and why others would not.

    Raises:
        NotFoundError, ForbiddenError: see _find.
        WrongJobStateError: see undo_job; or it is undone already.

    """
    async with context.services.database.reading() as connection:
        found = await _find(connection, job_id, identity=context.identity, locks=False)
        if found.state in UNDONE:
            raise WrongJobStateError(UNDONE_ALREADY)
        _refuse(found)
        counted = await _count_undo(connection, found, identity=context.identity)
    return BulkUndoPreview(
        total=counted.total(),
        allowed=counted[None],
        refused=[RefusedPeople(reason=why, count=count) for why, count in most_first(counted)],
    )


async def undo_job(context: Context, job_id: UUID) -> BulkSnapshot:
    """Start to take back what has not been changed since. Repeated, it changes nothing.

    Raises:
        NotFoundError, ForbiddenError: see _find.
        WrongJobStateError: it has not ended, has done nothing, ended long ago, or is of a kind that stays.
        StepUpRequiredError: it gives people their former profiles, which may be administrators', and the caller's last
            proof is too old.
        TooManyJobsError: as many of the company's jobs are under way as may be.

    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        running = await repository.count_running(unit.connection, company_id=company_id)
        found = await _find(unit.connection, job_id, identity=context.identity, locks=True)
        if found.state not in UNDONE:
            _refuse(found)
            if running >= MOST_RUNNING:
                raise TooManyJobsError
            if "profile" in found.changes:
                await require_fresh_proof(unit.connection, context.identity)
            await begin_step(unit.connection, work_id=job_id, step=Step.UNDO)
            await repository.set_state(unit.connection, found, BulkState.UNDOING, undone_by=context.user_id)
            after = {"action": found.action.value, "done": found.done}
            action = AuditAction.BULK_UNDO_STARTED
            await record_act(unit, action, subject_id=job_id, subject_label=found.label, after=after)
            unit.enqueue(undo_bulk_job.job(job_id=job_id))
            PROGRESS.announce(unit, job_id)
    return await read_job(context.services, identity=context.identity, job_id=job_id)


async def _find(connection: Connection, job_id: UUID, *, identity: Identity, locks: bool) -> StoredJob:
    """The job that the caller may end or undo; `locks`: until the transaction ends.

    Raises:
        NotFoundError: there is none in this company.
        ForbiddenError: the caller did not start it, and may give less than the user who did.

    """
    found = await repository.find_job(connection, company_id=identity.company_id, job_id=job_id, locks=locks)
    if found is None:
        raise NotFoundError
    is_own = found.started_by == identity.user_id
    if not identity.may(permission_of(found.action)) or not (
        is_own or covers_rights_of(identity.profile, found.starter_profile)
    ):
        raise ForbiddenError
    return found


def _refuse(found: StoredJob) -> None:
    if found.action not in UNDOABLE:
        raise WrongJobStateError(NOT_UNDOABLE)
    if found.state is BulkState.PROCESSING:
        raise WrongJobStateError(NOT_ENDED)
    if not found.done:
        raise WrongJobStateError(NOTHING_DONE)
    if not found.can_be_undone:
        raise WrongJobStateError(TOO_LATE)


async def _count_undo(connection: Connection, found: StoredJob, *, identity: Identity) -> Counter[str | None]:
    """People that the job has changed, by why they would stay as they are; None: they would be as before."""
    editor = Editor.of(identity)
    is_of_batch = found.action in OF_BATCHES
    closed = await _why_closed(connection, found) if is_of_batch else None
    count = count_moved if is_of_batch else count_done
    kept: Counter[str | None] = Counter()
    for since, people in await count(connection, found, actor_id=identity.user_id):
        kept[why_kept(since, editor=editor, action=found.action) or closed] += people
    return kept


async def _why_closed(connection: Connection, found: StoredJob) -> str | None:
    """Why the batch takes none of its people back."""
    if found.action is BulkAction.ADD_TO_BATCH:
        return None
    if found.batch_id is None:
        return BATCH_DELETED
    is_open = await is_batch_open(connection, company_id=found.company_id, batch_id=found.batch_id)
    if is_open is None:
        return BATCH_DELETED
    return None if is_open else BatchArchivedError.message
