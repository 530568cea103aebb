"""Delete an invalid row from the preview of an import."""

from uuid import UUID

from server.errors import NotFoundError
from server.identity.identity import Identity
from server.imports.authority import lock_for_action
from server.imports.checking import check_repository
from server.imports.errors import RowNotInvalidError, WrongImportStateError
from server.imports.progress import publish_snapshot
from server.imports.states import ImportState, RowStatus
from server.services import Services


async def delete_row(services: Services, *, identity: Identity, import_id: UUID, row: int) -> None:
    """Remove an invalid row from the preview.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action; the row does not exist or is deleted already.
        WrongImportStateError: the preview is not ready, or the import has been started.
        RowNotInvalidError: the row is valid.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=identity, import_id=import_id)
        if found.state is not ImportState.READY:
            raise WrongImportStateError("Rows can be deleted only in the preview, before the import is started.")
        status = await check_repository.mark_deleted(unit.connection, import_id=import_id, row=row)
        if status is None or status is RowStatus.DELETED:
            raise NotFoundError
        if status is not RowStatus.INVALID:
            raise RowNotInvalidError
        unit.after_commit(lambda: publish_snapshot(services, import_id=import_id))
