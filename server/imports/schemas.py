"""What the import calls take and answer."""

from datetime import date
from typing import Literal
from uuid import UUID

from pydantic import Field

from server.identity.invitation_state import Invitation
from server.imports.birth_dates import DateOrder
from server.imports.states import ImportState, RowFilter, RowStatus
from server.schemas import Moment, QuerySchema, RequestSchema, ResponseSchema


class StartedBy(ResponseSchema):
    id: UUID
    full_name: str


class RecentRow(ResponseSchema):
    row: int
    email: str
    status: RowStatus
    message: str


class ImportSummary(ResponseSchema):
    """Where an import stands, without its rows.

    `valid_rows` includes the warned ones; `error_count` is the invalid and the failed rows together, so that
    at the end `success_count + error_count == total_rows`. `invite` is false where it was started without inviting and
    its people have not been invited since; `invited` counts the invitations sent. `version` rises with every change.
    """

    id: UUID
    state: ImportState
    reason: str | None
    file_name: str
    total_rows: int
    checked_rows: int
    valid_rows: int
    warning_rows: int
    invalid_rows: int
    processed: int
    success_count: int
    error_count: int
    failed_count: int
    invite: bool
    invited: int
    rate_per_second: float | None
    eta_seconds: int | None
    created_at: Moment
    started_at: Moment | None
    finished_at: Moment | None
    timestamp: Moment | None
    uploaded_by: StartedBy | None
    started_by: StartedBy | None
    version: int
    server_time: Moment


class DateExample(ResponseSchema):
    """A date as it stands in the file, and the day that it is in each order; null where it is none."""

    value: str
    day: date | None
    month: date | None


class ImportSnapshot(ImportSummary):
    """The same with the last ten rows and what was found out about the file.

    `date_order` says what comes first in dates such as 02/06/2003: what the file needs, or what was chosen. It is
    null while nothing decides, with a `date_example` of what is to be decided before the import can be started; and
    null without one where no date of the file depends on the order.
    """

    date_order: DateOrder | None
    date_example: DateExample | None
    recent: list[RecentRow]
    remarks: list[str]
    unknown_headers: list[str]


class StartRequest(RequestSchema):
    """Without `invite` the accounts are created and wait for `POST …/invite`."""

    invite: bool = True


class DateOrderRequest(RequestSchema):
    order: DateOrder


class UploadedResponse(ResponseSchema):
    id: UUID
    state: ImportState


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
    """

    row: int
    position: int
    line: int | None
    status: RowStatus
    values: RowValues
    errors: list[CellProblem]
    warnings: list[CellProblem]
    message: str | None
    user_id: UUID | None
    invitation: Invitation | None


class PageQuery(QuerySchema):
    page: int = Field(default=1, ge=1, le=1_000_000)
    page_size: int = Field(default=10, ge=1, le=1000)


class RowsQuery(PageQuery):
    status: RowFilter | None = None


class ImportRowPage(ResponseSchema):
    data: list[ImportRow]
    page: int
    page_size: int
    total: int
    total_is_exact: bool


class ImportPage(ResponseSchema):
    data: list[ImportSummary]
    page: int
    page_size: int
    total: int
    total_is_exact: bool


class ResultsQuery(QuerySchema):
    status: Literal[RowFilter.FAILED] = RowFilter.FAILED
