"""Cancel an import; pause it between two chunks, and resume it."""

from functools import partial
from typing import Any, Final
from uuid import UUID

from server.company.audit.record_act import record_act
from server.company.audit.repository import AuditAction
from server.messaging.messages.sending import send_messages
from server.people.imports import repository
from server.people.imports.authority import lock_for_action
from server.people.imports.errors import WrongImportStateError
from server.people.imports.read_import import PROGRESS, watchable_snapshot
from server.people.imports.repository import Import
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.run.notify_end import notify_cancelled
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportState
from server.platform.services import Context, Work

CANCELLABLE: Final = frozenset(
    {ImportState.MAPPING, ImportState.VALIDATING, ImportState.READY, ImportState.PROCESSING, ImportState.PAUSED}
)
NOT_RUNNING: Final = "Only an import that creates accounts can be paused."
NOT_PAUSED: Final = "Only a paused import can be resumed."


async def cancel_import(context: Context, import_id: UUID) -> ImportSnapshot:
    """Stop an import. A chunk in flight is undone; what was created before stays. Cancelling twice is no error.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: it has ended already.

    """
    async with context.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=context.identity, import_id=import_id)
        if found.state in CANCELLABLE:
            await repository.mark_cancelled(unit.connection, import_id=import_id)
            after = {"state": "cancelled", **found.counts}
            await record_step(unit, found, AuditAction.IMPORT_ENDED, after=after)
            await notify_cancelled(unit, found)
            PROGRESS.announce(unit, import_id)
        elif found.state is not ImportState.CANCELLED:
            raise WrongImportStateError(f"This import has {found.state} already and cannot be cancelled.")
    return await watchable_snapshot(context.services, identity=context.identity, import_id=import_id)


async def pause_import(context: Context, import_id: UUID) -> ImportSnapshot:
    """Create no further chunk until the import is resumed; one in flight is finished. Pausing twice is no error.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: it does not create accounts.

    """
    async with context.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=context.identity, import_id=import_id)
        if found.state is ImportState.PROCESSING:
            await repository.mark_paused(unit.connection, company_id=found.company_id, import_id=import_id)
            action, after = AuditAction.IMPORT_PAUSED, _progress(found)
            await record_step(unit, found, action, after=after)
            PROGRESS.announce(unit, import_id)
            # Invitations have waited for the accounts.
            unit.after_commit(partial(unit.services.jobs.enqueue, send_messages.job()))
        elif found.state is not ImportState.PAUSED:
            raise WrongImportStateError(NOT_RUNNING)
    return await watchable_snapshot(context.services, identity=context.identity, import_id=import_id)


async def resume_import(context: Context, import_id: UUID) -> ImportSnapshot:
    """Create the remaining chunks. Resuming twice is no error.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: it is neither paused nor running.

    """
    async with context.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=context.identity, import_id=import_id)
        if found.state is ImportState.PAUSED:
            await repository.mark_resumed(unit.connection, company_id=found.company_id, import_id=import_id)
            action, after = AuditAction.IMPORT_RESUMED, _progress(found)
            await record_step(unit, found, action, after=after)
            PROGRESS.announce(unit, import_id)
            unit.after_commit(partial(unit.services.jobs.enqueue, create_accounts.job(import_id=import_id)))
        elif found.state is not ImportState.PROCESSING:
            raise WrongImportStateError(NOT_PAUSED)
    return await watchable_snapshot(context.services, identity=context.identity, import_id=import_id)


def _progress(found: Import) -> dict[str, Any]:
    return {"processed": found.processed, "created": found.created_count, "failed": found.failed_count}


async def record_step(unit: Work[Context], found: Import, action: AuditAction, *, after: dict[str, Any]) -> None:
    await record_act(unit, action, subject_id=found.id, subject_label=found.file_name, after=after)
