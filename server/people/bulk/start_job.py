"""Start a job on many people, or say what it would do."""

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof, require_fresh_proof_for_many
from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction
from server.people.account.account_rules import Editor
from server.people.batches.change_batches import BatchArchivedError
from server.people.batches.repository import hold_open_batch, is_batch_open
from server.people.bulk import repository
from server.people.bulk.orders import Order, read_order
from server.people.bulk.people_repository import count_groups, people_of_ids, store_people
from server.people.bulk.read_job import PROGRESS
from server.people.bulk.repository import people_label
from server.people.bulk.rules import NOT_FOUND, failed, judge, most_first
from server.people.bulk.run_job import run_bulk_job
from server.people.bulk.schemas import BulkPreview, BulkRequest, BulkSelection, BulkStarted, RefusedPeople
from server.people.bulk.states import (
    MOST_RUNNING,
    REMOVALS,
    UNDOABLE,
    BulkAction,
    BulkRowStatus,
    ConfirmationError,
    NothingSelectedError,
    TooManyJobsError,
    TooManySelectedError,
    permission_of,
)
from server.people.list.list_filters import Sort
from server.people.list.list_repository import Selection, matching, selection
from server.people.work.chunk_repository import make_chunks
from server.platform.database.connections import Connection
from server.platform.database.ids import new_ids
from server.platform.database.query_plans import plan_for_values
from server.platform.errors import ForbiddenError, NotFoundError
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.process.clock import zone_of
from server.platform.services import Context, Work
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import ADMINISTRATORS

# What one request can store in a few seconds.
MOST_PEOPLE: Final = 200_000
# From so many people on, what cannot be undone is confirmed by their number.
CONFIRMED_FROM: Final = 1_000


@dataclass(kw_only=True)
class Estimate:
    """What an order would do now."""

    total: int = 0
    found: int = 0
    allowed: int = 0
    unchanged: int = 0
    refused: Counter[str | None] = field(default_factory=Counter)


async def preview_job(context: Context, request: BulkRequest) -> BulkPreview:
    """What the job would do now.

    Raises:
        ForbiddenError: the caller's profile has no right to the action, or may not give this profile.
        ValidationFailedError: a field is wrong, or too many people are selected.

    """
    order, identity = _read(context, request), context.identity
    people = _selected(context, request.select)
    async with context.unit_of_work() as unit:
        await _refuse_unfit_batch(unit.connection, order, company_id=identity.company_id, holds=False)
        found = await _estimate(unit.connection, people, order=order, identity=identity)
    return BulkPreview(
        total=found.total,
        allowed=found.allowed,
        unchanged=found.unchanged,
        refused=[RefusedPeople(reason=reason, count=count) for reason, count in most_first(found.refused)],
    )


async def start_job(context: Context, request: BulkRequest, *, call: IdempotentCall | None) -> BulkStarted:
    """Store who is selected, and have workers do it.

    Raises:
        ForbiddenError, ValidationFailedError: see preview_job.
        NothingSelectedError, ConfirmationError: no person matches; the number of people is to be confirmed.
        StepUpRequiredError: many people would lose their accounts, or become administrators.
        TooManyJobsError: as many of the company's jobs are under way as may be.
        IdempotencyKeyReusedError: the key was used for something else.

    """
    order = _read(context, request)
    async with context.unit_of_work() as unit:

        async def work() -> BulkStarted:
            return await _start(unit, request, order=order)

        return await once(unit.connection, work, call=call, answer=BulkStarted, keys=context.services.keys)


def _read(context: Context, request: BulkRequest) -> Order:
    if not context.identity.may(permission_of(request.action)):
        raise ForbiddenError
    return read_order(request, identity=context.identity, settings=context.services.settings)


