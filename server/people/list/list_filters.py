"""Filters and order of a list of users."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from server.people.account.moments import SignInFilter


class Sort(StrEnum):
    """A minus reverses the order. Ids rise with time, so creation order is the order of ids."""

    CREATED = "createdAt"
    CREATED_LAST = "-createdAt"
    NAME = "fullName"
    NAME_TURNED = "-fullName"
    EMAIL = "email"
    EMAIL_TURNED = "-email"

    @property
    def falls(self) -> bool:
        return self.value.startswith("-")

    @property
    def field(self) -> str:
        return self.value.removeprefix("-")


class InvitationFilter(StrEnum):
    """WAITING is queued or sent, and not lapsed; INVITED is each that has not failed, as batches count them."""

    WAITING = "waiting"
    LAPSED = "lapsed"
    FAILED = "failed"
    NONE = "none"
    ACCEPTED = "accepted"
    INVITED = "invited"


class Status(StrEnum):
    ACTIVE = "active"
    INACTIVE = "inactive"


@dataclass(frozen=True, kw_only=True)
class Page:
    sort: Sort
    offset: int
    limit: int

    @property
    def end(self) -> int:
        return self.offset + self.limit


@dataclass(frozen=True, kw_only=True)
class Filters:
    """`fields` of a person must have these values. `created_from` is included, `created_before` is not."""

    fields: Mapping[str, str] = field(default_factory=dict)
    invitation: InvitationFilter | None = None
    status: Status | None = None
    batch: UUID | None = None
    created_from: datetime | None = None
    created_before: datetime | None = None
    last_sign_in: SignInFilter | None = None


@dataclass(frozen=True, kw_only=True)
class SearchQuery:
    """Users who match the filters and all of `terms`: one of three letters stands anywhere, a shorter begins a word.

    None: terms do not matter; an empty tuple: none match.
    """

    company_id: UUID
    filters: Filters
    terms: tuple[str, ...] | None

    @property
    def is_open(self) -> bool:
        """Whether all of the company match."""
        return self.terms is None and self.filters == Filters()
