"""Requests and responses of imports."""

from datetime import date
from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from server.people.imports.files.birth_dates import DateOrder
from server.people.imports.files.csv_file import MAXIMUM_COLUMNS, MAXIMUM_LINES
from server.people.imports.moments import InviteChoice
from server.people.imports.states import ImportMode, ImportState, ResultsFilter, RowFilter, RowStatus
from server.platform.schemas import (
    LONGEST_FIELD,
    CleanText,
    Moment,
    Page,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    ServerTime,
    one_of,
)
from server.vocabulary.fields import BATCH, FILE_FIELDS


class StartedBy(ResponseSchema):
    id: UUID = Field(description="of the account")
    full_name: str = Field(description="its name")


class RecentRow(ResponseSchema):
    row: int = Field(description="number in the file, from 1")
    email: str = Field(description="as in the file; where it has none the phone")
    status: RowStatus = Field(description="what became of it")
    message: str = Field(description="the same as a sentence")


class ImportSummary(ResponseSchema):
    """The progress of an import, without its rows.

    `valid_rows` includes the warned ones; `error_count` is the invalid and the failed rows together, so that
    at the end `success_count + error_count == total_rows`. `invite` is false where it was started without inviting and
    its people have not been invited since; `invited` counts the invitations sent. `version` rises with every change.
    """

    id: UUID = Field(description="of the import")
    state: ImportState = Field(description="where it stands")
    reason: str | None = Field(description="why it failed, or which columns are to be chosen; else null")
    file_name: str = Field(description="as it was uploaded")
    total_rows: int = Field(description="rows of the file")
    checked_rows: int = Field(description="rows judged so far")
    valid_rows: int = Field(description="rows that can be created, warned ones included")
    warning_rows: int = Field(description="rows with a warning")
    invalid_rows: int = Field(description="rows with an error, which the mode create refuses")
    mode: ImportMode = Field(description="which people it processes: new ones, those with an account, or both")
    new_rows: int = Field(description="rows that can be created: no account of the company has their email")
    changed_rows: int = Field(description="rows whose account would be changed by an update")
    unchanged_rows: int = Field(description="rows whose account has everything already")
    processed: int = Field(description="rows tried so far")
    success_count: int = Field(description="rows created, updated or unchanged")
    changed: int = Field(description="accounts updated")
    unchanged: int = Field(description="accounts left as they are")
    error_count: int = Field(description="rows invalid or failed")
    failed_count: int = Field(description="rows that failed while being created")
    invite: bool = Field(description="false where it was started without inviting and its people are not invited since")
    invite_at: Moment | None = Field(description="when its people are to be invited; null where no time waits")
    invited: int = Field(description="invitations sent")
    undone: int = Field(description="rows that an undo has taken back")
    rate_per_second: float | None = Field(description="rows a second since the start; null before the first")
    eta_seconds: int | None = Field(description="seconds left; null before the first row and at the end")
    created_at: Moment = Field(description="when it was uploaded")
    started_at: Moment | None = Field(description="when it was started")
    finished_at: Moment | None = Field(description="when it ended")
    timestamp: Moment | None = Field(description="the same as `finishedAt`")
    uploaded_by: StartedBy | None = Field(description="who; null once the account is deleted")
    started_by: StartedBy | None = Field(description="who; null before the start")
    version: int = Field(description="rises with every change")
    server_time: ServerTime


class DateExample(ResponseSchema):
    """A date as written in the file, and the day that it is in each order; null where it is no date."""

    value: str = Field(description="as in the file")
    day: date | None = Field(description="the day that it is where the day comes first; null where it is none")
    month: date | None = Field(description="the day that it is where the month comes first; null where it is none")


class EarlierImport(ResponseSchema):
    id: UUID = Field(description="of the import")
    file_name: str = Field(description="as it was uploaded")
    created_at: Moment = Field(description="when it was uploaded")
    uploaded_by: StartedBy | None = Field(description="who; null once the account is deleted")


_NAMES: Final = tuple(field.name for field in FILE_FIELDS)
FieldName = Annotated[str, *one_of(_NAMES)]
# What a column may hold: a field, or the batches that the person of the row is put into.
ColumnField = Annotated[str, *one_of((*_NAMES, BATCH))]


class LastChange(ResponseSchema):
    """The change of a preview that an undo takes back next. Of long values it has the beginning."""

    number: int = Field(description="counts the changes of this preview, from 1; never used again")
    kind: Literal["edit", "deletion", "mapping"] = Field(description="what it did")
    rows: int = Field(description="rows that it touched")
    row: int | None = Field(description="number of the row in the file, of a change of a single one; else null")
    position: int | None = Field(description="rank of this row in the preview; else null")
    field: str | None = Field(description="of a mapping, and of an edit of a single cell; else null")
    from_: str | None = Field(alias="from", description="the value of the field before; else null")
    to: str | None = Field(description="the value of the field since then; else null")
    by: StartedBy | None = Field(description="who made it; null once the account is deleted")


