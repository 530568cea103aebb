"""Requests and responses of the list."""

from datetime import date
from typing import Annotated
from uuid import UUID

from pydantic import Field

from server.audit.schemas import AuditRecord
from server.identity.profiles import Profile, Role
from server.schemas import EMPTY_IS_NONE, Moment, Page, QuerySchema, ResponseSchema
from server.users.list_filters import Filters, InvitationFilter, Sort
from server.users.schemas import UserRecord
from server.users.search_repository import SearchQuery
from server.users.search_terms import LONGEST, read_search

MOST_ON_A_PAGE = 1_000


class FilterQuery(QuerySchema):
    """An empty filter counts as absent."""

    search: Annotated[str, Field(max_length=LONGEST)] = ""
    role: Annotated[Role | None, *EMPTY_IS_NONE] = None
    profile: Annotated[Profile | None, *EMPTY_IS_NONE] = None
    invitation: Annotated[InvitationFilter | None, *EMPTY_IS_NONE] = None
    sort: Annotated[Sort | None, *EMPTY_IS_NONE] = None

    @property
    def filters(self) -> Filters:
        return Filters(role=self.role, profile=self.profile, invitation=self.invitation)

    def search_query(self, company_id: UUID) -> SearchQuery | None:
        """None for a list without a search."""
        terms = read_search(self.search)
        if terms is None and self.invitation is None:
            return None
        return SearchQuery(company_id=company_id, filters=self.filters, terms=terms)

    @property
    def order(self) -> Sort:
        return self.sort or Sort.CREATED_LAST


class ListQuery(FilterQuery):
    page: int = Field(default=1, ge=1, le=1_000_000)
    page_size: int = Field(default=10, ge=1, le=MOST_ON_A_PAGE)

    @property
    def limit(self) -> int:
        """Without a size the page has the largest one."""
        return self.page_size if self.model_fields_set else MOST_ON_A_PAGE

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.limit


class UserPage(Page[UserRecord]): ...


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
    """`by_profile` falls in level and ends with none; `created_by_day` rises to today, by UTC."""

    total: int
    active: int
    by_profile: list[ProfileCount]
    invitations: InvitationCounts
    created_by_day: list[DayCount]
    recent: list[AuditRecord]
    server_time: Moment
