"""Email addresses: one reading for forms and files."""

import re
from typing import Final

from email_validator import EmailNotValidError, validate_email

MAXIMUM_LENGTH: Final = 254
MAXIMUM_LOCAL: Final = 64
# A domain in other letters, which the validator writes in those letters.
_ENCODED: Final = "xn--"

# What nearly every address looks like; the rest goes through the full validator, which is 10 times slower.
_COMMON: Final = re.compile(
    r"[a-z0-9_+'-]+(?:\.[a-z0-9_+'-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}"
).fullmatch


def normalize_email(text: str) -> str | None:
    """The address case-folded, or None where it is none."""
    email = text.strip().lower()
    if len(email) <= MAXIMUM_LENGTH and _COMMON(email) and email.index("@") <= MAXIMUM_LOCAL and _ENCODED not in email:
        return email
    try:
        checked = validate_email(email, check_deliverability=False, test_environment=True, strict=True)
    except EmailNotValidError:
        return None
    return checked.normalized.lower()


def mask_email(email: str) -> str:
    """First and last character of the local part and always three stars: `j***e@example.com`."""
    local, _, domain = email.partition("@")
    last = local[-1] if len(local) > 1 else ""
    return f"{local[:1]}***{last}@{domain}"
