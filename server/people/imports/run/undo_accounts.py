"""Undo an import, chunk by chunk: the worker's part.

A chunk is claimed, judged, deleted and counted in one transaction, as it was created: a worker killed in it has changed
nothing, and a repeated job finds nothing to claim.
"""

from functools import partial
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.messaging.messages.send_messages import send_messages
from server.people.account.change_accounts import remove_accounts
from server.people.account.change_repository import lock_super_admins
from server.people.account.events import MAXIMUM_IDS, UsersChangeKind
from server.people.account.publish_change import publish_users_changed
from server.people.chunks.lanes import SLICE_SECONDS, run_lanes
from server.people.imports.formats import FORMAT
from server.people.imports.progress import publish_progress, publish_snapshot
from server.people.imports.repository import get_import
from server.people.imports.run import undo_repository as repository
from server.people.imports.run.put_into_batches import delete_new_batches, take_out_of_batches
from server.people.imports.run.undo_repository import ChunkToUndo
from server.people.imports.run.undo_updates import undo_updates
from server.platform.database.connections import UnitOfWork
from server.platform.process.jobs import Queue, job
from server.platform.services import Services
from server.vocabulary.permission_matrix import covers
from server.vocabulary.profiles import Permission, Profile, permissions_of


@job(Queue.WORK)
async def undo_accounts(services: Services, *, import_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    """Undo chunks for `seconds`; the rest is enqueued again."""
    undo_next = partial(undo_next_chunk, services, import_id=import_id)
    if await run_lanes(undo_next, work_id=import_id, seconds=seconds):
        await services.jobs.enqueue(undo_accounts.job(import_id=import_id))


async def undo_next_chunk(services: Services, *, import_id: UUID, known: int = FORMAT) -> bool:
    """Claim and undo one chunk; False where none was left to claim."""
    async with services.database.unit_of_work() as unit:
        connection = unit.connection
        chunk = await repository.claim_chunk_to_undo(connection, import_id=import_id, known=known)
        if chunk is None:
            return False
        actor, deleted = await _delete(services, unit, chunk, import_id=import_id)
        await repository.keep_accounts(connection, chunk, import_id=import_id, deleted=deleted)
        changed = await undo_updates(services, unit, chunk, import_id=import_id, actor=actor)
        undone = len(deleted) + len(changed)
        if chunk.names_batches:
            undone += await take_out_of_batches(services, unit, chunk, import_id=import_id, actor=actor)
        await repository.stop_invitations(connection, chunk, import_id=import_id)
        ended = await repository.finish_chunk(connection, chunk, import_id=import_id, undone=undone)
        if ended:
            await _end(services, unit, import_id=import_id)
        unit.after_commit(lambda: _publish(services, chunk, import_id=import_id, deleted=deleted, changed=changed))
    return True


async def _delete(
    services: Services, unit: UnitOfWork, chunk: ChunkToUndo, *, import_id: UUID
) -> tuple[Profile | None, list[UUID]]:
    """Delete what may be deleted by the profile that its user has now; both. Codes and passwords end with accounts."""
    connection = unit.connection
    candidates = await repository.lock_candidates(connection, chunk, import_id=import_id)
    if any(candidate.profile is Profile.SUPER_ADMIN for candidate in candidates):
        # The user who undoes is a Super Admin, and stays one until this ends: the company keeps its last one.
        await lock_super_admins(unit.connection, company_id=chunk.company_id)
    actor = await repository.find_profile(connection, chunk)
    if Permission.USER_DELETE not in permissions_of(actor):
        return None, []
    ids = [candidate.id for candidate in candidates if covers(actor, candidate.profile)]
    await remove_accounts(services, unit, ids, company_id=chunk.company_id)
    return actor, ids


async def _publish(
    services: Services, chunk: ChunkToUndo, *, import_id: UUID, deleted: list[UUID], changed: list[UUID]
) -> None:
    publish_progress(services, import_id=import_id)
    for kind, ids in ((UsersChangeKind.DELETED, deleted), (UsersChangeKind.UPDATED, changed)):
        if ids:
            shown = ids if len(ids) <= MAXIMUM_IDS else []
            await publish_users_changed(services, company_id=chunk.company_id, kind=kind, ids=shown)


async def _end(services: Services, unit: UnitOfWork, *, import_id: UUID) -> None:
    found = await get_import(unit.connection, import_id=import_id)
    if found is None:
        return
    await record(
        unit.connection,
        action=AuditAction.IMPORT_UNDONE,
        company_id=found.company_id,
        actor_id=found.undone_by,
        subject_id=import_id,
        subject_label=found.file_name,
        after={"undone": found.undone, "kept": found.created_count + found.changed_count - found.undone},
    )
    await delete_new_batches(services, unit, found)
    unit.after_commit(lambda: publish_snapshot(services, import_id=import_id))
    # Invitations of the company have waited for the end.
    unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
