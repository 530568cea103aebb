"""Requests and responses of reading a preview."""

from typing import Literal
from uuid import UUID

from pydantic import Field

from server.people.account.schemas import AccountName
from server.people.imports.files.layout import Cells
from server.people.imports.schemas import CellProblem, ColumnField, FieldName, ProblemField, RowValues
from server.people.imports.states import ImportMode, RowChange, RowFilter, RowStatus
from server.platform.schemas import LONGEST_FIELD, Page, PageQuery, QuerySchema, ResponseSchema
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.invitation_state import Invitation


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
    edited_by: AccountName | None

    @property
    def cells(self) -> Cells:
        return Cells(BUILT_IN.places, tuple(text for _name, text in self.values))


class RowsQuery(PageQuery):
    """`field` and `problem`: rows with a problem in this field, and with this one of `GET …/problems` in this mode."""

    status: RowFilter | None = None
    field: ProblemField | None = None
    problem: str | None = Field(default=None, max_length=LONGEST_FIELD)
    mode: ImportMode = ImportMode.CREATE


class ImportRowPage(Page[ImportRow]): ...


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
