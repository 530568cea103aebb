"""Merge two accounts of one person: one survives, the other is inactive for a day, and then deleted.

The survivor keeps its email, position, password, factors and links to providers, and takes the other fields that the
caller chooses. It is put into the batches of the merged account, whose sessions end. Nothing of the merged account is
moved that an undo would have to put back, except for batches and its code: passkeys, links, notifications and views
stay with it. Every transaction here locks both accounts, by their ids, and then the merge.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

import asyncpg
from structlog import get_logger

from server.access.factors.fresh_proof import require_fresh_proof
from server.company.audit.record import AuditAction, record_act
from server.people.account.account_rules import Account, Change, Editor, change_of, refuse_change, takes_a_super_admin
from server.people.account.change_accounts import (
    change_accounts,
    delete_accounts,
    refuse_last_super_admin,
    refuse_nameless,
)
from server.people.account.errors import CodeTakenError
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import find_batches, lock_accounts, raise_version
from server.people.account.photo_repository import move_photo
from server.people.account.read_user import edit_conflict, read_record
from server.people.account.schemas import AccountName, UserRecord
from server.people.batches.repository import (
    add_members,
    hold_batches,
    hold_open_batch,
    move_leavings,
    take_back_members,
)
from server.people.duplicates import merge_repository
from server.people.duplicates.merge_repository import HOURS, Merge
from server.people.duplicates.repository import find_users
from server.people.duplicates.schemas import TAKEN, MergeRecord, MergeRequest, MergesResponse
from server.people.fields.judge_values import NOT_OPEN, UNIQUE_KEYS, ValueTakenError
from server.people.fields.read_fields import hold_fields
from server.people.fields.visible import edited_by
from server.people.scim.repository import move_person
from server.people.stages.repository import move_history
from server.platform import errors
from server.platform.services import Context, Services, ServiceUnit, Unit
from server.vocabulary.field_kinds import Value
from server.vocabulary.fields import FIELD, FieldSet
from server.vocabulary.identifiers import mask_label
from server.vocabulary.own_fields import MOST_BYTES, TOO_LARGE, own_of, size_of
from server.vocabulary.profiles import Permission

logger = get_logger(__name__)

STILL_OPEN: Final = "One of these people was merged within the last day. Undo that first, or wait until it has passed"
MOST_ENDED: Final = 100


class MergeOpenError(errors.ConflictError, keeps_code=True):
    message = STILL_OPEN


class OffersCollideError(errors.ConflictError):
    message = "Both people have offers of which one person may hold one. Withdraw one of them first"


class MergeEndedError(errors.ConflictError, keeps_code=True):
    message = "This merge can no longer be undone"


async def merge_users(context: Context, request: MergeRequest, *, user_id: UUID) -> UserRecord:
    """Merge another account into this one; the survivor as it is then.

    Raises:
        NotFoundError: the company does not have both.
        ForbiddenError, SelfForbiddenError: the caller may not edit and delete both, or is one of them.
        EditConflictError: one of them has been changed since it was read.
        MergeOpenError: one of them takes part in a merge that can be undone.
        OffersCollideError: both have offers at one opening, or such that one person may hold one.
        StepUpRequiredError: the caller's last proof is too old.
        LastSuperAdminError, NetworkNotAllowedError: the company would have none left who can log in.
        ValidationFailedError: a field cannot be taken, or the details of one person become too large.
    """
    company_id, merged_id = context.company_id, request.merged_id
    if merged_id == user_id:
        raise errors.ValidationFailedError(errors={"mergedId": "Choose two different people"})
    async with context.unit_of_work() as unit:
        survivor, merged = await _lock_both(unit, user_id, merged_id)
        for account, version in ((survivor, request.version), (merged, request.merged_version)):
            if account.version != version:
                raise await edit_conflict(unit.connection, account.id, context=context, since=version)
        await _refuse_entangled(unit, user_id, merged_id)
        await require_fresh_proof(unit.connection, context)
        taken, unique = await _read_taken(unit, request.take)
        leaves = change_of(merged, {"isActive": False, **dict.fromkeys(unique)})
        takes = change_of(survivor, {name: merged.value(name) for name in taken})
        if takes.own and size_of({**own_of(survivor.values), **takes.own}) > MOST_BYTES:
            raise errors.ValidationFailedError(errors={"take": TOO_LARGE})
        if takes_a_super_admin(leaves):
            await refuse_last_super_admin(unit, merged_id)
        if survivor.email is None and takes.gives("phone", "code"):
            names = {name: takes.value(name) for name in ("email", "code", "phone")}
            await refuse_nameless(unit, names, user_id=user_id)
        changed_to = await _change(unit, leaves, takes)
        contacts = {"email": merged.email, "phone": merged.phone, "full_name": merged.full_name}
        await merge_repository.add_merge(
            unit.connection,
            company_id=company_id,
            survivor_id=user_id,
            merged_id=merged_id,
            contacts=contacts,
            changes={
                "survivor": {"before": takes.before, "after": takes.after},
                "merged": {"before": leaves.before, "after": leaves.after},
                "batches": await _move_batches(unit, merged_id, to=user_id),
                "version": changed_to,
            },
        )
        await _record(unit, AuditAction.USER_MERGED, survivor=survivor, merged=merged)
        return await read_record(unit.connection, user_id, context=context)


async def _refuse_entangled(unit: Unit[Context], user_id: UUID, merged_id: UUID) -> None:
    """Raises MergeOpenError, OffersCollideError."""
    of_both: dict[str, Any] = {"company_id": unit.context.company_id, "merged": [user_id, merged_id]}
    if await merge_repository.is_in_open_merge(unit.connection, **of_both, survivors=[merged_id]):
        raise MergeOpenError
    company_id = unit.context.company_id
    if await merge_repository.share_offers(unit.connection, company_id=company_id, user_ids=[user_id, merged_id]):
        raise OffersCollideError


async def _read_taken(unit: Unit[Context], names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the fields that are taken, the company's own by their slots, and those of them that one person alone has.

    Raises ValidationFailedError.
    """
    fields = await hold_fields(unit, company_id=unit.context.company_id)
    own = {field.name: field for field in edited_by(fields, unit.context.actor.profile)}
    if not own.keys() | TAKEN >= set(names):
        raise errors.ValidationFailedError(errors={"take": NOT_OPEN})
    taken = [own[name].slot if name in own else name for name in names]
    return taken, [slot for slot in taken if slot == "code" or (slot in fields.known and fields.known[slot].is_unique)]


