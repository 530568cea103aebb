"""Map values of a field to others in all rows of a preview, and in the company's later files."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from server.people.imports.checking import judged_repository, mending_repository, value_map_repository
from server.people.imports.checking.judge_rows import rule_book
from server.people.imports.checking.mending import TypedRow, rows_typed_as
from server.people.imports.checking.mending_repository import ChangeKind, ValueMapping
from server.people.imports.checking.row_rules import TOO_WIDE, cell_problem, is_ours
from server.people.imports.files import file_repository
from server.people.imports.preview.change_rows import (
    MOST_TOUCHED,
    change_many,
    change_rows,
    find_preview,
    lock_preview,
    refuse_accounts_beyond,
    refuse_higher_profile,
)
from server.people.imports.preview.problem_repository import rows_with_values
from server.people.imports.repository import Import
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import ValidationFailedError
from server.platform.process.threads import in_thread
from server.platform.services import Services
from server.vocabulary.fields import SHARED
from server.vocabulary.identity import Identity

LONGEST_KEPT: Final = 200
SAME: Final = "Choose another value"


class ValueChange(NamedTuple):
    """Rows whose cell of this field is `before` get `after`."""

    field: str
    before: str
    after: str


async def map_value(
    services: Services, *, identity: Identity, import_id: UUID, field: str, before: str, after: str, dry_run: bool
) -> int:
    """The number of rows with this value; without a dry run they get the other one.

    Raises what map_values raises; the refused value is `to`.
    """
    changes = {"to": ValueChange(field, before, after)}
    return await _map_all(services, identity=identity, import_id=import_id, changes=changes, dry_run=dry_run)


async def map_values(
    services: Services, *, identity: Identity, import_id: UUID, changes: Sequence[ValueChange], dry_run: bool
) -> int:
    """Map several values as one change, all or none; the number of rows with any of them.

    Each row is changed by what it is before all of them.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview, refuse_higher_profile and
            refuse_accounts_beyond.
        ValidationFailedError: the rules refuse a new value.

    """
    named = {f"changes.{number}.to": change for number, change in enumerate(changes)}
    return await _map_all(services, identity=identity, import_id=import_id, changes=named, dry_run=dry_run)


async def _map_all(
    services: Services, *, identity: Identity, import_id: UUID, changes: Mapping[str, ValueChange], dry_run: bool
) -> int:
    stripped = {name: ValueChange(field, old.strip(), new.strip()) for name, (field, old, new) in changes.items()}
    if dry_run:
        async with services.database.reading() as connection:
            found = await find_preview(connection, identity=identity, import_id=import_id)
            reached = await _rows_with(connection, found, changes=list(stripped.values()))
        return len(_any_of(reached))
    async with services.database.unit_of_work() as unit:
        found = await lock_preview(unit.connection, identity=identity, import_id=import_id)
        reached = await _rows_with(unit.connection, found, changes=list(stripped.values()))
        rows = sorted(_any_of(reached))
        _refuse_values(services, found, changes=stripped)
        for change in reached:
            if change.field == "profile":
                refuse_higher_profile(found, identity=identity, cell=change.after)
        if rows:
            await _map(services, unit, found, identity=identity, reached=reached, rows=rows)
            emails: list[str | None] = [change.after for change in reached if change.field == "email"]
            for email in emails or [None]:
                await refuse_accounts_beyond(unit.connection, found, identity=identity, rows=rows, email=email)
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
    """Of these rows the present ones in which this cell is as the check has read it."""
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
    services: Services,
    unit: UnitOfWork,
    found: Import,
    *,
    identity: Identity,
    reached: Mapping[ValueChange, Sequence[int]],
    rows: Sequence[int],
) -> None:
    await _add_changes(unit.connection, found, identity=identity, reached=reached)
    if len(rows) > MOST_TOUCHED:
        await change_many(services, unit, found, identity=identity, rows=rows)
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
    await change_rows(services, unit, found, identity=identity, touched=touched)
