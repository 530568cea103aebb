"""Do a bulk job, and undo it, chunk by chunk: the worker's part; and notify the user who started it of its end.

The rules say for which locked accounts an action is done, or taken back.
"""

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID

from server.access.sessions.end_sessions import end_sessions_of_many
from server.access.sessions.events import SessionEndReason
from server.company.audit.record import AuditAction, Subject, record_many
from server.messaging.announcements.repository import add_recipients
from server.messaging.messages.kinds import MessageKind
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.repository import Notice
from server.people.account.account_rules import (
    Account,
    Change,
    change_of,
    is_super_admin,
    profile_of,
    takes_a_super_admin,
)
from server.people.account.change_accounts import change_accounts, delete_accounts, super_admins_to_keep
from server.people.account.errors import LastSuperAdminError
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import Invited, lock_accounts, mark_invitations_queued
from server.people.batches.change_batches import BatchArchivedError, BatchesChangeKind, add_people, announce_batches
from server.people.batches.repository import remove_members, take_back_leavings, take_back_members
from server.people.bulk import repository, rules
from server.people.bulk.read_job import PROGRESS
from server.people.bulk.repository import ChunkRow, StoredJob
from server.people.chunks import engine
from server.people.chunks.chunk_repository import Chunk, Step
from server.people.fields.read_fields import hold_fields
from server.people.invitations.invite_user import invite_activated, queue_invitations
from server.people.invitations.limits import STOPPED, remembered_as
from server.people.invitations.repository import Recipient, find_stopped
from server.people.stages.repository import Mover, find_stage, find_takeable, move_people
from server.people.stages.repository import take_back as take_back_moves
from server.people.stages.stage_events import announce_stages, announce_ways, withdraw_ways
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import NotFoundError
from server.platform.process.tasks import Queue, task
from server.platform.services import Context, Services, ServiceUnit, Unit
from server.vocabulary.duties import Act, Reach, reach_of
from server.vocabulary.fields import BUILT_IN, FieldSet
from server.vocabulary.identifiers import mask_label
from server.vocabulary.invitation_state import Invitation

BATCH_DELETED: Final = "The batch has been deleted meanwhile"

Verdicts: TypeAlias = Mapping[UUID, rules.Verdict]
Accounts: TypeAlias = Sequence[Account]


async def take_back(
    unit: ServiceUnit, job: StoredJob, *, chunk: Chunk, rows: Sequence[ChunkRow], accounts: Mapping[UUID, Account]
) -> dict[UUID, str]:
    """Why people of these rows stay as they are; the others have what they had before the job."""
    if job.action in rules.OF_BATCHES:
        return await _take_back_of_batch(unit, job, chunk=chunk, rows=rows, accounts=accounts)
    if job.action is rules.BulkAction.MOVE_STAGE:
        return await _take_back_moves(unit, job, rows=rows, accounts=accounts)
    fields = await _hold_fields(unit, job)
    if closed := rules.why_closed(job, fields=fields, editor=job.editor):
        return dict.fromkeys((row.user_id for row in rows), closed)
    kept: dict[UUID, str] = {}
    changes: list[Change] = []
    for row in rows:
        account = accounts.get(row.user_id)
        if account is None:
            kept[row.user_id] = rules.DELETED_SINCE
            continue
        # A value that is still the job's was not changed since. The former active flag is not stored: it was the
        # opposite of what the job set.
        former = row.before or {name: not value for name, value in job.wanted.items()}
        change = Change(account, {name: account.value(name) for name in former}, former)
        is_changed = account.version != row.version or any(
            # A field that has another kind by now has converted the values: accounts have no new version of that.
            account.value(slot) != job.changes[slot] or not fields.known[slot].fits(value)
            for slot, value in change.own.items()
        )
        since = rules.Since(account, is_changed=is_changed, former=profile_of(change.value("profile")))
        if why := rules.why_kept(since, editor=job.editor, action=job.action):
            kept[row.user_id] = why
        else:
            changes.append(change)
    leaving = [each.account.id for each in changes if takes_a_super_admin(each)]
    staying = await super_admins_to_keep(unit.connection, company_id=job.company_id, leaving=leaving)
    if taken := [each for each in changes if each.account.id not in staying]:
        await change_accounts(unit, taken, by=job.editor)
    return kept | dict.fromkeys(staying, LastSuperAdminError.message)


