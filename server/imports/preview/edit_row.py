"""Edit cells of a row in the preview of an import."""

from collections.abc import Mapping
from uuid import UUID

from server.database import Connection
from server.errors import NotFoundError
from server.identity.identity import Identity
from server.imports.checking import mending_repository
from server.imports.checking.mending import CELL_OF, TypedRow
from server.imports.checking.mending_repository import ChangeKind, ValueMapping
from server.imports.checking.row_rules import TOO_WIDE
from server.imports.errors import RowChangedError
from server.imports.preview import row_repository
from server.imports.preview.change_rows import (
    change_rows,
    lock_preview,
    refuse_accounts_beyond,
    refuse_higher_profile,
    refuse_number,
)
from server.imports.preview.list_rows import present_row
from server.imports.preview.row_repository import StoredRow
from server.imports.preview.schemas import ImportRow
from server.services import Services


async def edit_row(
    services: Services, *, identity: Identity, import_id: UUID, row: int, values: Mapping[str, str], version: int
) -> ImportRow:
    """Replace cells by field; the row as it is judged now. Cells that are so already change nothing.

    Raises:
        NotFoundError, ForbiddenError, WrongImportStateError: see lock_preview; the row does not exist or is deleted;
            the profile, or the account with the email, is beyond the caller, and not beyond the upload.
        RowChangedError: the row has another version.

    """
    async with services.database.unit_of_work() as unit:
        found = await lock_preview(unit.connection, identity=identity, import_id=import_id)
        refuse_number(row)
        stored = await row_repository.find_row(unit.connection, import_id=import_id, row=row)
        if stored is None:
            raise NotFoundError
        if stored.version != version:
            raise RowChangedError(present_row(stored).model_dump(mode="json"))
        cells = _new_cells(stored, values)
        if cells or _is_too_wide(stored):
            refuse_higher_profile(found, identity=identity, cell=cells.get("profile", ""))
            await _add_edit(unit.connection, identity=identity, import_id=import_id, stored=stored, cells=cells)
            mended = stored.values._replace(**{CELL_OF[name]: text for name, text in cells.items()})
            typed = TypedRow(mended, too_wide=False)
            await change_rows(services, unit, found, identity=identity, touched={row: typed})
            await refuse_accounts_beyond(unit.connection, found, identity=identity, rows=[row])
            stored = await row_repository.find_row(unit.connection, import_id=import_id, row=row)
            assert stored is not None  # noqa: S101 - locked with its import
    return present_row(stored)


def _new_cells(stored: StoredRow, values: Mapping[str, str]) -> dict[str, str]:
    """The cells by field that are another than the row's."""
    texts = {name: text.strip() for name, text in values.items()}
    return {name: text for name, text in texts.items() if text != getattr(stored.values, CELL_OF[name])}


def _is_too_wide(stored: StoredRow) -> bool:
    """The caller has seen the cells of such a row, so that any edit ends the error."""
    return any(problem["message"] == TOO_WIDE for problem in stored.errors)


async def _add_edit(
    connection: Connection, *, identity: Identity, import_id: UUID, stored: StoredRow, cells: Mapping[str, str]
) -> None:
    number = await mending_repository.add_change(
        connection,
        identity=identity,
        import_id=import_id,
        kind=ChangeKind.EDIT,
        mapping=_single_cell(stored, cells),
    )
    await mending_repository.add_edits(connection, import_id=import_id, change=number, rows=[stored.row], cells=cells)


def _single_cell(stored: StoredRow, cells: Mapping[str, str]) -> ValueMapping | None:
    if len(cells) != 1:
        return None
    [(field, after)] = cells.items()
    return ValueMapping(field=field, before=getattr(stored.values, CELL_OF[field]), after=after, kept=False)
