"""Take the last change of a preview back: an edit, a deletion or a mapping."""

from collections.abc import Mapping
from typing import NoReturn
from uuid import UUID

from server.people.imports.authority import may_write_any
from server.people.imports.checking import mending_repository, value_map_repository
from server.people.imports.checking.mending import Mending, TypedRow, as_read_before, type_rows
from server.people.imports.errors import AnotherChangeError, NothingToUndoError
from server.people.imports.files import file_repository
from server.people.imports.preview.change_rows import MOST_TOUCHED, change_many, change_rows, lock_preview
from server.people.imports.read_import import last_change_of, watchable_snapshot
from server.people.imports.repository import Import
from server.people.imports.schemas import ImportSnapshot
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError
from server.platform.process.threads import in_thread
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def undo_change(
    services: Services, *, identity: Identity, import_id: UUID, number: int | None = None
) -> ImportSnapshot:
    """The rows of the change are read from the file again, with the changes that remain.

    `number` is that of the change which the user means; without one it is the last, whichever that is.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview.
        ForbiddenError: also for another user's change, before which the rows may have had any profile.
        NothingToUndoError, AnotherChangeError: there is no change; the last one is not that of `number`.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_preview(unit.connection, identity=identity, import_id=import_id)
        company_id = identity.company_id
        change = await mending_repository.last_change(unit.connection, company_id=company_id, import_id=import_id)
        if change is None:
            raise NothingToUndoError
        if number not in {None, change.number}:
            await _refuse_another(unit.connection, found)
        if change.changed_by != identity.user_id and not may_write_any(found, identity=identity):
            raise ForbiddenError
        for mapping in change.mappings:
            if mapping.kept:
                await value_map_repository.restore_map(
                    unit.connection, mapping, company_id=company_id, chosen_by=change.changed_by
                )
        rows = await mending_repository.undo_change(
            unit.connection, company_id=company_id, import_id=import_id, numbers=change.numbers
        )
        if len(rows) > MOST_TOUCHED:
            await change_many(services, unit, found, identity=identity, rows=rows, restores=True)
        else:
            touched = await _read_again(unit.connection, found, rows=rows)
            await change_rows(services, unit, found, identity=identity, touched=touched)
    return await watchable_snapshot(services, identity=identity, import_id=import_id)


async def _refuse_another(connection: Connection, found: Import) -> NoReturn:
    last = await last_change_of(connection, found)
    assert last is not None  # noqa: S101 - locked with its import
    raise AnotherChangeError(last.model_dump(mode="json"))


async def _read_again(connection: Connection, found: Import, *, rows: list[int]) -> Mapping[int, TypedRow]:
    content = await file_repository.read_content(connection, import_id=found.id)
    edits = await mending_repository.read_edits(connection, company_id=found.company_id, import_id=found.id, rows=rows)
    mending = Mending(maps=as_read_before(found.read_values), edits=edits)
    typed = await in_thread(type_rows, content, layout=found.layout, rows=frozenset(rows))
    return {row: mending.apply(row, each) for row, each in typed.items()}
