"""Start a job on many people, or say what it would do."""

from typing import Any
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof, require_fresh_proof_for_many
from server.company.audit.repository import AuditAction, record
from server.people.bulk import chunk_repository, repository
from server.people.bulk.errors import ConfirmationError, TooManyJobsError, TooManySelectedError
from server.people.bulk.limits import CHUNK_ROWS, CONFIRMED_FROM, FIRST_CHUNK_ROWS, MOST_PEOPLE, MOST_RUNNING
from server.people.bulk.orders import Order, read_order
from server.people.bulk.progress import PROGRESS
from server.people.bulk.reasons import most_first
from server.people.bulk.repository import NewJob, people_label
from server.people.bulk.run_job import run_bulk_job
from server.people.bulk.schemas import BulkPreview, BulkRequest, BulkStarted, RefusedPeople
from server.people.bulk.select_people import Estimate, estimate, read_people, refuse_none, refuse_unfit_batch
from server.people.bulk.selection_repository import store_rows
from server.people.bulk.states import REMOVALS, UNDOABLE, permission_of
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import ForbiddenError
from server.platform.http.idempotency.once import once
from server.platform.http.idempotency.repository import IdempotentCall
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import ADMINISTRATORS


async def preview_job(services: Services, request: BulkRequest, *, identity: Identity) -> BulkPreview:
    """What the job would do now.

    Raises:
        ForbiddenError: the caller's profile has no right to the action, or may not give this profile.
        ValidationFailedError: a field is wrong, or too many people are selected.

    """
    order = _read(services, request, identity=identity)
    people = read_people(request.select, identity=identity, settings=services.settings)
    async with services.database.unit_of_work() as unit:
        await refuse_unfit_batch(unit.connection, order, company_id=identity.company_id, holds=False)
        found = await estimate(unit.connection, people, order=order, identity=identity)
    return BulkPreview(
        total=found.total,
        allowed=found.allowed,
        unchanged=found.unchanged,
        refused=[RefusedPeople(reason=reason, count=count) for reason, count in most_first(found.refused)],
    )


async def start_job(
    services: Services, request: BulkRequest, *, identity: Identity, address: str, call: IdempotentCall | None
) -> BulkStarted:
    """Store who is selected, and have workers do it.

    Raises:
        ForbiddenError, ValidationFailedError: see preview_job.
        NothingSelectedError, ConfirmationError: no person matches; the number of people is to be confirmed.
        StepUpRequiredError: many people would lose their accounts, or become administrators.
        TooManyJobsError: as many of the company's jobs are under way as may be.
        IdempotencyKeyReusedError: the key was used for something else.

    """
    order = _read(services, request, identity=identity)
    async with services.database.unit_of_work() as unit:

        async def work() -> BulkStarted:
            return await _start(services, unit, request, order=order, identity=identity, address=address)

        return await once(unit.connection, work, call=call, answer=BulkStarted, keys=services.keys)


def _read(services: Services, request: BulkRequest, *, identity: Identity) -> Order:
    if not identity.may(permission_of(request.action)):
        raise ForbiddenError
    return read_order(request, identity=identity, settings=services.settings)


async def _start(
    services: Services, unit: UnitOfWork, request: BulkRequest, *, order: Order, identity: Identity, address: str
) -> BulkStarted:
    connection, company_id = unit.connection, identity.company_id
    if await repository.count_running(connection, company_id=company_id) >= MOST_RUNNING:
        raise TooManyJobsError(MOST_RUNNING)
    await refuse_unfit_batch(connection, order, company_id=company_id, holds=True)
    people = read_people(request.select, identity=identity, settings=services.settings)
    found = await estimate(connection, people, order=order, identity=identity)
    refuse_none(found)
    _refuse_unconfirmed(request, found, order=order)
    await _require_proof(connection, found, order=order, identity=identity)
    new = NewJob(
        company_id=company_id,
        action=order.action,
        changes=order.changes,
        batch_id=order.batch_id,
        started_by=identity.user_id,
        starter_profile=identity.profile,
    )
    job_id = await repository.add_job(connection, new)
    total = await store_rows(connection, people, job_id=job_id, most=MOST_PEOPLE)
    if total > MOST_PEOPLE:
        raise TooManySelectedError(MOST_PEOPLE)
    await chunk_repository.make_chunks(
        connection, company_id=company_id, job_id=job_id, total=total, rows=CHUNK_ROWS, first_rows=FIRST_CHUNK_ROWS
    )
    batch = await _audited_batch(connection, company_id=company_id, job_id=job_id)
    await record(
        connection,
        action=AuditAction.BULK_STARTED,
        by=identity,
        subject_id=job_id,
        subject_label=people_label(total),
        address=address,
        after={"action": order.action.value, "people": total, **order.changes, **batch},
    )
    unit.after_commit(lambda: services.jobs.enqueue(run_bulk_job.job(job_id=job_id)))
    unit.after_commit(lambda: PROGRESS.publish_now(services, job_id))
    return BulkStarted(id=job_id)


async def _require_proof(connection: Connection, found: Estimate, *, order: Order, identity: Identity) -> None:
    if order.action in REMOVALS:
        await require_fresh_proof_for_many(connection, identity, people=found.allowed)
    if order.wanted.get("profile") in ADMINISTRATORS:
        await require_fresh_proof(connection, identity)


def _refuse_unconfirmed(request: BulkRequest, found: Estimate, *, order: Order) -> None:
    needs_number = order.action not in UNDOABLE and found.allowed >= CONFIRMED_FROM
    if needs_number and request.confirm != found.allowed:
        raise ConfirmationError(found.allowed)


async def _audited_batch(connection: Connection, *, company_id: UUID, job_id: UUID) -> dict[str, Any]:
    """The batch that the job is about, by its name."""
    found = await repository.find_job(connection, company_id=company_id, job_id=job_id)
    return {} if found is None or found.batch_id is None else {"batch": found.batch_name}
