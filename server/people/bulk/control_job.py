"""Start a job on many people, cancel it, undo an ended one within a day, or say what starting or undoing would do."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof_for_many, require_fresh_proof_to_give
from server.company.audit.record import AuditAction, Subject, record_act, record_many
from server.people.account.account_rules import Editor, field_rules, read_given
from server.people.batches.change_batches import BatchArchivedError
from server.people.batches.repository import hold_open_batch, is_batch_open
from server.people.bulk import repository, rules, schemas
from server.people.bulk.read_job import PROGRESS, find_job, read_job
from server.people.bulk.repository import Selection, StoredJob
from server.people.bulk.run_job import BATCH_DELETED, notify_cancelled, run_bulk_job, undo_bulk_job
from server.people.chunks.chunk_repository import Step, begin_step, make_chunks
from server.people.fields.judge_values import NOT_OPEN
from server.people.fields.read_fields import read_fields
from server.people.fields.visible import edited_by
from server.people.list.list_repository import find_matching
from server.people.list.list_users import find_terms
from server.people.stages.define_stages import StageArchivedError
from server.people.stages.repository import find_stage
from server.platform.database.connections import Connection
from server.platform.database.ids import new_id
from server.platform.database.query_plans import plan_for_values
from server.platform.errors import ForbiddenError, ValidationFailedError, existing
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.services import Context, ServiceUnit, Unit
from server.vocabulary.field_kinds import Value
from server.vocabulary.fields import BUILT_IN, BULK_FIELDS, FIELD, POSITION, FieldSet
from server.vocabulary.identity import Actor
from server.vocabulary.own_fields import HIDDEN, OwnField
from server.vocabulary.profiles import covers_rights_of

# What one request can store in a few seconds.
MOST_PEOPLE: Final = 200_000
# From so many people on, what cannot be undone is confirmed by their number.
CONFIRMED_FROM: Final = 1_000
NOTHING_SELECTED: Final = "No person matches this selection."
TOO_MANY_SELECTED: Final = (
    f"More than {MOST_PEOPLE:,} people match this selection. Please narrow it down and work in parts."
)
UNCONFIRMED: Final = "This cannot be undone. Please confirm it with the number of people: {}."
_NAMED: Final = sorted(f"a {field.label.lower()}" for field in BULK_FIELDS)
NO_BATCH: Final = "Choose a batch"
NO_STAGE: Final = "Choose a stage"
OF_ONE_PERSON: Final = "Only one person may have a value of this field: it cannot be set for many"


async def preview_job(context: Context, request: schemas.BulkRequest) -> schemas.BulkPreview:
    """What the job would do now.

    Raises:
        ForbiddenError: the caller's profile has no right to the action, or may not give this profile.
        ValidationFailedError: a field is wrong, or too many people are selected.
    """
    order, actor = _read(context, request), context.actor
    async with context.unit_of_work() as unit:
        order, own = await _with_own(unit, request, order)
        people = await selected(unit, request.select)
        await _refuse_unfit_place(unit.connection, order, company_id=actor.company_id, holds=False)
        preview, _ = await estimate(unit.connection, people, order=order, actor=actor, own=own)
    return preview


async def start_job(
    context: Context, request: schemas.BulkRequest, *, call: IdempotentCall | None
) -> schemas.BulkStarted:
    """Store who is selected, and have workers do it.

    Raises:
        ForbiddenError: see preview_job.
        ValidationFailedError: see preview_job; no person matches; the number of people is to be confirmed.
        StepUpRequiredError: many people would lose their accounts, or become administrators.
        TooManyJobsError, IdempotencyKeyReusedError.
    """
    order = _read(context, request)
    async with context.unit_of_work() as unit:

        async def work() -> schemas.BulkStarted:
            return await _start(unit, request, order=order)

        return await once(unit.connection, work, call=call, answer=schemas.BulkStarted, keys=context.services.keys)


async def _start(unit: Unit[Context], request: schemas.BulkRequest, *, order: rules.Order) -> schemas.BulkStarted:
    connection, context, company_id = unit.connection, unit.context, unit.context.company_id
    await refuse_many_running(connection, company_id=company_id)
    order, own = await _with_own(unit, request, order)
    await _refuse_unfit_place(connection, order, company_id=company_id, holds=True)
    people = await selected(unit, request.select)
    preview, found = await estimate(connection, people, order=order, actor=context.actor, own=own)
    refuse_unconfirmed(order, preview, found=found, confirm=request.confirm)
    if order.action in rules.REMOVALS:
        await require_fresh_proof_for_many(connection, context, people=preview.allowed)
    await require_fresh_proof_to_give(connection, context, [order.changes.get("profile")])
    by = Editor.of(context.actor, address=unit.address)
    return schemas.BulkStarted(id=await begin_job(unit, people, order=order, by=by))


async def refuse_many_running(connection: Connection, *, company_id: UUID) -> None:
    """Raises TooManyJobsError."""
    if await repository.count_running(connection, company_id=company_id) >= rules.MOST_RUNNING:
        raise rules.TooManyJobsError


def refuse_unconfirmed(order: rules.Order, preview: schemas.BulkPreview, *, found: int, confirm: int | None) -> None:
    """Raises ValidationFailedError: no person matches, or what cannot be undone is to be confirmed by their number."""
    if not found:
        raise _refused("select", NOTHING_SELECTED)
    if order.action not in rules.UNDOABLE and preview.allowed >= CONFIRMED_FROM and confirm != preview.allowed:
        raise _refused("confirm", UNCONFIRMED.format(preview.allowed))


async def begin_job(unit: ServiceUnit, people: Selection, *, order: rules.Order, by: Editor) -> UUID:
    """Store the people and have workers do the job; its id. Plan for values in the transaction.

    Raises ValidationFailedError: they are more than a job can have.
    """
    connection, job_id = unit.connection, new_id()
    total = await repository.store_people(connection, people, job_id=job_id, most=MOST_PEOPLE)
    if total > MOST_PEOPLE:
        raise _refused("select", TOO_MANY_SELECTED)
    await repository.add_job(connection, order, job_id=job_id, by=by, total=total)
    await make_chunks(connection, work_id=job_id, last_row=total)
    added = await repository.find_job(connection, company_id=by.company_id, job_id=job_id)
    named = {} if added is None else {"batch": added.batch_name, "stage": added.stage_name}
    place = {name: value for name, value in named.items() if value is not None}
    fields = await read_fields(connection, unit.services, company_id=by.company_id) if order.own else BUILT_IN
    built_in = {name: value for name, value in order.changes.items() if name in FIELD}
    after = {"action": order.action.value, "people": total, **built_in, **fields.told(order.own), **place}
    entry = Subject(id=job_id, label=repository.people_label(total), before=None, after=after)
    await record_many(connection, [entry], action=AuditAction.BULK_STARTED, by=by)
    unit.enqueue(run_bulk_job.task(job_id=job_id))
    PROGRESS.announce(unit, job_id)
    return job_id


async def selected(unit: Unit[Context], selected: schemas.BulkSelection) -> Selection:
    """The selected people of the caller's company; `ids` may hold some that no account of it has."""
    actor = unit.context.actor
    if selected.filter is None:
        return repository.people_of_ids(selected.ids or [], company_id=actor.company_id)
    terms = await find_terms(unit.connection, unit.context, selected.filter)
    found = await find_matching(
        unit.connection, selected.filter, company_id=actor.company_id, zone=actor.zone, terms=terms
    )
    return repository.people_matching(found)


