"""Mend the rows of a preview: edit, map and delete them, and take the last such change back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, NoReturn
from uuid import UUID

from server.company.companies.repository import add_checked_rows
from server.people.imports.authority import find_for_action, lock_for_action, may_write_any
from server.people.imports.checking import judged_repository, mending_repository, value_map_repository
from server.people.imports.checking.check_import import check_import
from server.people.imports.checking.judge_again import TooManyRowsReachedError, judge_again, judge_alone
from server.people.imports.checking.judge_rows import rule_book
from server.people.imports.checking.mending import (
    Mending,
    TypedRow,
    as_read_before,
    rows_typed_as,
    type_rows,
)
from server.people.imports.checking.mending_repository import ChangeKind, ValueMapping
from server.people.imports.checking.row_rules import TOO_WIDE, cell_problem, is_ours, known_profile
from server.people.imports.errors import (
    AnotherChangeError,
    DailyRowsExceededError,
    NothingToUndoError,
    RowChangedError,
    RowNotInvalidError,
    WrongImportStateError,
)
from server.people.imports.events import IMPORT_ROWS
from server.people.imports.files import file_repository
from server.people.imports.files.csv_file import MAXIMUM_ROWS
from server.people.imports.files.upload_import import CHECKED_TIMES
from server.people.imports.preview import row_repository
from server.people.imports.preview.read_preview import present_row
from server.people.imports.preview.row_repository import StoredRow, rows_with_values
from server.people.imports.preview.schemas import ImportRow, ImportRowsChanged
from server.people.imports.read_import import PROGRESS, last_change_of, watchable_snapshot
from server.people.imports.repository import Import
from server.people.imports.schemas import ImportSnapshot, StartedBy
from server.people.imports.states import ImportState, RowStatus
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotFoundError, ValidationFailedError
from server.platform.process.clock import describe_tomorrow, seconds_until_tomorrow
from server.platform.process.threads import in_thread
from server.platform.services import Context, Services, Work
from server.vocabulary.fields import SHARED
from server.vocabulary.identity import Identity
from server.vocabulary.profiles import Profile, covers, creatable_by

# What a call touches itself; a worker does it for more.
MOST_TOUCHED: Final = 2_500
# In an event; where there are more, it names none.
MOST_NAMED: Final = 100
STILL_CHECKED: Final = "The file is still being checked. Please wait until the preview is ready."
TOO_MANY_CHANGED: Final = "Your company has had too many rows checked today. You can change more rows {when}."
TOO_LATE: Final = "Rows can be changed only in the preview, before the import is started."


async def lock_preview(unit: Work[Context], import_id: UUID) -> Import:
    """The import, locked until the transaction ends, with its preview ready.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: the preview is not ready, or the import has been started.

    """
    identity = unit.context.identity
    return _ready(await lock_for_action(unit.connection, identity=identity, import_id=import_id))


async def find_preview(connection: Connection, *, identity: Identity, import_id: UUID) -> Import:
    """Find the import without a lock, to count what a change would do. Raises as lock_preview does."""
    return _ready(await find_for_action(connection, identity=identity, import_id=import_id))


def _ready(found: Import) -> Import:
    if found.state is not ImportState.READY:
        raise WrongImportStateError(STILL_CHECKED if found.state is ImportState.VALIDATING else TOO_LATE)
    return found


def refuse_number(row: int) -> None:
    """Raises NotFoundError for a number that no row of any file has."""
    if not 1 <= row <= MAXIMUM_ROWS:
        raise NotFoundError


def refuse_higher_profile(found: Import, *, identity: Identity, cell: str) -> None:
    """The rows are judged by the matrix of the uploader: users with a smaller one write only what they may create.

    Raises:
        ForbiddenError: the caller may not create this profile.

    """
    profile = known_profile(cell)
    is_higher = profile is not None and profile not in creatable_by(identity.profile)
    if is_higher and not may_write_any(found, identity=identity):
        raise ForbiddenError


async def refuse_accounts_beyond(
    unit: Work[Context], found: Import, *, rows: Sequence[int], email: str | None = None
) -> None:
    """Rows of accounts that the caller may not edit are left to the uploader; call it after a change of these rows.

    An update runs with the rights of the account that starts it. `email` is what many rows are mapped to.

    Raises:
        ForbiddenError: the change must be rolled back.

    """
    identity = unit.context.identity
    if may_write_any(found, identity=identity):
        return
    profiles = await judged_repository.profiles_of_accounts(
        unit.connection, company_id=found.company_id, import_id=found.id, rows=rows, email=email
    )
    if not all(covers(identity.profile, None if name is None else Profile(name)) for name in profiles):
        raise ForbiddenError


async def change_rows(unit: Work[Context], found: Import, *, touched: Mapping[int, TypedRow | None]) -> None:
    """Give the rows these cells (None: delete them) with all verdicts that change; watchers receive which rows.

    Raises DailyRowsExceededError: see _count.
    """
    try:
        rows = await judge_again(unit.services, unit.connection, found, touched=touched)
    except TooManyRowsReachedError:
        await judge_alone(unit.services, unit.connection, found, touched=touched)
        check_whole(unit, found)
    else:
        announce(unit, found, rows=rows)
        PROGRESS.announce(unit, found.id, now=False)
    await _count(unit, found, rows=len(touched))


async def change_many(
    unit: Work[Context], found: Import, *, rows: Sequence[int], deletes: bool = False, restores: bool = False
) -> None:
    """Leave a change of very many rows, which is stored, to a worker: it checks the whole file.

    It `deletes` rows that are there, or `restores` some that may have been deleted.

    Raises DailyRowsExceededError: see _count.
    """
    deleted, restored = rows if deletes else (), rows if restores else ()
    await judged_repository.delete_again(unit.connection, import_id=found.id, rows=deleted)
    again = await judged_repository.restore_again(unit.connection, import_id=found.id, rows=restored)
    await judged_repository.check_again(unit.connection, import_id=found.id, restored=again - len(deleted))
    check_whole(unit, found)
    await _count(unit, found, rows=len(rows))


def check_whole(unit: Work[Context], found: Import) -> None:
    unit.after_commit(partial(unit.services.jobs.enqueue, check_import.job(import_id=found.id)))
    announce(unit, found, rows=[])
    PROGRESS.announce(unit, found.id)


def announce(unit: Work[Context], found: Import, *, rows: Sequence[int]) -> None:
    identity = unit.context.identity
    changed = ImportRowsChanged(
        id=found.id,
        version=found.version + 1,
        rows=list(rows) if len(rows) <= MOST_NAMED else [],
        by=StartedBy(id=identity.user_id, full_name=identity.full_name),
    )
    unit.after_commit(partial(unit.services.publisher.publish, IMPORT_ROWS, to=found.id, payload=changed))


async def _count(unit: Work[Context], found: Import, *, rows: int) -> None:
    """Count changed rows as checked ones: each costs the judging and, for ever, its edit.

    Last, because the company's other transactions wait for its count.

    Raises DailyRowsExceededError: the company has had far too many rows checked today.
    """
    settings = unit.services.settings
    limit = CHECKED_TIMES * settings.daily_rows
    if not await add_checked_rows(unit.connection, company_id=found.company_id, rows=rows, limit=limit):
        when = describe_tomorrow(settings.phone_region)
        raise DailyRowsExceededError(TOO_MANY_CHANGED.format(when=when), retry_after=seconds_until_tomorrow())


@dataclass(frozen=True, kw_only=True)
class RowEdit:
    """New cells by field of a row in the version that was read."""

    row: int
    values: Mapping[str, str]
    version: int


async def edit_row(context: Context, import_id: UUID, *, edit: RowEdit) -> ImportRow:
    """Replace cells by field; the row as it is judged now. Cells that are so already change nothing.

    Raises what edit_rows raises.
    """
    [edited] = await edit_rows(context, import_id, edits=[edit])
    return edited


async def edit_rows(context: Context, import_id: UUID, *, edits: Sequence[RowEdit]) -> list[ImportRow]:
    """Replace cells of several rows as one change, all or none; the rows as they are judged now.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview; a row does not exist or is deleted;
            a profile, or the account with an email, is beyond the caller, and not beyond the upload.
        RowChangedError: a row has another version.

    """
    numbers = [edit.row for edit in edits]
    async with context.unit_of_work() as unit:
        found = await lock_preview(unit, import_id)
        for row in numbers:
            refuse_number(row)
        stored = await row_repository.find_rows(unit.connection, import_id=import_id, rows=numbers)
        changed = _changed_cells(stored, edits)
        if changed:
            for cells in changed.values():
                refuse_higher_profile(found, identity=context.identity, cell=cells.get("profile", ""))
            await _edit(unit, found, stored=stored, changed=changed)
            stored = await row_repository.find_rows(unit.connection, import_id=import_id, rows=numbers)
    return [present_row(stored[row]) for row in numbers]


def _changed_cells(stored: Mapping[int, StoredRow], edits: Sequence[RowEdit]) -> dict[int, dict[str, str]]:
    """The cells by row and field that are another than the row's; none for a row that is too wide.

    Raises:
        NotFoundError, RowChangedError: see edit_rows.

    """
    changed: dict[int, dict[str, str]] = {}
    for edit in edits:
        row = stored.get(edit.row)
        if row is None:
            raise NotFoundError
        if row.version != edit.version:
            raise RowChangedError(present_row(row).model_dump(mode="json"))
        texts = {name: text.strip() for name, text in edit.values.items()}
        cells = {name: text for name, text in texts.items() if text != row.values.cell(name)}
        if cells or _is_too_wide(row):
            changed[edit.row] = cells
    return changed


def _is_too_wide(stored: StoredRow) -> bool:
    """The caller has seen the cells of such a row, so that any edit ends the error."""
    return any(problem["message"] == TOO_WIDE for problem in stored.errors)


async def _edit(
    unit: Work[Context],
    found: Import,
    *,
    stored: Mapping[int, StoredRow],
    changed: Mapping[int, Mapping[str, str]],
) -> None:
    number = await mending_repository.add_change(
        unit.connection,
        identity=unit.context.identity,
        import_id=found.id,
        kind=ChangeKind.EDIT,
        mapping=_single_cell(stored, changed),
    )
    await mending_repository.add_edits_of_rows(unit.connection, import_id=found.id, change=number, cells=changed)
    touched = {row: TypedRow(stored[row].values.with_cells(cells), too_wide=False) for row, cells in changed.items()}
    await change_rows(unit, found, touched=touched)
    await refuse_accounts_beyond(unit, found, rows=list(changed))


def _single_cell(stored: Mapping[int, StoredRow], changed: Mapping[int, Mapping[str, str]]) -> ValueMapping | None:
    texts = [(row, field, after) for row, cells in changed.items() for field, after in cells.items()]
    if len(changed) != 1 or len(texts) != 1:
        return None
    [(row, field, after)] = texts
    before = stored[row].values.cell(field)
    return ValueMapping(field=field, before=before, after=after, kept=False)


LONGEST_KEPT: Final = 200
SAME: Final = "Choose another value"


class ValueChange(NamedTuple):
    """Rows whose cell of this field is `before` get `after`."""

    field: str
    before: str
    after: str


async def map_value(context: Context, import_id: UUID, *, change: ValueChange, dry_run: bool) -> int:
    """The number of rows with this value; without a dry run they get the other one.

    Raises what map_values raises; the refused value is `to`.
    """
    return await _map_all(context, import_id, changes={"to": change}, dry_run=dry_run)


async def map_values(context: Context, import_id: UUID, *, changes: Sequence[ValueChange], dry_run: bool) -> int:
    """Map several values as one change, all or none; the number of rows with any of them.

    Each row is changed by what it is before all of them.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview, refuse_higher_profile and
            refuse_accounts_beyond.
        ValidationFailedError: the rules refuse a new value.

    """
    named = {f"changes.{number}.to": change for number, change in enumerate(changes)}
    return await _map_all(context, import_id, changes=named, dry_run=dry_run)


async def _map_all(context: Context, import_id: UUID, *, changes: Mapping[str, ValueChange], dry_run: bool) -> int:
    stripped = {name: ValueChange(field, old.strip(), new.strip()) for name, (field, old, new) in changes.items()}
    if dry_run:
        async with context.services.database.reading() as connection:
            found = await find_preview(connection, identity=context.identity, import_id=import_id)
            reached = await _rows_with(connection, found, changes=list(stripped.values()))
        return len(_any_of(reached))
    async with context.unit_of_work() as unit:
        found = await lock_preview(unit, import_id)
        reached = await _rows_with(unit.connection, found, changes=list(stripped.values()))
        rows = sorted(_any_of(reached))
        _refuse_values(context.services, found, changes=stripped)
        for change in reached:
            if change.field == "profile":
                refuse_higher_profile(found, identity=context.identity, cell=change.after)
        if rows:
            await _map(unit, found, reached=reached, rows=rows)
            emails: list[str | None] = [change.after for change in reached if change.field == "email"]
            for email in emails or [None]:
                await refuse_accounts_beyond(unit, found, rows=rows, email=email)
    return len(rows)


def _any_of(reached: Mapping[ValueChange, Sequence[int]]) -> set[int]:
    return {row for each in reached.values() for row in each}


def _refuse_values(services: Services, found: Import, *, changes: Mapping[str, ValueChange]) -> None:
    """Raises ValidationFailedError: see map_values."""
    book = rule_book(found, settings=services.settings)
    errors = {
        name: problem
        for name, (field, before, after) in changes.items()
        if (problem := cell_problem(book, name=field, cell=after) or (SAME if before == after else None))
    }
    if errors:
        raise ValidationFailedError(errors=errors)


async def _rows_with(
    connection: Connection, found: Import, *, changes: Sequence[ValueChange]
) -> dict[ValueChange, list[int]]:
    """The rows that show the values, and those in which the check has read them as others, as chosen before."""
    shown = await rows_with_values(connection, import_id=found.id, values=[change[:2] for change in changes])
    reached = {change: shown.get(change[:2], []) for change in changes}
    read_as_others = {(each.field, each.before) for each in found.read_values}
    mapped = [change for change in changes if change[:2] in read_as_others]
    if mapped:
        content = await file_repository.read_content(connection, import_id=found.id)
        typed = await in_thread(rows_typed_as, content, layout=found.layout, values=[change[:2] for change in mapped])
        for change in mapped:
            also = await _not_edited(connection, found, field=change.field, rows=typed[change[:2]])
            reached[change] = sorted({*reached[change], *also})
    return reached


async def _not_edited(connection: Connection, found: Import, *, field: str, rows: Sequence[int]) -> list[int]:
    """The present ones of these rows in which this cell is as the check has read it."""
    stored = await judged_repository.numbers_of_present(connection, import_id=found.id, rows=rows)
    edits = await mending_repository.read_edits(
        connection, company_id=found.company_id, import_id=found.id, rows=stored
    )
    return [row for row in stored if row not in edits or field not in edits[row].cells]


async def _keep(connection: Connection, *, identity: Identity, change: ValueChange) -> ValueMapping:
    """Kept for the company where it is no value of ours, and of a field that tells nothing of a single person."""
    field, before, after = change
    kept = field in SHARED and 0 < len(before) <= LONGEST_KEPT and not is_ours(field, before)
    earlier = None
    if kept:
        kept, earlier = await value_map_repository.keep_map(
            connection, identity=identity, field=field, before=before, after=after
        )
    return ValueMapping(field=field, before=before, after=after, kept=kept, earlier=earlier)


async def _add_changes(
    connection: Connection, found: Import, *, identity: Identity, reached: Mapping[ValueChange, Sequence[int]]
) -> None:
    """One for each value that a row has; all of them are undone as one."""
    first: int | None = None
    for change, rows in reached.items():
        if rows:
            mapping = await _keep(connection, identity=identity, change=change)
            number = await mending_repository.add_change(
                connection,
                identity=identity,
                import_id=found.id,
                kind=ChangeKind.MAPPING,
                mapping=mapping,
                together=first,
            )
            first = first or number
            cells = {change.field: change.after}
            await mending_repository.add_edits(connection, import_id=found.id, change=number, rows=rows, cells=cells)


async def _map(
    unit: Work[Context], found: Import, *, reached: Mapping[ValueChange, Sequence[int]], rows: Sequence[int]
) -> None:
    await _add_changes(unit.connection, found, identity=unit.context.identity, reached=reached)
    if len(rows) > MOST_TOUCHED:
        await change_many(unit, found, rows=rows)
        return
    cells: dict[int, dict[str, str]] = {row: {} for row in rows}
    for change, each in reached.items():
        for row in each:
            cells[row][change.field] = change.after
    stored = await judged_repository.rows_by_number(unit.connection, import_id=found.id, rows=rows)
    touched = {
        row: TypedRow(each.checked.values.with_cells(cells[row]), too_wide=("row", TOO_WIDE) in each.checked.errors)
        for row, each in stored.items()
    }
    await change_rows(unit, found, touched=touched)


async def delete_row(context: Context, import_id: UUID, *, row: int) -> None:
    """Remove an invalid row from the preview.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview; the row does not exist or is deleted.
        RowNotInvalidError: the row is valid.

    """
    async with context.unit_of_work() as unit:
        found = await lock_preview(unit, import_id)
        refuse_number(row)
        stored = await judged_repository.rows_by_number(unit.connection, import_id=import_id, rows=[row])
        if row not in stored or not stored[row].is_there:
            raise NotFoundError
        if stored[row].status is not RowStatus.INVALID:
            raise RowNotInvalidError
        await _delete(unit, found, rows=[row])


async def delete_rows(context: Context, import_id: UUID, *, rows: Sequence[int]) -> ImportSnapshot:
    """Remove rows from the preview, valid ones too; those that are not there stay so.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview.

    """
    async with context.unit_of_work() as unit:
        found = await lock_preview(unit, import_id)
        present = await judged_repository.numbers_of_present(unit.connection, import_id=import_id, rows=rows)
        if present:
            await _delete(unit, found, rows=present)
    return await watchable_snapshot(context.services, identity=context.identity, import_id=import_id)


async def _delete(unit: Work[Context], found: Import, *, rows: Sequence[int]) -> None:
    number = await mending_repository.add_change(
        unit.connection, identity=unit.context.identity, import_id=found.id, kind=ChangeKind.DELETION
    )
    await mending_repository.add_edits(unit.connection, import_id=found.id, change=number, rows=rows, cells=None)
    if len(rows) > MOST_TOUCHED:
        await change_many(unit, found, rows=rows, deletes=True)
    else:
        await change_rows(unit, found, touched=dict.fromkeys(rows))


async def undo_change(context: Context, import_id: UUID, *, number: int | None = None) -> ImportSnapshot:
    """The rows of the change are read from the file again, with the changes that remain.

    `number` is that of the change which the user means; without one it is the last, whichever that is.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview.
        ForbiddenError: also for another user's change, before which the rows may have had any profile.
        NothingToUndoError, AnotherChangeError: there is no change; the last one is not that of `number`.

    """
    async with context.unit_of_work() as unit:
        found = await lock_preview(unit, import_id)
        company_id, identity = context.company_id, context.identity
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
            await change_many(unit, found, rows=rows, restores=True)
        else:
            touched = await _read_again(unit.connection, found, rows=rows)
            await change_rows(unit, found, touched=touched)
    return await watchable_snapshot(context.services, identity=context.identity, import_id=import_id)


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
