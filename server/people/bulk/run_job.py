"""A job on many people: start it, cancel it, undo an ended one within a day, or say what starting or undoing would do.

Workers do it, and undo it, chunk by chunk, and notify the user who started it of its end. The rules say for which
locked accounts an action is done, or taken back.
"""

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID

from server.access.factors.fresh_proof import require_fresh_proof, require_fresh_proof_for_many
from server.access.sessions.end_sessions import end_sessions_of_many
from server.access.sessions.events import SessionEndReason
from server.company.audit.record import AuditAction, Subject, record_act, record_many
from server.messaging.messages.kinds import MessageKind
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.repository import Notice
from server.people.account.account_rules import (
    Account,
    Change,
    Editor,
    change_of,
    field_rules,
    is_super_admin,
    profile_of,
    read_given,
    takes_a_super_admin,
)
from server.people.account.change_accounts import change_accounts, delete_accounts, super_admins_to_keep
from server.people.account.errors import LastSuperAdminError
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.notify_end import MAIL_AFTER, EndMail, notify_end
from server.people.account.repository import Invited, lock_accounts, mark_invitations_queued
from server.people.batches.change_batches import BatchArchivedError, BatchesChangeKind, add_people, announce_batches
from server.people.batches.repository import hold_open_batch, is_batch_open, remove_members
from server.people.bulk import repository
from server.people.bulk.read_job import PROGRESS, find_job, read_job
from server.people.bulk.repository import ChunkRow, Selection, StoredJob
from server.people.bulk.rules import (
    CHANGED,
    DELETED,
    DELETED_SINCE,
    MOST_RUNNING,
    NO_LONGER_ALLOWED,
    NOT_FOUND,
    OF_BATCHES,
    REMOVALS,
    UNCHANGED,
    UNDOABLE,
    BulkAction,
    BulkRowStatus,
    BulkState,
    Order,
    Since,
    TooManyJobsError,
    Verdict,
    WrongJobStateError,
    failed,
    judge,
    most_first,
    permission_of,
    why_kept,
)
from server.people.bulk.schemas import (
    BulkChanges,
    BulkPreview,
    BulkRequest,
    BulkSelection,
    BulkSnapshot,
    BulkStarted,
    BulkUndoPreview,
    RefusedPeople,
)
from server.people.invitations.invite_user import invite_activated, queue_invitations
from server.people.invitations.limits import STOPPED, remembered_as
from server.people.invitations.repository import Recipient, find_stopped
from server.people.list.list_repository import matching
from server.people.work.chunk_repository import Chunk, Step, begin_step, make_chunks
from server.people.work.engine import SLICE_SECONDS, ChunkOperation, WorkCancelledError, run_work
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.database.ids import new_ids
from server.platform.database.query_plans import plan_for_values
from server.platform.errors import ForbiddenError, NotFoundError, ValidationFailedError
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.process.clock import zone_of
from server.platform.process.jobs import Queue, job
from server.platform.services import Context, Services, ServiceWork, Work
from server.vocabulary.fields import BULK_FIELDS, FIELD, POSITION
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Identity
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.profiles import ADMINISTRATORS, covers_rights_of, permissions_of

BATCH_DELETED: Final = "The batch has been deleted meanwhile"

Verdicts: TypeAlias = Mapping[UUID, Verdict]
Accounts: TypeAlias = Sequence[Account]


async def take_back(
    unit: ServiceWork, job: StoredJob, *, chunk: Chunk, rows: Sequence[ChunkRow], accounts: Mapping[UUID, Account]
) -> dict[UUID, str]:
    """Why people of these rows stay as they are; the others have what they had before the job."""
    if job.action in OF_BATCHES:
        return await _take_back_of_batch(unit, job, chunk=chunk, rows=rows, accounts=accounts)
    kept: dict[UUID, str] = {}
    changes: list[Change] = []
    for row in rows:
        account = accounts.get(row.user_id)
        if account is None:
            kept[row.user_id] = DELETED_SINCE
            continue
        # What has not been changed since has what the job gave it. Of an active flag nothing is kept: what was changed
        # had the other one.
        former = row.before or {name: not value for name, value in job.wanted.items()}
        change = Change(account, {name: account.value(name) for name in former}, former)
        is_changed = account.version != row.version
        since = Since(account, is_changed=is_changed, former=profile_of(change.value("profile")))
        if why := why_kept(since, editor=job.editor, action=job.action):
            kept[row.user_id] = why
        else:
            changes.append(change)
    leaving = [each.account.id for each in changes if takes_a_super_admin(each)]
    staying = await super_admins_to_keep(unit.connection, company_id=job.company_id, leaving=leaving)
    if taken := [each for each in changes if each.account.id not in staying]:
        await change_accounts(unit, taken, by=job.editor)
    return kept | dict.fromkeys(staying, LastSuperAdminError.message)