async def _take_back_of_batch(
    unit: ServiceUnit, job: StoredJob, *, chunk: Chunk, rows: Sequence[ChunkRow], accounts: Mapping[UUID, Account]
) -> dict[UUID, str]:
    added_at = await repository.read_added_at(
        unit.connection, job, [each.user_id for each in rows], done_at=chunk.done_at
    )
    kept: dict[UUID, str] = {}
    for each in rows:
        since = rules.Since(accounts.get(each.user_id), added_at=added_at.get(each.user_id), done_at=chunk.done_at)
        if why := rules.why_kept(since, editor=job.editor, action=job.action):
            kept[each.user_id] = why
    taken = [accounts[each.user_id] for each in rows if each.user_id not in kept]
    if not taken:
        return kept
    opposite = _remove_from_batch if job.action is rules.BulkAction.ADD_TO_BATCH else _add_to_batch
    outcomes = await opposite(unit, job, taken)
    return kept | {user_id: each.message for user_id, each in outcomes.items() if each.message is not None}


async def _take_back_moves(
    unit: ServiceUnit, job: StoredJob, *, rows: Sequence[ChunkRow], accounts: Mapping[UUID, Account]
) -> dict[UUID, str]:
    of_job: dict[str, Any] = {"company_id": job.company_id, "work_id": job.id}
    takeable = await find_takeable(unit.connection, [each.user_id for each in rows], **of_job)
    kept: dict[UUID, str] = {}
    for each in rows:
        since = rules.Since(accounts.get(each.user_id), is_changed=each.user_id not in takeable)
        if why := rules.why_kept(since, editor=job.editor, action=job.action):
            kept[each.user_id] = why
    taken = [each.user_id for each in rows if each.user_id not in kept]
    await take_back_moves(unit.connection, taken, **of_job)
    await withdraw_ways(unit, taken, **of_job)
    announce_stages(unit, company_id=job.company_id)
    return kept


async def _change(unit: ServiceUnit, job: StoredJob, accounts: Accounts) -> Verdicts:
    changes = [change_of(each, job.wanted) for each in accounts]
    versions = await change_accounts(unit, changes, by=job.editor)
    await invite_activated(unit, changes, company_id=job.company_id)
    keeps = job.action is rules.BulkAction.SET
    return {
        each.account.id: rules.Verdict(before=each.before if keeps else None, version=versions[each.account.id])
        for each in changes
    }


async def _delete(unit: ServiceUnit, job: StoredJob, accounts: Accounts) -> Verdicts:
    await delete_accounts(unit, accounts, by=job.editor)
    return {each.id: rules.CHANGED for each in accounts}


async def _invite(unit: ServiceUnit, job: StoredJob, accounts: Accounts) -> Verdicts:
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
    return {each.id: rules.failed(STOPPED) if each.id in stopped else rules.CHANGED for each in accounts}


async def _sign_out(unit: ServiceUnit, job: StoredJob, accounts: Accounts) -> Verdicts:
    """People whose last session has ended meanwhile are unchanged."""
    ended: defaultdict[UUID, list[str]] = defaultdict(list)
    user_ids, reason = [each.id for each in accounts], SessionEndReason.REVOKED
    for session in await end_sessions_of_many(unit, company_id=job.company_id, user_ids=user_ids, reason=reason):
        ended[session.user_id].append(str(session.id))
    entries = [_subject(each, None, {"sessions": ended[each.id]}) for each in accounts if each.id in ended]
    await record_many(unit.connection, entries, action=AuditAction.SESSION_REVOKED, by=job.editor)
    return {each.id: rules.CHANGED if each.id in ended else rules.UNCHANGED for each in accounts}


