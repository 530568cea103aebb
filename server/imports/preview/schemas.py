"""Requests and responses of the mending of a preview."""

from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import Field

from server.imports.files.csv_file import MAXIMUM_ROWS
from server.imports.schemas import FieldName, ProblemField, StartedBy
from server.schemas import LONGEST_FIELD, CleanText, QuerySchema, RequestSchema, ResponseSchema

MOST_DELETED: Final = 10_000

CellText = Annotated[CleanText, Field(max_length=LONGEST_FIELD)]
RowNumber = Annotated[int, Field(ge=1, le=MAXIMUM_ROWS)]


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
