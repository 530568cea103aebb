"""Undo an import, chunk by chunk: the worker's part."""

from collections import Counter
from collections.abc import Sequence
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.messaging.messages.sending import send_messages
from server.people.account.account_rules import may_take_back, profile_of, takes_a_super_admin
from server.people.account.change_accounts import change_accounts, remove_accounts, super_admins_to_keep
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.repository import lock_super_admins
from server.people.imports.run import undo_repository as repository
from server.people.imports.run.chunk_repository import Counted, ImportOrder
from server.people.imports.run.create_accounts import OfImport, end_import
from server.people.imports.run.put_into_batches import delete_new_batches, take_out_of_batches
from server.people.imports.states import RowStatus
from server.people.work.chunk_repository import Chunk, Step
from server.people.work.engine import SLICE_SECONDS, run_work
from server.platform.process.jobs import Queue, job
from server.platform.services import Services, ServiceWork
from server.vocabulary.fields import POSITION
from server.vocabulary.profiles import Permission, Profile, covers, permissions_of


@job(Queue.WORK)
async def undo_accounts(services: Services, *, import_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    await run_work(services, ImportUndo(), import_id, again=undo_accounts.job(import_id=import_id), seconds=seconds)


class ImportUndo(OfImport):
    """Delete the accounts of a chunk and take its updates back, where they are unused and unchanged since."""

    step = Step.UNDO

    async def do_rows(self, unit: ServiceWork, order: ImportOrder, *, chunk: Chunk) -> Counted:
        actor, deleted = await _delete(unit, order, chunk=chunk)
        await repository.keep_accounts(unit.connection, order, chunk, deleted=deleted)
        changed = await _undo_updates(unit, order, chunk=chunk, actor=actor)
        undone = len(deleted) + len(changed)
        if order.names_batches:
            undone += await take_out_of_batches(unit, order, chunk=chunk, actor=actor)
        await repository.stop_invitations(unit.connection, order, chunk)
        _announce(unit, order, kind=UsersChangeKind.DELETED, ids=deleted)
        _announce(unit, order, kind=UsersChangeKind.UPDATED, ids=changed)
        return Counter({RowStatus.UNDONE: undone})

    async def end(self, unit: ServiceWork, order: ImportOrder) -> None:
        found = await end_import(unit, order)
        await record(
            unit.connection,
            action=AuditAction.IMPORT_UNDONE,
            company_id=found.company_id,
            actor_id=found.undone_by,
            subject_id=found.id,
            subject_label=found.file_name,
            after={"undone": found.undone, "kept": found.created_count + found.changed_count - found.undone},
        )
        await delete_new_batches(unit, found, by=order.editor)
        # Invitations of the company have waited for the end.
        unit.enqueue(send_messages.job())


async def _delete(unit: ServiceWork, order: ImportOrder, *, chunk: Chunk) -> tuple[Profile | None, list[UUID]]:
    """Delete what may be deleted by the profile that its user has now; both. Codes and passwords end with accounts."""
    unused = await repository.lock_unused(unit.connection, order, chunk)
    if any(profile is Profile.SUPER_ADMIN for _, profile in unused):
        # The user who undoes is a Super Admin, and stays one until this ends: the company keeps its last one.
        await lock_super_admins(unit.connection, company_id=order.company_id)
    actor = await repository.find_profile(unit.connection, order)
    if Permission.USER_DELETE not in permissions_of(actor):
        return None, []
    ids = [user_id for user_id, profile in unused if covers(actor, profile)]
    await remove_accounts(unit, ids, company_id=order.company_id)
    return actor, ids


async def _undo_updates(unit: ServiceWork, order: ImportOrder, *, chunk: Chunk, actor: Profile | None) -> list[UUID]:
    """The accounts of the chunk that have again what they had."""
    changes = [
        each
        for each in await repository.lock_updates(unit.connection, order, chunk)
        if may_take_back(
            actor,
            is_own=each.account.id == order.editor.user_id,
            profile=profile_of(each.account.profile),
            moves=each.gives(*POSITION),
            former=profile_of(each.after.get("profile")),
        )
    ]
    leaving = [each.account.id for each in changes if takes_a_super_admin(each)]
    staying = await super_admins_to_keep(unit.connection, company_id=order.company_id, leaving=leaving)
    changes = [each for each in changes if each.account.id not in staying]
    taken_back = [each.account.id for each in changes]
    await repository.keep_updates(unit.connection, order, chunk, taken_back=taken_back)
    if changes:
        await change_accounts(
            unit,
            changes,
            by=order.editor,
            # The rows of the import are the record of fields that give no rights.
            recorded=POSITION,
        )
    return taken_back


def _announce(unit: ServiceWork, order: ImportOrder, *, kind: UsersChangeKind, ids: Sequence[UUID]) -> None:
    if ids:
        announce_changes(unit, kind=kind, company_id=order.company_id, user_ids=ids)
