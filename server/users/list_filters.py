"""Filters and order of a list of users."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from server.identity.profiles import Profile, Role
from server.users.moments import SignInFilter, SignInKind


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

    @property
    def turned(self) -> "Sort":
        return Sort(self.field if self.falls else f"-{self.field}")


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


PART_LENGTH: Final = 7
# The beginnings of the stored states.
_STATES: Final[Mapping[InvitationFilter | None, str]] = {
    InvitationFilter.WAITING: "qs",
    InvitationFilter.LAPSED: "s",
    InvitationFilter.FAILED: "f",
    InvitationFilter.NONE: "n",
    InvitationFilter.ACCEPTED: "a",
    InvitationFilter.INVITED: "qsa",
}


@dataclass(frozen=True, kw_only=True)
class Filters:
    """`created_from` is included, `created_before` is not."""

    role: Role | None = None
    profile: Profile | None = None
    invitation: InvitationFilter | None = None
    status: Status | None = None
    work_location: str | None = None
    batch: UUID | None = None
    created_from: datetime | None = None
    created_before: datetime | None = None
    last_sign_in: SignInFilter | None = None

    @property
    def is_open(self) -> bool:
        """Whether the filters match every part of the list."""
        return self.patterns == [PART_LENGTH * "_"]

    @property
    def is_of_parts(self) -> bool:
        """Whether a user's part and id decide."""
        is_dated = self.last_sign_in is not None and self.last_sign_in.kind is not SignInKind.NEVER
        is_timed = self.invitation in {InvitationFilter.WAITING, InvitationFilter.LAPSED}
        return self.work_location is None and self.batch is None and not is_dated and not is_timed

    @property
    def is_between(self) -> bool:
        return self.created_from is not None or self.created_before is not None

    @property
    def patterns(self) -> list[str]:
        """The parts that match, for LIKE; a user's part is made in `tables.py`."""
        profile = "__" if self.profile is None else self.profile[0] + self.profile[-1]
        role = "__" if self.role is None else self.role[:2]
        status = "_" if self.status is None else self.status[0]
        signed_in = "_"
        if self.last_sign_in is not None:
            signed_in = "n" if self.last_sign_in.kind is SignInKind.NEVER else "s"
        return [f"{profile}{role}{status}{signed_in}{state}" for state in _STATES.get(self.invitation, "_")]