async def _lock_both(unit: Unit[Context], survivor_id: UUID, merged_id: UUID) -> tuple[Account, Account]:
    actor = unit.context.actor
    if not {Permission.USER_EDIT, Permission.USER_DELETE} <= actor.permissions:
        raise errors.ForbiddenError
    ids = [survivor_id, merged_id]
    locked = await lock_accounts(unit.connection, ids, company_id=actor.company_id, to_delete=True)
    if len(locked) < len(ids):
        raise errors.NotFoundError
    editor = Editor.of(actor, address=unit.address)
    for account in locked.values():
        # As if the account was deactivated: one's own is not, nor one that the profile does not cover.
        if refusal := refuse_change(Change(account, {}, {"isActive": False}), editor=editor):
            raise refusal.error
    return locked[survivor_id], locked[merged_id]


async def _change(unit: Unit[Context], *changes: Change) -> int:
    """Change the accounts one after the other, so that a code is free again; the version of the first one then.

    Both are changed, also where no field of theirs is: an undo of the import or the job that has made or deactivated
    one of them leaves it alone.
    """
    by, versions = Editor.of(unit.context.actor, address=unit.address), dict[UUID, int]()
    try:
        async with unit.connection.transaction():
            for change in changes:
                if change.after:
                    versions |= await change_accounts(unit, [change], by=by)
                else:
                    versions |= await raise_version(unit.connection, change.account.id, company_id=by.company_id)
    except asyncpg.UniqueViolationError as error:
        raise (ValueTakenError if error.constraint_name == UNIQUE_KEYS else CodeTakenError) from None
    ids = [change.account.id for change in changes]
    announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=by.company_id, user_ids=ids)
    return versions[ids[0]]


