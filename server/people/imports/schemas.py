"""Requests and responses of imports, and what those of its five steps share."""

from datetime import date
from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import AwareDatetime, ConfigDict, Field

from server.people.account.schemas import AccountName, with_fields
from server.people.batches.batch_form import FAR_DAY, YEARS
from server.people.bulk.schemas import IsWorkerAway
from server.people.imports.files.questions import Answer, QuestionKind
from server.people.imports.states import ChangeKind, ImportMode, ImportState, RowStatus
from server.platform.schemas import EMPTY_IS_NONE, Moment, Page, PageQuery, ResponseSchema, ServerTime, one_of, only_if
from server.vocabulary.birth_dates import DateOrder
from server.vocabulary.fields import BESIDE, BUILT_IN
from server.vocabulary.own_fields import PREFIX

# Postgres and Python end at different years, and one may be a day later in UTC.
DayOrMoment = Annotated[
    AwareDatetime | date,
    Field(union_mode="left_to_right"),
    only_if(lambda given: given.year in YEARS, FAR_DAY),
]


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
    """The account of the lines of the file, as it is stored: the parts add up to the total."""

    total: int = Field(description="lines up to the last one that is not blank")
    above: int = Field(description="above the headings, and not blank")
    heading: int = Field(description="1, or 0 where the file has no headings")
    rows: int = Field(description="rows of people, also those that cannot be created")
    blank: int = Field(description="without text, or with the number of the row alone")
    inside: int = Field(description="further lines of cells that have several")
    examples: int = Field(default=0, description="example rows of the template, left out")
    left: int = Field(default=0, description="people who have left, left out")
    repeated: int = Field(default=0, description="earlier rows of people with several, left out")
    notes: int = Field(default=0, description="totals and notes, which name no person, left out")


class EarlierImport(ResponseSchema):
    id: UUID = Field(description="of the import")
    file_name: str = Field(description="as it was uploaded")
    created_at: Moment = Field(description="when it was uploaded")
    uploaded_by: AccountName | None = Field(description="who; null once the account is deleted")


_NAMES: Final = tuple(BUILT_IN.places)
# A field that the company has made, by its key.
_OWN: Final = f"^{PREFIX}[A-Za-z0-9]{{1,40}}$"
FieldName = Annotated[str, *one_of(_NAMES, also=_OWN)]
# What a column may hold: a field, or the batches that the person of the row is put into, or the stage.
ColumnField = Annotated[str, *one_of((*_NAMES, *BESIDE), also=_OWN)]


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
    columns: list[ColumnField] = Field(description="the fields that have a column, or one value for all rows")
    unknown_headers: list[str] = Field(description="columns that are kept aside; a long list is cut")
    same_as: EarlierImport | None = Field(
        description="the newest earlier import of the same content, unless it failed or was cancelled unstarted"
    )
    next_sheets: list[str] = Field(description="sheets of the workbook that hold people and were not read yet")
    sync: ImportSync | None = Field(description="whether its file is the whole list of a scope; else null")
    new_batches: list[str] = Field(
        description="in a preview that is ready: batches that its rows name and the start makes; a long list is cut"
    )
    last_change: LastChange | None = Field(
        description="in a preview that is ready: the change that an undo takes back; null where none is left"
    )
    is_worker_away: IsWorkerAway = False


# `row`: the row as a whole, which has more cells than the header.
ProblemField = Annotated[str, *one_of((*_NAMES, *BESIDE, "row"), also=_OWN)]


class ImportPage(Page[ImportSummary]): ...


class CellProblem(ResponseSchema):
    field: str
    message: str


@with_fields(dict.fromkeys(BUILT_IN.in_files, (str, ...)))
class RowValues(ResponseSchema):
    """The cells of a row; a missing one is empty. Of the company's own fields those that the file has, and are open."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, str]


class HistoryQuery(PageQuery):
    """Filters of the history, which are combined; an empty one counts as absent.

    `from` and `to` are days (UTC, both included) or moments with an offset (`to` is not included) of the upload.
    """

    state: Annotated[ImportState | None, *EMPTY_IS_NONE] = None
    search: Annotated[str, Field(max_length=200)] = ""
    started_by: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    since: Annotated[DayOrMoment | None, *EMPTY_IS_NONE, Field(alias="from")] = None
    until: Annotated[DayOrMoment | None, *EMPTY_IS_NONE, Field(alias="to")] = None
