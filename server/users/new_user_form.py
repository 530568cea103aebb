"""Validate the form for a single user; all errors are reported together."""

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from server.errors import ForbiddenError, ValidationFailedError
from server.identity.emails import normalize_new_email
from server.identity.password_policy import password_problem
from server.identity.permission_matrix import creation_refusals, role_fits
from server.identity.person_fields import (
    BAD_BIRTH,
    BAD_GENDER,
    LONGEST_LOCATION,
    NO_PASSWORD,
    SHORT_LOCATION,
    SHORTEST_LOCATION,
    age_problem,
    email_problem,
    name_problem,
    phone_problem,
)
from server.identity.phones import normalize_phone
from server.identity.position import INVALID_PROFILE, INVALID_ROLE, read_profile_name, read_role_name
from server.identity.profiles import Gender, Profile, Role
from server.identity.visible_text import text_problem, tidy

NO_BIRTH: Final = "Date of birth is required"
NO_GENDER: Final = "Gender is required"
NO_LOCATION: Final = "Work location is required"
LONG_LOCATION: Final = f"Work location must be at most {LONGEST_LOCATION} characters"
NO_ROLE: Final = "Role is required"
NO_PROFILE: Final = "Profile is required"

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}").fullmatch


@dataclass(frozen=True, kw_only=True)
class NewUserForm:
    """As typed; what was not given is empty."""

    full_name: str
    email: str
    phone: str
    date_of_birth: str
    gender: str
    work_location: str
    role: str
    profile: str
    temporary_password: str = field(repr=False)
    is_active: bool


@dataclass(frozen=True, kw_only=True)
class NewUser:
    """A valid form: email and phone as they will be stored."""

    full_name: str
    email: str
    phone: str
    date_of_birth: date
    gender: Gender
    work_location: str
    role: Role
    profile: Profile
    is_active: bool


@dataclass(frozen=True, kw_only=True)
class FormRules:
    """What the rules depend on: who creates, which year it is."""

    creator: Profile | None
    this_year: int
    minimum_age: int
    phone_region: str


def read_form(form: NewUserForm, *, rules: FormRules) -> NewUser:
    """The person that the form describes.

    Raises:
        ForbiddenError: the creator may not give this profile, whatever else the form says.
        ValidationFailedError: with a message for every field that is wrong.
    """
    profile, role = read_profile_name(form.profile), read_role_name(form.role)
    if profile is not None and (refusals := creation_refusals(rules.creator, profile)):
        raise ForbiddenError(refusals[0])
    email, phone = normalize_new_email(form.email), normalize_phone(form.phone, region=rules.phone_region)
    born, gender = _read_date(form.date_of_birth), _read_gender(form.gender)
    full_name, location = tidy(form.full_name), tidy(form.work_location)
    problems = {
        "fullName": name_problem(form.full_name),
        "email": email_problem(form.email, read=email),
        "phone": phone_problem(form.phone, read=phone),
        "dateOfBirth": _birth_problem(form.date_of_birth, born, rules=rules),
        "gender": None if gender else BAD_GENDER if form.gender.strip() else NO_GENDER,
        "workLocation": _location_problem(form.work_location),
        "role": _role_problem(form.role, role, profile=profile),
        "profile": None if profile else INVALID_PROFILE if form.profile.strip() else NO_PROFILE,
        "temporaryPassword": _password_problem(form, full_name=full_name, email=email or form.email),
    }
    errors = {name: problem for name, problem in problems.items() if problem is not None}
    if errors or not (email and phone and born and gender and role and profile):
        raise ValidationFailedError(errors=errors)
    return NewUser(
        full_name=full_name,
        email=email,
        phone=phone,
        date_of_birth=born,
        gender=gender,
        work_location=location,
        role=role,
        profile=profile,
        is_active=form.is_active,
    )


def _birth_problem(typed: str, born: date | None, *, rules: FormRules) -> str | None:
    if not typed.strip():
        return NO_BIRTH
    if born is None:
        return BAD_BIRTH
    return age_problem(born, this_year=rules.this_year, minimum=rules.minimum_age)


def _location_problem(typed: str) -> str | None:
    location = tidy(typed)
    if not location:
        return NO_LOCATION
    if len(location) < SHORTEST_LOCATION:
        return SHORT_LOCATION
    return LONG_LOCATION if len(location) > LONGEST_LOCATION else text_problem(typed)


def _role_problem(typed: str, role: Role | None, *, profile: Profile | None) -> str | None:
    if not typed.strip():
        return NO_ROLE
    if role is None:
        return INVALID_ROLE
    return INVALID_ROLE if profile is not None and not role_fits(profile, role) else None


def _password_problem(form: NewUserForm, *, full_name: str, email: str) -> str | None:
    password = form.temporary_password
    return password_problem(password, full_name=full_name, email=email) if password else NO_PASSWORD


def _read_date(typed: str) -> date | None:
    try:
        return date.fromisoformat(typed.strip()) if _DATE(typed.strip()) else None
    except ValueError:
        return None


def _read_gender(typed: str) -> Gender | None:
    try:
        return Gender(typed.strip())
    except ValueError:
        return None
