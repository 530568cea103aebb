"""Days that a list is asked for: `2026-11-22`, or so many days ago (`-7d`), in the installation's time zone."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import Final

from server.platform.process.clock import utc_now

MINIMUM_YEAR: Final = 2000
MAXIMUM_YEAR: Final = 3000
LONGEST: Final = 20
NO_DAY: Final = "Please give a day such as 2026-11-22, or a number of days ago such as -7d"
NO_SIGN_IN: Final = "Please give never, or since: or before: with a day such as 2026-11-22 or -30d"
# Dates and ages with the digits of one alphabet alone.
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}").fullmatch
_AGO: Final = re.compile(r"-([0-9]{1,4})d").fullmatch


class SignInKind(StrEnum):
    """BEFORE needs a sign-in: accounts that never signed in are NEVER alone."""

    NEVER = "never"
    SINCE = "since"
    BEFORE = "before"


@dataclass(frozen=True, kw_only=True)
class SignInFilter:
    """`moment` is None for NEVER alone."""

    kind: SignInKind
    moment: datetime | None = None


def check_day(given: str) -> str:
    """Raises ValueError with a sentence."""
    if not _is_day(given):
        raise ValueError(NO_DAY)
    return given


def check_sign_in(given: str) -> str:
    """Raises ValueError with a sentence."""
    kind, colon, day = given.partition(":")
    is_complete = not colon if kind == SignInKind.NEVER else kind in set(SignInKind) and _is_day(day)
    if not is_complete:
        raise ValueError(NO_SIGN_IN)
    return given


def day_of(given: str, *, zone: tzinfo, now: datetime | None = None) -> date:
    """The day that a checked text stands for."""
    ago = _AGO(given)
    if ago is None:
        return date.fromisoformat(given)
    return (now or utc_now()).astimezone(zone).date() - timedelta(days=int(ago[1]))


def start_of(day: date, *, zone: tzinfo) -> datetime:
    return datetime.combine(day, time.min, tzinfo=zone)


def read_sign_in(given: str, *, zone: tzinfo) -> SignInFilter:
    """What a checked text stands for."""
    kind, _, day = given.partition(":")
    moment = start_of(day_of(day, zone=zone), zone=zone) if day else None
    return SignInFilter(kind=SignInKind(kind), moment=moment)


def _is_day(given: str) -> bool:
    if _AGO(given):
        return True
    if not _DATE(given):
        return False
    try:
        return MINIMUM_YEAR <= date.fromisoformat(given).year < MAXIMUM_YEAR
    except ValueError:
        return False
