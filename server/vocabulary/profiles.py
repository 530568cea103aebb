"""Profiles, roles and their permissions, defined here alone."""

from enum import StrEnum
from typing import Final

DASHBOARD: Final = "/dashboard"
APPLICANT_DASHBOARD: Final = "/applicant-dashboard"


class Profile(StrEnum):
    SUPER_ADMIN = "SUPER_ADMIN"
    ADMIN = "ADMIN"
    MANAGEMENT = "MANAGEMENT"
    TRAINER = "TRAINER"
    INTERVIEW_PANELIST = "INTERVIEW_PANELIST"
    PLACEMENT = "PLACEMENT"
    TRAINEE = "TRAINEE"


class Role(StrEnum):
    ADMIN = "ADMIN"
    MANAGER = "MANAGER"
    HR = "HR"
    FACULTY = "FACULTY"
    MENTOR = "MENTOR"
    INTERVIEW_PANELIST = "INTERVIEW_PANELIST"
    EMPLOYEE = "EMPLOYEE"
    TRAINEE = "TRAINEE"
    APPLICANT = "APPLICANT"


class Gender(StrEnum):
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
    return 0 if profile is None else PROFILE_LEVELS[profile]


def dashboard_of(profile: Profile | None) -> str:
    return APPLICANT_DASHBOARD if profile is None else DASHBOARD
