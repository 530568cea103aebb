"""The region of a company, by which its dates and numbers are written."""

from typing import Final

from babel import Locale, UnknownLocaleError

# The product is for training organisations in India; another region is a choice of the company.
DEFAULT_REGION: Final = "IN"


def locale_of(language: str, *, region: str) -> Locale:
    """How a language writes dates and numbers in a region: as in its own where it is not written there."""
    try:
        return Locale.parse(f"{language}_{region}")
    except (UnknownLocaleError, ValueError):
        return Locale(language)
