"""Edit cells of rows in the preview of an import."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from server.people.imports.checking import mending_repository
from server.people.imports.checking.mending import TypedRow
from server.people.imports.checking.mending_repository import ChangeKind, ValueMapping
from server.people.imports.checking.row_rules import TOO_WIDE
from server.people.imports.errors import RowChangedError
from server.people.imports.preview import row_repository
from server.people.imports.preview.change_rows import (
    change_rows,
    lock_preview,
    refuse_accounts_beyond,
    refuse_higher_profile,
    refuse_number,
)
from server.people.imports.preview.list_rows import present_row
from server.people.imports.preview.row_repository import StoredRow
from server.people.imports.preview.schemas import ImportRow
from server.people.imports.repository import Import
from server.platform.database.connections import UnitOfWork
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity


@dataclass(frozen=True, kw_only=True)
class RowEdit:
    """New cells by field of a row in the version that was read."""

    row: int
    values: Mapping[str, str]
    version: int


async def edit_row(
    services: Services, *, identity: Identity, import_id: UUID, row: int, values: Mapping[str, str], version: int
) -> ImportRow:
    """Replace cells by field; the row as it is judged now. Cells that are so already change nothing.

    Raises what edit_rows raises.
    """
    edit = RowEdit(row=row, values=values, version=version)
    [edited] = await edit_rows(services, identity=identity, import_id=import_id, edits=[edit])
    return edited


async def edit_rows(
    services: Services, *, identity: Identity, import_id: UUID, edits: Sequence[RowEdit]
) -> list[ImportRow]:
    """Replace cells of several rows as one change, all or none; the rows as they are judged now.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview; a row does not exist or is deleted;
            a profile, or the account with an email, is beyond the caller, and not beyond the upload.
        RowChangedError: a row has another version.

    """
    numbers = [edit.row for edit in edits]
    async with services.database.unit_of_work() as unit:
        found = await lock_preview(unit.connection, identity=identity, import_id=import_id)
        for row in numbers:
            refuse_number(row)
        stored = await row_repository.find_rows(unit.connection, import_id=import_id, rows=numbers)
        changed = _changed_cells(stored, edits)
        if changed:
            for cells in changed.values():
                refuse_higher_profile(found, identity=identity, cell=cells.get("profile", ""))
            await _change(services, unit, found, identity=identity, stored=stored, changed=changed)
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


async def _change(
    services: Services,
    unit: UnitOfWork,
    found: Import,
    *,
    identity: Identity,
    stored: Mapping[int, StoredRow],
    changed: Mapping[int, Mapping[str, str]],
) -> None:
    number = await mending_repository.add_change(
        unit.connection,
        identity=identity,
        import_id=found.id,
        kind=ChangeKind.EDIT,
        mapping=_single_cell(stored, changed),
    )
    await mending_repository.add_edits_of_rows(unit.connection, import_id=found.id, change=number, cells=changed)
    touched = {row: TypedRow(stored[row].values.with_cells(cells), too_wide=False) for row, cells in changed.items()}
    await change_rows(services, unit, found, identity=identity, touched=touched)
    await refuse_accounts_beyond(unit.connection, found, identity=identity, rows=list(changed))


def _single_cell(stored: Mapping[int, StoredRow], changed: Mapping[int, Mapping[str, str]]) -> ValueMapping | None:
    texts = [(row, field, after) for row, cells in changed.items() for field, after in cells.items()]
    if len(changed) != 1 or len(texts) != 1:
        return None
    [(row, field, after)] = texts
    before = stored[row].values.cell(field)
    return ValueMapping(field=field, before=before, after=after, kept=False)