async def _take_back_of_batch(
    unit: ServiceWork, job: StoredJob, *, chunk: Chunk, rows: Sequence[ChunkRow], accounts: Mapping[UUID, Account]
) -> dict[UUID, str]:
    added_at = await repository.read_added_at(unit.connection, job, [each.user_id for each in rows])
    kept: dict[UUID, str] = {}
    for each in rows:
        since = Since(accounts.get(each.user_id), added_at=added_at.get(each.user_id), done_at=chunk.done_at)
        if why := why_kept(since, editor=job.editor, action=job.action):
            kept[each.user_id] = why
    taken = [accounts[each.user_id] for each in rows if each.user_id not in kept]
    if not taken:
        return kept
    opposite = _remove_from_batch if job.action is BulkAction.ADD_TO_BATCH else _add_to_batch
    outcomes = await opposite(unit, job, taken)
    return kept | {user_id: each.message for user_id, each in outcomes.items() if each.message is not None}


async def _change(unit: ServiceWork, job: StoredJob, accounts: Accounts) -> Verdicts:
    changes = [change_of(each, job.wanted) for each in accounts]
    versions = await change_accounts(unit, changes, by=job.editor)
    await invite_activated(unit, changes, company_id=job.company_id)
    keeps = job.action is BulkAction.SET
    return {
        each.account.id: Verdict(before=each.before if keeps else None, version=versions[each.account.id])
        for each in changes
    }


async def _delete(unit: ServiceWork, job: StoredJob, accounts: Accounts) -> Verdicts:
    await delete_accounts(unit, accounts, by=job.editor)
    return {each.id: CHANGED for each in accounts}


async def _invite(unit: ServiceWork, job: StoredJob, accounts: Accounts) -> Verdicts:
    """Each gets a new password. The sender keeps the limits, as of every invitation."""
    connection, company_id = unit.connection, job.company_id
    recipients = [Recipient(each.id, company_id, remembered_as(each.contact)) for each in accounts]
    stopped = await find_stopped(connection, recipients)
    concerned = [each for each in accounts if each.id not in stopped]
    before = await mark_invitations_queued(connection, [each.id for each in concerned], company_id=company_id)
    invited = [Invited(each.id, each.contact) for each in concerned]
    await queue_invitations(unit, invited, company_id=company_id)
    entries = [
        _subject(each, {"invitation": before[each.id]}, {"invitation": Invitation.QUEUED.value}) for each in concerned
    ]
    await record_many(unit.connection, entries, action=AuditAction.USER_INVITED, by=job.editor)
    return {each.id: failed(STOPPED) if each.id in stopped else CHANGED for each in accounts}


async def _sign_out(unit: ServiceWork, job: StoredJob, accounts: Accounts) -> Verdicts:
    """People whose last session has ended meanwhile are unchanged."""
    ended: defaultdict[UUID, list[str]] = defaultdict(list)
    user_ids, reason = [each.id for each in accounts], SessionEndReason.REVOKED
    for session in await end_sessions_of_many(unit, company_id=job.company_id, user_ids=user_ids, reason=reason):
        ended[session.user_id].append(str(session.id))
    entries = [_subject(each, None, {"sessions": ended[each.id]}) for each in accounts if each.id in ended]
    await record_many(unit.connection, entries, action=AuditAction.SESSION_REVOKED, by=job.editor)
    return {each.id: CHANGED if each.id in ended else UNCHANGED for each in accounts}


async def _add_to_batch(unit: ServiceWork, job: StoredJob, accounts: Accounts) -> Verdicts:
    """People who are in the batch by now are unchanged; where it is archived or deleted meanwhile, all fail."""
    batch_id, user_ids = job.batch_id, [each.id for each in accounts]
    if batch_id is None:
        return dict.fromkeys(user_ids, failed(BATCH_DELETED))
    try:
        added = await add_people(unit.connection, user_ids, company_id=job.company_id, batch_id=batch_id)
    except BatchArchivedError as error:
        return dict.fromkeys(user_ids, failed(error.shown))
    except NotFoundError:
        return dict.fromkeys(user_ids, failed(BATCH_DELETED))
    return await _moved(unit, job, accounts, moved=set(added), is_in=True)