async def estimate(
    connection: Connection, people: Selection, *, order: rules.Order, actor: Actor, own: Sequence[OwnField] = ()
) -> tuple[schemas.BulkPreview, int]:
    """What the order would do now, and how many of the people the company has. Call it in a transaction.

    `own` are the company's own fields that it sets: whether a person's details become too large is not looked at.

    Raises ValidationFailedError: they are more than a job can have.
    """
    await plan_for_values(connection)
    editor, found = Editor.of(actor), 0
    counted: Counter[rules.BulkRowStatus] = Counter()
    refused: Counter[str | None] = Counter()
    for account, facts, number in await repository.count_groups(
        connection, people, order=order, actor_id=actor.user_id, own=own
    ):
        verdict = (
            rules.failed(rules.NOT_FOUND)
            if account is None
            else rules.judge(account, facts, order=order, editor=editor, own=own)
        )
        counted[verdict.status] += number
        found += 0 if account is None else number
        if verdict.message is not None:
            refused[verdict.message] += number
    if counted.total() > MOST_PEOPLE:
        raise _refused("select", TOO_MANY_SELECTED)
    preview = schemas.BulkPreview(
        total=counted.total(),
        allowed=counted[rules.BulkRowStatus.DONE],
        unchanged=counted[rules.BulkRowStatus.UNCHANGED],
        refused=[schemas.RefusedPeople(reason=reason, count=count) for reason, count in rules.most_first(refused)],
    )
    return preview, found


async def _refuse_unfit_place(connection: Connection, order: rules.Order, *, company_id: UUID, holds: bool) -> None:
    """`holds`: until the transaction ends the batch or stage stays as it is. A preview waits for none.

    Raises NotFoundError, BatchArchivedError, StageArchivedError.
    """
    if order.stage_id is not None:
        stage = await find_stage(connection, company_id=company_id, stage_id=order.stage_id, holds=holds)
        if existing(stage).is_archived:
            raise StageArchivedError
    if order.batch_id is None:
        return
    look = hold_open_batch if holds else is_batch_open
    is_open = existing(await look(connection, company_id=company_id, batch_id=order.batch_id))
    if not is_open and order.action is rules.BulkAction.ADD_TO_BATCH:
        raise BatchArchivedError