async def _add_to_batch(unit: ServiceUnit, job: StoredJob, accounts: Accounts) -> Verdicts:
    """People who are in the batch by now are unchanged; where it is archived or deleted meanwhile, all fail.

    Where a removal is undone, they have never left it.
    """
    batch_id, user_ids = job.batch_id, [each.id for each in accounts]
    if batch_id is None:
        return dict.fromkeys(user_ids, rules.failed(BATCH_DELETED))
    try:
        added = await add_people(unit.connection, user_ids, company_id=job.company_id, batch_id=batch_id)
    except BatchArchivedError as error:
        return dict.fromkeys(user_ids, rules.failed(error.shown))
    except NotFoundError:
        return dict.fromkeys(user_ids, rules.failed(BATCH_DELETED))
    if job.action is rules.BulkAction.REMOVE_FROM_BATCH:
        await take_back_leavings(unit.connection, added, company_id=job.company_id, batch_id=batch_id)
    return await _moved(unit, job, accounts, moved=set(added), is_in=True)


async def _remove_from_batch(unit: ServiceUnit, job: StoredJob, accounts: Accounts) -> Verdicts:
    """People who are out of the batch by now are unchanged, as all are of a batch that has been deleted.

    Where adding them is undone, they have never been in it.
    """
    batch_id, user_ids = job.batch_id, [each.id for each in accounts]
    if batch_id is None:
        return dict.fromkeys(user_ids, rules.UNCHANGED)
    of_batch: dict[str, Any] = {"company_id": job.company_id, "batch_id": batch_id}
    removed = set[UUID]()
    if job.action is rules.BulkAction.ADD_TO_BATCH:
        removed.update(await take_back_members(unit.connection, user_ids, **of_batch))
    else:
        by, reason = job.editor.user_id, job.reason
        removed.update(await remove_members(unit.connection, user_ids, **of_batch, left_by=by, reason=reason))
    return await _moved(unit, job, accounts, moved=removed, is_in=False)


async def _moved(
    unit: ServiceUnit, job: StoredJob, accounts: Accounts, *, moved: Collection[UUID], is_in: bool
) -> Verdicts:
    """Record and publish who is in the batch now, or out of it."""
    places = ({"batch": None}, {"batch": job.batch_name})
    before, after = places if is_in else places[::-1]
    entries = [_subject(each, before, after) for each in accounts if each.id in moved]
    if entries and job.batch_id is not None:
        action = AuditAction.USER_ADDED_TO_BATCH if is_in else AuditAction.USER_REMOVED_FROM_BATCH
        await record_many(unit.connection, entries, action=action, by=job.editor)
        announce_batches(unit, company_id=job.company_id, kind=BatchesChangeKind.MEMBERS, ids=[job.batch_id])
    return {each.id: rules.CHANGED if each.id in moved else rules.UNCHANGED for each in accounts}


async def _move_stage(unit: ServiceUnit, job: StoredJob, accounts: Accounts) -> Verdicts:
    """People who are there by now are unchanged; where the stage is archived meanwhile, all fail."""
    user_ids = [each.id for each in accounts]
    stage = None
    if job.stage_id is not None:
        stage = await find_stage(unit.connection, company_id=job.company_id, stage_id=job.stage_id)
    if stage is None or stage.is_archived:
        return dict.fromkeys(user_ids, rules.failed(rules.STAGE_ARCHIVED))
    mover = Mover(company_id=job.company_id, work_id=job.id, reason=job.reason)
    moved = await move_people(unit.connection, user_ids, to=stage.id, mover=mover)
    stages = {stage.id: [each.user_id for each in moved], **{each.stage_id: () for each in moved}}
    announce_stages(unit, company_id=job.company_id, moved=stages)
    await announce_ways(unit, moved, to=stage.id, mover=mover, people=job.total)
    return dict.fromkeys(user_ids, rules.UNCHANGED) | {each.user_id: rules.CHANGED for each in moved}


