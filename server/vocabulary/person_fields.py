"""The rules of a person's fields: those that forms share, and those that a form and a file of people share."""

from collections.abc import Collection
from datetime import date
from typing import Final

from server.vocabulary.emails import LOOK_ALIKE, looks_like_another
from server.vocabulary.names import person_name_problem
from server.vocabulary.visible_text import tidy

LONGEST_NAME: Final = 200
SHORTEST_LOCATION: Final = 2
LONGEST_LOCATION: Final = 200

NO_NAME: Final = "Full name is required"
LONG_NAME: Final = f"Full name must be at most {LONGEST_NAME} characters"
NO_EMAIL: Final = "Email is required"
BAD_EMAIL: Final = "Please enter a valid email address"
DOMAIN_NOT_ALLOWED: Final = "The company allows emails of its own domains only, and this is not one of them"
NO_PHONE: Final = "Phone is required"
BAD_PHONE: Final = "Please enter a valid phone number"
BAD_BIRTH: Final = "Invalid date of birth format"
BAD_GENDER: Final = "Invalid gender (must be: Male, Female, Other, or Prefer not to say)"
SHORT_LOCATION: Final = f"Work location must be at least {SHORTEST_LOCATION} characters"
NO_PASSWORD: Final = "Password is required"  # noqa: S105 - a sentence


def name_problem(typed: str) -> str | None:
    """What is wrong with a person's name."""
    full_name = tidy(typed)
    if not full_name:
        return NO_NAME
    return LONG_NAME if len(full_name) > LONGEST_NAME else person_name_problem(typed)


def email_problem(typed: str, *, read: str | None, domains: Collection[str] = ()) -> str | None:
    """What is wrong with an email, given what it was read as and the `domains` that its company allows."""
    if not typed.strip():
        return NO_EMAIL
    if read is not None:
        return domain_problem(read, domains=domains)
    return LOOK_ALIKE if looks_like_another(typed) else BAD_EMAIL


def domain_problem(email: str, *, domains: Collection[str]) -> str | None:
    """The error of an email of another domain than those that its company allows; without any it allows all."""
    return DOMAIN_NOT_ALLOWED if domains and domain_of(email) not in domains else None


def domain_of(email: str) -> str:
    """Of an email that is normalised."""
    return email.rpartition("@")[2]


def phone_problem(typed: str, *, read: str | None) -> str | None:
    if not typed.strip():
        return NO_PHONE
    return BAD_PHONE if read is None else None


def age_problem(born: date, *, this_year: int, minimum: int) -> str | None:
    """The error of a birth year; only years are compared, so a person who reaches the age this year is old enough."""
    return f"User must be at least {minimum} years old" if this_year - born.year < minimum else None