def _refused(field: str, sentence: str) -> ValidationFailedError:
    return ValidationFailedError(sentence, errors={field: sentence})


def _read(context: Context, request: schemas.BulkRequest) -> rules.Order:
    """The order that the request describes.

    Raises ForbiddenError: the caller has no right to the action, or may give this profile to no account; also
    ValidationFailedError.
    """
    if not context.actor.may(rules.permission_of(request.action)):
        raise ForbiddenError
    is_set, is_of_batch = request.action is rules.BulkAction.SET, request.action in rules.OF_BATCHES
    errors: dict[str, str] = {}
    if request.changes is not None and not is_set:
        errors["set"] = "Belongs to the action set alone"
    if (request.batch_id is not None) != is_of_batch:
        errors["batchId"] = NO_BATCH if is_of_batch else "Belongs to the actions of batches alone"
    is_move = request.action is rules.BulkAction.MOVE_STAGE
    if (request.stage_id is not None) != is_move:
        errors["stageId"] = NO_STAGE if is_move else "Belongs to moving people to a stage alone"
    if request.reason is not None and not is_move and request.action is not rules.BulkAction.REMOVE_FROM_BATCH:
        errors["reason"] = "Belongs to removing people from a batch, and to moving them to a stage"
    changes: dict[str, str | None] = {}
    if is_set:
        changes, problems = _read_changes(context, request.changes or schemas.BulkChanges())
        errors |= problems
    if errors:
        raise ValidationFailedError(errors=errors)
    return rules.Order(
        action=request.action,
        changes=changes,
        batch_id=request.batch_id,
        stage_id=request.stage_id,
        reason=request.reason,
    )


def _read_changes(context: Context, sent: schemas.BulkChanges) -> tuple[dict[str, str | None], dict[str, str]]:
    """(what is given, what is wrong with it)."""
    given: dict[str, str] = sent.model_dump(exclude_none=True, by_alias=True, exclude={"fields"})
    if not (given or sent.fields):
        return {}, {"set": f"Choose {', '.join(_NAMED[:-1])} or {_NAMED[-1]}"}
    values, errors = read_given(given, giver=context.actor.profile, rules=field_rules(context.services.settings))
    errors |= {name: FIELD[name].missing for name, value in values.items() if value is None}
    errors |= {name: FIELD[name].wrong for name in POSITION & errors.keys()}
    return values, {f"set.{name}": sentence for name, sentence in errors.items()}


async def _with_own(
    unit: Unit[Context], request: schemas.BulkRequest, order: rules.Order
) -> tuple[rules.Order, list[OwnField]]:
    """Return the order with what it gives of the company's own fields, and these. Raises ValidationFailedError."""
    given = (request.changes and request.changes.fields) or {}
    if not given:
        return order, []
    fields = await read_fields(unit.connection, unit.services, company_id=unit.context.company_id)
    by_key = {field.key: field for field in edited_by(fields, unit.context.actor.profile)}
    own, errors = dict[str, Value](), dict[str, str]()
    for key, value in given.items():
        field = by_key.get(key)
        if field is None or field.is_unique:
            problem: str | None = NOT_OPEN if field is None else OF_ONE_PERSON
        else:
            own[field.slot], problem = field.read_given(value) if value != HIDDEN else (None, field.wrong)
        if problem is not None:
            errors[f"set.fields.{key}"] = problem
    if errors:
        raise ValidationFailedError(errors=errors)
    return replace(order, changes={**order.changes, **own}), [by_key[key] for key in given]


NOT_ENDED: Final = "A change can be undone once it has ended."
NOT_UNDOABLE: Final = "This cannot be undone."
NOTHING_DONE: Final = "This has changed no account, so there is nothing to undo."
TOO_LATE: Final = "A change can be undone for 24 hours. This one ended before."
UNDONE_ALREADY: Final = "This change is undone already."
UNDONE: Final = frozenset({rules.BulkState.UNDOING, rules.BulkState.UNDONE})


