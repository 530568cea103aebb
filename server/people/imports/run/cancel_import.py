"""Cancel an import."""

from typing import Final
from uuid import UUID

from server.company.audit.repository import AuditAction, record
from server.people.imports import repository
from server.people.imports.authority import lock_for_action
from server.people.imports.errors import WrongImportStateError
from server.people.imports.progress import publish_snapshot
from server.people.imports.read_import import watchable_snapshot
from server.people.imports.run.notify_end import notify_cancelled
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportState
from server.platform.services import Services
from server.vocabulary.identity import Identity

CANCELLABLE: Final = frozenset(
    {ImportState.MAPPING, ImportState.VALIDATING, ImportState.READY, ImportState.PROCESSING, ImportState.PAUSED}
)


async def cancel_import(
    services: Services, *, identity: Identity, import_id: UUID, address: str | None
) -> ImportSnapshot:
    """Stop an import. A chunk in flight is undone; what was created before stays. Cancelling twice is no error.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: it has ended already.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=identity, import_id=import_id)
        if found.state in CANCELLABLE:
            await repository.mark_cancelled(unit.connection, import_id=import_id)
            await record(
                unit.connection,
                action=AuditAction.IMPORT_ENDED,
                by=identity,
                subject_id=import_id,
                subject_label=found.file_name,
                address=address,
                after={"state": "cancelled", **found.counts},
            )
            await notify_cancelled(services, unit, found, by=identity)
            unit.after_commit(lambda: publish_snapshot(services, import_id=import_id))
        elif found.state is not ImportState.CANCELLED:
            raise WrongImportStateError(f"This import has {found.state} already and cannot be cancelled.")
    return await watchable_snapshot(services, identity=identity, import_id=import_id)
