"""Invite the people of an import: creating marks its chunks, or a request later, and the sender queues each."""

from typing import Final
from uuid import UUID

from server.audit.repository import AuditAction, record
from server.identity.identity import Identity
from server.imports.authority import lock_for_action
from server.imports.errors import WrongImportStateError
from server.imports.progress import publish_progress, publish_snapshot
from server.imports.read_import import watchable_snapshot
from server.imports.run import invitation_repository as repository
from server.imports.schemas import ImportSnapshot
from server.imports.states import ImportState
from server.messages.send_messages import send_messages
from server.query_plans import update_statistics
from server.services import Services
from server.users.events import UsersChangeKind
from server.users.publish_change import publish_users_changed

NOT_ENDED: Final = "The invitations can be sent once the import has ended."
NONE_CREATED: Final = "This import has created no account that could be invited."


async def invite_import(
    services: Services, *, identity: Identity, import_id: UUID, address: str | None
) -> ImportSnapshot:
    """Invite the people of an import that was started without inviting. Repeated, it changes nothing.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: the import has not ended, or has created no account.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=identity, import_id=import_id)
        if found.state not in {ImportState.COMPLETED, ImportState.CANCELLED}:
            raise WrongImportStateError(NOT_ENDED)
        if not found.created_count:
            raise WrongImportStateError(NONE_CREATED)
        if not found.invite:
            await repository.mark_invited(unit.connection, import_id=import_id)
            await record(
                unit.connection,
                action=AuditAction.IMPORT_INVITED,
                by=identity,
                subject_id=import_id,
                subject_label=found.file_name,
                address=address,
                after={"created": found.created_count},
            )
            unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
            unit.after_commit(lambda: publish_snapshot(services, import_id=import_id))
    return await watchable_snapshot(services, identity=identity, import_id=import_id)


async def queue_next_chunk(services: Services) -> bool:
    """Queue the invitations of one chunk; False where there was none.

    One transaction: a worker that is killed has changed nothing, and a second one finds nothing to claim.
    """
    async with services.database.unit_of_work() as unit:
        chunk = await repository.claim_chunk_to_invite(unit.connection.raw)
        if chunk is None:
            return False
        await repository.queue_invitations(unit.connection.raw, chunk)
    if chunk.is_last or chunk.number == 1:
        async with services.database.acquire() as connection:
            await update_statistics(connection, "messages", rows=chunk.last_row)
    publish_progress(services, import_id=chunk.import_id)
    await publish_users_changed(services, company_id=chunk.company_id, kind=UsersChangeKind.UPDATED, ids=[])
    return True
