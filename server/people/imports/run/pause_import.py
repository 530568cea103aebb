"""Pause an import between two chunks, and resume it."""

from typing import Final
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.messaging.messages.send_messages import send_messages
from server.people.imports.authority import lock_for_action
from server.people.imports.errors import WrongImportStateError
from server.people.imports.progress import publish_snapshot
from server.people.imports.read_import import watchable_snapshot
from server.people.imports.repository import Import
from server.people.imports.run.control_repository import mark_paused, mark_resumed
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportState
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.identity import Identity

NOT_RUNNING: Final = "Only an import that creates accounts can be paused."
NOT_PAUSED: Final = "Only a paused import can be resumed."


async def pause_import(
    services: Services, *, identity: Identity, import_id: UUID, address: str | None
) -> ImportSnapshot:
    """Create no further chunk until the import is resumed; one in flight is finished. Pausing twice is no error.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: it does not create accounts.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=identity, import_id=import_id)
        if found.state is ImportState.PROCESSING:
            await mark_paused(unit.connection, company_id=identity.company_id, import_id=import_id)
            await _record(services, unit, found, action=AuditAction.IMPORT_PAUSED, identity=identity, address=address)
            # Invitations have waited for the accounts.
            unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
        elif found.state is not ImportState.PAUSED:
            raise WrongImportStateError(NOT_RUNNING)
    return await watchable_snapshot(services, identity=identity, import_id=import_id)


async def resume_import(
    services: Services, *, identity: Identity, import_id: UUID, address: str | None
) -> ImportSnapshot:
    """Create the remaining chunks. Resuming twice is no error.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: it is neither paused nor running.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=identity, import_id=import_id)
        if found.state is ImportState.PAUSED:
            await mark_resumed(unit.connection, company_id=identity.company_id, import_id=import_id)
            await _record(services, unit, found, action=AuditAction.IMPORT_RESUMED, identity=identity, address=address)
            unit.after_commit(lambda: services.jobs.enqueue(create_accounts.job(import_id=import_id)))
        elif found.state is not ImportState.PROCESSING:
            raise WrongImportStateError(NOT_PAUSED)
    return await watchable_snapshot(services, identity=identity, import_id=import_id)


async def _record(
    services: Services,
    unit: UnitOfWork,
    found: Import,
    *,
    action: AuditAction,
    identity: Identity,
    address: str | None,
) -> None:
    await record(
        unit.connection,
        action=action,
        by=identity,
        subject_id=found.id,
        subject_label=found.file_name,
        address=address,
        after={"processed": found.processed, "created": found.created_count, "failed": found.failed_count},
    )
    unit.after_commit(lambda: publish_snapshot(services, import_id=found.id))
