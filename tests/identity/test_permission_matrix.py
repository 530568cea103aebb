"""The permission matrix: all pairs of profiles."""

import pytest

from server.identity.permission_matrix import creatable_by, creation_refusals, role_fits
from server.identity.profiles import ROLES_OF_PROFILE, Profile, Role

NO_RIGHTS = "Your profile does not have user creation permissions"
ADMIN_RULE = "Admin users cannot create other Admin or Super Admin profiles"
MANAGEMENT_RULE = "Management users can only create Trainee and Interview Panelist profiles"
HIGHER = "Cannot assign higher profile than your own"

ALLOWED = {
    "SUPER_ADMIN": "SUPER_ADMIN ADMIN MANAGEMENT TRAINER INTERVIEW_PANELIST PLACEMENT TRAINEE",
    "ADMIN": "MANAGEMENT TRAINER INTERVIEW_PANELIST PLACEMENT TRAINEE",
    "MANAGEMENT": "INTERVIEW_PANELIST TRAINEE",
}
REFUSED = {
    ("ADMIN", "SUPER_ADMIN"): [ADMIN_RULE, HIGHER],
    ("ADMIN", "ADMIN"): [ADMIN_RULE],
    ("MANAGEMENT", "SUPER_ADMIN"): [MANAGEMENT_RULE, HIGHER],
    ("MANAGEMENT", "ADMIN"): [MANAGEMENT_RULE, HIGHER],
    ("MANAGEMENT", "MANAGEMENT"): [MANAGEMENT_RULE],
    ("MANAGEMENT", "TRAINER"): [MANAGEMENT_RULE],
    ("MANAGEMENT", "PLACEMENT"): [MANAGEMENT_RULE],
}


@pytest.mark.parametrize("creator", [*Profile, None])
@pytest.mark.parametrize("profile", Profile)
def test_every_pair(creator: Profile | None, profile: Profile) -> None:
    allowed = profile.value in ALLOWED.get(str(creator), "").split()
    assert (profile in creatable_by(creator)) is allowed
    refusals = [] if allowed else REFUSED.get((str(creator), profile.value), [NO_RIGHTS])
    assert creation_refusals(creator, profile) == refusals


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize("role", Role)
def test_a_role_fits_where_the_default_mapping_has_it(profile: Profile, role: Role) -> None:
    assert role_fits(profile, role) is (role in ROLES_OF_PROFILE[profile])


def test_no_profile_has_the_role_of_applicants() -> None:
    assert not any(role_fits(profile, Role.APPLICANT) for profile in Profile)
