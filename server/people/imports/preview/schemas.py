"""Requests and responses of reading a preview."""

from typing import Literal, Self
from uuid import UUID

from pydantic import Field

from server.people.account.schemas import AccountName
from server.people.imports.files.layout import Cells
from server.people.imports.schemas import CellProblem, ColumnField, FieldName, ProblemField, RowValues
from server.people.imports.states import ImportMode, RowChange, RowFilter, RowStatus
from server.platform.schemas import LONGEST_FIELD, Page, PageQuery, QuerySchema, ResponseSchema
from server.vocabulary.fields import FieldSet
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.own_fields import HIDDEN, PREFIX
from server.vocabulary.profiles import Profile


class ImportRow(ResponseSchema):
    """`row` is the number in the file (the first data row is 1) and never changes; `position` its present rank.

    `line` is the row of the spreadsheet: the header is on line 1, and blank lines count; null for older imports.
    `errors` are those of creating. Where an account of the company has the email, `change` says what updating does, and
    `before` what the account has of the fields that change; where updating is refused, `update_errors` says why.
    `account_name` is the name that the account has now.
    `batch` is the cell that names batches, as typed, `stage` the name of the person's stage.
    `version` is 1 until its cells are edited or mapped; `edited_by` made the last such change.
    """

    row: int
    position: int
    line: int | None
    status: RowStatus
    change: RowChange | None
    account_name: str | None
    before: dict[ColumnField, str]
    update_errors: list[CellProblem]
    values: RowValues
    batch: str
    stage: str
    errors: list[CellProblem]
    warnings: list[CellProblem]
    message: str | None
    user_id: UUID | None
    invitation: Invitation | None
    version: int
    edited_by: AccountName | None

    def cells(self, known: FieldSet) -> Cells:
        texts = self.values.model_dump(by_alias=True)
        return Cells(known.places, tuple(texts.get(name, "") for name in known.places))

    def as_seen_by(self, profile: Profile | None, *, known: FieldSet) -> Self:
        """Return the row without own fields that the profile does not see; sensitive ones are for who edits them."""
        if not known.own:
            return self
        seen = {field.name: field for field in known.own if profile in field.viewers}
        cells, before = (
            {name: text for name, text in texts.items() if name in seen or not name.startswith(PREFIX)}
            for texts in (self.values.model_dump(by_alias=True), self.before)
        )
        hidden = [name for name, field in seen.items() if field.is_sensitive and profile not in field.editors]
        cells |= {name: HIDDEN for name in hidden if cells.get(name)}
        return self.model_copy(update={"values": RowValues.model_validate(cells), "before": before})


class RowsQuery(PageQuery):
    """`field` and `problem`: rows with a problem in this field, and with this one of `GET …/problems` in this mode."""

    status: RowFilter | None = None
    field: ProblemField | None = None
    problem: str | None = Field(default=None, max_length=LONGEST_FIELD)
    mode: ImportMode = ImportMode.CREATE


class ImportRowPage(Page[ImportRow]): ...


class ValuesQuery(QuerySchema):
    """A status keeps only values with a problem (`invalid`, `warning`), or of rows without an error (`valid`).

    A value of `invalid` rows has a problem in this mode.
    """

    field: FieldName
    mode: ImportMode = ImportMode.CREATE
    status: Literal["valid", "warning", "invalid"] | None = None


class ValueOfRows(ResponseSchema):
    """A value as the file has it. `mapped` is what these rows are read as instead."""

    value: str
    rows: int
    mapped: str | None


class ValuesResponse(ResponseSchema):
    """The values of a field, those of most rows first; at most 200."""

    values: list[ValueOfRows]


class SpellingOfRows(ResponseSchema):
    """A value that is usually written in another way: by so many of the company's `people`, or by other rows."""

    field: FieldName
    value: str
    usual: str
    rows: int
    people: int


class ProblemsQuery(QuerySchema):
    """Accounts have the errors of updating them in every mode but `create`."""

    mode: ImportMode = ImportMode.CREATE


class ProblemOfRows(ResponseSchema):
    """A cause of refusal. The message is without the number of a row that it may name."""

    field: ProblemField
    message: str
    rows: int


class ProblemsResponse(ResponseSchema):
    """The errors of the preview by field and message, those of most rows first; at most 50.

    `spellings` are no errors: values that differ from the usual ones in case, marks and spaces alone; at most 200.
    """

    problems: list[ProblemOfRows]
    spellings: list[SpellingOfRows]
