"""Invite the people of an import, or again those who have never signed in.

Creating marks its chunks, or a request later, and the sender queues the invitations of each.
"""

from typing import Final
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.messaging.messages.send_messages import send_messages
from server.people.account.events import UsersChangeKind
from server.people.account.publish_change import publish_users_changed
from server.people.imports.authority import lock_for_action
from server.people.imports.errors import WrongImportStateError
from server.people.imports.progress import publish_progress, publish_snapshot
from server.people.imports.read_import import watchable_snapshot
from server.people.imports.repository import Import
from server.people.imports.run import invitation_repository as repository
from server.people.imports.run.invitation_results import report_withheld
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportState
from server.people.invitations.limits import COOLDOWN
from server.platform.database.connections import Connection
from server.platform.database.query_plans import update_statistics
from server.platform.services import Services
from server.vocabulary.identity import Identity

NOT_ENDED: Final = "The invitations can be sent once the import has ended."
NONE_CREATED: Final = "This import has created no account that could be invited."


async def invite_import(
    services: Services, *, identity: Identity, import_id: UUID, address: str | None
) -> ImportSnapshot:
    """Invite the people of an import that was started without inviting, or whose time has not come.

    Where they were invited, those who have never signed in are invited again, each with a new password, unless the last
    invitation was sent a moment ago. Repeated, it changes nothing.

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
        if not found.invite or await _can_invite_again(unit.connection, found):
            again = found.invite
            await repository.mark_invited(unit.connection, import_id=import_id, again=again, by=identity.user_id)
            await record(
                unit.connection,
                action=AuditAction.IMPORT_INVITED,
                by=identity,
                subject_id=import_id,
                subject_label=found.file_name,
                address=address,
                after={"created": found.created_count, **({"again": True} if again else {})},
            )
            unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
            unit.after_commit(lambda: publish_snapshot(services, import_id=import_id))
    return await watchable_snapshot(services, identity=identity, import_id=import_id)


async def _can_invite_again(connection: Connection, found: Import) -> bool:
    if found.invited_at is not None and found.read_at - found.invited_at < COOLDOWN:
        return False
    return await repository.has_people_to_invite_again(connection, company_id=found.company_id, import_id=found.id)


async def queue_next_chunk(services: Services) -> bool:
    """Queue the invitations of one chunk; False where there was none.

    One transaction: a worker that is killed has changed nothing, and a second one finds nothing to claim. Where the
    user who asked for them may no longer invite these people, they are withheld.
    """
    async with services.database.unit_of_work() as unit:
        chunk = await repository.claim_chunk_to_invite(unit.connection)
        if chunk is None:
            return False
        if chunk.inviter.may_invite:
            await repository.queue_invitations(unit.connection, chunk)
        elif await repository.withhold_invitations(unit.connection, chunk):
            await report_withheld(services, unit, company_id=chunk.company_id, import_id=chunk.import_id)
    if chunk.is_last or chunk.number == 1:
        async with services.database.reading() as connection:
            await update_statistics(connection, "messages", rows=chunk.last_row)
    publish_progress(services, import_id=chunk.import_id)
    await publish_users_changed(services, company_id=chunk.company_id, kind=UsersChangeKind.UPDATED, ids=[])
    return True
