"""Requests and responses of the list."""

from datetime import date
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import AfterValidator
from pydantic import Field as Described

from server.company.audit.list_entries import AuditRecord
from server.people.account.schemas import UserRecord, with_fields
from server.people.batches.read_batch import BatchRecord
from server.people.list.list_filters import (
    LONGEST,
    LONGEST_MOMENT,
    InvitationFilter,
    Sort,
    Status,
    check_day,
    check_sign_in,
)
from server.platform.schemas import (
    EMPTY_IS_NONE,
    LONGEST_FIELD,
    Moment,
    Page,
    QuerySchema,
    RequestSchema,
    ResponseSchema,
    one_of,
)
from server.vocabulary.fields import FILTER_FIELDS, Field, Kind
from server.vocabulary.profiles import Profile

MOST_ON_A_PAGE: Final = 1_000
MOST_SELECTED: Final = 10_000

Day = Annotated[str, Described(max_length=LONGEST_MOMENT), AfterValidator(check_day)]
SignIn = Annotated[str, Described(max_length=LONGEST_MOMENT), AfterValidator(check_sign_in)]


def _filter_of(field: Field) -> Any:  # noqa: ANN401 - as pydantic defines one
    if field.choices is None:
        return (Annotated[str, Described(max_length=LONGEST_FIELD)], "")
    return (Annotated[field.choices | None, *EMPTY_IS_NONE], None)


@with_fields({field: _filter_of(field) for field in FILTER_FIELDS})
class FilterQuery(QuerySchema):
    """An empty filter counts as absent. Days are those of the installation's time zone.

    `createdFrom` and `createdTo` are a day or `-7d`, both included; `lastSignIn` is `never`, `since:` or `before:` with
    a day or `-30d`: from its beginning on, or until then; those who never signed in are `never` alone.
    """

    search: Annotated[str, Described(max_length=LONGEST)] = ""
    invitation: Annotated[InvitationFilter | None, *EMPTY_IS_NONE] = None
    status: Annotated[Status | None, *EMPTY_IS_NONE] = None
    batch: Annotated[UUID | None, *EMPTY_IS_NONE] = None
    created_from: Annotated[Day | None, *EMPTY_IS_NONE] = None
    created_to: Annotated[Day | None, *EMPTY_IS_NONE] = None
    last_sign_in: Annotated[SignIn | None, *EMPTY_IS_NONE] = None
    sort: Annotated[Sort | None, *EMPTY_IS_NONE] = None

    @property
    def order(self) -> Sort:
        return self.sort or Sort.CREATED_LAST


class ListQuery(FilterQuery):
    page: int = Described(default=1, ge=1, le=1_000_000)
    page_size: int = Described(default=10, ge=1, le=MOST_ON_A_PAGE)

    @property
    def limit(self) -> int:
        """Return the page's size, which is the largest one if none was given."""
        return self.page_size if self.model_fields_set else MOST_ON_A_PAGE

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.limit


class ExportRequest(RequestSchema):
    """The people to export, in the list's order; ids that the company does not have are left out."""

    ids: Annotated[list[UUID], Described(min_length=1, max_length=MOST_SELECTED)]
    sort: Sort | None = None


class UserPage(Page[UserRecord]): ...


class LocationsQuery(QuerySchema):
    """`field` is one whose values are any text; without it work locations are counted."""

    field: Annotated[str, *one_of(field.name for field in FILTER_FIELDS if field.kind is Kind.TEXT)] = "workLocation"


class LocationCount(ResponseSchema):
    location: str
    people: int


class LocationsResponse(ResponseSchema):
    """The 200 locations with most people, the most first."""

    locations: list[LocationCount]


class ProfileCount(ResponseSchema):
    profile: Profile | None
    count: int


class InvitationCounts(ResponseSchema):
    none: int
    queued: int
    sent: int
    lapsed: int
    failed: int
    accepted: int


class DayCount(ResponseSchema):
    day: date
    count: int


class UserSummary(ResponseSchema):
    """`by_profile` falls in level and ends with none; `created_by_day` rises to today, by UTC.

    `batches` are the newest ten that are not archived.
    """

    total: int
    active: int
    by_profile: list[ProfileCount]
    invitations: InvitationCounts
    created_by_day: list[DayCount]
    recent: list[AuditRecord]
    batches: list[BatchRecord]
    server_time: Moment
