"""Map a value of a field to another in all rows of a preview, and in the company's later files."""

import asyncio
from typing import Final
from uuid import UUID

from server.database import Connection, UnitOfWork
from server.errors import ValidationFailedError
from server.identity.identity import Identity
from server.imports.checking import judged_repository, mending_repository
from server.imports.checking.judge_rows import rule_book
from server.imports.checking.mending import CELL_OF, KEPT_FIELDS, TypedRow, rows_typed_as
from server.imports.checking.mending_repository import ChangeKind, ValueMapping
from server.imports.checking.row_rules import TOO_WIDE, cell_problem, is_ours
from server.imports.files import file_repository
from server.imports.preview.change_rows import (
    MOST_TOUCHED,
    change_many,
    change_rows,
    lock_preview,
    refuse_accounts_beyond,
    refuse_higher_profile,
)
from server.imports.repository import Import
from server.services import Services

LONGEST_KEPT: Final = 200
SAME: Final = "Choose another value"


async def map_value(
    services: Services, *, identity: Identity, import_id: UUID, field: str, before: str, after: str, dry_run: bool
) -> int:
    """The number of rows with this value; without a dry run they get the other one.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview, refuse_higher_profile and
            refuse_accounts_beyond.
        ValidationFailedError: the rules refuse the new value.

    """
    before, after = before.strip(), after.strip()
    async with services.database.unit_of_work() as unit:
        found = await lock_preview(unit.connection, identity=identity, import_id=import_id)
        rows = await _rows_with(unit.connection, found, field=field, value=before)
        if dry_run:
            return len(rows)
        problem = cell_problem(rule_book(found, settings=services.settings), name=field, cell=after)
        if problem or before == after:
            raise ValidationFailedError(errors={"to": problem or SAME})
        if field == "profile":
            refuse_higher_profile(found, identity=identity, cell=after)
        if rows:
            mapping = await _keep(unit.connection, identity=identity, field=field, before=before, after=after)
            await _map(services, unit, found, identity=identity, mapping=mapping, rows=rows)
            email = after if field == "email" else None
            await refuse_accounts_beyond(unit.connection, found, identity=identity, rows=rows, email=email)
    return len(rows)


async def _rows_with(connection: Connection, found: Import, *, field: str, value: str) -> list[int]:
    """The rows that show this value, and those in which the check has read it as another, as chosen before."""
    cell = CELL_OF[field]
    shown = await judged_repository.rows_with_value(connection, import_id=found.id, cell=cell, value=value)
    if not any(each.field == field and each.before == value for each in found.read_values):
        return shown
    content = await file_repository.read_content(connection, import_id=found.id)
    typed = await asyncio.to_thread(rows_typed_as, content, layout=found.layout, field=field, value=value)
    stored = await judged_repository.numbers_of_present(connection, import_id=found.id, rows=typed)
    edits = await mending_repository.read_edits(
        connection, company_id=found.company_id, import_id=found.id, rows=stored
    )
    return sorted({*shown, *(row for row in stored if row not in edits or cell not in edits[row].cells)})


async def _keep(connection: Connection, *, identity: Identity, field: str, before: str, after: str) -> ValueMapping:
    """Kept for the company where it is no value of ours, and of a field that tells nothing of a single person."""
    kept = field in KEPT_FIELDS and 0 < len(before) <= LONGEST_KEPT and not is_ours(field, before)
    earlier = None
    if kept:
        earlier = await mending_repository.keep_map(
            connection, company_id=identity.company_id, field=field, before=before, after=after
        )
    return ValueMapping(field=field, before=before, after=after, kept=kept, earlier=earlier)


async def _map(
    services: Services,
    unit: UnitOfWork,
    found: Import,
    *,
    identity: Identity,
    mapping: ValueMapping,
    rows: list[int],
) -> None:
    number = await mending_repository.add_change(
        unit.connection, identity=identity, import_id=found.id, kind=ChangeKind.MAPPING, mapping=mapping
    )
    cells = {mapping.field: mapping.after}
    await mending_repository.add_edits(unit.connection, import_id=found.id, change=number, rows=rows, cells=cells)
    if len(rows) > MOST_TOUCHED:
        await change_many(services, unit, found, identity=identity, rows=rows)
        return
    stored = await judged_repository.rows_by_number(unit.connection, import_id=found.id, rows=rows)
    touched = {
        row: TypedRow(
            each.checked.values._replace(**{CELL_OF[mapping.field]: mapping.after}),
            too_wide=("row", TOO_WIDE) in each.checked.errors,
        )
        for row, each in stored.items()
    }
    await change_rows(services, unit, found, identity=identity, touched=touched)
