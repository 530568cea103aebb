"""The user on whose behalf the people of an import are invited, with the rights of this moment."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from server.people.imports.authority import may_act
from server.vocabulary.profiles import Profile


class ReadRow(Protocol):
    """A row of either driver."""

    def __getitem__(self, name: str, /) -> Any: ...  # noqa: ANN401 - a column of any type


@dataclass(frozen=True, kw_only=True)
class Inviter:
    """`profile` is None where the account is inactive or deleted."""

    id: UUID | None
    profile: Profile | None
    is_uploader: bool
    profiles: frozenset[Profile]

    @property
    def may_invite(self) -> bool:
        """As a start needs it: the file is their own, or has no profile that they may not create."""
        return may_act(self.profile, is_uploader=self.is_uploader, profiles=self.profiles)


def inviter_of(row: ReadRow | Mapping[str, Any]) -> Inviter:
    """From `inviter`, `inviter_profile`, `is_uploader` and the `profiles` of the import."""
    profile = row["inviter_profile"]
    return Inviter(
        id=row["inviter"],
        profile=None if profile is None else Profile(profile),
        is_uploader=row["is_uploader"],
        profiles=frozenset(map(Profile, row["profiles"])),
    )