async def _announce(unit: ServiceUnit, job: StoredJob, accounts: Accounts) -> Verdicts:
    """A trainer who has lost the batch meanwhile writes to no one any more."""
    connection, of_job = unit.connection, {"company_id": job.company_id}
    user_ids, editor = [each.id for each in accounts], job.editor
    if reach_of(editor.profile, Act.ANNOUNCEMENT_SEND) is Reach.OWN_BATCH and not (
        job.batch_id is not None
        and editor.user_id is not None
        and await repository.trains_batch(connection, **of_job, batch_id=job.batch_id, user_id=editor.user_id)
    ):
        return dict.fromkeys(user_ids, rules.failed(rules.NO_LONGER_ALLOWED))
    added = await add_recipients(connection, user_ids, **of_job, announcement_id=job.id)
    return {user_id: rules.CHANGED if user_id in added else rules.UNCHANGED for user_id in user_ids}


def _subject(account: Account, before: dict[str, Any] | None, after: dict[str, Any]) -> Subject:
    return Subject(id=account.id, label=mask_label(account.label), before=before, after=after)


_ACTIONS: Final[Mapping[rules.BulkAction, Callable[[ServiceUnit, StoredJob, Accounts], Awaitable[Verdicts]]]] = {
    rules.BulkAction.SET: _change,
    rules.BulkAction.ACTIVATE: _change,
    rules.BulkAction.DEACTIVATE: _change,
    rules.BulkAction.DELETE: _delete,
    rules.BulkAction.INVITE: _invite,
    rules.BulkAction.SIGN_OUT: _sign_out,
    rules.BulkAction.ADD_TO_BATCH: _add_to_batch,
    rules.BulkAction.REMOVE_FROM_BATCH: _remove_from_batch,
    rules.BulkAction.MOVE_STAGE: _move_stage,
    rules.BulkAction.ANNOUNCE: _announce,
}


Counted: TypeAlias = Counter[rules.BulkRowStatus]


@task(Queue.WORK)
async def run_bulk_job(services: Services, *, job_id: UUID, seconds: float = engine.SLICE_SECONDS) -> None:
    await engine.run_chunks(services, BULK_RUN, job_id, again=run_bulk_job.task(job_id=job_id), seconds=seconds)


@task(Queue.WORK)
async def undo_bulk_job(services: Services, *, job_id: UUID, seconds: float = engine.SLICE_SECONDS) -> None:
    await engine.run_chunks(services, BULK_UNDO, job_id, again=undo_bulk_job.task(job_id=job_id), seconds=seconds)


class _OfJob(engine.ChunkOperation[StoredJob, Counted]):
    progress = PROGRESS

    async def read_order(self, connection: Connection, work_id: UUID) -> StoredJob | None:
        return await repository.get_job(connection, job_id=work_id, step=self.step)

    async def count(self, connection: Connection, order: StoredJob, result: Counted) -> None:
        if not await repository.count_chunk(connection, order, counted=result):
            raise engine.WorkCancelledError


