"""Requests and responses of uploading a file and of choosing how it is read."""

from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import Field

from server.people.imports.files.csv_file import MAXIMUM_COLUMNS, MAXIMUM_LINES
from server.people.imports.files.lost_letters import ENCODING_LABELS
from server.people.imports.files.questions import ANSWERS, Answer, QuestionKind
from server.people.imports.schemas import CellProblem, ColumnField, FieldName, RowValues
from server.people.imports.states import ImportMode, ImportState
from server.platform.schemas import (
    EMPTY_IS_NONE,
    LONGEST_FIELD,
    CleanText,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    one_of,
    only_if,
)
from server.vocabulary.birth_dates import DateOrder
from server.vocabulary.own_fields import OwnKind


class DateOrderRequest(RequestSchema):
    order: DateOrder


Encoding = Annotated[str, *one_of(tuple(ENCODING_LABELS))]
Delimiter = Literal[",", ";", "\t", "|"]


# Split columns at once, parts of one, and characters between them.
MAXIMUM_SPLITS: Final = 5
MAXIMUM_PARTS: Final = 4
LONGEST_SEPARATOR: Final = 3


class ColumnSplit(ResponseSchema):
    separator: str = Field(description="what stands between the parts; a blank one is any run of spaces")
    parts: int = Field(description="the last one has the rest of the text")


class FieldGuess(ResponseSchema):
    """A field that could be made of a column, by the rows that were looked at: see `POST /fields`."""

    label: str
    kind: OwnKind
    choices: list[str] = Field(description="of one and many; else empty")


class Column(ResponseSchema):
    """A column of the file, or a part of a split one."""

    index: int = Field(description="its place, from 0; parts follow behind the columns of the file")
    name: str = Field(description="its heading")
    samples: list[str] = Field(description="up to three of its filled cells")
    field: ColumnField | None = Field(
        description="the field that it is read as, or a part of it; null where it is left out"
    )
    suggestion: FieldName | None = Field(
        description="the field that its cells look like, where no column is that field; not read before it is chosen"
    )
    part_of: int | None = Field(description="the index of the column that it is a part of; null for the file's own")
    guess: FieldGuess | None = Field(
        default=None, description="of a column that is left out, for who may make fields; else null"
    )
    no_guess: str | None = Field(default=None, description="a sentence where no field may be made of it")


class ColumnsResponse(ResponseSchema):
    """How the file is read. Several columns of one field are joined in their order, parts of a name in theirs."""

    sheets: list[str] = Field(description="the sheets of a workbook; empty for a text file")
    sheet: str | None = Field(description="the sheet that is read")
    header_row: int = Field(description="the line of the header, counted as in a spreadsheet; 0 where there is none")
    encoding: Encoding
    delimiter: Delimiter
    date_order: DateOrder | None
    columns: list[Column]
    sampled_rows: int = Field(description="how many rows the guesses have looked at")
    splits: dict[int, ColumnSplit] = Field(description="by the index of their column")
    values: dict[ColumnField, str] = Field(description="by field without a column: what stands in every row")
    fields: list[FieldName] = Field(description="the fields; `batch` and `stage` are none of them, and never required")
    optional: list[FieldName] = Field(description="the fields that a file may lack; all others are required")


ColumnIndex = Annotated[int, Field(ge=0, lt=MAXIMUM_COLUMNS + MAXIMUM_SPLITS * MAXIMUM_PARTS)]


NO_SEPARATOR: Final = "Choose a character that is no letter and no digit"
NO_SHEET: Final = "The workbook has no such sheet"
NO_ANSWER: Final = "Choose one of the answers to this question"


class SplitRequest(RequestSchema):
    separator: Annotated[
        str, Field(min_length=1, max_length=LONGEST_SEPARATOR), only_if(lambda given: not given.isalnum(), NO_SEPARATOR)
    ]
    parts: int = Field(ge=2, le=MAXIMUM_PARTS)


class ColumnsRequest(RequestSchema):
    """`columns` maps places to fields; columns that it leaves out are not read.

    The parts of `splits` are further columns, numbered behind those of the file in the order of the split columns;
    a split column itself is no field.
    What is not sent stays as it is; an order of the dates that was chosen, unless the file needs the other one.
    Another sheet, header, encoding or delimiter has other columns: without `columns` they are found anew.
    `answers` are those to the questions of the file.
    `batch` names the batches that people are put into, separated by semicolons; a name that is unknown makes a batch.
    `stage` is the name of a stage that applicants and trainees come to.
    With the `mode` update the email alone is required: accounts keep their fields that have no column.
    """

    columns: dict[ColumnIndex, ColumnField | None] | None = None
    splits: Annotated[dict[ColumnIndex, SplitRequest], Field(max_length=MAXIMUM_SPLITS)] | None = None
    values: dict[ColumnField, Annotated[CleanText, Field(max_length=LONGEST_FIELD)]] | None = None
    sheet: str | None = Field(default=None, max_length=LONGEST_FIELD)
    header_row: int | None = Field(default=None, ge=0, le=MAXIMUM_LINES)
    encoding: Encoding | None = None
    delimiter: Delimiter | None = None
    date_order: DateOrder | None = None
    mode: ImportMode | None = None
    answers: Annotated[
        dict[QuestionKind, Answer],
        only_if(lambda given: all(answer in ANSWERS[kind] for kind, answer in given.items()), NO_ANSWER),
    ] = Field(default={})

    @property
    def names_fields(self) -> bool:
        """Whether it says what the fields are, and not only how the file is read."""
        return any(each is not None for each in (self.columns, self.values, self.splits))


class UploadQuery(QuerySchema):
    """`quotes`: where quotation marks do not fit, each line is a row and they are plain characters."""

    quotes: Annotated[Literal["plain"] | None, *EMPTY_IS_NONE] = None


class SheetRequest(RequestSchema):
    sheet: str = Field(max_length=LONGEST_FIELD)


class UploadedResponse(ResponseSchema):
    id: UUID
    state: ImportState


class SamplePerson(ResponseSchema):
    """A person as the rules read a row; `problems` are those of the cells that are read, warnings after errors."""

    row: int
    values: RowValues
    problems: list[CellProblem]


class SamplesResponse(ResponseSchema):
    people: list[SamplePerson] = Field(description="the first rows of the file")
