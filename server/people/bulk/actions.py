"""What each action does to locked accounts for which the rules allow it, and how it is taken back."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID

from server.access.sessions.end_sessions import end_sessions_of_many
from server.access.sessions.events import SessionEndReason
from server.company.audit.repository import AuditAction, Subject, record_many
from server.people.account.account_rules import Account, Change, change_of, profile_of, takes_a_super_admin
from server.people.account.change_accounts import change_accounts, delete_accounts, super_admins_to_keep
from server.people.account.change_repository import Invited, mark_invitations_queued
from server.people.account.errors import LastSuperAdminError
from server.people.batches.change_batches import BatchArchivedError, add_people
from server.people.batches.events import BatchesChangeKind, announce_batches
from server.people.batches.repository import remove_members
from server.people.bulk.people_repository import ChunkRow, read_added_at
from server.people.bulk.repository import StoredJob
from server.people.bulk.rules import CHANGED, DELETED_SINCE, UNCHANGED, Since, Verdict, failed, why_kept
from server.people.bulk.states import OF_BATCHES, BulkAction
from server.people.invitations.invite_user import invite_activated, queue_invitations
from server.people.invitations.limits import STOPPED, remembered_as
from server.people.invitations.repository import Recipient, find_stopped
from server.people.work.chunk_repository import Chunk
from server.platform.errors import NotFoundError
from server.platform.services import ServiceWork
from server.vocabulary.identifiers import mask_label
from server.vocabulary.invitation_state import Invitation

BATCH_DELETED: Final = "The batch has been deleted meanwhile"

Verdicts: TypeAlias = Mapping[UUID, Verdict]
Accounts: TypeAlias = Sequence[Account]


async def perform(unit: ServiceWork, job: StoredJob, accounts: Accounts) -> Verdicts:
    """Do the action to these accounts, at least one; what became of each."""
    return await _ACTIONS[job.action](unit, job, accounts)


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
    added_at = await read_added_at(unit.connection, job, [each.user_id for each in rows])
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
