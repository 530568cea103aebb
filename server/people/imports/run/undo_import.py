"""Undo an ended import: what would happen, and the start. Workers do it by chunks."""

from collections import Counter
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from pydantic import Field

from server.access.factors.fresh_proof import require_fresh_proof_for_many, require_fresh_proof_to_give
from server.company.audit.record import AuditAction
from server.messaging.messages.sending import send_messages
from server.people.account.account_rules import may_take_back, profile_of, takes_a_super_admin
from server.people.account.change_accounts import change_unless_taken, remove_accounts, super_admins_to_keep
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import lock_super_admins
from server.people.batches.change_batches import delete_unused
from server.people.batches.repository import forget_people
from server.people.bulk.control_job import begin_undo, count_undo
from server.people.bulk.repository import StoredJob
from server.people.bulk.rules import most_first
from server.people.bulk.schemas import RefusedPeople
from server.people.chunks.chunk_repository import Chunk, Step, begin_step
from server.people.chunks.engine import SLICE_SECONDS, run_chunks
from server.people.fields.read_fields import hold_fields, read_fields
from server.people.imports.authority import find_for_action, lock_for_action, record_step, record_worker_step
from server.people.imports.errors import WrongImportStateError
from server.people.imports.files.layout import FieldMap
from server.people.imports.read_import import read_snapshot
from server.people.imports.repository import Import, mark_undoing
from server.people.imports.run import undo_repository as repository
from server.people.imports.run.chunk_repository import Counted, ImportOrder, find_profile
from server.people.imports.run.create_accounts import OfImport, end_import, take_back_beside
from server.people.imports.run.notify_end import notify_of_undo
from server.people.imports.run.sync_people import find_job_to_undo
from server.people.imports.run.undo_repository import UndoGroup
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import NEWER_REASON, REASONS, REASONS_OF_UPDATES, ImportState, KeptBecause, RowStatus
from server.people.stages.repository import forget_ways
from server.platform.process.tasks import Queue, task
from server.platform.schemas import ResponseSchema
from server.platform.services import Context, Services, ServiceUnit
from server.vocabulary.fields import BUILT_IN, RIGHTS, FieldSet
from server.vocabulary.profiles import Permission, Profile, covers, permissions_of

NOT_ENDED: Final = "An import can be undone once it has ended."
UNDONE_ALREADY: Final = "This import is undone already."
NOTHING_DONE: Final = "This import has created and changed no account that could be undone."
UNDOABLE: Final = frozenset({ImportState.COMPLETED, ImportState.CANCELLED})
UNDONE: Final = frozenset({ImportState.UNDOING, ImportState.UNDONE})


class KeptRows(ResponseSchema):
    reason: str = Field(description="a sentence")
    rows: int = Field(description="how many rows of the file")


class UndoResponse(ResponseSchema):
    """What undoing the import would do now."""

    accounts: int = Field(description="accounts that would be deleted")
    kept: list[KeptRows] = Field(description="rows whose accounts would stay, most first")
    updates: int = Field(description="rows whose changes would be taken back")
    kept_updates: list[KeptRows] = Field(description="rows whose changes would stay, most first")
    reactivated: int = Field(description="people missing in the file who would be active again")
    kept_inactive: list[RefusedPeople] = Field(description="such people who would stay inactive, most first")


