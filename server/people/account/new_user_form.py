"""Validate the form for a single user; all errors are reported together."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from server.people.account.errors import NEEDS_EMAIL
from server.people.account.read_details import DetailRules, read_details
from server.platform.errors import ForbiddenError, ValidationFailedError
from server.vocabulary.emails import normalize_new_email
from server.vocabulary.identifiers import BAD_CODE, normalize_code
from server.vocabulary.password_policy import password_problem
from server.vocabulary.permission_matrix import creation_refusals, role_fits
from server.vocabulary.person_fields import NO_PASSWORD, email_problem
from server.vocabulary.position import INVALID_PROFILE, INVALID_ROLE, read_profile_name, read_role_name
from server.vocabulary.profiles import ADMINISTRATORS, Gender, Profile, Role
from server.vocabulary.visible_text import tidy

NO_ROLE: Final = "Role is required"
NO_PROFILE: Final = "Profile is required"


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
    code: str = ""

    @property
    def details(self) -> dict[str, str]:
        """By field as sent."""
        return {
            "fullName": self.full_name,
            "phone": self.phone,
            "dateOfBirth": self.date_of_birth,
            "gender": self.gender,
            "workLocation": self.work_location,
        }


@dataclass(frozen=True, kw_only=True)
class NewUser:
    """A valid form: email, code and phone as they will be stored."""

    full_name: str
    email: str | None
    code: str | None
    phone: str
    date_of_birth: date
    gender: Gender
    work_location: str
    role: Role
    profile: Profile
    is_active: bool

    @property
    def label(self) -> str:
        return self.email or self.code or self.phone


def read_form(
    form: NewUserForm,
    *,
    creator: Profile | None,
    rules: DetailRules,
    domains: Collection[str] = (),
    needs_email: bool = True,
) -> NewUser:
    """The person that the form describes. `domains`: those that the company allows for emails; empty: any.

    Raises:
        ForbiddenError: the creator may not give this profile, whatever else the form says.
        ValidationFailedError: with a message for every field that is wrong.
    """
    profile, role = _read_position(form, creator=creator)
    email, code = normalize_new_email(form.email), normalize_code(form.code)
    details = read_details(form.details, rules=rules)
    problems = {
        "email": _email_problem(form, email, profile=profile, domains=domains, needs_email=needs_email),
        "code": BAD_CODE if form.code.strip() and code is None else None,
        "role": _role_problem(form.role, role, profile=profile),
        "profile": None if profile else INVALID_PROFILE if form.profile.strip() else NO_PROFILE,
        "temporaryPassword": _password_problem(form, full_name=tidy(form.full_name), email=email or form.email),
    }
    errors = details.errors | {name: problem for name, problem in problems.items() if problem is not None}
    if errors or not (role and profile):
        raise ValidationFailedError(errors=errors)
    return NewUser(
        full_name=details.values["fullName"],
        email=email,
        code=code,
        phone=details.values["phone"],
        date_of_birth=date.fromisoformat(details.values["dateOfBirth"]),
        gender=Gender(details.values["gender"]),
        work_location=details.values["workLocation"],
        role=role,
        profile=profile,
        is_active=form.is_active,
    )


def _read_position(form: NewUserForm, *, creator: Profile | None) -> tuple[Profile | None, Role | None]:
    profile = read_profile_name(form.profile)
    if profile is not None and (refusals := creation_refusals(creator, profile)):
        raise ForbiddenError(refusals[0])
    return profile, read_role_name(form.role)


def _email_problem(
    form: NewUserForm, email: str | None, *, profile: Profile | None, domains: Collection[str], needs_email: bool
) -> str | None:
    """Without `needs_email` only administrators need one."""
    if needs_email or form.email.strip():
        return email_problem(form.email, read=email, domains=domains)
    return NEEDS_EMAIL if profile in ADMINISTRATORS else None


def _role_problem(typed: str, role: Role | None, *, profile: Profile | None) -> str | None:
    if not typed.strip():
        return NO_ROLE
    if role is None:
        return INVALID_ROLE
    return INVALID_ROLE if profile is not None and not role_fits(profile, role) else None


def _password_problem(form: NewUserForm, *, full_name: str, email: str) -> str | None:
    password = form.temporary_password
    return password_problem(password, full_name=full_name, email=email) if password else NO_PASSWORD
