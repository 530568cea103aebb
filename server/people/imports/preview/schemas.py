"""Requests and responses of a preview: its rows and their mending."""

from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from server.people.account.schemas import with_fields
from server.people.imports.files.csv_file import MAXIMUM_ROWS
from server.people.imports.schemas import ColumnField, FieldName, ProblemField, StartedBy
from server.people.imports.states import ImportMode, RowChange, RowFilter, RowStatus
from server.platform.schemas import (
    LONGEST_FIELD,
    CleanText,
    Page,
    PageQuery,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
)
from server.vocabulary.fields import FILE_FIELDS
from server.vocabulary.invitation_state import Invitation

MOST_DELETED: Final = 10_000
MOST_EDITED: Final = 200
MOST_MAPPED: Final = 100

CellText = Annotated[CleanText, Field(max_length=LONGEST_FIELD)]
RowNumber = Annotated[int, Field(ge=1, le=MAXIMUM_ROWS)]


class CellProblem(ResponseSchema):
    field: str
    message: str


@with_fields(dict.fromkeys(FILE_FIELDS, (str, ...)))
class RowValues(ResponseSchema):
    """The cells of a row; a missing one is empty."""


class ImportRow(ResponseSchema):
    """`row` is the number in the file (the first data row is 1) and never changes; `position` its present rank.

    `line` is the row of the spreadsheet: the header is on line 1, and blank lines count; null for older imports.
    `errors` are those of creating. Where an account of the company has the email, `change` says what updating does, and
    `before` what the account has of the fields that change; where updating is refused, `update_errors` says why.
    `batch` is the cell that names batches, as typed. `version` is 1 until its cells are edited or mapped; `edited_by`
    made the last such change.
    """

    row: int
    position: int
    line: int | None
    status: RowStatus
    change: RowChange | None
    before: dict[ColumnField, str]
    update_errors: list[CellProblem]
    values: RowValues
    batch: str
    errors: list[CellProblem]
    warnings: list[CellProblem]
    message: str | None
    user_id: UUID | None
    invitation: Invitation | None
    version: int
    edited_by: StartedBy | None


class RowsQuery(PageQuery):
    """`field` and `problem`: rows with a problem in this field, and with this one of `GET …/problems` in this mode."""

    status: RowFilter | None = None
    field: ProblemField | None = None
    problem: str | None = Field(default=None, max_length=LONGEST_FIELD)
    mode: ImportMode = ImportMode.CREATE


class ImportRowPage(Page[ImportRow]): ...


class EditRowRequest(RequestSchema):
    """New cells by field, of the row in the version that was read; the others stay."""

    values: dict[FieldName, CellText] = Field(min_length=1)
    version: int = Field(ge=1)


class EditOfRow(EditRowRequest):
    row: RowNumber


class EditRowsRequest(RequestSchema):
    """Edits of different rows, made and undone as one change."""

    rows: list[EditOfRow] = Field(min_length=1, max_length=MOST_EDITED)

    @field_validator("rows")
    @classmethod
    def _are_different(cls, rows: list[EditOfRow]) -> list[EditOfRow]:
        if len({each.row for each in rows}) < len(rows):
            raise PydanticCustomError("repeated", "Name each row once")
        return rows


class EditedRows(ResponseSchema):
    """The rows in the order in which they were given, as they are judged now."""

    rows: list[ImportRow]


class DeleteRowsRequest(RequestSchema):
    """Numbers of rows, also valid ones; those that are deleted already stay so."""

    rows: list[RowNumber] = Field(min_length=1, max_length=MOST_DELETED)


class UndoChangeRequest(RequestSchema):
    """The `number` of the `lastChange` that is to be undone; without one it is the last, whichever that is."""

    number: int | None = Field(default=None, ge=1, le=2**31 - 1)


class ValuesQuery(QuerySchema):
    """A status keeps only values with a problem (`invalid`, `warning`), or of rows without an error (`valid`)."""

    field: FieldName
    status: Literal["valid", "warning", "invalid"] | None = None


class ValueOfRows(ResponseSchema):
    """A value as the file has it. `mapped` is what these rows are read as instead."""

    value: str
    rows: int
    mapped: str | None


class ValuesResponse(ResponseSchema):
    """The values of a field, those of most rows first; at most 200."""

    values: list[ValueOfRows]


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

    changes: list[ValueToMap] = Field(min_length=1, max_length=MOST_MAPPED)
    dry_run: bool = False

    @field_validator("changes")
    @classmethod
    def _are_different(cls, changes: list[ValueToMap]) -> list[ValueToMap]:
        if len({(each.field, each.from_.strip()) for each in changes}) < len(changes):
            raise PydanticCustomError("repeated", "Name each value once")
        return changes


class MappedRows(ResponseSchema):
    rows: int


class ProblemsQuery(QuerySchema):
    """Accounts have the errors of updating them in every mode but `create`."""

    mode: ImportMode = ImportMode.CREATE


class ProblemOfRows(ResponseSchema):
    """A cause of refusal. The message is without the number of a row that it may name."""

    field: ProblemField
    message: str
    rows: int


class ProblemsResponse(ResponseSchema):
    """The errors of the preview by field and message, those of most rows first; at most 50."""

    problems: list[ProblemOfRows]


class ImportRowsChanged(ResponseSchema):
    """Rows of a preview that are another now."""

    id: UUID = Field(description="of the import")
    version: int = Field(description="of the import, with this change")
    rows: list[int] = Field(description="numbers of the rows; empty where there are more than 100")
    by: StartedBy = Field(description="who changed them")
