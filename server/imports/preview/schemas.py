"""Requests and responses of a preview: its rows and their mending."""

from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import Field

from server.identity.invitation_state import Invitation
from server.imports.files.csv_file import MAXIMUM_ROWS
from server.imports.schemas import FieldName, ProblemField, StartedBy
from server.imports.states import RowChange, RowFilter, RowStatus
from server.schemas import LONGEST_FIELD, CleanText, Page, PageQuery, QuerySchema, RequestSchema, ResponseSchema

MOST_DELETED: Final = 10_000

CellText = Annotated[CleanText, Field(max_length=LONGEST_FIELD)]
RowNumber = Annotated[int, Field(ge=1, le=MAXIMUM_ROWS)]


class CellProblem(ResponseSchema):
    field: str
    message: str


class RowValues(ResponseSchema):
    full_name: str
    email: str
    phone: str
    date_of_birth: str
    gender: str
    work_location: str
    role: str
    profile: str


class ImportRow(ResponseSchema):
    """`row` is the number in the file (the first data row is 1) and never changes; `position` its present rank.

    `line` is the row of the spreadsheet: the header is on line 1, and blank lines count; null for older imports.
    `errors` are those of creating. Where an account of the company has the email, `change` says what updating does, and
    `before` what the account has of the fields that change; where updating is refused, `update_errors` says why.
    `version` is 1 until its cells are edited or mapped; `edited_by` made the last such change.
    """

    row: int
    position: int
    line: int | None
    status: RowStatus
    change: RowChange | None
    before: dict[FieldName, str]
    update_errors: list[CellProblem]
    values: RowValues
    errors: list[CellProblem]
    warnings: list[CellProblem]
    message: str | None
    user_id: UUID | None
    invitation: Invitation | None
    version: int
    edited_by: StartedBy | None


class RowsQuery(PageQuery):
    """`field` and `problem`: rows with a problem in this field, and with this one of `GET …/problems`."""

    status: RowFilter | None = None
    field: ProblemField | None = None
    problem: str | None = Field(default=None, max_length=LONGEST_FIELD)


class ImportRowPage(Page[ImportRow]): ...


class EditRowRequest(RequestSchema):
    """New cells by field, of the row in the version that was read; the others stay."""

    values: dict[FieldName, CellText] = Field(min_length=1)
    version: int = Field(ge=1)


class DeleteRowsRequest(RequestSchema):
    """Numbers of rows, also valid ones; those that are deleted already stay so."""

    rows: list[RowNumber] = Field(min_length=1, max_length=MOST_DELETED)


class ValuesQuery(QuerySchema):
    """With a status only values with a problem (`invalid`, `warning`), or of rows without an error (`valid`)."""

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


class MapValueRequest(RequestSchema):
    """Every row whose cell is `from` gets `to`. A dry run counts the rows."""

    field: FieldName
    from_: CellText = Field(alias="from")
    to: CellText
    dry_run: bool = False


class MappedRows(ResponseSchema):
    rows: int


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