async def _move_batches(unit: Unit[Context], user_id: UUID, *, to: UUID) -> dict[str, list[str] | dict[str, str]]:
    """All batches of an account and since when it was in each, and those of them that the other one was not in."""
    company_id = unit.context.company_id
    moved = (await find_batches(unit.connection, company_id=company_id, user_ids=[user_id])).get(user_id, {})
    added, since = [], dict[str, str]()
    await hold_batches(unit.connection, sorted(moved))
    for batch_id in sorted(moved):
        of_batch: dict[str, Any] = {"company_id": company_id, "batch_id": batch_id}
        joined_at = (await take_back_members(unit.connection, [user_id], **of_batch)).get(user_id)
        if joined_at is not None:
            since[str(batch_id)] = joined_at.isoformat()
        if await add_members(unit.connection, [to], **of_batch, joined_at=joined_at):
            added.append(str(batch_id))
    return {"left": [str(batch_id) for batch_id in sorted(moved)], "joined": added, "since": since}


async def _record(unit: Unit[Context], action: AuditAction, *, survivor: Account, merged: Account) -> None:
    """Add an entry about each of the two, which names the other one."""
    for account, key, other in ((survivor, "merged", merged), (merged, "into", survivor)):
        label, named = mask_label(account.label), {key: mask_label(other.label)}
        await record_act(unit, action, subject_id=account.id, subject_label=label, after=named)


async def list_merges(context: Context) -> MergesResponse:
    """List the merges that can be undone, the newest first."""
    async with context.services.database.reading() as connection:
        found = await merge_repository.list_open(connection, company_id=context.company_id)
        ids = [merge.survivor_id for merge in found if merge.survivor_id]
        users = await find_users(connection, ids, company_id=context.company_id)
    survivors = {user.id: user.full_name for user in users}
    return MergesResponse(
        merges=[
            MergeRecord(
                id=merge.id,
                survivor=AccountName(id=merge.survivor_id, full_name=survivors[merge.survivor_id]),
                merged=AccountName(id=merge.merged_id, full_name=str(merge.contacts["full_name"])),
                merged_at=merge.merged_at,
                until=merge.merged_at + timedelta(hours=HOURS),
            )
            for merge in found
            if merge.survivor_id in survivors
        ]
    )


async def undo_merge(context: Context, merge_id: UUID) -> UserRecord:
    """Give both accounts back what the merge has changed and no one since; the survivor as it is then.

    Raises:
        NotFoundError: the company has no such merge.
        MergeEndedError: a day has passed, or one of the accounts was deleted.
        MergeOpenError: the survivor was merged since, or another account into it; that is undone first.
        ForbiddenError, SelfForbiddenError, StepUpRequiredError: see merge_users.
        CodeTakenError, ValueTakenError: another person has the code by now, or a value that only one may have.
    """
    company_id = context.company_id
    async with context.unit_of_work() as unit:
        found = errors.existing(
            await merge_repository.find_merge(unit.connection, company_id=company_id, merge_id=merge_id)
        )
        if found.survivor_id is None:
            raise MergeEndedError
        try:
            survivor, merged = await _lock_both(unit, found.survivor_id, found.merged_id)
        except errors.NotFoundError:
            raise MergeEndedError from None
        merge = await merge_repository.lock_open(unit.connection, company_id=company_id, merge_id=merge_id)
        if merge is None or merge.changes is None:
            raise MergeEndedError
        is_merged = await merge_repository.is_in_open_merge(
            unit.connection, company_id=company_id, merged=[survivor.id]
        )
        if is_merged or await merge_repository.is_followed(unit.connection, merge):
            raise MergeOpenError
        await require_fresh_proof(unit.connection, context)
        fields = await hold_fields(unit, company_id=company_id)
        back = partial(_back, fields=fields)
        await _change(unit, back(survivor, merge.changes["survivor"]), back(merged, merge.changes["merged"]))
        await _give_batches_back(unit, merge, survivor_id=survivor.id)
        await merge_repository.delete_merge(unit.connection, merge)
        await _record(unit, AuditAction.USER_UNMERGED, survivor=survivor, merged=merged)
        return await read_record(unit.connection, survivor.id, context=context)


