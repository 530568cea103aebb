"""The region of a company, by which its dates and numbers are written, and its time zone."""

from functools import cache
from typing import Annotated, Final
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale, UnknownLocaleError
from pydantic import AfterValidator

# The product is for training organisations in India; another region is a choice of the company.
DEFAULT_REGION: Final = "IN"
DEFAULT_TIME_ZONE: Final = "Asia/Kolkata"

BAD_REGION: Final = "Choose a country by its code of two letters, such as IN"
BAD_TIME_ZONE: Final = "Choose a time zone by its city, such as Asia/Kolkata"


@cache
def regions() -> frozenset[str]:
    """The codes of all countries, which are two capitals each; the others are of continents, and of no country."""
    return frozenset(code for code in map(str, Locale("en").territories) if code.isalpha()) - {"ZZ"}


def locale_of(language: str, *, region: str) -> Locale:
    """How a language writes dates and numbers in a region: as in its own where it is not written there."""
    try:
        return Locale.parse(f"{language}_{region}")
    except (UnknownLocaleError, ValueError):
        return Locale(language)


def _region(typed: str) -> str:
    code = typed.strip().upper()
    if code not in regions():
        raise ValueError(BAD_REGION)
    return code


def _time_zone(typed: str) -> str:
    name = typed.strip()
    if "/" not in name or name not in available_timezones():
        raise ValueError(BAD_TIME_ZONE)
    return ZoneInfo(name).key


Region = Annotated[str, AfterValidator(_region)]
TimeZone = Annotated[str, AfterValidator(_time_zone)]
