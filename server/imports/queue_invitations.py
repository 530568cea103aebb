"""Queue the invitations of an import that was started without, a chunk at a time."""

from server.imports import invite_repository as repository
from server.imports.progress import tell_progress
from server.services import Services
from server.users.events import UsersChangeKind
from server.users.publish_change import publish_users_changed


async def queue_next_chunk(services: Services) -> bool:
    """Queue one chunk; False where there was none.

    A worker that is killed here has done nothing, and a second one finds nothing to claim.
    """
    async with services.database.unit_of_work() as unit:
        chunk = await repository.claim_chunk(unit.connection.raw)
        if chunk is None:
            return False
        await repository.queue_chunk(unit.connection.raw, chunk)
    tell_progress(services, import_id=chunk.import_id)
    await publish_users_changed(services, company_id=chunk.company_id, kind=UsersChangeKind.UPDATED, ids=[])
    return True
