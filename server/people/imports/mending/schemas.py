"""Requests and responses of mending the rows of a preview."""

from typing import Annotated, Final
from uuid import UUID

from pydantic import Field

from server.people.account.schemas import AccountName
from server.people.imports.files.csv_file import MAXIMUM_ROWS
from server.people.imports.preview.schemas import ImportRow
from server.people.imports.schemas import FieldName
from server.platform.schemas import LONGEST_FIELD, CleanText, RequestSchema, ResponseSchema, only_if

MOST_DELETED: Final = 10_000
MOST_EDITED: Final = 200
MOST_MAPPED: Final = 100
ONCE: Final = "Name each value once"

CellText = Annotated[CleanText, Field(max_length=LONGEST_FIELD)]
RowNumber = Annotated[int, Field(ge=1, le=MAXIMUM_ROWS)]


class EditRowRequest(RequestSchema):
    """New cells by field, of the row in the version that was read; the others stay."""

    values: dict[FieldName, CellText] = Field(min_length=1)
    version: int = Field(ge=1)


class EditOfRow(EditRowRequest):
    row: RowNumber


class EditRowsRequest(RequestSchema):
    """Edits of different rows, made and undone as one change."""

    rows: Annotated[
        list[EditOfRow],
        only_if(lambda rows: len({each.row for each in rows}) == len(rows), "Name each row once"),
    ] = Field(min_length=1, max_length=MOST_EDITED)


class EditedRows(ResponseSchema):
    """The rows in the order in which they were given, as they are judged now."""

    rows: list[ImportRow]


class DeleteRowsRequest(RequestSchema):
    """Numbers of rows, also valid ones; those that are deleted already stay so."""

    rows: list[RowNumber] = Field(min_length=1, max_length=MOST_DELETED)


class UndoChangeRequest(RequestSchema):
    """The `number` of the `lastChange` that is to be undone; without one it is the last, whichever that is."""

    number: int | None = Field(default=None, ge=1, le=2**31 - 1)


class ValueToMap(RequestSchema):
    """Every row whose cell is `from` gets `to`."""

    field: FieldName
    from_: CellText = Field(alias="from")
    to: CellText


class MapValueRequest(ValueToMap):
    """Every row whose cell is `from` gets `to`. A dry run counts the rows."""

    dry_run: bool = False


class MapValuesRequest(RequestSchema):
    """Different values, mapped and undone as one change. A dry run counts the rows."""

    changes: Annotated[
        list[ValueToMap],
        only_if(lambda given: len({(each.field, each.from_.strip()) for each in given}) == len(given), ONCE),
    ] = Field(min_length=1, max_length=MOST_MAPPED)
    dry_run: bool = False


class MappedRows(ResponseSchema):
    rows: int


class ImportRowsChanged(ResponseSchema):
    """Rows of a preview that are another now."""

    id: UUID = Field(description="of the import")
    version: int = Field(description="of the import, with this change")
    rows: list[int] = Field(description="numbers of the rows; empty where there are more than 100")
    by: AccountName = Field(description="who changed them")
