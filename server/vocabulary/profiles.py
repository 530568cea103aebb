"""Profiles, roles, permissions and the permission matrix, defined here alone."""

from enum import StrEnum
from typing import Final

from server.platform.process.open_enum import OpenEnum

DASHBOARD: Final = "/dashboard"
APPLICANT_DASHBOARD: Final = "/applicant-dashboard"


class Profile(OpenEnum):
    SUPER_ADMIN = "SUPER_ADMIN"
    ADMIN = "ADMIN"
    MANAGEMENT = "MANAGEMENT"
    TRAINER = "TRAINER"
    INTERVIEW_PANELIST = "INTERVIEW_PANELIST"
    PLACEMENT = "PLACEMENT"
    TRAINEE = "TRAINEE"


class Role(OpenEnum):
    ADMIN = "ADMIN"
    MANAGER = "MANAGER"
    HR = "HR"
    FACULTY = "FACULTY"
    MENTOR = "MENTOR"
    INTERVIEW_PANELIST = "INTERVIEW_PANELIST"
    EMPLOYEE = "EMPLOYEE"
    TRAINEE = "TRAINEE"
    APPLICANT = "APPLICANT"


class Gender(OpenEnum):
    MALE = "MALE"
    FEMALE = "FEMALE"
    OTHER = "OTHER"
    PREFER_NOT_TO_SAY = "PREFER_NOT_TO_SAY"


class Permission(StrEnum):
    USER_CREATE = "user.create"
    USER_VIEW = "user.view"
    USER_EDIT = "user.edit"
    USER_DELETE = "user.delete"
    SYSTEM_ADMIN = "system.admin"
    DASHBOARD_VIEW = "dashboard.view"


PROFILE_LEVELS: Final = {
    Profile.SUPER_ADMIN: 7,
    Profile.ADMIN: 6,
    Profile.MANAGEMENT: 5,
    Profile.TRAINER: 4,
    Profile.INTERVIEW_PANELIST: 3,
    Profile.PLACEMENT: 2,
    Profile.TRAINEE: 1,
}

# Profiles that manage people.
ADMINISTRATORS: Final = frozenset({Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT})

ROLES_OF_PROFILE: Final = {
    Profile.SUPER_ADMIN: (Role.ADMIN, Role.MANAGER, Role.HR),
    Profile.ADMIN: (Role.MANAGER, Role.HR, Role.FACULTY),
    Profile.MANAGEMENT: (Role.HR, Role.MANAGER),
    Profile.TRAINER: (Role.FACULTY, Role.MENTOR),
    Profile.INTERVIEW_PANELIST: (Role.INTERVIEW_PANELIST,),
    Profile.PLACEMENT: (Role.EMPLOYEE,),
    Profile.TRAINEE: (Role.TRAINEE,),
}

_MANAGERS: Final = frozenset({Permission.USER_CREATE, Permission.USER_VIEW, Permission.USER_EDIT})

PERMISSIONS_OF_PROFILE: Final = {
    Profile.SUPER_ADMIN: _MANAGERS | {Permission.USER_DELETE, Permission.SYSTEM_ADMIN},
    Profile.ADMIN: _MANAGERS,
    Profile.MANAGEMENT: _MANAGERS,
}


def permissions_of(profile: Profile | None) -> frozenset[Permission]:
    """An applicant (no profile) has none; a profile that manages no users sees its dashboard."""
    if profile is None:
        return frozenset()
    return PERMISSIONS_OF_PROFILE.get(profile, frozenset({Permission.DASHBOARD_VIEW}))


def level_of(profile: Profile | None) -> int:
    return 0 if profile is None else PROFILE_LEVELS.get(profile, 0)


def dashboard_of(profile: Profile | None) -> str:
    return APPLICANT_DASHBOARD if profile is None else DASHBOARD


NO_RIGHTS: Final = "Your profile does not have user creation permissions"
ADMIN_RULE: Final = "Admin users cannot create other Admin or Super Admin profiles"
MANAGEMENT_RULE: Final = "Management users can only create Trainee and Interview Panelist profiles"

CREATABLE: Final[dict[Profile, frozenset[Profile]]] = {
    Profile.SUPER_ADMIN: frozenset(Profile),
    Profile.ADMIN: frozenset(
        {Profile.MANAGEMENT, Profile.TRAINER, Profile.INTERVIEW_PANELIST, Profile.PLACEMENT, Profile.TRAINEE}
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
    """Whether `actor` may create every profile that `other` may: what an unknown profile may is not known."""
    return (other is None or other in PROFILE_LEVELS) and creatable_by(other) <= creatable_by(actor)


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
    higher = ["Cannot assign higher profile than your own"] if level_of(profile) > level_of(creator) else []
    return [ADMIN_RULE if creator is Profile.ADMIN else MANAGEMENT_RULE, *higher]


def role_fits(profile: Profile, role: Role) -> bool:
    return role in ROLES_OF_PROFILE.get(profile, ())
