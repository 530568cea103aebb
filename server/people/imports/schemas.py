"""Requests and responses of imports."""

from datetime import date, datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from pydantic import AwareDatetime, BeforeValidator, Field, StrictInt

from server.people.account.schemas import AccountName, UserRecord, with_fields
from server.people.batches.batch_form import FAR_DAY, YEARS
from server.people.bulk.schemas import IsWorkerAway, RefusedPeople
from server.people.imports.files.csv_file import MAXIMUM_COLUMNS, MAXIMUM_LINES, MAXIMUM_ROWS
from server.people.imports.files.layout import Cells
from server.people.imports.files.lost_letters import ENCODING_LABELS
from server.people.imports.files.questions import ANSWERS, Answer, QuestionKind
from server.people.imports.states import ChangeKind, ImportMode, ImportState, RowChange, RowFilter, RowStatus
from server.platform.schemas import (
    EMPTY_IS_NONE,
    LONGEST_FIELD,
    CleanText,
    Moment,
    Page,
    PageQuery,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    ServerTime,
    one_of,
    only_if,
)
from server.vocabulary.birth_dates import DateOrder
from server.vocabulary.fields import BATCH, FILE_FIELDS
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.profiles import Profile

NO_MOMENT: Final = "Please give true, false, or a time with its offset, such as 2026-12-01T09:00+05:30"


def _read_invite(given: Any) -> Any:  # noqa: ANN401 - pydantic's raw input
    """A moment needs its offset: no other clock is known."""
    if isinstance(given, bool):
        return given
    try:
        moment = datetime.fromisoformat(given)
    except (TypeError, ValueError):
        raise ValueError(NO_MOMENT) from None
    if moment.tzinfo is None or moment.year not in YEARS:
        raise ValueError(NO_MOMENT)
    return moment


# Postgres and Python end at different years, and one may be a day later in UTC.
DayOrMoment = Annotated[
    AwareDatetime | date,
    Field(union_mode="left_to_right"),
    only_if(lambda given: given.year in YEARS, FAR_DAY),
]
InviteChoice = Annotated[bool | AwareDatetime, BeforeValidator(_read_invite)]


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
    uploaded_by: AccountName | None = Field(description="who; null once the account is deleted")
    started_by: AccountName | None = Field(description="who; null before the start")
    version: int = Field(description="rises with every change")
    server_time: ServerTime


class DateExample(ResponseSchema):
    """A date as written in the file, and the day that it is in each order; null where it is no date."""

    value: str = Field(description="as in the file")
    day: date | None = Field(description="the day that it is where the day comes first; null where it is none")
    month: date | None = Field(description="the day that it is where the month comes first; null where it is none")


class AnswerChoice(ResponseSchema):
    value: Answer = Field(description="as it is sent")
    label: str = Field(description="as it is shown")


class FileQuestion(ResponseSchema):
    """What only a person can decide about the file. Until it is answered, it is read by the first of the answers."""

    kind: QuestionKind = Field(description="what is asked, once in a file")
    text: str = Field(description="a sentence")
    choices: list[AnswerChoice] = Field(description="the answers, first the one by which it is read until one is given")
    answer: Answer | None = Field(description="null as long as it waits: the import cannot be started before")


class FileLines(ResponseSchema):
    """The account of the lines of the file: the parts add up to the total."""

    total: int = Field(description="lines up to the last one that is not blank")
    above: int = Field(description="above the headings, and not blank")
    heading: int = Field(description="1, or 0 where the file has no headings")
    rows: int = Field(description="rows of people, also those that cannot be created")
    blank: int = Field(description="without text, or with the number of the row alone")
    inside: int = Field(description="further lines of cells that have several")
    examples: int = Field(description="example rows of the template, left out")
    notes: int = Field(description="totals and notes, which name no person, left out")


class EarlierImport(ResponseSchema):
    id: UUID = Field(description="of the import")
    file_name: str = Field(description="as it was uploaded")
    created_at: Moment = Field(description="when it was uploaded")
    uploaded_by: AccountName | None = Field(description="who; null once the account is deleted")


