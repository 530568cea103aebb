"""What is wrong with a name, an email or a phone that was typed into a form."""

from typing import Final

from server.identity.emails import LOOK_ALIKE, looks_like_another
from server.identity.names import person_name_problem
from server.identity.visible_text import tidy

LONGEST_NAME: Final = 200

NO_NAME: Final = "Full name is required"
LONG_NAME: Final = f"Full name must be at most {LONGEST_NAME} characters"
NO_EMAIL: Final = "Email is required"
BAD_EMAIL: Final = "Please enter a valid email address"
NO_PHONE: Final = "Phone is required"
BAD_PHONE: Final = "Please enter a valid phone number"
NO_PASSWORD: Final = "Password is required"  # noqa: S105 - a sentence


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
