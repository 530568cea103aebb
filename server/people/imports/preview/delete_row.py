"""Delete rows from the preview of an import."""

from collections.abc import Sequence
from uuid import UUID

from server.people.imports.checking import judged_repository, mending_repository
from server.people.imports.checking.mending_repository import ChangeKind
from server.people.imports.errors import RowNotInvalidError
from server.people.imports.preview.change_rows import (
    MOST_TOUCHED,
    change_many,
    change_rows,
    lock_preview,
    refuse_number,
)
from server.people.imports.read_import import watchable_snapshot
from server.people.imports.repository import Import
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import RowStatus
from server.platform.database.connections import UnitOfWork
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def delete_row(services: Services, *, identity: Identity, import_id: UUID, row: int) -> None:
    """Remove an invalid row from the preview.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview; the row does not exist or is deleted.
        RowNotInvalidError: the row is valid.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_preview(unit.connection, identity=identity, import_id=import_id)
        refuse_number(row)
        stored = await judged_repository.rows_by_number(unit.connection, import_id=import_id, rows=[row])
        if row not in stored or not stored[row].is_there:
            raise NotFoundError
        if stored[row].status is not RowStatus.INVALID:
            raise RowNotInvalidError
        await _delete(services, unit, found, identity=identity, rows=[row])


async def delete_rows(
    services: Services, *, identity: Identity, import_id: UUID, rows: Sequence[int]
) -> ImportSnapshot:
    """Remove rows from the preview, valid ones too; those that are not there stay so.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_preview(unit.connection, identity=identity, import_id=import_id)
        present = await judged_repository.numbers_of_present(unit.connection, import_id=import_id, rows=rows)
        if present:
            await _delete(services, unit, found, identity=identity, rows=present)
    return await watchable_snapshot(services, identity=identity, import_id=import_id)


async def _delete(
    services: Services, unit: UnitOfWork, found: Import, *, identity: Identity, rows: Sequence[int]
) -> None:
    number = await mending_repository.add_change(
        unit.connection, identity=identity, import_id=found.id, kind=ChangeKind.DELETION
    )
    await mending_repository.add_edits(unit.connection, import_id=found.id, change=number, rows=rows, cells=None)
    if len(rows) > MOST_TOUCHED:
        await change_many(services, unit, found, identity=identity, rows=rows, deletes=True)
    else:
        await change_rows(services, unit, found, identity=identity, touched=dict.fromkeys(rows))
