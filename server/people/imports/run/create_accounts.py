"""Create, update and put into batches the people of an import, chunk by chunk: the worker's part of a start."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final
from uuid import UUID

from server.access.policies.repository import allowed_domains
from server.company.audit.record import AuditAction
from server.messaging.messages.sending import send_messages
from server.people.account import errors
from server.people.account.account_rules import ACCOUNT, Change, takes_a_super_admin
from server.people.account.change_accounts import change_unless_taken, super_admins_to_keep
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import lock_accounts
from server.people.batches.batch_form import BatchFields
from server.people.batches.change_batches import BatchesChangeKind, announce_batches, make_batch
from server.people.batches.repository import MANY_MEMBERS, lock_names
from server.people.chunks.chunk_repository import Chunk, Step
from server.people.chunks.engine import SLICE_SECONDS, ChunkOperation, WorkCancelledError, run_chunks
from server.people.fields.judge_values import ValueTakenError
from server.people.fields.read_fields import hold_fields
from server.people.imports.authority import record_worker_step
from server.people.imports.checking.compare_rows import NO_ACCOUNT, Comparison, compare, read_batch_book
from server.people.imports.checking.row_rules import Problem
from server.people.imports.read_import import PROGRESS
from server.people.imports.repository import Import, count_chunk, find_import, mark_ended
from server.people.imports.run import chunk_repository as repository
from server.people.imports.run import undo_repository
from server.people.imports.run.chunk_repository import Counted, ImportOrder, RowOfAccount, RowResult
from server.people.imports.run.notify_end import notify_completed
from server.people.imports.run.sync_people import deactivate_missing
from server.people.imports.states import ImportMode, RowChange, RowStatus
from server.people.invitations.invite_user import invite_activated
from server.people.stages.repository import (
    Mover,
    find_takeable,
    live_names,
    move_people,
    place_people,
    take_back,
)
from server.people.stages.stage_events import announce_stages, announce_ways, withdraw_ways
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.database.query_plans import update_statistics
from server.platform.process.tasks import Queue, task
from server.platform.services import Context, Services, ServiceUnit, Unit
from server.vocabulary.field_kinds import DOMAIN_NOT_ALLOWED
from server.vocabulary.fields import BATCH, BUILT_IN, RIGHTS, STAGE, FieldSet
from server.vocabulary.identifiers import IdentifierKind
from server.vocabulary.own_fields import number_of
from server.vocabulary.profiles import Profile, creatable_by, creation_refusals

SINCE: Final = {
    BATCH: "The batch was archived after the preview",
    STAGE: "The stage was archived or renamed after the preview",
}
# From here on the plans of the chunks need statistics of the cells.
MANY_CELLS: Final = 500


async def plan_batches(unit: Unit[Context], found: Import, *, mode: ImportMode) -> None:
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
    """Before a chunk is processed: the number of its rows that fail, because a batch or stage takes people no more."""
    open_cells = dict[str, list[str]]()
    if order.fields.names_batches:
        open_cells[BATCH] = await repository.open_cells(connection, order, chunk)
    if order.fields.names_stages:
        open_cells[STAGE] = await live_names(connection, company_id=order.company_id, holds=True)
    failed = 0
    for column, cells in open_cells.items():
        failed += await repository.refuse_rows(
            connection,
            order,
            chunk,
            reason=SINCE[column],
            condition=repository.OF_CLOSED[column],
            open_cells=cells,
            creates=order.mode is not ImportMode.UPDATE,
            updates=order.mode is not ImportMode.CREATE,
        )
    return failed


async def hold_own_fields(unit: ServiceUnit, order: ImportOrder) -> tuple[FieldSet, dict[str, str]]:
    """Return the company's fields, as they stay now, and why values of some own ones are not written, by number.

    The accounts that are changed are locked before.
    """
    if not order.fields.own:
        return BUILT_IN, {}
    fields, profile, refused = await hold_fields(unit, company_id=order.company_id), order.editor.profile, {}
    for field in fields.known.values():
        if profile not in field.editors:
            refused[str(field.number)] = f"{field.label}: your profile may not change this field"
        elif field.own_kind != order.fields.kinds.get(field.name):
            refused[str(field.number)] = (
                f"{field.label}: this field was changed since the preview. Upload the row again"
            )
    return fields, refused


async def put_into_batches(unit: ServiceUnit, order: ImportOrder, *, chunk: Chunk) -> None:
    """Put the people whose rows have succeeded into batches, after a chunk was processed."""
    batch_ids = await repository.add_people(unit.connection, order, chunk)
    if batch_ids and chunk.last_row - chunk.first_row >= MANY_MEMBERS:
        await update_statistics(unit.connection, "batch_members", rows=MANY_MEMBERS)
    _announce_members(unit, company_id=order.company_id, batch_ids=batch_ids)


async def bring_to_stages(unit: ServiceUnit, order: ImportOrder, *, chunk: Chunk) -> None:
    """Bring the people whose rows have succeeded to the stages that these name, after a chunk was processed."""
    mover = Mover(company_id=order.company_id, work_id=order.import_id)
    arrived = await repository.list_arrived(unit.connection, order, chunk)
    for stage_id, created, updated in arrived:
        of_import = {"company_id": order.company_id, "work_id": order.import_id}
        await place_people(unit.connection, created, to=stage_id, **of_import)
        moved = await move_people(unit.connection, updated, to=stage_id, mover=mover)
        await announce_ways(unit, moved, to=stage_id, mover=mover, people=order.total_rows)
    if arrived:
        announce_stages(unit, company_id=order.company_id)


async def take_back_beside(unit: ServiceUnit, order: ImportOrder, *, chunk: Chunk, actor: Profile | None) -> int:
    """Take people out of batches, and back to the stages before; how many rows have done nothing else."""
    rows, batch_ids, profiles = set[int](), list[UUID](), sorted(creatable_by(actor))
    if profiles and order.fields.names_batches:
        alone, batch_ids = await undo_repository.take_out_people(unit.connection, order, chunk, profiles=profiles)
        rows.update(alone)
    if profiles and order.fields.names_stages:
        of_import = {"company_id": order.company_id, "work_id": order.import_id}
        people = await undo_repository.people_beside(unit.connection, order, chunk, column=STAGE, profiles=profiles)
        takeable = await find_takeable(unit.connection, [each.id for each in people], **of_import)
        await take_back(unit.connection, list(takeable), **of_import)
        await withdraw_ways(unit, list(takeable), **of_import)
        rows.update(each.row for each in people if each.alone and each.id in takeable)
        if takeable:
            announce_stages(unit, company_id=order.company_id)
    await undo_repository.keep_beside(unit.connection, order, chunk, taken_back=sorted(rows))
    _announce_members(unit, company_id=order.company_id, batch_ids=batch_ids)
    return len(rows)


def _announce_members(unit: ServiceUnit, *, company_id: UUID, batch_ids: list[UUID]) -> None:
    if batch_ids:
        announce_batches(unit, company_id=company_id, kind=BatchesChangeKind.MEMBERS, ids=batch_ids)


# After a small and a large chunk the statistics are updated: plans made for empty tables must be discarded.
STATISTICS_CHUNKS: Final = (1, 3)
DELETED: Final = "The account has been deleted since the preview"


@task(Queue.WORK)
async def create_accounts(services: Services, *, import_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    await run_chunks(services, ImportRun(), import_id, again=create_accounts.task(import_id=import_id), seconds=seconds)


class OfImport(ChunkOperation[ImportOrder, Counted]):
    progress = PROGRESS

    async def read_order(self, connection: Connection, work_id: UUID) -> ImportOrder | None:
        return await repository.read_order(connection, import_id=work_id, step=self.step)

    async def count(self, connection: Connection, order: ImportOrder, result: Counted) -> None:
        """A chunk is counted also where the import was paused meanwhile."""
        if not await count_chunk(connection, company_id=order.company_id, import_id=order.import_id, counted=result):
            raise WorkCancelledError


class ImportRun(OfImport):
    """Update accounts first, in a mode that does, so that only people without an account are left to create."""

    step = Step.RUN

    async def do_rows(self, unit: ServiceUnit, order: ImportOrder, *, chunk: Chunk) -> Counted:
        counted = Counted({RowStatus.FAILED: await refuse_archived(unit.connection, order, chunk)})
        if order.mode is not ImportMode.CREATE:
            counted += await _update(unit, order, chunk=chunk)
        if order.mode is ImportMode.UPDATE:
            counted[RowStatus.FAILED] += await repository.refuse_rows(unit.connection, order, chunk, reason=NO_ACCOUNT)
        else:
            fields, refused = await hold_own_fields(unit, order)
            for number, reason in refused.items():
                counted[RowStatus.FAILED] += await repository.refuse_rows(
                    unit.connection, order, chunk, reason=reason, condition=repository.OF_FIELD, own=number
                )
            unique = any(field.is_unique for field in fields.known.values() if field.name in order.fields.own)
            counted += await _create(unit.connection, order, chunk, settings=unit.services.settings, has_unique=unique)
        if order.fields.names_batches:
            await put_into_batches(unit, order, chunk=chunk)
        if order.fields.names_stages:
            await bring_to_stages(unit, order, chunk=chunk)
        if counted[RowStatus.CREATED] or counted[RowStatus.UPDATED]:
            kind = UsersChangeKind.IMPORTED
            announce_changes(unit, kind=kind, company_id=order.company_id, user_ids=[])
        if chunk.number in STATISTICS_CHUNKS:
            unit.after_commit(partial(_update_statistics, unit.services, rows=chunk.last_row))
        return counted

    def next_step(self, order: ImportOrder, result: Counted) -> Step | None:
        return Step.INVITE if order.invite and result[RowStatus.CREATED] else None

    async def end(self, unit: ServiceUnit, order: ImportOrder) -> None:
        found = await end_import(unit, order)
        outcome = {"state": found.state.value, **found.counts}
        await record_worker_step(unit, found, AuditAction.IMPORT_ENDED, actor_id=found.started_by, **outcome)
        await deactivate_missing(unit, found, order=order)
        await notify_completed(unit, found)
        unit.enqueue(send_messages.task())
        unit.after_commit(partial(_update_statistics, unit.services, rows=found.total_rows))


async def end_import(unit: UnitOfWork, order: ImportOrder) -> Import:
    """The import in its final state."""
    await mark_ended(unit.connection, company_id=order.company_id, import_id=order.import_id)
    return await find_import(unit.connection, company_id=order.company_id, import_id=order.import_id)


async def _update_statistics(services: Services, *, rows: int) -> None:
    async with services.database.reading() as connection:
        await update_statistics(connection, "users", rows=rows)


async def _create(
    connection: Connection, order: ImportOrder, chunk: Chunk, *, settings: Settings, has_unique: bool
) -> Counted:
    """Create the chunk's accounts, but for domains that the company has ceased to allow since the preview.

    None where more people are registered elsewhere than the company may learn of.
    """
    counted = Counted()
    if domains := await allowed_domains(connection, company_id=order.company_id):
        counted[RowStatus.FAILED] = await repository.refuse_rows(
            connection,
            order,
            chunk,
            reason=DOMAIN_NOT_ALLOWED,
            condition=repository.OF_OTHER_DOMAINS,
            domains=list(domains),
        )
    company_id = order.company_id
    if not await errors.has_met_too_many(connection, company_id=company_id, settings=settings):
        try:
            async with connection.transaction():
                created = _create_allowed(connection, order, chunk, settings=settings, has_unique=has_unique)
                return counted + await created
        except errors.TooManyTakenError:
            # Counted again, because the count was rolled back too: from now on the company is at its limit.
            number = settings.company_daily_taken
            await errors.meet_elsewhere(connection, company_id=company_id, number=number, settings=settings)
    counted[RowStatus.FAILED] += await repository.refuse_rows(connection, order, chunk, reason=errors.NOT_TRIED)
    return counted


async def _create_allowed(
    connection: Connection, order: ImportOrder, chunk: Chunk, *, settings: Settings, has_unique: bool
) -> Counted:
    """Raises TooManyTakenError: the caller rolls back what was created."""
    refused = {profile: creation_refusals(order.editor.profile, profile) for profile in Profile}
    refusals = {profile: reasons[0] for profile, reasons in refused.items() if reasons}
    code_is_enough = IdentifierKind.CODE in settings.sign_in_by
    counted, elsewhere = await repository.create_chunk(
        connection, order, chunk, refusals=refusals, code_is_enough=code_is_enough, has_unique=has_unique
    )
    if elsewhere and not await errors.meet_elsewhere(
        connection, company_id=order.company_id, number=elsewhere, settings=settings
    ):
        raise errors.TooManyTakenError(settings)
    return counted


async def _update(unit: ServiceUnit, order: ImportOrder, *, chunk: Chunk) -> Counted:
    """Update the accounts of the chunk's rows, and store what became of these rows.

    Every row is compared with its account as it is now, by the rights that its starter has now. What is changed is
    locked first and compared again; an account without a change is neither locked nor written to. One that has another
    value than in the preview, where the row gives a value, is left alone.
    """
    connection = unit.connection
    rows = await repository.rows_of_accounts(connection, order, chunk)
    if not rows:
        return Counted()
    compared = {each.row: _compare(each, order=order) for each in rows}
    if changes := _changes(compared):
        user_ids = [each.account.id for each in changes.values()]
        locked = await lock_accounts(connection, user_ids, company_id=order.company_id)
        _, refused = await hold_own_fields(unit, order)
        for each in rows:
            if (change := changes.get(each.row)) is not None:
                account = locked.get(change.account.id)
                compared[each.row] = _compare(each._replace(account=account), order=order, refused=refused)
        changes = await _keep_a_super_admin(unit, order, compared)
    if written := {row: each for row, each in changes.items() if each.after}:
        # The rows of the import are the record of fields that give no rights.
        versions = await change_unless_taken(unit, list(written.values()), by=order.editor, recorded=RIGHTS)
        taken = {row for row, each in written.items() if each.account.id not in versions}
        _refuse(compared, {row for row in taken if written[row].gives("code")}, ("code", errors.CODE_TAKEN))
        own = {row for row in taken if not written[row].gives("code")}
        _refuse(compared, own, (ACCOUNT, ValueTakenError.message))
        written = {row: each for row, each in written.items() if row not in taken}
        if order.invite:
            await invite_activated(unit, list(written.values()), company_id=order.company_id)
        await repository.keep_updates(connection, written, versions=versions, import_id=order.import_id)
    results = [_result(row, found) for row, found in compared.items()]
    await repository.store_results(connection, order, results)
    return Counter(each.status for each in results)


def _changes(compared: Mapping[int, Comparison | None]) -> dict[int, Change]:
    return {row: each.as_change for row, each in compared.items() if each and each.change is RowChange.CHANGED}


def _compare(row: RowOfAccount, *, order: ImportOrder, refused: Mapping[str, str] = {}) -> Comparison | None:
    """Compare a row with its account, if there is one. The check has left no error that an update refuses.

    `refused`: see hold_own_fields.
    """
    if row.account is None:
        return None
    comparison = compare(row.values, row.account, errors=[], editor=order.editor, known=BUILT_IN, own=row.own)
    for column, (cell, present) in row.beside.items():
        comparison = comparison.with_beside(column, before=present, after=cell, editor=order.editor)
    for reason in (refused[number] for slot in comparison.after if (number := str(number_of(slot))) in refused):
        return comparison.refused((ACCOUNT, reason))
    return comparison.after_preview(row.seen)


async def _keep_a_super_admin(
    unit: UnitOfWork, order: ImportOrder, compared: dict[int, Comparison | None]
) -> dict[int, Change]:
    """The changes without those, now refused, that take the profile from the company's last active Super Admins."""
    changes = _changes(compared)
    leaving = {row: each.account.id for row, each in changes.items() if takes_a_super_admin(each)}
    staying = await super_admins_to_keep(unit.connection, company_id=order.company_id, leaving=leaving.values())
    refused = {row for row, user_id in leaving.items() if user_id in staying}
    _refuse(compared, refused, (ACCOUNT, errors.LastSuperAdminError.message))
    return {row: each for row, each in changes.items() if row not in refused}


def _refuse(compared: dict[int, Comparison | None], rows: Iterable[int], problem: Problem) -> None:
    for row in rows:
        if (found := compared[row]) is not None:
            compared[row] = found.refused(problem)


def _result(row: int, found: Comparison | None) -> RowResult:
    if found is None:
        return RowResult(row, RowStatus.FAILED, DELETED)
    if found.change is None:
        message = "; ".join(message for _field, message in found.errors)
        return RowResult(row, RowStatus.FAILED, message, found.account.id, None, found.before or None)
    status = RowStatus.UPDATED if found.change is RowChange.CHANGED else RowStatus.UNCHANGED
    return RowResult(row, status, None, found.account.id, found.change, found.before or None)
