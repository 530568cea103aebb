"""Filters and order of a list of users."""

from dataclasses import dataclass
from enum import StrEnum

from server.identity.profiles import Profile, Role


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
    """WAITING is queued or sent, and not lapsed."""

    WAITING = "waiting"
    LAPSED = "lapsed"
    FAILED = "failed"


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
    role: Role | None = None
    profile: Profile | None = None
    invitation: InvitationFilter | None = None

    @property
    def is_open(self) -> bool:
        """Whether the filters match every position."""
        return self.role is None and self.profile is None

    def posts(self) -> list[str]:
        """Every position that matches the filters, also those that no user has.

        A position (`post` in SQL) is a role with a profile or none; an index keeps each order within every position.
        """
        profiles = (*Profile, "") if self.profile is None else (self.profile,)
        roles = Role if self.role is None else (self.role,)
        return [f"{profile}/{role}" for profile in profiles for role in roles]
