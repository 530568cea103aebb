"""Validate the sign-up form: every field, all problems at once."""

from dataclasses import dataclass, field

from server.access.flows.signup_repository import NewPerson
from server.platform.errors import ValidationFailedError
from server.vocabulary.emails import normalize_new_email
from server.vocabulary.password_policy import password_problem
from server.vocabulary.person_fields import NO_PASSWORD, email_problem, name_problem, phone_problem
from server.vocabulary.phones import normalize_phone
from server.vocabulary.visible_text import tidy


@dataclass(frozen=True, kw_only=True)
class SignupForm:
    """As typed; `apply_to` is the slug of the company that an applicant applies to."""

    full_name: str
    email: str
    phone: str
    password: str = field(repr=False)
    apply_to: str | None


def read_form(form: SignupForm, *, region: str) -> NewPerson:
    """Raises ValidationFailedError with a message for every field that is wrong."""
    email, phone = normalize_new_email(form.email), normalize_phone(form.phone, region=region)
    full_name = tidy(form.full_name)
    problems = {
        "fullName": name_problem(form.full_name),
        "email": email_problem(form.email, read=email),
        "phone": phone_problem(form.phone, read=phone),
        "password": _password_problem(form.password, full_name=full_name, email=email or form.email),
    }
    errors = {name: problem for name, problem in problems.items() if problem is not None}
    if errors or email is None or phone is None:
        raise ValidationFailedError(errors=errors)
    return NewPerson(full_name=full_name, email=email, phone=phone)


def _password_problem(password: str, *, full_name: str, email: str) -> str | None:
    return password_problem(password, full_name=full_name, email=email) if password else NO_PASSWORD