_NAMES: Final = tuple(field.name for field in FILE_FIELDS)
FieldName = Annotated[str, *one_of(_NAMES)]
# What a column may hold: a field, or the batches that the person of the row is put into.
ColumnField = Annotated[str, *one_of((*_NAMES, BATCH))]


class LastChange(ResponseSchema):
    """The change of a preview that an undo takes back next. Of long values it has the beginning."""

    number: int = Field(description="counts the changes of this preview, from 1; never used again")
    kind: ChangeKind = Field(description="what it did")
    rows: int = Field(description="rows that it touched")
    row: int | None = Field(description="number of the row in the file, of a change of a single one; else null")
    position: int | None = Field(description="rank of this row in the preview; else null")
    field: str | None = Field(description="of a mapping, and of an edit of a single cell; else null")
    from_: str | None = Field(alias="from", description="the value of the field before; else null")
    to: str | None = Field(description="the value of the field since then; else null")
    by: AccountName | None = Field(description="who made it; null once the account is deleted")


class ImportSync(ResponseSchema):
    """The sync that was started."""

    missing: Literal["keep", "deactivate"] = Field(description="what becomes of the missing people")
    people: int = Field(description="missing people at the start, or who were confirmed to be deactivated")
    job_id: UUID | None = Field(
        description="the job that deactivates them, once the import has ended; null where none does"
    )


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
    questions: list[FileQuestion] = Field(description="what is to be answered before the start, by choosing columns")
    lines: FileLines | None = Field(description="the account of its lines")
    unknown_headers: list[str] = Field(description="columns that are kept aside; a long list is cut")
    same_as: EarlierImport | None = Field(
        description="the newest earlier import of the same content, unless it failed or was cancelled unstarted"
    )
    sync: ImportSync | None = Field(description="whether its file is the whole list of a scope; else null")
    new_batches: list[str] = Field(
        description="in a preview that is ready: batches that its rows name and the start makes; a long list is cut"
    )
    last_change: LastChange | None = Field(
        description="in a preview that is ready: the change that an undo takes back; null where none is left"
    )
    is_worker_away: IsWorkerAway = False


NO_SCOPE: Final = "Choose a batch, a work location or a profile"


class SyncScope(RequestSchema):
    """The people whose whole list the file is. Of several conditions they fulfil all."""

    batch_id: UUID | None = None
    work_location: Annotated[CleanText, Field(max_length=LONGEST_FIELD)] | None = None
    profile: Profile | None = None

    @property
    def is_empty(self) -> bool:
        return self.batch_id is None and not self.work_location and self.profile is None


class SyncRequest(RequestSchema):
    """What becomes of the active people of the scope who are missing in the file.

    To deactivate them, `people` is how many `GET …/missing` allows: more are never deactivated. Where that is a greater
    share than the company's `syncThreshold`, `typed` is this number as the person has typed it.
    """

    scope: Annotated[SyncScope, only_if(lambda scope: not scope.is_empty, NO_SCOPE)]
    missing: Literal["keep", "deactivate"] = "keep"
    people: Annotated[StrictInt, Field(ge=0, le=2**31 - 1)] | None = None
    typed: Annotated[StrictInt, Field(ge=0, le=2**31 - 1)] | None = None


class StartRequest(RequestSchema):
    """`invite` is whether new people are invited at once, or the moment when they are; false waits for `POST …/invite`.

    A moment has an offset and lies at most 30 days ahead. The `mode` is `create`, or that of the columns. A `sync` is
    of the modes that update.
    """

    mode: ImportMode | None = None
    invite: InviteChoice = True
    sync: SyncRequest | None = None


class ScopeQuery(QuerySchema):
    """The scope as in `SyncScope`: one of its three at least."""

    batch_id: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    work_location: Annotated[str, Field(max_length=LONGEST_FIELD)] = ""
    profile: Annotated[Profile | None, *EMPTY_IS_NONE] = None


class MissingQuery(PageQuery, ScopeQuery): ...


class MissingPage(Page[UserRecord]):
    """The active people of a scope who are missing in the file: no row has their email.

    A row without a readable email counts as the people with its phone, and a deleted or invalid row as its person.
    """

    people: int = Field(description="active people of the scope")
    allowed: int = Field(description="missing people that the caller may deactivate")
    refused: list[RefusedPeople] = Field(description="missing people who would stay active, by reason, most first")
    unmatched: int = Field(description="rows that are refused and name no email: their people may count as missing")
    known_phones: int = Field(description="missing people whose phone is in the file: their email may be a new one")
    threshold: int = Field(description="the per cent of `people` beyond which the number is to be typed")