async def preview_undo(context: Context, import_id: UUID) -> UndoResponse:
    """How many accounts would be deleted or changed back now, and why others would stay.

    Raises:
        NotFoundError, ForbiddenError: see find_for_action.
        WrongImportStateError: it has not ended, has done nothing or is undone already.
    """
    profile = context.actor.profile
    async with context.services.database.reading() as connection:
        found = await find_for_action(connection, context, import_id)
        if found.state in UNDONE:
            raise WrongImportStateError(UNDONE_ALREADY)
        job = await find_job_to_undo(connection, found)
        _refuse(found, job)
        kept_people: Counter[str | None] = Counter()
        if job is not None:
            kept_people = await count_undo(connection, job, actor=context.actor)
        created = await repository.count_created(connection, found)
        fields = await read_fields(connection, context.services, company_id=context.company_id)
        other_kinds = _other_kinds(fields, found.fields)
        updates = await repository.count_updates(connection, found, actor_id=context.user_id, other_kinds=other_kinds)
    accounts, kept = _counted((each, covers(profile, each.profile)) for each in created)
    updated, kept_updates = _counted(
        (each, may_take_back(profile, is_own=each.is_own, profile=each.profile, moves=each.moves, former=each.former))
        for each in updates
    )
    return UndoResponse(
        accounts=accounts,
        kept=[KeptRows(reason=REASONS.get(why, NEWER_REASON), rows=rows) for why, rows in kept],
        updates=updated,
        kept_updates=[
            KeptRows(reason=REASONS_OF_UPDATES.get(why, NEWER_REASON), rows=rows) for why, rows in kept_updates
        ],
        reactivated=kept_people[None],
        kept_inactive=[RefusedPeople(reason=why, count=people) for why, people in most_first(kept_people)],
    )


def _counted(groups: Iterable[tuple[UndoGroup, bool]]) -> tuple[int, list[tuple[KeptBecause, int]]]:
    """(rows that are taken back; those of each reason to keep them, most first). Each group with whether it may be."""
    rows: Counter[KeptBecause | None] = Counter()
    for group, is_allowed in groups:
        rows[group.kept or (None if is_allowed else KeptBecause.NOT_ALLOWED)] += group.rows
    taken_back = rows.pop(None, 0)
    return taken_back, [(why, count) for why, count in rows.most_common() if why is not None]


async def undo_import(context: Context, import_id: UUID) -> ImportSnapshot:
    """Start to take back what has been created and changed and is unused since. Repeated, it changes nothing.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: it has not ended, or has done nothing.
        StepUpRequiredError: it concerns many people, or makes administrators again.
    """
    async with context.unit_of_work() as unit:
        found = await lock_for_action(unit, import_id)
        if found.state not in UNDONE:
            job = await find_job_to_undo(unit.connection, found, locks=True)
            _refuse(found, job)
            updates = await repository.count_updates(unit.connection, found, actor_id=context.user_id)
            former = (each.former for each in updates if each.kept is None)
            await require_fresh_proof_to_give(unit.connection, context, former)
            people = found.created_count + found.changed_count
            await require_fresh_proof_for_many(unit.connection, context, people=people)
            await begin_step(unit.connection, work_id=import_id, step=Step.UNDO)
            await mark_undoing(unit.connection, found, undone_by=context.user_id)
            done = {"created": found.created_count, "changed": found.changed_count}
            await record_step(unit, found, AuditAction.IMPORT_UNDO_STARTED, **done)
            unit.enqueue(undo_accounts.task(import_id=import_id))
            if job is not None:
                await begin_undo(unit, job)
    return await read_snapshot(context.services, context.actor, import_id)


def _refuse(found: Import, job: StoredJob | None) -> None:
    if found.state not in UNDOABLE:
        raise WrongImportStateError(NOT_ENDED)
    if not found.created_count and not found.changed_count and job is None:
        raise WrongImportStateError(NOTHING_DONE)


