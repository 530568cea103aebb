"""What a sign-up form must say: every rule of its fields, and all complaints at once."""

from dataclasses import dataclass, field
from typing import Final

from server.errors import ValidationFailedError
from server.identity.emails import LOOK_ALIKE, looks_like_another, normalize_new_email
from server.identity.names import person_name_problem
from server.identity.password_policy import password_problem
from server.identity.phones import normalize_phone
from server.identity.visible_text import tidy

LONGEST_NAME: Final = 200

NO_NAME: Final = "Full name is required"
LONG_NAME: Final = f"Full name must be at most {LONGEST_NAME} characters"
NO_EMAIL: Final = "Email is required"
BAD_EMAIL: Final = "Please enter a valid email address"
NO_PHONE: Final = "Phone is required"
BAD_PHONE: Final = "Please enter a valid phone number"
NO_PASSWORD: Final = "Password is required"  # noqa: S105 - a sentence


@dataclass(frozen=True, kw_only=True)
class SignupForm:
    """As typed; `apply_to` is the slug of the company that somebody applies to."""

    full_name: str
    email: str
    phone: str
    password: str = field(repr=False)
    apply_to: str | None


@dataclass(frozen=True, kw_only=True)
class NewPerson:
    """Somebody who has no account yet: email and phone as they will be stored."""

    full_name: str
    email: str
    phone: str


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


def name_problem(typed: str) -> str | None:
    """What is wrong with a person's name."""
    full_name = tidy(typed)
    if not full_name:
        return NO_NAME
    return LONG_NAME if len(full_name) > LONGEST_NAME else person_name_problem(typed)


def email_problem(typed: str, *, read: str | None) -> str | None:
    """What is wrong with an email, given what it was read as."""
    if not typed.strip():
        return NO_EMAIL
    if read is not None:
        return None
    return LOOK_ALIKE if looks_like_another(typed) else BAD_EMAIL


def phone_problem(typed: str, *, read: str | None) -> str | None:
    if not typed.strip():
        return NO_PHONE
    return BAD_PHONE if read is None else None


def _password_problem(password: str, *, full_name: str, email: str) -> str | None:
    return password_problem(password, full_name=full_name, email=email) if password else NO_PASSWORD