class RunJob(_OfJob):
    """Judge the people of a chunk by the rights that the starter has now, and do the action to those it concerns."""

    step = Step.RUN

    async def do_rows(self, unit: ServiceUnit, order: StoredJob, *, chunk: Chunk) -> Counted:
        connection, action = unit.connection, order.action
        rows = await repository.read_rows(connection, chunk, status=rules.BulkRowStatus.WAITING)
        accounts = await _lock(unit, order, rows)
        own = order.open_fields(await _hold_fields(unit, order), editor=order.editor)
        facts = await repository.read_facts(connection, order, list(accounts))
        judged = {each.user_id: rules.failed(rules.DELETED if each.was_found else rules.NOT_FOUND) for each in rows} | {
            user_id: rules.judge(account, facts[user_id], order=order, editor=order.editor, own=own)
            for user_id, account in accounts.items()
        }
        to_do = [each for user_id, each in accounts.items() if judged[user_id].status is rules.BulkRowStatus.DONE]
        deletes = action is rules.BulkAction.DELETE
        leaving = [
            each.id
            for each in to_do
            if is_super_admin(each) and (deletes or takes_a_super_admin(change_of(each, order.wanted)))
        ]
        staying = await super_admins_to_keep(connection, company_id=order.company_id, leaving=leaving)
        judged |= dict.fromkeys(staying, rules.failed(LastSuperAdminError.message))
        concerned = [each for each in to_do if each.id not in staying]
        done = await _ACTIONS[order.action](unit, order, concerned) if concerned else {}
        changed = [user_id for user_id, each in done.items() if each.status is rules.BulkRowStatus.DONE]
        if changed and action not in rules.UNSEEN:
            kind = UsersChangeKind.DELETED if deletes else UsersChangeKind.UPDATED
            announce_changes(unit, kind=kind, company_id=order.company_id, user_ids=changed)
        outcomes = [(each.row, done.get(each.user_id, judged[each.user_id])) for each in rows]
        await repository.store_outcomes(connection, outcomes, job_id=chunk.work_id)
        return Counter(each.status for _, each in outcomes)

    async def end(self, unit: ServiceUnit, order: StoredJob) -> None:
        found = await repository.set_state(unit.connection, order, rules.BulkState.COMPLETED)
        await notify_completed(unit, found)
        after = {"state": found.state.value, **found.counts}
        entry = Subject(id=found.id, label=found.label, before=None, after=after)
        await record_many(unit.connection, [entry], action=AuditAction.BULK_ENDED, by=order.editor)


class UndoJob(_OfJob):
    """Give the people of a chunk what they had before the job, where nothing of it has been changed since."""

    step = Step.UNDO

    async def do_rows(self, unit: ServiceUnit, order: StoredJob, *, chunk: Chunk) -> Counted:
        rows = await repository.read_rows(unit.connection, chunk, status=rules.BulkRowStatus.DONE)
        if rules.may_do(order.action, order.editor.profile):
            accounts = await _lock(unit, order, rows)
            kept = await take_back(unit, order, chunk=chunk, rows=rows, accounts=accounts)
        else:
            kept = {each.user_id: rules.NO_LONGER_ALLOWED for each in rows}
        undone = [each.user_id for each in rows if each.user_id not in kept]
        outcomes = []
        for each in rows:
            status = rules.BulkRowStatus.DONE if each.user_id in kept else rules.BulkRowStatus.UNDONE
            outcomes.append((each.row, rules.Verdict(status, kept.get(each.user_id), each.before, each.version)))
        await repository.store_outcomes(unit.connection, outcomes, job_id=chunk.work_id)
        if undone:
            kind = UsersChangeKind.UPDATED
            announce_changes(unit, kind=kind, company_id=order.company_id, user_ids=undone)
        return Counter({rules.BulkRowStatus.UNDONE: len(undone)})

    async def end(self, unit: ServiceUnit, order: StoredJob) -> None:
        found = await repository.set_state(unit.connection, order, rules.BulkState.UNDONE)
        kept = found.done - found.undone
        after = {"action": found.action.value, "undone": found.undone, "kept": kept}
        entry = Subject(id=found.id, label=found.label, before=None, after=after)
        await record_many(unit.connection, [entry], action=AuditAction.BULK_UNDONE, by=order.editor)
        stays = f" {repository.people_label(kept)} stayed as they are." if kept else ""
        notice = Notice(
            kind=NotificationKind.BULK_FINISHED,
            title=f"Your change of {found.label} was undone",
            body=f"It was undone for {repository.people_label(found.undone)}." + stays,
            link=_link(found),
            about=found.id,
        )
        await engine.notify_undone(unit, notice, company_id=found.company_id, recipient=found.started_by)


BULK_RUN, BULK_UNDO = RunJob(), UndoJob()


async def _hold_fields(unit: ServiceUnit, order: StoredJob) -> FieldSet:
    """Hold the company's fields, once the accounts are locked, where the job sets its own."""
    return await hold_fields(unit, company_id=order.company_id) if order.own else BUILT_IN


