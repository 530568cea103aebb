"""Read a role and a profile as typed."""

from typing import Final

from server.vocabulary.profiles import Profile, Role

INVALID_ROLE: Final = "Invalid role"
INVALID_PROFILE: Final = "Invalid profile"


def read_role_name(typed: str) -> Role | None:
    try:
        return Role(typed.strip())
    except ValueError:
        return None


def read_profile_name(typed: str) -> Profile | None:
    try:
        return Profile(typed.strip())
    except ValueError:
        return None