async def _remove_from_batch(unit: ServiceWork, job: StoredJob, accounts: Accounts) -> Verdicts:
    """People who are out of the batch by now are unchanged, as all are of a batch that has been deleted."""
    batch_id, user_ids = job.batch_id, [each.id for each in accounts]
    if batch_id is None:
        return dict.fromkeys(user_ids, UNCHANGED)
    removed = await remove_members(unit.connection, user_ids, company_id=job.company_id, batch_id=batch_id)
    return await _moved(unit, job, accounts, moved=set(removed), is_in=False)


async def _moved(
    unit: ServiceWork, job: StoredJob, accounts: Accounts, *, moved: Collection[UUID], is_in: bool
) -> Verdicts:
    """Record and publish who is in the batch now, or out of it."""
    places = ({"batch": None}, {"batch": job.batch_name})
    before, after = places if is_in else places[::-1]
    entries = [_subject(each, before, after) for each in accounts if each.id in moved]
    if entries and job.batch_id is not None:
        action = AuditAction.USER_ADDED_TO_BATCH if is_in else AuditAction.USER_REMOVED_FROM_BATCH
        await record_many(unit.connection, entries, action=action, by=job.editor)
        announce_batches(unit, company_id=job.company_id, kind=BatchesChangeKind.MEMBERS, ids=[job.batch_id])
    return {each.id: CHANGED if each.id in moved else UNCHANGED for each in accounts}


def _subject(account: Account, before: dict[str, Any] | None, after: dict[str, Any]) -> Subject:
    return Subject(id=account.id, label=mask_label(account.label), before=before, after=after)


_ACTIONS: Final[Mapping[BulkAction, Callable[[ServiceWork, StoredJob, Accounts], Awaitable[Verdicts]]]] = {
    BulkAction.SET: _change,
    BulkAction.ACTIVATE: _change,
    BulkAction.DEACTIVATE: _change,
    BulkAction.DELETE: _delete,
    BulkAction.INVITE: _invite,
    BulkAction.SIGN_OUT: _sign_out,
    BulkAction.ADD_TO_BATCH: _add_to_batch,
    BulkAction.REMOVE_FROM_BATCH: _remove_from_batch,
}


Counted: TypeAlias = Counter[BulkRowStatus]


