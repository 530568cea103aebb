"""Take the last change of a preview back: an edit, a deletion or a mapping."""

import asyncio
from collections.abc import Mapping
from uuid import UUID

from server.database import Connection
from server.errors import ForbiddenError
from server.identity.identity import Identity
from server.imports.authority import may_write_any
from server.imports.checking import mending_repository
from server.imports.checking.mending import Mending, TypedRow, as_read_before, type_rows
from server.imports.errors import NothingToUndoError
from server.imports.files import file_repository
from server.imports.preview.change_rows import MOST_TOUCHED, change_many, change_rows, lock_preview
from server.imports.read_import import watchable_snapshot
from server.imports.repository import Import
from server.imports.schemas import ImportSnapshot
from server.services import Services


async def undo_change(services: Services, *, identity: Identity, import_id: UUID) -> ImportSnapshot:
    """The rows of the change are read from the file again, with the changes that remain.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview.
        ForbiddenError: also for another user's change, before which the rows may have had any profile.
        NothingToUndoError: there is no change.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_preview(unit.connection, identity=identity, import_id=import_id)
        company_id = identity.company_id
        change = await mending_repository.last_change(unit.connection, company_id=company_id, import_id=import_id)
        if change is None:
            raise NothingToUndoError
        if change.changed_by != identity.user_id and not may_write_any(found, identity=identity):
            raise ForbiddenError
        if change.mapping is not None and change.mapping.kept:
            await mending_repository.restore_map(unit.connection, change.mapping, company_id=company_id)
        rows = await mending_repository.undo_change(
            unit.connection, company_id=company_id, import_id=import_id, number=change.number
        )
        if len(rows) > MOST_TOUCHED:
            await change_many(services, unit, found, identity=identity, rows=rows, restores=True)
        else:
            touched = await _read_again(unit.connection, found, rows=rows)
            await change_rows(services, unit, found, identity=identity, touched=touched)
    return await watchable_snapshot(services, identity=identity, import_id=import_id)


async def _read_again(connection: Connection, found: Import, *, rows: list[int]) -> Mapping[int, TypedRow]:
    content = await file_repository.read_content(connection, import_id=found.id)
    edits = await mending_repository.read_edits(connection, company_id=found.company_id, import_id=found.id, rows=rows)
    mending = Mending(maps=as_read_before(found.read_values), edits=edits)
    typed = await asyncio.to_thread(type_rows, content, layout=found.layout, rows=frozenset(rows))
    return {row: mending.apply(row, each) for row, each in typed.items()}
