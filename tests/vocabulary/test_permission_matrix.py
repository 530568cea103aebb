"""The permission matrix: all pairs of profiles; roles, levels and permissions of each."""

import pytest

from server.vocabulary.profiles import (
    Profile,
    Role,
    covers,
    creatable_by,
    creation_refusals,
    dashboard_of,
    level_of,
    permissions_of,
    role_fits,
)
from tests.fixtures.position_rules import MAY_CREATE, ROLES, refusals

LEVELS = {
    "SUPER_ADMIN": 7,
    "ADMIN": 6,
    "MANAGEMENT": 5,
    "TRAINER": 4,
    "INTERVIEW_PANELIST": 3,
    "PLACEMENT": 2,
    "TRAINEE": 1,
}
MANAGING = ["user.create", "user.view", "user.edit"]
PERMISSIONS = {
    "SUPER_ADMIN": [*MANAGING, "user.delete", "system.admin"],
    "ADMIN": MANAGING,
    "MANAGEMENT": MANAGING,
    "TRAINER": ["dashboard.view"],
    "INTERVIEW_PANELIST": ["dashboard.view"],
    "PLACEMENT": ["dashboard.view"],
    "TRAINEE": ["dashboard.view"],
}


@pytest.mark.parametrize("creator", [*Profile, None])
def test_every_pair(creator: Profile | None) -> None:
    assert creatable_by(creator) == {Profile(name) for name in MAY_CREATE.get(str(creator), set())}
    for profile in Profile:
        assert creation_refusals(creator, profile) == refusals(creator, profile), profile
    assert covers(creator, None) is bool(creatable_by(creator))


def test_a_role_fits_where_the_default_mapping_has_it() -> None:
    for profile in Profile:
        assert {role for role in Role if role_fits(profile, role)} == {Role(name) for name in ROLES[profile.value]}


def test_no_profile_has_the_role_of_applicants() -> None:
    assert not any(role_fits(profile, Role.APPLICANT) for profile in Profile)


def test_levels_and_permissions_of_every_profile() -> None:
    assert {profile.value: level_of(profile) for profile in Profile} == LEVELS
    assert {profile.value: permissions_of(profile) for profile in Profile} == {
        name: set(permissions) for name, permissions in PERMISSIONS.items()
    }
    assert {dashboard_of(profile) for profile in Profile} == {"/dashboard"}


def test_an_applicant_has_neither_level_nor_permission() -> None:
    assert (level_of(None), permissions_of(None), dashboard_of(None)) == (0, frozenset(), "/applicant-dashboard")