async def _start(unit: Work[Context], request: BulkRequest, *, order: Order) -> BulkStarted:
    connection, identity, company_id = unit.connection, unit.context.identity, unit.context.company_id
    if await repository.count_running(connection, company_id=company_id) >= MOST_RUNNING:
        raise TooManyJobsError
    await _refuse_unfit_batch(connection, order, company_id=company_id, holds=True)
    people = _selected(unit.context, request.select)
    found = await _estimate(connection, people, order=order, identity=identity)
    if not found.found:
        raise NothingSelectedError
    if order.action not in UNDOABLE and found.allowed >= CONFIRMED_FROM and request.confirm != found.allowed:
        raise ConfirmationError(found.allowed)
    await _require_proof(connection, found, order=order, identity=identity)
    [job_id] = new_ids(1)
    total = await store_people(connection, people, job_id=job_id, most=MOST_PEOPLE)
    if total > MOST_PEOPLE:
        raise TooManySelectedError(MOST_PEOPLE)
    await repository.add_job(connection, order, job_id=job_id, by=identity, total=total)
    await make_chunks(connection, work_id=job_id, last_row=total)
    added = await repository.find_job(connection, company_id=company_id, job_id=job_id)
    batch = {} if added is None or added.batch_id is None else {"batch": added.batch_name}
    await record_act(
        unit,
        AuditAction.BULK_STARTED,
        subject_id=job_id,
        subject_label=people_label(total),
        after={"action": order.action.value, "people": total, **order.changes, **batch},
    )
    unit.after_commit(partial(unit.services.jobs.enqueue, run_bulk_job.job(job_id=job_id)))
    PROGRESS.announce(unit, job_id)
    return BulkStarted(id=job_id)


def _selected(context: Context, selected: BulkSelection) -> Selection:
    """The selected people of the caller's company; `ids` may hold some that no account of it has."""
    if selected.filter is None:
        return people_of_ids(selected.ids or [], company_id=context.company_id)
    zone = zone_of(context.services.settings.phone_region)
    query = matching(selected.filter, company_id=context.company_id, zone=zone)
    # The order of the rows is that of ids, whatever the list's is.
    return selection(query, sort=Sort.CREATED)


async def _estimate(connection: Connection, people: Selection, *, order: Order, identity: Identity) -> Estimate:
    """Call it in a transaction.

    Raises:
        TooManySelectedError: they are more than a job can have.

    """
    await plan_for_values(connection)
    editor = Editor.of(identity)
    counted = Estimate()
    for group in await count_groups(connection, people, order=order, actor_id=identity.user_id):
        counted.total += group.people
        if group.account is None:
            verdict = failed(NOT_FOUND)
        else:
            counted.found += group.people
            verdict = judge(group.account, group.facts, order=order, editor=editor)
        if verdict.message is not None:
            counted.refused[verdict.message] += group.people
        elif verdict.status is BulkRowStatus.UNCHANGED:
            counted.unchanged += group.people
        else:
            counted.allowed += group.people
    if counted.total > MOST_PEOPLE:
        raise TooManySelectedError(MOST_PEOPLE)
    return counted


async def _refuse_unfit_batch(connection: Connection, order: Order, *, company_id: UUID, holds: bool) -> None:
    """`holds`: until the transaction ends the batch stays as it is. A preview waits for none.

    Raises:
        NotFoundError: the company has no batch of this id.
        BatchArchivedError: it takes no new people.

    """
    if order.batch_id is None:
        return
    look = hold_open_batch if holds else is_batch_open
    is_open = await look(connection, company_id=company_id, batch_id=order.batch_id)
    if is_open is None:
        raise NotFoundError
    if not is_open and order.action is BulkAction.ADD_TO_BATCH:
        raise BatchArchivedError


async def _require_proof(connection: Connection, found: Estimate, *, order: Order, identity: Identity) -> None:
    if order.action in REMOVALS:
        await require_fresh_proof_for_many(connection, identity, people=found.allowed)
    if order.wanted.get("profile") in ADMINISTRATORS:
        await require_fresh_proof(connection, identity)