class ImportSnapshot(ImportSummary):
    """The summary with the last ten rows and the properties of the file.

    `date_order` says what comes first in dates such as 02/06/2003: what the file needs, or what was chosen. It is
    null while nothing decides, with a `date_example` of what is to be decided before the import can be started; and
    null without one where no date of the file depends on the order.
    """

    date_order: DateOrder | None = Field(
        description="what comes first in its dates: the day or the month; null as long as nothing decides"
    )
    date_example: DateExample | None = Field(
        description="a date that waits for the order, which must be chosen before the start; else null"
    )
    invitations_left: int = Field(description="people whose first invitation is on its way")
    recent: list[RecentRow] = Field(description="the last ten rows tried, newest first")
    remarks: list[str] = Field(description="sentences about the whole file")
    unknown_headers: list[str] = Field(description="columns that are kept aside; a long list is cut")
    same_as: EarlierImport | None = Field(
        description="the newest earlier import of the same content, unless it failed or was cancelled unstarted"
    )
    new_batches: list[str] = Field(
        description="in a preview that is ready: batches that its rows name and the start makes; a long list is cut"
    )
    last_change: LastChange | None = Field(
        description="in a preview that is ready: the change that an undo takes back; null where none is left"
    )


class StartRequest(RequestSchema):
    """`invite` is whether new people are invited at once, or the moment when they are; false waits for `POST …/invite`.

    A moment has an offset and lies at most 30 days ahead. The `mode` is `create`, or that of the columns.
    """

    mode: ImportMode | None = None
    invite: InviteChoice = True


class DateOrderRequest(RequestSchema):
    order: DateOrder


# `row`: the row as a whole, which has more cells than the header.
ProblemField = Annotated[str, *one_of((*_NAMES, BATCH, "row"))]
Encoding = Literal["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
Delimiter = Literal[",", ";", "\t", "|"]


# Split columns at once, parts of one, and characters between them.
MAXIMUM_SPLITS: Final = 5
MAXIMUM_PARTS: Final = 4
LONGEST_SEPARATOR: Final = 3


class ColumnSplit(ResponseSchema):
    separator: str = Field(description="what stands between the parts; a blank one is any run of spaces")
    parts: int = Field(description="the last one has the rest of the text")


class Column(ResponseSchema):
    """A column of the file, or a part of a split one."""

    index: int = Field(description="its place, from 0; parts follow behind the columns of the file")
    name: str = Field(description="its heading")
    samples: list[str] = Field(description="up to three of its filled cells")
    field: ColumnField | None = Field(
        description="the field that it is read as, or a part of it; null where it is left out"
    )
    part_of: int | None = Field(description="the index of the column that it is a part of; null for the file's own")


class ColumnsResponse(ResponseSchema):
    """How the file is read. Several columns of one field are joined in their order, with a space between."""

    sheets: list[str] = Field(description="the sheets of a workbook; empty for a text file")
    sheet: str | None = Field(description="the sheet that is read")
    header_row: int = Field(description="the line of the header, counted as in a spreadsheet")
    encoding: Encoding
    delimiter: Delimiter
    date_order: DateOrder | None
    columns: list[Column]
    splits: dict[int, ColumnSplit] = Field(description="by the index of their column")
    values: dict[ColumnField, str] = Field(description="by field without a column: what stands in every row")
    fields: list[FieldName] = Field(description="the fields; `batch` is none of them, and never required")
    optional: list[FieldName] = Field(description="the fields that a file may lack; all others are required")


ColumnIndex = Annotated[int, Field(ge=0, lt=MAXIMUM_COLUMNS + MAXIMUM_SPLITS * MAXIMUM_PARTS)]


def _refuse_words(separator: str) -> str:
    if separator.isalnum():
        msg = "Choose a character that is no letter and no digit"
        raise ValueError(msg)
    return separator


class SplitRequest(RequestSchema):
    separator: Annotated[str, Field(min_length=1, max_length=LONGEST_SEPARATOR), AfterValidator(_refuse_words)]
    parts: int = Field(ge=2, le=MAXIMUM_PARTS)


class ColumnsRequest(RequestSchema):
    """`columns` maps places to fields; columns that it leaves out are not read.

    The parts of `splits` are further columns, numbered behind those of the file in the order of the split columns;
    a split column itself is no field.
    What is not sent stays as it is; an order of the dates that was chosen, unless the file needs the other one.
    Another sheet, header, encoding or delimiter has other columns: without `columns` they are found anew.
    `batch` names the batches that people are put into, separated by semicolons; a name that is unknown makes a batch.
    With the `mode` update the email alone is required: accounts keep their fields that have no column.
    """

    columns: dict[ColumnIndex, ColumnField | None] | None = None
    splits: Annotated[dict[ColumnIndex, SplitRequest], Field(max_length=MAXIMUM_SPLITS)] | None = None
    values: dict[ColumnField, Annotated[CleanText, Field(max_length=LONGEST_FIELD)]] | None = None
    sheet: str | None = Field(default=None, max_length=LONGEST_FIELD)
    header_row: int | None = Field(default=None, ge=1, le=MAXIMUM_LINES)
    encoding: Encoding | None = None
    delimiter: Delimiter | None = None
    date_order: DateOrder | None = None
    mode: ImportMode | None = None

    @property
    def names_fields(self) -> bool:
        """Whether it says what the fields are, and not only how the file is read."""
        return any(each is not None for each in (self.columns, self.values, self.splits))


class UploadedResponse(ResponseSchema):
    id: UUID
    state: ImportState


class ImportPage(Page[ImportSummary]): ...


class ResultsQuery(QuerySchema):
    status: ResultsFilter = ResultsFilter.FAILED

    @property
    def row_filter(self) -> RowFilter | None:
        """Return the filter; None means all rows."""
        return None if self.status is ResultsFilter.ALL else RowFilter(self.status.value)
