"""Mend the rows of a preview: edit, map and delete them, and take the last such change back."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final
from uuid import UUID

from server.people.account.schemas import AccountName
from server.people.fields.judge_values import NOT_OPEN
from server.people.imports.authority import find_for_action, lock_for_action, may_write_any, refuse_wrong_state
from server.people.imports.checking import row_repository
from server.people.imports.checking.check_import import check_import
from server.people.imports.checking.row_rules import TOO_WIDE, cell_problem, is_ours, known_profile, rule_book
from server.people.imports.errors import AnotherChangeError, NothingToUndoError, RowChangedError, RowNotInvalidError
from server.people.imports.files.csv_file import MAXIMUM_ROWS, read_some
from server.people.imports.files.file_repository import read_content
from server.people.imports.files.layout import Columns
from server.people.imports.files.upload_import import count_rows_to_check
from server.people.imports.mending import mending_repository
from server.people.imports.mending.edits import KeptValue, Mending, TypedRow, by_field, rows_typed_as
from server.people.imports.mending.judge_again import judge_again
from server.people.imports.mending.mending_repository import ValueMapping
from server.people.imports.mending.schemas import EditRowRequest, ImportRowsChanged, ValueToMap
from server.people.imports.own_fields import refuse_closed
from server.people.imports.preview.preview_repository import find_rows, rows_with_values
from server.people.imports.preview.schemas import ImportRow
from server.people.imports.read_import import IMPORT_ROWS, PROGRESS, last_change_of, read_snapshot
from server.people.imports.repository import Import, check_anew
from server.people.imports.schemas import ImportSnapshot
from server.people.imports.states import ChangeKind, RowStatus
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotFoundError, ValidationFailedError
from server.platform.process.threads import in_thread
from server.platform.services import Context, Services, Unit
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Profile, covers, creatable_by

# What a call touches itself; a worker does it for more.
MOST_TOUCHED: Final = 2_500
# In an event; where there are more, it names none.
MOST_NAMED: Final = 100
LONGEST_KEPT: Final = 200
TOO_MANY_CHANGED: Final = "Your company has had too many rows checked today. You can change more rows {when}."
TOO_LATE: Final = "Rows can be changed only in the preview, before the import is started."
SAME: Final = "Choose another value"


async def edit_rows(context: Context, import_id: UUID, *, edits: Mapping[int, EditRowRequest]) -> list[ImportRow]:
    """Replace cells of rows by their numbers, as one change, all or none; the rows as they are judged now.

    Cells that are so already change nothing.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see _lock; a row does not exist or is deleted; a profile,
            or the account with an email, is beyond the caller, and not beyond the upload.
        RowChangedError: a row has another version.
    """
    rows = list(edits)
    async with context.unit_of_work() as unit:
        found = await _lock(unit, import_id)
        for row in rows:
            _refuse_number(row)
        names = {f"values.{name}": name for edit in edits.values() for name in edit.values}
        _refuse_fields(context, found, names=names)
        stored = await find_rows(unit.connection, found, rows=rows)
        if changed := _changed_cells(found, stored, edits, profile=context.actor.profile):
            for cells in changed.values():
                _refuse_higher_profile(unit, found, cell=cells.get("profile", ""))
            await _edit(unit, found, stored=stored, changed=changed)
            stored = await find_rows(unit.connection, found, rows=rows)
    return [stored[row].as_seen_by(context.actor.profile, known=found.known) for row in rows]


def _changed_cells(
    found: Import, stored: Mapping[int, ImportRow], edits: Mapping[int, EditRowRequest], *, profile: Profile | None
) -> dict[int, dict[str, str]]:
    """The cells by row and field that are another than the row's; none for a row that is too wide.

    Raises NotFoundError, RowChangedError: see edit_rows.
    """
    changed: dict[int, dict[str, str]] = {}
    for number, edit in edits.items():
        row = stored.get(number)
        if row is None:
            raise NotFoundError
        if row.version != edit.version:
            seen = row.as_seen_by(profile, known=found.known)
            raise RowChangedError(met={"row": seen.model_dump(mode="json")})
        texts = {name: text.strip() for name, text in edit.values.items()}
        present = row.cells(found.known)
        cells = {name: text for name, text in texts.items() if text != present.cell(name)}
        # The caller has seen the cells of a row that is too wide, so that any edit ends the error.
        if cells or any(problem.message == TOO_WIDE for problem in row.errors):
            changed[number] = cells
    return changed


async def _edit(
    unit: Unit[Context], found: Import, *, stored: Mapping[int, ImportRow], changed: Mapping[int, Mapping[str, str]]
) -> None:
    mapping = None
    match [(row, field, after) for row, cells in changed.items() for field, after in cells.items()]:
        case [(row, field, after)] if len(changed) == 1:
            mapping = ValueMapping(field=field, before=stored[row].cells(found.known).cell(field), after=after)
    kind, by = ChangeKind.EDIT, unit.context.user_id
    number = await mending_repository.add_change(unit.connection, found, kind=kind, by=by, mapping=mapping)
    await mending_repository.add_edits_of_rows(unit.connection, import_id=found.id, change=number, cells=changed)
    touched = {
        row: TypedRow(stored[row].cells(found.known).with_cells(cells), too_wide=False)
        for row, cells in changed.items()
    }
    await _change_rows(unit, found, touched=touched)
    await _refuse_accounts_beyond(unit, found, rows=list(changed))


async def map_values(context: Context, import_id: UUID, *, changes: Mapping[str, ValueToMap], dry_run: bool) -> int:
    """Map values as one change, all or none; the number of rows with any of them. A dry run only counts these.

    `changes` are by the name of the new value in the request. Each row is changed by what it is before all of them.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see _lock, _refuse_higher_profile and
            _refuse_accounts_beyond.
        ValidationFailedError: the rules refuse a new value.
    """
    named = {
        name: ValueMapping(field=each.field, before=each.from_.strip(), after=each.to.strip())
        for name, each in changes.items()
    }
    if dry_run:
        async with context.services.database.reading() as connection:
            found = await find_for_action(connection, context, import_id)
            refuse_wrong_state(found, too_late=TOO_LATE)
            _refuse_fields(context, found, names={name: each.field for name, each in named.items()})
            reached = await _rows_with(connection, found, changes=list(named.values()))
        return len(set().union(*reached.values()))
    async with context.unit_of_work() as unit:
        found = await _lock(unit, import_id)
        _refuse_fields(context, found, names={name: each.field for name, each in named.items()})
        reached = await _rows_with(unit.connection, found, changes=list(named.values()))
        rows = sorted(set[int]().union(*reached.values()))
        _refuse_values(context.services, found, changes=named)
        for change in reached:
            if change.field == "profile":
                _refuse_higher_profile(unit, found, cell=change.after)
        if rows:
            await _map(unit, found, reached=reached, rows=rows)
            emails: list[str | None] = [change.after for change in reached if change.field == "email"]
            for email in emails or [None]:
                await _refuse_accounts_beyond(unit, found, rows=rows, email=email)
    return len(rows)


def _refuse_fields(context: Context, found: Import, *, names: Mapping[str, str]) -> None:
    """`names` are those of fields, by what the request calls them.

    Raises ForbiddenError, and ValidationFailedError: the file has no such field.
    """
    refuse_closed(found, names.values(), profile=context.actor.profile)
    if unknown := [name for name, field in names.items() if field not in {*BUILT_IN.places, *found.fields.own}]:
        raise ValidationFailedError(errors=dict.fromkeys(unknown, NOT_OPEN))


def _refuse_values(services: Services, found: Import, *, changes: Mapping[str, ValueMapping]) -> None:
    """Raises ValidationFailedError: see map_values."""
    book = rule_book(found, settings=services.settings)
    errors = {
        name: problem
        for name, each in changes.items()
        if (problem := cell_problem(book, name=each.field, cell=each.after) or (each.before == each.after and SAME))
    }
    if errors:
        raise ValidationFailedError(errors=errors)


async def _rows_with(
    connection: Connection, found: Import, *, changes: Sequence[ValueMapping]
) -> dict[ValueMapping, list[int]]:
    """The rows that show the values, and those in which the check has read them as others, as chosen before."""
    shown = await rows_with_values(connection, found, values=[change.value for change in changes])
    reached = {change: shown.get(change.value, []) for change in changes}
    read_as_others = {(each.field, each.before) for each in found.read_values}
    if mapped := [change for change in changes if change.value in read_as_others]:
        content = await read_content(connection, import_id=found.id)
        typed = await in_thread(rows_typed_as, content, layout=found.layout, values=[change.value for change in mapped])
        for change in mapped:
            also = await _not_edited(connection, found, field=change.field, rows=typed[change.value])
            reached[change] = sorted({*reached[change], *also})
    return reached


async def _not_edited(connection: Connection, found: Import, *, field: str, rows: Sequence[int]) -> list[int]:
    """The present ones of these rows in which this cell is as the check has read it."""
    stored = await row_repository.numbers_of_present(connection, import_id=found.id, rows=rows)
    edits = await mending_repository.read_edits(connection, found, rows=stored)
    return [row for row in stored if row not in edits or field not in edits[row].cells]


async def _map(
    unit: Unit[Context], found: Import, *, reached: Mapping[ValueMapping, Sequence[int]], rows: Sequence[int]
) -> None:
    first: int | None = None
    for change, own in reached.items():
        if own:
            mapping, kind, by = await _keep(unit, found, change), ChangeKind.MAPPING, unit.context.user_id
            # One for each value that a row has; all of them are undone as one.
            number = await mending_repository.add_change(
                unit.connection, found, kind=kind, by=by, mapping=mapping, together=first
            )
            first, cells = first or number, {change.field: change.after}
            await mending_repository.add_edits(
                unit.connection, import_id=found.id, change=number, rows=own, cells=cells
            )
    if len(rows) > MOST_TOUCHED:
        await _change_many(unit, found, rows=rows)
        return
    mapped: dict[int, dict[str, str]] = {row: {} for row in rows}
    for change, own in reached.items():
        for row in own:
            mapped[row][change.field] = change.after
    stored = await row_repository.rows_by_number(unit.connection, found, rows=rows)
    touched = {
        row: TypedRow(each.values.with_cells(mapped[row]), too_wide=("row", TOO_WIDE) in each.errors)
        for row, each in stored.items()
    }
    await _change_rows(unit, found, touched=touched)


async def _keep(unit: Unit[Context], found: Import, change: ValueMapping) -> ValueMapping:
    """Kept for the company where it is no value of ours, and of a field that tells nothing of a single person."""
    is_shared = found.known.named[change.field].is_shared
    if is_shared and 0 < len(change.before) <= LONGEST_KEPT and not is_ours(*change.value, known=found.known):
        return await mending_repository.keep_map(unit.connection, change, actor=unit.context.actor)
    return change


async def delete_row(context: Context, import_id: UUID, *, row: int) -> None:
    """Remove an invalid row from the preview.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see _lock; the row does not exist or is deleted.
        RowNotInvalidError: the row is valid.
    """
    async with context.unit_of_work() as unit:
        found = await _lock(unit, import_id)
        _refuse_number(row)
        stored = await row_repository.rows_by_number(unit.connection, found, rows=[row])
        if row not in stored or stored[row].is_deleted:
            raise NotFoundError
        if stored[row].status is not RowStatus.INVALID:
            raise RowNotInvalidError
        await _delete(unit, found, rows=[row])


async def delete_rows(context: Context, import_id: UUID, *, rows: Sequence[int]) -> ImportSnapshot:
    """Remove rows from the preview, valid ones too; those that are not there stay so.

    Raises NotFoundError, ForbiddenError, WrongImportStateError: see _lock.
    """
    async with context.unit_of_work() as unit:
        found = await _lock(unit, import_id)
        present = await row_repository.numbers_of_present(unit.connection, import_id=import_id, rows=rows)
        if present:
            await _delete(unit, found, rows=present)
    return await read_snapshot(context.services, context.actor, import_id)


async def _delete(unit: Unit[Context], found: Import, *, rows: Sequence[int]) -> None:
    kind, by = ChangeKind.DELETION, unit.context.user_id
    number = await mending_repository.add_change(unit.connection, found, kind=kind, by=by)
    await mending_repository.add_edits(unit.connection, import_id=found.id, change=number, rows=rows, cells=None)
    if len(rows) > MOST_TOUCHED:
        await _change_many(unit, found, rows=rows, deleted=True)
    else:
        await _change_rows(unit, found, touched=dict.fromkeys(rows))


async def undo_change(context: Context, import_id: UUID, *, number: int | None = None) -> ImportSnapshot:
    """The rows of the change are read from the file again, with the changes that remain.

    `number` is that of the change which the user means; without one it is the last, whichever that is.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see _lock.
        ForbiddenError: also for another user's change, before which the rows may have had any profile.
        NothingToUndoError, AnotherChangeError: there is no change; the last one is not that of `number`.
    """
    async with context.unit_of_work() as unit:
        found = await _lock(unit, import_id)
        changes = await mending_repository.last_changes(unit.connection, found)
        if not changes:
            raise NothingToUndoError
        if number not in {None, changes[0].number}:
            last = await last_change_of(unit.connection, found)
            if last is None:
                raise NothingToUndoError
            raise AnotherChangeError(met={"lastChange": last.model_dump(mode="json")})
        by = changes[0].changed_by
        if by != context.user_id and not may_write_any(found, actor=context.actor):
            raise ForbiddenError
        for change in changes:
            # Nothing is brought back for a user whose account is deleted.
            if change.kept and by is not None:
                await mending_repository.restore_map(unit.connection, change, company_id=found.company_id, chosen_by=by)
        numbers = [change.number for change in changes]
        rows = await mending_repository.undo_change(unit.connection, found, numbers=numbers)
        if len(rows) > MOST_TOUCHED:
            await _change_many(unit, found, rows=rows, deleted=False)
        else:
            touched = await _read_again(unit.connection, found, rows=rows)
            await _change_rows(unit, found, touched=touched)
    return await read_snapshot(context.services, context.actor, import_id)


async def _read_again(connection: Connection, found: Import, *, rows: list[int]) -> Mapping[int, TypedRow]:
    content = await read_content(connection, import_id=found.id)
    typed = await in_thread(read_some, content, layout=found.layout, rows=frozenset(rows), read=_typed_row)
    mending = Mending(
        maps=by_field((each.field, each.before, KeptValue(each.after, each.choice)) for each in found.read_values),
        edits=await mending_repository.read_edits(connection, found, rows=rows),
    )
    return {row: mending.apply(row, each) for row, each in typed.items()}


def _typed_row(columns: Columns, record: list[str]) -> TypedRow:
    return TypedRow(columns.cells(record), columns.is_too_wide(record))


async def _lock(unit: Unit[Context], import_id: UUID) -> Import:
    """The import, locked until the transaction ends, with its preview ready.

    Raises:
        NotFoundError, ForbiddenError: see lock_for_action.
        WrongImportStateError: the preview is not ready, or the import has been started.
    """
    found = await lock_for_action(unit, import_id)
    refuse_wrong_state(found, too_late=TOO_LATE)
    return found


def _refuse_number(row: int) -> None:
    """Raises NotFoundError for a number that no row of any file has."""
    if not 1 <= row <= MAXIMUM_ROWS:
        raise NotFoundError


def _refuse_higher_profile(unit: Unit[Context], found: Import, *, cell: str) -> None:
    """The rows are judged by the matrix of the uploader: users with a smaller one write only what they may create.

    Raises ForbiddenError: the caller may not create this profile.
    """
    actor, profile = unit.context.actor, known_profile(cell)
    is_higher = profile is not None and profile not in creatable_by(actor.profile)
    if is_higher and not may_write_any(found, actor=actor):
        raise ForbiddenError


async def _refuse_accounts_beyond(
    unit: Unit[Context], found: Import, *, rows: Sequence[int], email: str | None = None
) -> None:
    """Rows of accounts that the caller may not edit are left to the uploader; call it after a change of these rows.

    An update runs with the rights of the account that starts it. `email` is what many rows are mapped to.

    Raises ForbiddenError: the change must be rolled back.
    """
    actor = unit.context.actor
    if may_write_any(found, actor=actor):
        return
    profiles = await row_repository.profiles_of_accounts(
        unit.connection, company_id=found.company_id, import_id=found.id, rows=rows, email=email
    )
    if not all(covers(actor.profile, None if name is None else Profile(name)) for name in profiles):
        raise ForbiddenError


async def _change_rows(unit: Unit[Context], found: Import, *, touched: Mapping[int, TypedRow | None]) -> None:
    """Give the rows these cells (None: delete them) with all verdicts that change; watchers receive which rows.

    Each costs the judging and, for ever, its edit, and so counts as a checked one.

    Raises DailyRowsExceededError: see count_rows_to_check.
    """
    rows = await judge_again(unit.services, unit.connection, found, touched=touched)
    await _announce(unit, found, rows=rows, touched=len(touched))


async def _change_many(unit: Unit[Context], found: Import, *, rows: Sequence[int], deleted: bool | None = None) -> None:
    """Leave a change of very many rows, which is stored, to a worker: it checks the whole file.

    With `deleted` True it deletes the rows, with False it brings back those of them that were deleted.

    Raises DailyRowsExceededError: see count_rows_to_check.
    """
    marked = 0
    if deleted is not None:
        marked = await row_repository.mark_deleted(unit.connection, import_id=found.id, rows=rows, deleted=deleted)
    await check_anew(unit.connection, found, restored=-marked if deleted else marked)
    await _announce(unit, found, rows=None, touched=len(rows))


async def _announce(unit: Unit[Context], found: Import, *, rows: Sequence[int] | None, touched: int) -> None:
    """Tell watchers which rows are another now. None: a worker is to find out, which checks the whole file.

    Raises DailyRowsExceededError: see count_rows_to_check.
    """
    actor = unit.context.actor
    changed = ImportRowsChanged(
        id=found.id,
        version=found.version + 1,
        rows=list(rows) if rows and len(rows) <= MOST_NAMED else [],
        by=AccountName(id=actor.user_id, full_name=actor.full_name),
    )
    unit.after_commit(partial(unit.services.publisher.publish, IMPORT_ROWS, to=found.id, payload=changed))
    if rows is None:
        unit.enqueue(check_import.task(import_id=found.id))
    PROGRESS.announce(unit, found.id, now=rows is None)
    # Last, because the company's other transactions wait for its count.
    await count_rows_to_check(unit, touched, sentence=TOO_MANY_CHANGED)