async def cancel_job(context: Context, job_id: UUID) -> schemas.BulkSnapshot:
    """Stop a job. A chunk in flight is rolled back; what was done before stays. Cancelling twice is no error.

    Raises:
        NotFoundError, ForbiddenError: see _find.
        WrongJobStateError: it has ended already.
    """
    async with context.unit_of_work() as unit:
        found = await _find(unit.connection, job_id, actor=context.actor, locks=True)
        if found.state is rules.BulkState.PROCESSING:
            await repository.set_state(unit.connection, found, rules.BulkState.CANCELLED)
            after = {"state": rules.BulkState.CANCELLED.value, **found.counts}
            await record_act(unit, AuditAction.BULK_ENDED, subject_id=job_id, subject_label=found.label, after=after)
            await notify_cancelled(unit, found)
            PROGRESS.announce(unit, job_id)
        elif found.state is not rules.BulkState.CANCELLED:
            raise rules.WrongJobStateError("This change has ended already and cannot be cancelled.")
    return await read_job(context.services, context.actor, job_id)


async def preview_undo(context: Context, job_id: UUID) -> schemas.BulkUndoPreview:
    """How many people would be as before now, and why others would not.

    Raises:
        NotFoundError, ForbiddenError: see _find.
        WrongJobStateError: see undo_job; or it is undone already.
    """
    async with context.services.database.reading() as connection:
        found = await _find(connection, job_id, actor=context.actor, locks=False)
        if found.state in UNDONE:
            raise rules.WrongJobStateError(UNDONE_ALREADY)
        _refuse(found)
        fields = await read_fields(connection, context.services, company_id=context.company_id)
        counted = await count_undo(connection, found, actor=context.actor, fields=fields)
    return schemas.BulkUndoPreview(
        total=counted.total(),
        allowed=counted[None],
        refused=[schemas.RefusedPeople(reason=why, count=count) for why, count in rules.most_first(counted)],
    )


async def undo_job(context: Context, job_id: UUID) -> schemas.BulkSnapshot:
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
        found = await _find(unit.connection, job_id, actor=context.actor, locks=True)
        if found.state not in UNDONE:
            _refuse(found)
            if running >= rules.MOST_RUNNING:
                raise rules.TooManyJobsError
            if "profile" in found.changes:
                done = await repository.count_done(unit.connection, found, actor_id=context.user_id)
                await require_fresh_proof_to_give(unit.connection, context, (each.former for each, _ in done))
            await begin_undo(unit, found)
    return await read_job(context.services, context.actor, job_id)


async def begin_undo(unit: Unit[Context], found: StoredJob) -> None:
    """Have workers take back what a locked job, which has ended, has done."""
    await begin_step(unit.connection, work_id=found.id, step=Step.UNDO)
    await repository.set_state(unit.connection, found, rules.BulkState.UNDOING, undone_by=unit.context.user_id)
    after = {"action": found.action.value, "done": found.done}
    await record_act(unit, AuditAction.BULK_UNDO_STARTED, subject_id=found.id, subject_label=found.label, after=after)
    unit.enqueue(undo_bulk_job.task(job_id=found.id))
    PROGRESS.announce(unit, found.id)


async def _find(connection: Connection, job_id: UUID, *, actor: Actor, locks: bool) -> StoredJob:
    """The job that the caller may end or undo; `locks`: until the transaction ends.

    Raises ForbiddenError: the caller did not start it, and may give less than the user who did; also NotFoundError.
    """
    found = await find_job(connection, actor=actor, job_id=job_id, locks=locks)
    is_own = found.started_by == actor.user_id
    if not actor.may(rules.permission_of(found.action)) or not (
        is_own or covers_rights_of(actor.profile, found.starter_profile)
    ):
        raise ForbiddenError
    return found


def _refuse(found: StoredJob) -> None:
    if found.action not in rules.UNDOABLE:
        raise rules.WrongJobStateError(NOT_UNDOABLE)
    if found.state is rules.BulkState.PROCESSING:
        raise rules.WrongJobStateError(NOT_ENDED)
    if not found.done:
        raise rules.WrongJobStateError(NOTHING_DONE)
    if not found.can_be_undone:
        raise rules.WrongJobStateError(TOO_LATE)


async def count_undo(
    connection: Connection, found: StoredJob, *, actor: Actor, fields: FieldSet = BUILT_IN
) -> Counter[str | None]:
    """People that the job has changed, by why they would stay as they are; None: they would be as before."""
    editor = Editor.of(actor)
    closed = rules.why_closed(found, fields=fields, editor=editor)
    if found.action is rules.BulkAction.REMOVE_FROM_BATCH:
        is_open = None
        if found.batch_id is not None:
            is_open = await is_batch_open(connection, company_id=found.company_id, batch_id=found.batch_id)
        closed = {None: BATCH_DELETED, False: BatchArchivedError.message, True: None}[is_open]
    kept: Counter[str | None] = Counter()
    for since, people in await repository.count_done(connection, found, actor_id=actor.user_id):
        kept[rules.why_kept(since, editor=editor, action=found.action) or closed] += people
    return kept