@task(Queue.WORK)
async def undo_accounts(services: Services, *, import_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    await run_chunks(services, ImportUndo(), import_id, again=undo_accounts.task(import_id=import_id), seconds=seconds)


class ImportUndo(OfImport):
    """Delete the accounts of a chunk and take its updates back, where they are unused and unchanged since."""

    step = Step.UNDO

    async def do_rows(self, unit: ServiceUnit, order: ImportOrder, *, chunk: Chunk) -> Counted:
        actor, deleted = await _delete(unit, order, chunk=chunk)
        await repository.keep_accounts(unit.connection, order, chunk, deleted=deleted)
        changed = await _undo_updates(unit, order, chunk=chunk, actor=actor)
        undone = len(deleted) + len(changed)
        if order.fields.names_batches or order.fields.names_stages:
            undone += await take_back_beside(unit, order, chunk=chunk, actor=actor)
        await repository.stop_invitations(unit.connection, order, chunk)
        for kind, ids in ((UsersChangeKind.DELETED, deleted), (UsersChangeKind.UPDATED, changed)):
            if ids:
                announce_changes(unit, kind=kind, company_id=order.company_id, user_ids=ids)
        return Counter({RowStatus.UNDONE: undone})

    async def end(self, unit: ServiceUnit, order: ImportOrder) -> None:
        found = await end_import(unit, order)
        kept = found.created_count + found.changed_count - found.undone
        action, by = AuditAction.IMPORT_UNDONE, found.undone_by
        await record_worker_step(unit, found, action, actor_id=by, undone=found.undone, kept=kept)
        await notify_of_undo(unit, found, kept=kept)
        if found.fields.names_batches:
            made = await repository.new_batches_of(unit.connection, found)
            await delete_unused(unit, made, by=order.editor)
        # Invitations of the company have waited for the end.
        unit.enqueue(send_messages.task())


async def _delete(unit: ServiceUnit, order: ImportOrder, *, chunk: Chunk) -> tuple[Profile | None, list[UUID]]:
    """Delete what may be deleted by the profile that its user has now; both. Codes and passwords end with accounts."""
    unused = await repository.lock_unused(unit.connection, order, chunk)
    if any(profile is Profile.SUPER_ADMIN for _, profile in unused):
        # The user who undoes is a Super Admin, and stays one until this ends: the company keeps its last one.
        await lock_super_admins(unit.connection, company_id=order.company_id)
    actor = await find_profile(unit.connection, company_id=order.company_id, user_id=order.editor.user_id)
    if Permission.USER_DELETE not in permissions_of(actor):
        return None, []
    ids = [user_id for user_id, profile in unused if covers(actor, profile)]
    await forget_people(unit.connection, ids, company_id=order.company_id)
    await forget_ways(unit.connection, ids, company_id=order.company_id)
    await remove_accounts(unit, ids, company_id=order.company_id)
    return actor, ids


async def _undo_updates(unit: ServiceUnit, order: ImportOrder, *, chunk: Chunk, actor: Profile | None) -> list[UUID]:
    """The accounts of the chunk that have again what they had."""
    locked = await repository.lock_updates(unit.connection, order, chunk)
    fields = await hold_fields(unit, company_id=order.company_id) if order.fields.own else BUILT_IN
    other_kinds = _other_kinds(fields, order.fields)
    changes = [
        each
        for each in locked
        if each.own.keys().isdisjoint(other_kinds)
        and may_take_back(
            actor,
            is_own=each.account.id == order.editor.user_id,
            profile=profile_of(each.account.profile),
            moves=each.gives(*RIGHTS),
            former=profile_of(each.after.get("profile")),
        )
    ]
    leaving = [each.account.id for each in changes if takes_a_super_admin(each)]
    staying = await super_admins_to_keep(unit.connection, company_id=order.company_id, leaving=leaving)
    changes = [each for each in changes if each.account.id not in staying]
    # The rows of the import are the record of fields that give no rights.
    taken_back = list(await change_unless_taken(unit, changes, by=order.editor, recorded=RIGHTS))
    await repository.keep_updates(unit.connection, order, chunk, taken_back=taken_back, other_kinds=other_kinds)
    return taken_back


def _other_kinds(fields: FieldSet, read: FieldMap) -> list[str]:
    """The slots of own fields that have another kind than when the file was read: their values have been converted."""
    return [slot for slot, field in fields.known.items() if field.own_kind != read.kinds.get(field.name)]
