"""Put the people of an import into the batches that its rows name, and take them out again when it is undone."""

from typing import Final
from uuid import UUID

from server.people.account.account_rules import Editor
from server.people.batches.batch_form import BatchFields
from server.people.batches.change_batches import BatchesChangeKind, announce_batches, delete_unused, make_batch
from server.people.batches.repository import MANY_MEMBERS, lock_names
from server.people.imports.checking.batch_book import read_batch_book
from server.people.imports.repository import Import
from server.people.imports.run import chunk_repository as repository
from server.people.imports.run import undo_repository
from server.people.imports.run.chunk_repository import ImportOrder
from server.people.imports.states import ImportMode
from server.people.work.chunk_repository import Chunk
from server.platform.database.connections import Connection
from server.platform.database.query_plans import update_statistics
from server.platform.services import Context, ServiceWork, Work
from server.vocabulary.profiles import Profile, creatable_by

# From here on the plans of the chunks need statistics of the cells.
MANY_CELLS: Final = 500
ARCHIVED_SINCE: Final = "The batch was archived after the preview"


async def plan_batches(unit: Work[Context], found: Import, *, mode: ImportMode) -> None:
    """Make the batches that are new, at the start, and keep which ones each cell names.

    Raises TooManyBatchesError: with the new ones the company would have more than it may.
    """
    if not found.fields.names_batches:
        return
    connection = unit.connection
    await lock_names(connection, company_id=found.company_id)
    book = await read_batch_book(connection, found, again=True, mode=mode)
    made = {folded: await make_batch(unit, BatchFields(name=name)) for folded, name in book.new.items()}
    # A cell with a problem names none: its rows fail.
    batches = {
        cell: list({*read.ids, *(made[folded] for folded in read.new)})
        for cell, read in book.cells.items()
        if read.problem is None
    }
    await repository.keep_batches(connection, found, batches, new=set(made.values()))
    if len(batches) > MANY_CELLS:
        await update_statistics(connection, "import_batches", rows=len(batches))


async def refuse_archived(connection: Connection, order: ImportOrder, chunk: Chunk) -> int:
    """Before a chunk is processed: the number of its rows that fail, because a batch takes no new people any more."""
    return await repository.refuse_rows(
        connection,
        order,
        chunk,
        reason=ARCHIVED_SINCE,
        condition=repository.OF_CLOSED_BATCHES,
        open_cells=await repository.open_cells(connection, order, chunk),
        creates=order.mode is not ImportMode.UPDATE,
        updates=order.mode is not ImportMode.CREATE,
    )


async def put_into_batches(unit: ServiceWork, order: ImportOrder, *, chunk: Chunk) -> None:
    """Put the people whose rows have succeeded into batches, after a chunk was processed."""
    batch_ids = await repository.add_people(unit.connection, order, chunk)
    if batch_ids and chunk.last_row - chunk.first_row >= MANY_MEMBERS:
        await update_statistics(unit.connection, "batch_members", rows=MANY_MEMBERS)
    _announce_members(unit, company_id=order.company_id, batch_ids=batch_ids)


async def take_out_of_batches(unit: ServiceWork, order: ImportOrder, *, chunk: Chunk, actor: Profile | None) -> int:
    """The number of rows that have done nothing else, and are taken back."""
    rows, batch_ids = list[int](), list[UUID]()
    if profiles := sorted(creatable_by(actor)):
        rows, batch_ids = await undo_repository.take_out_people(unit.connection, order, chunk, profiles=profiles)
    await undo_repository.keep_members(unit.connection, order, chunk, taken_back=rows)
    _announce_members(unit, company_id=order.company_id, batch_ids=batch_ids)
    return len(rows)


async def delete_new_batches(unit: ServiceWork, found: Import, *, by: Editor) -> None:
    """Delete the batches that the import made, at the end of its undo, where they are empty and unchanged since."""
    if found.fields.names_batches:
        ids = await undo_repository.new_batches_of(unit.connection, found)
        await delete_unused(unit, ids, by=by)


def _announce_members(unit: ServiceWork, *, company_id: UUID, batch_ids: list[UUID]) -> None:
    if batch_ids:
        announce_batches(unit, company_id=company_id, kind=BatchesChangeKind.MEMBERS, ids=batch_ids)