@job(Queue.WORK)
async def run_bulk_job(services: Services, *, job_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    await run_work(services, BULK_RUN, job_id, again=run_bulk_job.job(job_id=job_id), seconds=seconds)


@job(Queue.WORK)
async def undo_bulk_job(services: Services, *, job_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    await run_work(services, BULK_UNDO, job_id, again=undo_bulk_job.job(job_id=job_id), seconds=seconds)


class _OfJob(ChunkOperation[StoredJob, Counted]):
    progress = PROGRESS

    async def read_order(self, connection: Connection, work_id: UUID) -> StoredJob | None:
        return await repository.get_job(connection, job_id=work_id, step=self.step)

    async def count(self, connection: Connection, order: StoredJob, result: Counted) -> None:
        if not await repository.count_chunk(connection, order, counted=result):
            raise WorkCancelledError


class RunJob(_OfJob):
    """Judge the people of a chunk by the rights that the starter has now, and do the action to those it concerns."""

    step = Step.RUN

    async def do_rows(self, unit: ServiceWork, order: StoredJob, *, chunk: Chunk) -> Counted:
        connection, action = unit.connection, order.action
        rows = await repository.read_rows(connection, chunk, status=BulkRowStatus.WAITING)
        accounts = await _lock(unit, order, rows)
        facts = await repository.read_facts(connection, order, list(accounts))
        judged = {each.user_id: failed(DELETED if each.was_found else NOT_FOUND) for each in rows} | {
            user_id: judge(account, facts[user_id], order=order, editor=order.editor)
            for user_id, account in accounts.items()
        }
        to_do = [each for user_id, each in accounts.items() if judged[user_id].status is BulkRowStatus.DONE]
        leaving = [each.id for each in to_do if is_super_admin(each) and _takes_away(each, order)]
        staying = await super_admins_to_keep(connection, company_id=order.company_id, leaving=leaving)
        judged |= dict.fromkeys(staying, failed(LastSuperAdminError.message))
        concerned = [each for each in to_do if each.id not in staying]
        done = await _ACTIONS[order.action](unit, order, concerned) if concerned else {}
        changed = [user_id for user_id, each in done.items() if each.status is BulkRowStatus.DONE]
        # The list of people shows nothing of sessions.
        if changed and action is not BulkAction.SIGN_OUT:
            kind = UsersChangeKind.DELETED if action is BulkAction.DELETE else UsersChangeKind.UPDATED
            announce_changes(unit, kind=kind, company_id=order.company_id, user_ids=changed)
        outcomes = [(each.row, done.get(each.user_id, judged[each.user_id])) for each in rows]
        await repository.store_outcomes(connection, outcomes, job_id=chunk.work_id)
        return Counter(each.status for _, each in outcomes)

    async def end(self, unit: ServiceWork, order: StoredJob) -> None:
        found = await repository.set_state(unit.connection, order, BulkState.COMPLETED)
        await notify_completed(unit, found)
        after = {"state": found.state.value, **found.counts}
        entry = Subject(id=found.id, label=found.label, before=None, after=after)
        await record_many(unit.connection, [entry], action=AuditAction.BULK_ENDED, by=order.editor)


class UndoJob(_OfJob):
    """Give the people of a chunk what they had before the job, where nothing of it has been changed since."""

    step = Step.UNDO

    async def do_rows(self, unit: ServiceWork, order: StoredJob, *, chunk: Chunk) -> Counted:
        rows = await repository.read_rows(unit.connection, chunk, status=BulkRowStatus.DONE)
        if permission_of(order.action) in permissions_of(order.editor.profile):
            accounts = await _lock(unit, order, rows)
            kept = await take_back(unit, order, chunk=chunk, rows=rows, accounts=accounts)
        else:
            kept = {each.user_id: NO_LONGER_ALLOWED for each in rows}
        undone = [each.user_id for each in rows if each.user_id not in kept]
        outcomes = []
        for each in rows:
            status = BulkRowStatus.DONE if each.user_id in kept else BulkRowStatus.UNDONE
            outcomes.append((each.row, Verdict(status, kept.get(each.user_id), each.before, each.version)))
        await repository.store_outcomes(unit.connection, outcomes, job_id=chunk.work_id)
        if undone:
            kind = UsersChangeKind.UPDATED
            announce_changes(unit, kind=kind, company_id=order.company_id, user_ids=undone)
        return Counter({BulkRowStatus.UNDONE: len(undone)})

    async def end(self, unit: ServiceWork, order: StoredJob) -> None:
        found = await repository.set_state(unit.connection, order, BulkState.UNDONE)
        after = {"action": found.action.value, "undone": found.undone, "kept": found.done - found.undone}
        entry = Subject(id=found.id, label=found.label, before=None, after=after)
        await record_many(unit.connection, [entry], action=AuditAction.BULK_UNDONE, by=order.editor)


BULK_RUN, BULK_UNDO = RunJob(), UndoJob()


async def _lock(unit: UnitOfWork, order: StoredJob, rows: Sequence[ChunkRow]) -> dict[UUID, Account]:
    return await lock_accounts(
        unit.connection,
        [each.user_id for each in rows],
        company_id=order.company_id,
        to_delete=order.action is BulkAction.DELETE,
    )


def _takes_away(account: Account, order: StoredJob) -> bool:
    """Whether a Super Admin stops being an active one."""
    return order.action is BulkAction.DELETE or takes_a_super_admin(change_of(account, order.wanted))


NONE_FAILED: Final = "None failed."
NONE_CHANGED: Final = "No account had been changed."
# What the action has done to people.
_DID: Final[Mapping[BulkAction, str]] = {
    BulkAction.SET: "changed",
    BulkAction.ACTIVATE: "activated",
    BulkAction.DEACTIVATE: "deactivated",
    BulkAction.DELETE: "deleted",
    BulkAction.INVITE: "invited",
    BulkAction.SIGN_OUT: "logged out",
    BulkAction.ADD_TO_BATCH: "added to a batch",
    BulkAction.REMOVE_FROM_BATCH: "removed from a batch",
}


async def notify_completed(unit: ServiceWork, found: StoredJob) -> None:
    """`found` is its final state."""
    failed = f"{repository.people_label(found.failed)} failed. The results say why." if found.failed else NONE_FAILED
    unchanged = f"{repository.people_label(found.unchanged)} stayed unchanged."
    notice = Notice(
        kind=NotificationKind.BULK_FINISHED,
        title=f"{repository.people_label(found.done)} {_did(found)}",
        body=" ".join([failed, *([unchanged] if found.unchanged else [])]),
        link=_link(found),
        about=found.id,
    )
    mail = _mail(found, outcome=BulkState.COMPLETED)
    await notify_end(unit, notice, company_id=found.company_id, recipient=found.started_by, mail=mail)


async def notify_cancelled(unit: Work[Context], found: StoredJob) -> None:
    """Notify the starter, unless they cancelled it; `found` is the job before."""
    by = unit.context.identity
    if found.started_by == by.user_id:
        return
    done = f"{repository.people_label(found.done)} had been {_did(found)}. What was done stays."
    notice = Notice(
        kind=NotificationKind.BULK_CANCELLED,
        title=f"Your change of {found.label} was cancelled",
        body=f"{by.full_name} cancelled it. {done if found.done else NONE_CHANGED}",
        link=_link(found),
        about=found.id,
    )
    mail = _mail(found, outcome=BulkState.CANCELLED, cancelled_by=by.full_name)
    await notify_end(unit, notice, company_id=found.company_id, recipient=found.started_by, mail=mail)


def _mail(found: StoredJob, *, outcome: BulkState, **parameters: str) -> EndMail | None:
    """The mail that follows; there is none where the job has ended soon and without a failure."""
    took = (found.finished_at or found.read_at) - found.started_at
    if not found.failed and took <= MAIL_AFTER:
        return None
    counts = {"done": found.done, "unchanged": found.unchanged, "failed": found.failed}
    what = {"job_id": str(found.id), "did": _DID[found.action], "outcome": outcome.value}
    return EndMail(kind=MessageKind.BULK_FINISHED, parameters={**what, **counts, **parameters})


def _did(found: StoredJob) -> str:
    """Say what was done, with the batch by its name where the job is about one."""
    did = _DID[found.action]
    return did if found.batch_name is None else did.replace("a batch", found.batch_name)


def _link(found: StoredJob) -> str:
    return f"/dashboard/users/jobs/{found.id}"


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
NO_CHANGES: Final = f"Choose {', '.join(_NAMED[:-1])} or {_NAMED[-1]}"
NOT_FOR_CHANGES: Final = "Belongs to the action set alone"
NO_BATCH: Final = "Choose a batch"
NOT_FOR_BATCHES: Final = "Belongs to the actions of batches alone"


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
        preview, _ = await _estimate(unit.connection, people, order=order, identity=identity)
    return preview


async def start_job(context: Context, request: BulkRequest, *, call: IdempotentCall | None) -> BulkStarted:
    """Store who is selected, and have workers do it.

    Raises:
        ForbiddenError: see preview_job.
        ValidationFailedError: see preview_job; no person matches; the number of people is to be confirmed.
        StepUpRequiredError: many people would lose their accounts, or become administrators.
        TooManyJobsError: as many of the company's jobs are under way as may be.
        IdempotencyKeyReusedError: the key was used for something else.
    """
    order = _read(context, request)
    async with context.unit_of_work() as unit:

        async def work() -> BulkStarted:
            return await _start(unit, request, order=order)

        return await once(unit.connection, work, call=call, answer=BulkStarted, keys=context.services.keys)


async def _start(unit: Work[Context], request: BulkRequest, *, order: Order) -> BulkStarted:
    connection, identity, company_id = unit.connection, unit.context.identity, unit.context.company_id
    if await repository.count_running(connection, company_id=company_id) >= MOST_RUNNING:
        raise TooManyJobsError
    await _refuse_unfit_batch(connection, order, company_id=company_id, holds=True)
    people = _selected(unit.context, request.select)
    preview, found = await _estimate(connection, people, order=order, identity=identity)
    if not found:
        raise _refused("select", NOTHING_SELECTED)
    if order.action not in UNDOABLE and preview.allowed >= CONFIRMED_FROM and request.confirm != preview.allowed:
        raise _refused("confirm", UNCONFIRMED.format(preview.allowed))
    if order.action in REMOVALS:
        await require_fresh_proof_for_many(connection, identity, people=preview.allowed)
    if order.wanted.get("profile") in ADMINISTRATORS:
        await require_fresh_proof(connection, identity)
    [job_id] = new_ids(1)
    total = await repository.store_people(connection, people, job_id=job_id, most=MOST_PEOPLE)
    if total > MOST_PEOPLE:
        raise _refused("select", TOO_MANY_SELECTED)
    await repository.add_job(connection, order, job_id=job_id, by=identity, total=total)
    await make_chunks(connection, work_id=job_id, last_row=total)
    added = await repository.find_job(connection, company_id=company_id, job_id=job_id)
    batch = {} if added is None or added.batch_id is None else {"batch": added.batch_name}
    await record_act(
        unit,
        AuditAction.BULK_STARTED,
        subject_id=job_id,
        subject_label=repository.people_label(total),
        after={"action": order.action.value, "people": total, **order.changes, **batch},
    )
    unit.enqueue(run_bulk_job.job(job_id=job_id))
    PROGRESS.announce(unit, job_id)
    return BulkStarted(id=job_id)


def _selected(context: Context, selected: BulkSelection) -> Selection:
    """The selected people of the caller's company; `ids` may hold some that no account of it has."""
    if selected.filter is None:
        return repository.people_of_ids(selected.ids or [], company_id=context.company_id)
    zone = zone_of(context.services.settings.phone_region)
    return repository.people_matching(matching(selected.filter, company_id=context.company_id, zone=zone))


async def _estimate(
    connection: Connection, people: Selection, *, order: Order, identity: Identity
) -> tuple[BulkPreview, int]:
    """What the order would do now, and how many of the people the company has. Call it in a transaction.

    Raises ValidationFailedError: they are more than a job can have.
    """
    await plan_for_values(connection)
    editor, found = Editor.of(identity), 0
    counted: Counter[BulkRowStatus] = Counter()
    refused: Counter[str | None] = Counter()
    for account, facts, number in await repository.count_groups(
        connection, people, order=order, actor_id=identity.user_id
    ):
        verdict = failed(NOT_FOUND) if account is None else judge(account, facts, order=order, editor=editor)
        counted[verdict.status] += number
        found += 0 if account is None else number
        if verdict.message is not None:
            refused[verdict.message] += number
    if counted.total() > MOST_PEOPLE:
        raise _refused("select", TOO_MANY_SELECTED)
    preview = BulkPreview(
        total=counted.total(),
        allowed=counted[BulkRowStatus.DONE],
        unchanged=counted[BulkRowStatus.UNCHANGED],
        refused=[RefusedPeople(reason=reason, count=count) for reason, count in most_first(refused)],
    )
    return preview, found


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


def _refused(field: str, sentence: str) -> ValidationFailedError:
    return ValidationFailedError(sentence, errors={field: sentence})


def _read(context: Context, request: BulkRequest) -> Order:
    """The order that the request describes.

    Raises:
        ValidationFailedError: with a message for every field that is wrong.
        ForbiddenError: the caller has no right to the action, or may give this profile to no account.
    """
    if not context.identity.may(permission_of(request.action)):
        raise ForbiddenError
    is_set, is_of_batch = request.action is BulkAction.SET, request.action in OF_BATCHES
    errors: dict[str, str] = {}
    if request.changes is not None and not is_set:
        errors["set"] = NOT_FOR_CHANGES
    if (request.batch_id is not None) != is_of_batch:
        errors["batchId"] = NO_BATCH if is_of_batch else NOT_FOR_BATCHES
    changes: dict[str, str | None] = {}
    if is_set:
        changes, problems = _read_changes(context, request.changes or BulkChanges())
        errors |= problems
    if errors:
        raise ValidationFailedError(errors=errors)
    return Order(action=request.action, changes=changes, batch_id=request.batch_id)


def _read_changes(context: Context, sent: BulkChanges) -> tuple[dict[str, str | None], dict[str, str]]:
    """(what is given, what is wrong with it)."""
    given: dict[str, str] = sent.model_dump(exclude_none=True, by_alias=True)
    if not given:
        return {}, {"set": NO_CHANGES}
    rules = field_rules(context.services.settings)
    values, errors = read_given(given, giver=context.identity.profile, rules=rules)
    errors |= {name: FIELD[name].missing for name, value in values.items() if value is None}
    errors |= {name: FIELD[name].wrong for name in POSITION & errors.keys()}
    return values, {f"set.{name}": sentence for name, sentence in errors.items()}


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
    found = await find_job(connection, identity=identity, job_id=job_id, locks=locks)
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
    editor, closed = Editor.of(identity), None
    if found.action is BulkAction.REMOVE_FROM_BATCH:
        is_open = None
        if found.batch_id is not None:
            is_open = await is_batch_open(connection, company_id=found.company_id, batch_id=found.batch_id)
        closed = {None: BATCH_DELETED, False: BatchArchivedError.message, True: None}[is_open]
    kept: Counter[str | None] = Counter()
    for since, people in await repository.count_done(connection, found, actor_id=identity.user_id):
        kept[why_kept(since, editor=editor, action=found.action) or closed] += people
    return kept