def _back(account: Account, change: Mapping[str, Mapping[str, Value]], *, fields: FieldSet) -> Change:
    """The fields that are still as the merge has left them, as they were before."""
    before, after = change["before"], change["after"]
    same = {name: before[name] for name in after if account.value(name) == after[name]}
    # A field may have another kind by now.
    fitting = {name: value for name, value in same.items() if name in FIELD or fields.known[name].fits(value)}
    return change_of(account, fitting)


async def _give_batches_back(unit: Unit[Context], merge: Merge, *, survivor_id: UUID) -> None:
    company_id, batches = merge.company_id, (merge.changes or {})["batches"]
    for batch_id in map(UUID, batches["left"]):
        if await hold_open_batch(unit.connection, company_id=company_id, batch_id=batch_id) is None:
            continue
        of_batch = {"company_id": company_id, "batch_id": batch_id}
        # A merge from before there was a history of batches does not say it.
        since = batches.get("since", {}).get(str(batch_id))
        joined_at = None if since is None else datetime.fromisoformat(since)
        await add_members(unit.connection, [merge.merged_id], **of_batch, joined_at=joined_at)
        if str(batch_id) in batches["joined"]:
            await take_back_members(unit.connection, [survivor_id], **of_batch, joined_at=joined_at)


async def end_merges(services: Services) -> None:
    """End the merges that are a day old: what an undo needs goes, and the merged account is deleted.

    One that was changed since, such as activated again, stays. Where the survivor was deleted, the day counts all the
    same. One that cannot be ended holds up no other.
    """
    async with services.database.reading() as connection:
        due = await merge_repository.due_merges(connection, limit=MOST_ENDED)
    for merge in due:
        try:
            async with services.unit_of_work() as unit:
                await _end(unit, merge)
        except errors.UnavailableError:
            raise
        except Exception:
            logger.exception("merge_not_ended", survivor_id=str(merge.survivor_id), merged_id=str(merge.merged_id))


async def _end(unit: ServiceUnit, merge: Merge) -> None:
    ids = [each for each in (merge.survivor_id, merge.merged_id) if each]
    locked = await lock_accounts(unit.connection, ids, company_id=merge.company_id, to_delete=True)
    account = locked.get(merge.merged_id)
    # An account that is active again has a history of its own, and one without a survivor is part of no other.
    is_apart = merge.survivor_id is None or (account is not None and account.is_active)
    finish = merge_repository.delete_merge if is_apart else merge_repository.end_merge
    if not await finish(unit.connection, merge):
        return
    if account is not None and merge.changes is not None and account.version == merge.changes["version"]:
        worker = Editor(company_id=merge.company_id, user_id=None, profile=None)
        if merge.survivor_id is not None:
            await move_leavings(unit.connection, account.id, company_id=merge.company_id, to=merge.survivor_id)
            await move_history(unit.connection, account.id, company_id=merge.company_id, to=merge.survivor_id)
            await merge_repository.move_duties(unit.connection, merge)
            await merge_repository.move_attendance(unit.connection, merge)
            await merge_repository.move_interviews(unit.connection, merge)
            await merge_repository.move_placement(unit.connection, merge)
            await move_photo(unit.connection, account.id, company_id=merge.company_id, to=merge.survivor_id)
            await move_person(unit.connection, account.id, company_id=merge.company_id, to=merge.survivor_id)
        await delete_accounts(unit, [account], by=worker)
        announce_changes(unit, kind=UsersChangeKind.DELETED, company_id=merge.company_id, user_ids=[account.id])