async def _lock(unit: UnitOfWork, order: StoredJob, rows: Sequence[ChunkRow]) -> dict[UUID, Account]:
    return await lock_accounts(
        unit.connection,
        [each.user_id for each in rows],
        company_id=order.company_id,
        to_delete=order.action is rules.BulkAction.DELETE,
    )


NONE_FAILED: Final = "None failed."
# What the action has done to people.
_DID: Final[Mapping[rules.BulkAction, str]] = {
    rules.BulkAction.SET: "changed",
    rules.BulkAction.ACTIVATE: "activated",
    rules.BulkAction.DEACTIVATE: "deactivated",
    rules.BulkAction.DELETE: "deleted",
    rules.BulkAction.INVITE: "invited",
    rules.BulkAction.SIGN_OUT: "logged out",
    rules.BulkAction.ADD_TO_BATCH: "added to a batch",
    rules.BulkAction.REMOVE_FROM_BATCH: "removed from a batch",
    rules.BulkAction.MOVE_STAGE: "moved to a stage",
    rules.BulkAction.ANNOUNCE: "written to",
}


async def notify_completed(unit: ServiceUnit, found: StoredJob) -> None:
    """`found` is its final state."""
    failures = f"{repository.people_label(found.failed)} failed. The results say why." if found.failed else NONE_FAILED
    unchanged = f"{repository.people_label(found.unchanged)} stayed unchanged."
    notice = Notice(
        kind=NotificationKind.BULK_FINISHED,
        title=f"{repository.people_label(found.done)} {_did(found)}",
        body=" ".join([failures, *([unchanged] if found.unchanged else [])]),
        link=_link(found),
        about=found.id,
    )
    mail = _mail(found, outcome=rules.BulkState.COMPLETED)
    await engine.notify_end(unit, notice, company_id=found.company_id, recipient=found.started_by, mail=mail)


async def notify_cancelled(unit: Unit[Context], found: StoredJob) -> None:
    """Notify the starter, unless they cancelled it; `found` is the job before."""
    by = unit.context.actor
    if found.started_by == by.user_id:
        return
    done = f"{repository.people_label(found.done)} had been {_did(found)}. What was done stays."
    notice = Notice(
        kind=NotificationKind.BULK_CANCELLED,
        title=f"Your change of {found.label} was cancelled",
        body=f"{by.full_name} cancelled it. {done if found.done else 'No account had been changed.'}",
        link=_link(found),
        about=found.id,
    )
    mail = _mail(found, outcome=rules.BulkState.CANCELLED, cancelled_by=by.full_name)
    await engine.notify_end(unit, notice, company_id=found.company_id, recipient=found.started_by, mail=mail)


def _mail(found: StoredJob, *, outcome: rules.BulkState, **parameters: str) -> engine.EndMail | None:
    """The mail that follows; there is none where the job has ended soon and without a failure.

    Nor is there one to the author of an announcement, whose page is no job's.
    """
    took = (found.finished_at or found.read_at) - found.started_at
    if found.action is rules.BulkAction.ANNOUNCE or (not found.failed and took <= engine.MAIL_AFTER):
        return None
    counts = {"done": found.done, "unchanged": found.unchanged, "failed": found.failed}
    what = {"job_id": str(found.id), "did": _DID.get(found.action, "changed"), "outcome": outcome.value}
    return engine.EndMail(kind=MessageKind.BULK_FINISHED, parameters={**what, **counts, **parameters})


def _did(found: StoredJob) -> str:
    """Say what was done, with the batch or the stage by its name where the job is about one."""
    did = _DID.get(found.action, "changed")
    return did.replace("a batch", found.batch_name or "a batch").replace("a stage", found.stage_name or "a stage")


def _link(found: StoredJob) -> str:
    if found.action is rules.BulkAction.ANNOUNCE:
        return f"/dashboard/announcements/sent/{found.id}"
    return f"/dashboard/users/jobs/{found.id}"
