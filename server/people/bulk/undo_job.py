"""Undo an ended bulk job within a day: what would happen, and the start. Workers do it by chunks."""

from typing import Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof
from server.company.audit.repository import AuditAction, record
from server.people.account.account_rules import Editor
from server.people.bulk import repository
from server.people.bulk.authority import find_for_action, lock_for_action
from server.people.bulk.errors import TooManyJobsError, WrongJobStateError
from server.people.bulk.limits import MOST_RUNNING
from server.people.bulk.preview_undo import count_undo
from server.people.bulk.progress import PROGRESS
from server.people.bulk.read_job import read_job
from server.people.bulk.reasons import most_first
from server.people.bulk.repository import Job
from server.people.bulk.schemas import BulkSnapshot, BulkUndoPreview, RefusedPeople
from server.people.bulk.states import UNDOABLE, BulkState
from server.people.bulk.undo_chunks import undo_bulk_job
from server.platform.database.connections import Connection
from server.platform.services import Services
from server.vocabulary.identity import Identity

NOT_ENDED: Final = "A change can be undone once it has ended."
NOT_UNDOABLE: Final = "This cannot be undone."
NOTHING_DONE: Final = "This has changed no account, so there is nothing to undo."
TOO_LATE: Final = "A change can be undone for 24 hours. This one ended before."
UNDONE_ALREADY: Final = "This change is undone already."
UNDONE: Final = frozenset({BulkState.UNDOING, BulkState.UNDONE})


async def preview_undo(services: Services, *, identity: Identity, job_id: UUID) -> BulkUndoPreview:
    """How many people would be as before now, and why others would not.

    Raises:
        NotFoundError, ForbiddenError: see find_for_action.
        WrongJobStateError: see undo_job; or it is undone already.

    """
    async with services.database.reading() as connection:
        found = await find_for_action(connection, identity=identity, job_id=job_id)
        if found.state in UNDONE:
            raise WrongJobStateError(UNDONE_ALREADY)
        _refuse(found)
        editor = Editor(user_id=identity.user_id, profile=identity.profile)
        counted = await count_undo(connection, found, editor=editor)
    return BulkUndoPreview(
        total=counted.total(),
        allowed=counted[None],
        refused=[RefusedPeople(reason=why, count=count) for why, count in most_first(counted)],
    )


async def undo_job(services: Services, *, identity: Identity, job_id: UUID, address: str) -> BulkSnapshot:
    """Start to take back what has not been changed since. Repeated, it changes nothing.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongJobStateError: it has not ended, has done nothing, ended long ago, or is of a kind that stays.
        StepUpRequiredError: it gives people their former profiles, which may be administrators', and the caller's last
            proof is too old.
        TooManyJobsError: as many of the company's jobs are under way as may be.

    """
    async with services.database.unit_of_work() as unit:
        running = await repository.count_running(unit.connection, company_id=identity.company_id)
        found = await lock_for_action(unit.connection, identity=identity, job_id=job_id)
        if found.state not in UNDONE:
            _refuse(found)
            if running >= MOST_RUNNING:
                raise TooManyJobsError(MOST_RUNNING)
            if "profile" in found.changes:
                await require_fresh_proof(unit.connection, identity)
            await _begin(unit.connection, found, identity=identity, address=address)
            unit.after_commit(lambda: services.jobs.enqueue(undo_bulk_job.job(job_id=job_id)))
            unit.after_commit(lambda: PROGRESS.publish_now(services, job_id))
    return await read_job(services, identity=identity, job_id=job_id)


async def _begin(connection: Connection, found: Job, *, identity: Identity, address: str) -> None:
    await repository.mark_undoing(connection, company_id=found.company_id, job_id=found.id, undone_by=identity.user_id)
    await record(
        connection,
        action=AuditAction.BULK_UNDO_STARTED,
        by=identity,
        subject_id=found.id,
        subject_label=found.label,
        address=address,
        after={"action": found.action.value, "done": found.done},
    )


def _refuse(found: Job) -> None:
    if found.action not in UNDOABLE:
        raise WrongJobStateError(NOT_UNDOABLE)
    if found.state is BulkState.PROCESSING:
        raise WrongJobStateError(NOT_ENDED)
    if not found.done:
        raise WrongJobStateError(NOTHING_DONE)
    if not found.can_be_undone:
        raise WrongJobStateError(TOO_LATE)
