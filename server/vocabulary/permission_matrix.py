"""The permission matrix: which profiles may create, edit or delete which; defined here alone."""

from typing import Final

from server.vocabulary.profiles import ROLES_OF_PROFILE, Profile, Role, level_of

NO_RIGHTS: Final = "Your profile does not have user creation permissions"
ADMIN_RULE: Final = "Admin users cannot create other Admin or Super Admin profiles"
MANAGEMENT_RULE: Final = "Management users can only create Trainee and Interview Panelist profiles"
HIGHER_THAN_OWN: Final = "Cannot assign higher profile than your own"

CREATABLE: Final[dict[Profile, frozenset[Profile]]] = {
    Profile.SUPER_ADMIN: frozenset(Profile),
    Profile.ADMIN: frozenset(
        {
            Profile.MANAGEMENT,
            Profile.TRAINER,
            Profile.INTERVIEW_PANELIST,
            Profile.PLACEMENT,
            Profile.TRAINEE,
        }
    ),
    Profile.MANAGEMENT: frozenset({Profile.TRAINEE, Profile.INTERVIEW_PANELIST}),
}


def creatable_by(creator: Profile | None) -> frozenset[Profile]:
    """The profiles that `creator` may give; none for a profile without creation rights."""
    return CREATABLE.get(creator, frozenset()) if creator is not None else frozenset()


def covers(actor: Profile | None, profile: Profile | None) -> bool:
    """Whether `actor` may act on an account of this profile.

    An account without a profile may be managed by anyone who may create users.
    """
    creatable = creatable_by(actor)
    return bool(creatable) and (profile is None or profile in creatable)


def covers_rights_of(actor: Profile | None, other: Profile | None) -> bool:
    """Whether `actor` may create every profile that `other` may."""
    return creatable_by(other) <= creatable_by(actor)


def covering(other: Profile | None) -> list[Profile]:
    """Return the profiles that may create users, and among them all that `other` may."""
    return [each for each in CREATABLE if covers_rights_of(each, other)]


def covered_by(actor: Profile | None) -> list[Profile]:
    """Return the profiles that may create nothing that `actor` may not."""
    return [each for each in Profile if covers_rights_of(actor, each)]


def creation_refusals(creator: Profile | None, profile: Profile) -> list[str]:
    """Why `creator` may not create `profile`, in the order the sentences are shown; empty when allowed."""
    if not creatable_by(creator):
        return [NO_RIGHTS]
    if profile in creatable_by(creator):
        return []
    higher = [HIGHER_THAN_OWN] if level_of(profile) > level_of(creator) else []
    return [ADMIN_RULE if creator is Profile.ADMIN else MANAGEMENT_RULE, *higher]


def role_fits(profile: Profile, role: Role) -> bool:
    return role in ROLES_OF_PROFILE[profile]
