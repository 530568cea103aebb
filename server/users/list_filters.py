"""What a list of people is asked for: which of them, in which order."""

from dataclasses import dataclass
from enum import StrEnum

from server.identity.profiles import Profile, Role


class Sort(StrEnum):
    """A minus turns the order. Ids rise with time, so that the order of creation is theirs."""

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
        """Every post is let through."""
        return self.role is None and self.profile is None

    def posts(self) -> list[str]:
        """Every position that matches the filters, also those that no user has.

        A post is a profile, or none, and a role; each order of the list is kept within every post.
        """
        profiles = (*Profile, "") if self.profile is None else (self.profile,)
        roles = Role if self.role is None else (self.role,)
        return [f"{profile}/{role}" for profile in profiles for role in roles]