class DateOrderRequest(RequestSchema):
    order: DateOrder


# `row`: the row as a whole, which has more cells than the header.
ProblemField = Annotated[str, *one_of((*_NAMES, BATCH, "row"))]
Encoding = Annotated[str, *one_of(tuple(ENCODING_LABELS))]
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
    suggestion: FieldName | None = Field(
        description="the field that its cells look like, where no column is that field; not read before it is chosen"
    )
    part_of: int | None = Field(description="the index of the column that it is a part of; null for the file's own")


class ColumnsResponse(ResponseSchema):
    """How the file is read. Several columns of one field are joined in their order, with a space between."""

    sheets: list[str] = Field(description="the sheets of a workbook; empty for a text file")
    sheet: str | None = Field(description="the sheet that is read")
    header_row: int = Field(description="the line of the header, counted as in a spreadsheet; 0 where there is none")
    encoding: Encoding
    delimiter: Delimiter
    date_order: DateOrder | None
    columns: list[Column]
    splits: dict[int, ColumnSplit] = Field(description="by the index of their column")
    values: dict[ColumnField, str] = Field(description="by field without a column: what stands in every row")
    fields: list[FieldName] = Field(description="the fields; `batch` is none of them, and never required")
    optional: list[FieldName] = Field(description="the fields that a file may lack; all others are required")


ColumnIndex = Annotated[int, Field(ge=0, lt=MAXIMUM_COLUMNS + MAXIMUM_SPLITS * MAXIMUM_PARTS)]


NO_SEPARATOR: Final = "Choose a character that is no letter and no digit"
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


class UploadedResponse(ResponseSchema):
    id: UUID
    state: ImportState


class ImportPage(Page[ImportSummary]): ...


class ResultsQuery(QuerySchema):
    status: Annotated[str, *one_of(("all", *map(str, RowFilter)))] = RowFilter.FAILED

    @property
    def row_filter(self) -> RowFilter | None:
        """Return the filter; None means all rows."""
        return None if self.status == "all" else RowFilter(self.status)


MOST_DELETED: Final = 10_000
MOST_EDITED: Final = 200
MOST_MAPPED: Final = 100
ONCE: Final = "Name each value once"

CellText = Annotated[CleanText, Field(max_length=LONGEST_FIELD)]
RowNumber = Annotated[int, Field(ge=1, le=MAXIMUM_ROWS)]


class CellProblem(ResponseSchema):
    field: str
    message: str


@with_fields(dict.fromkeys(FILE_FIELDS, (str, ...)))
class RowValues(ResponseSchema):
    """The cells of a row; a missing one is empty."""


class SamplePerson(ResponseSchema):
    """A person as the rules read a row; `problems` are those of the cells that are read, warnings after errors."""

    row: int
    values: RowValues
    problems: list[CellProblem]


class SamplesResponse(ResponseSchema):
    people: list[SamplePerson] = Field(description="the first rows of the file")


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
        return Cells(text for _name, text in self.values)


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

    changes: Annotated[
        list[ValueToMap],
        only_if(lambda given: len({(each.field, each.from_.strip()) for each in given}) == len(given), ONCE),
    ] = Field(min_length=1, max_length=MOST_MAPPED)
    dry_run: bool = False


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
    by: AccountName = Field(description="who changed them")


class HistoryQuery(PageQuery):
    """Filters of the history, which are combined; an empty one counts as absent.

    `from` and `to` are days (UTC, both included) or moments with an offset (`to` is not included) of the upload.
    """

    state: Annotated[ImportState | None, *EMPTY_IS_NONE] = None
    search: Annotated[str, Field(max_length=200)] = ""
    started_by: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    since: Annotated[DayOrMoment | None, *EMPTY_IS_NONE, Field(alias="from")] = None
    until: Annotated[DayOrMoment | None, *EMPTY_IS_NONE, Field(alias="to")] = None
