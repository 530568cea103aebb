"""What each action does to locked accounts for which the rules allow it, and how it is taken back."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias
from uuid import UUID

from server.access.sessions.end_sessions import end_sessions_of_many
from server.access.sessions.events import SessionEndReason
from server.company.audit.repository import AuditAction, Subject, record_many
from server.people.account.account_rules import Account, Change, change_of, profile_of, takes_a_super_admin
from server.people.account.change_accounts import change_accounts, delete_accounts, super_admins_to_keep
from server.people.account.change_repository import Invited, mark_invitations_queued
from server.people.account.errors import LastSuperAdminError
from server.people.batches.change_batches import BatchArchivedError, add_people, remove_people
from server.people.batches.events import BatchesChangeKind, announce_batches
from server.people.bulk.people_repository import ChunkRow, read_added_at
from server.people.bulk.repository import Assignment
from server.people.bulk.rules import CHANGED, UNCHANGED, Since, Verdict, failed, why_kept
from server.people.bulk.states import OF_BATCHES, BulkAction
from server.people.invitations.invite_user import invite_activated, queue_invitations
from server.people.invitations.limits import STOPPED, remembered_as
from server.people.invitations.repository import Recipient, find_stopped
from server.people.work.chunk_repository import Chunk
from server.platform.database.connections import UnitOfWork
from server.platform.errors import NotFoundError
from server.platform.services import ServiceWork
from server.vocabulary.identifiers import mask_label
from server.vocabulary.invitation_state import Invitation

BATCH_DELETED: Final = "The batch has been deleted meanwhile"

Verdicts: TypeAlias = Mapping[UUID, Verdict]
Accounts: TypeAlias = Sequence[Account]


async def perform(unit: ServiceWork, job: Assignment, *, accounts: Accounts) -> Verdicts:
    """Do the action to these accounts, at least one; what became of each."""
    return await _ACTIONS[job.order.action](unit, job, accounts=accounts)


async def take_back(
    unit: ServiceWork,
    job: Assignment,
    *,
    chunk: Chunk,
    rows: Sequence[ChunkRow],
    accounts: Mapping[UUID, Account],
) -> dict[UUID, str]:
    """Why people of these rows stay as they are; the others have what they had before the job."""
    if job.order.action in OF_BATCHES:
        return await _take_back_of_batch(unit, job, chunk=chunk, rows=rows, accounts=accounts)
    changes = {each.user_id: _back(each, found, job) for each in rows if (found := accounts.get(each.user_id))}
    kept: dict[UUID, str] = {}
    for row in rows:
        since = Since(None)
        if change := changes.get(row.user_id):
            is_changed = change.account.version != row.version
            since = Since(change.account, is_changed=is_changed, former=profile_of(change.value("profile")))
        if why := why_kept(since, editor=job.editor, action=job.order.action):
            kept[row.user_id] = why
    taken = [each for user_id, each in changes.items() if user_id not in kept]
    leaving = [each.account.id for each in taken if takes_a_super_admin(each)]
    staying = await super_admins_to_keep(unit.connection, company_id=job.company_id, leaving=leaving)
    if taken := [each for each in taken if each.account.id not in staying]:
        await change_accounts(unit, taken, by=job.editor)
    return kept | dict.fromkeys(staying, LastSuperAdminError.message)


def _back(row: ChunkRow, account: Account, job: Assignment) -> Change:
    """An account that has not been changed since still has what the job gave it.

    Of an active flag nothing is kept: what was changed had the other one.
    """
    former = row.before or {name: not value for name, value in job.order.wanted.items()}
    return Change(account, {name: account.value(name) for name in former}, former)


async def _take_back_of_batch(
    unit: ServiceWork,
    job: Assignment,
    *,
    chunk: Chunk,
    rows: Sequence[ChunkRow],
    accounts: Mapping[UUID, Account],
) -> dict[UUID, str]:
    added_at = await read_added_at(unit.connection, job, [each.user_id for each in rows])
    kept: dict[UUID, str] = {}
    for each in rows:
        since = Since(accounts.get(each.user_id), added_at=added_at.get(each.user_id), done_at=chunk.done_at)
        if why := why_kept(since, editor=job.editor, action=job.order.action):
            kept[each.user_id] = why
    taken = [accounts[each.user_id] for each in rows if each.user_id not in kept]
    if not taken:
        return kept
    opposite = _remove_from_batch if job.order.action is BulkAction.ADD_TO_BATCH else _add_to_batch
    outcomes = await opposite(unit, job, accounts=taken)
    return kept | {user_id: each.message for user_id, each in outcomes.items() if each.message is not None}


async def _change(unit: ServiceWork, job: Assignment, *, accounts: Accounts) -> Verdicts:
    changes = [change_of(each, job.order.wanted) for each in accounts]
    versions = await change_accounts(unit, changes, by=job.editor)
    await invite_activated(unit, changes, company_id=job.company_id)
    keeps = job.order.action is BulkAction.SET
    return {
        each.account.id: Verdict(before=each.before if keeps else None, version=versions[each.account.id])
        for each in changes
    }


async def _delete(unit: ServiceWork, job: Assignment, *, accounts: Accounts) -> Verdicts:
    await delete_accounts(unit, accounts, by=job.editor)
    return {each.id: CHANGED for each in accounts}


async def _invite(unit: ServiceWork, job: Assignment, *, accounts: Accounts) -> Verdicts:
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
    await _record(unit, job, entries, action=AuditAction.USER_INVITED)
    return {each.id: failed(STOPPED) if each.id in stopped else CHANGED for each in accounts}


async def _sign_out(unit: ServiceWork, job: Assignment, *, accounts: Accounts) -> Verdicts:
    """People whose last session has ended meanwhile are unchanged."""
    ended: defaultdict[UUID, list[str]] = defaultdict(list)
    user_ids, reason = [each.id for each in accounts], SessionEndReason.REVOKED
    for session in await end_sessions_of_many(unit, company_id=job.company_id, user_ids=user_ids, reason=reason):
        ended[session.user_id].append(str(session.id))
    entries = [_subject(each, None, {"sessions": ended[each.id]}) for each in accounts if each.id in ended]
    await _record(unit, job, entries, action=AuditAction.SESSION_REVOKED)
    return {each.id: CHANGED if each.id in ended else UNCHANGED for each in accounts}


async def _add_to_batch(unit: ServiceWork, job: Assignment, *, accounts: Accounts) -> Verdicts:
    """People who are in the batch by now are unchanged; where it is archived or deleted meanwhile, all fail."""
    batch_id, user_ids = job.order.batch_id, [each.id for each in accounts]
    if batch_id is None:
        return dict.fromkeys(user_ids, failed(BATCH_DELETED))
    try:
        added = await add_people(unit.connection, user_ids, company_id=job.company_id, batch_id=batch_id)
    except BatchArchivedError as error:
        return dict.fromkeys(user_ids, failed(error.shown))
    except NotFoundError:
        return dict.fromkeys(user_ids, failed(BATCH_DELETED))
    return await _moved(unit, job, accounts=accounts, moved=set(added), before=None, after=job.batch_name)


async def _remove_from_batch(unit: ServiceWork, job: Assignment, *, accounts: Accounts) -> Verdicts:
    """People who are out of the batch by now are unchanged, as all are of a batch that has been deleted."""
    batch_id, user_ids = job.order.batch_id, [each.id for each in accounts]
    if batch_id is None:
        return dict.fromkeys(user_ids, UNCHANGED)
    removed = await remove_people(unit.connection, user_ids, company_id=job.company_id, batch_id=batch_id)
    return await _moved(unit, job, accounts=accounts, moved=set(removed), before=job.batch_name, after=None)


async def _moved(
    unit: ServiceWork,
    job: Assignment,
    *,
    accounts: Accounts,
    moved: set[UUID],
    before: str | None,
    after: str | None,
) -> Verdicts:
    """Record and publish who is in the batch now, or out of it."""
    entries = [_subject(each, {"batch": before}, {"batch": after}) for each in accounts if each.id in moved]
    action = AuditAction.USER_REMOVED_FROM_BATCH if after is None else AuditAction.USER_ADDED_TO_BATCH
    if entries and job.order.batch_id is not None:
        await _record(unit, job, entries, action=action)
        ids = [job.order.batch_id]
        announce_batches(unit, company_id=job.company_id, kind=BatchesChangeKind.MEMBERS, ids=ids)
    return {each.id: CHANGED if each.id in moved else UNCHANGED for each in accounts}


def _subject(account: Account, before: dict[str, Any] | None, after: dict[str, Any]) -> Subject:
    return Subject(id=account.id, label=mask_label(account.label), before=before, after=after)


async def _record(unit: UnitOfWork, job: Assignment, entries: Sequence[Subject], *, action: AuditAction) -> None:
    await record_many(unit.connection, entries, action=action, by=job.editor)


class _Action(Protocol):
    async def __call__(self, unit: ServiceWork, job: Assignment, /, *, accounts: Accounts) -> Verdicts: ...


_ACTIONS: Final[Mapping[BulkAction, _Action]] = {
    BulkAction.SET: _change,
    BulkAction.ACTIVATE: _change,
    BulkAction.DEACTIVATE: _change,
    BulkAction.DELETE: _delete,
    BulkAction.INVITE: _invite,
    BulkAction.SIGN_OUT: _sign_out,
    BulkAction.ADD_TO_BATCH: _add_to_batch,
    BulkAction.REMOVE_FROM_BATCH: _remove_from_batch,
}
