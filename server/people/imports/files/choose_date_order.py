"""Choose the order of an import's dates in its preview; the file is checked again."""

from typing import Final
from uuid import UUID

from server.people.imports import repository
from server.people.imports.authority import lock_for_action
from server.people.imports.checking.check_import import check_import
from server.people.imports.errors import WrongImportStateError
from server.people.imports.files.birth_dates import SHAPES, DateOrder
from server.people.imports.read_import import PROGRESS, watchable_snapshot
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ImportState
from server.platform.services import Services
from server.vocabulary.identity import Identity

STILL_CHECKED: Final = "The file is still being checked. Please wait until the preview is ready."
TOO_LATE: Final = "The order of the dates can be chosen only in the preview, before the import is started."


async def choose_date_order(
    services: Services, *, identity: Identity, import_id: UUID, order: DateOrder
) -> ImportSnapshot:
    """Validate every row again with this order of its dates. Does nothing where the file has this order already.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: the preview is not ready, or the import has been started.

    """
    async with services.unit_of_work() as unit:
        found = await lock_for_action(unit.connection, identity=identity, import_id=import_id)
        if found.date_order is not order:
            if found.state is not ImportState.READY:
                raise WrongImportStateError(STILL_CHECKED if found.state is ImportState.VALIDATING else TOO_LATE)
            remark = f"Dates are read as {SHAPES[order]}, as chosen in the preview."
            await repository.judge_anew(
                unit.connection,
                company_id=identity.company_id,
                import_id=import_id,
                date_order=order,
                remarks=[remark],
            )
            unit.after_commit(lambda: services.jobs.enqueue(check_import.job(import_id=import_id)))
            PROGRESS.announce(unit, import_id)
    return await watchable_snapshot(services, identity=identity, import_id=import_id)
