"""Cancel a bulk job."""

from typing import Final
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.people.bulk import repository
from server.people.bulk.authority import lock_for_action
from server.people.bulk.end_notices import notify_cancelled
from server.people.bulk.errors import WrongJobStateError
from server.people.bulk.progress import PROGRESS
from server.people.bulk.read_job import read_job
from server.people.bulk.schemas import BulkSnapshot
from server.people.bulk.states import BulkState
from server.platform.services import Services
from server.vocabulary.identity import Identity

NOT_RUNNING: Final = "This change has ended already and cannot be cancelled."


async def cancel_job(services: Services, *, identity: Identity, job_id: UUID, address: str) -> BulkSnapshot:
    """Stop a job. A chunk in flight is rolled back; what was done before stays. Cancelling twice is no error.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongJobStateError: it has ended already.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=identity, job_id=job_id)
        if found.state is BulkState.PROCESSING:
            await repository.mark_cancelled(unit.connection, company_id=identity.company_id, job_id=job_id)
            await record(
                unit.connection,
                action=AuditAction.BULK_ENDED,
                by=identity,
                subject_id=job_id,
                subject_label=found.label,
                address=address,
                after={"state": BulkState.CANCELLED.value, **found.counts},
            )
            await notify_cancelled(services, unit, found, by=identity)
            unit.after_commit(lambda: PROGRESS.publish_now(services, job_id))
        elif found.state is not BulkState.CANCELLED:
            raise WrongJobStateError(NOT_RUNNING)
    return await read_job(services, identity=identity, job_id=job_id)
