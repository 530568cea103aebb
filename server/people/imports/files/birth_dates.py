"""How files write a date of birth, and which day each cell means.

A cell of three numbers means one day where the day comes first and another where the month does. One order holds for
a whole file: dates that fit only one of them decide it, else the uploader is asked.
"""

import re
from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})").fullmatch
_NUMBERS: Final = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})").fullmatch
# What Excel makes of 06 Feb 2003 (06-Feb-03), and what the preview shows.
_NAMED: Final = re.compile(r"(\d{1,2})([ /.-])([a-z]{3,9})\2(\d{4}|\d{2})", re.IGNORECASE).fullmatch
_MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_LAST_MONTH: Final = 12
_LAST_DAY: Final = 31


class DateOrder(StrEnum):
    """Which of two numbers comes first in the dates of a file."""

    DAY = "day"
    MONTH = "month"


SHAPES: Final = {DateOrder.DAY: "day/month/year", DateOrder.MONTH: "month/day/year"}


class Readings(NamedTuple):
    """The date of a cell read day first, and read month first; None where it is no date in that order."""

    day_first: date | None
    month_first: date | None

    @property
    def depends_on_order(self) -> bool:
        return self.day_first != self.month_first

    def by(self, order: DateOrder) -> date | None:
        return self.day_first if order is DateOrder.DAY else self.month_first


UNREADABLE: Final = Readings(None, None)


def read_birth_date(text: str, *, this_year: int) -> Readings:
    """A year of two digits is the latest such year that is not in the future."""
    if iso := _ISO(text):
        same = _date(int(iso[1]), int(iso[2]), int(iso[3]))
        return Readings(same, same)
    if numbers := _NUMBERS(text):
        first, second, year = int(numbers[1]), int(numbers[3]), _year(numbers[4], this_year=this_year)
        return Readings(_date(year, second, first), _date(year, first, second))
    if (named := _NAMED(text)) and (month := _month(named[3])):
        same = _date(_year(named[4], this_year=this_year), month, int(named[1]))
        return Readings(same, same)
    return UNREADABLE


def find_order(cells: Iterable[str]) -> DateOrder | None:
    """The order that fits every cell, if at least one cell fits no other."""
    needed: set[DateOrder] = set()
    for cell in cells:
        if numbers := _NUMBERS(cell.strip()):
            first, second = int(numbers[1]), int(numbers[3])
            if second <= _LAST_MONTH < first <= _LAST_DAY:
                needed.add(DateOrder.DAY)
            elif first <= _LAST_MONTH < second <= _LAST_DAY:
                needed.add(DateOrder.MONTH)
    return needed.pop() if len(needed) == 1 else None


def _year(digits: str, *, this_year: int) -> int:
    if len(digits) > len("99"):
        return int(digits)
    century = this_year - this_year % 100
    year = century + int(digits)
    return year if year <= this_year else year - 100


def _month(name: str) -> int | None:
    """The number of a month by its name or its first three letters."""
    lower = "sep" if name.lower() == "sept" else name.lower()
    fitting = [place for place, month in enumerate(_MONTHS, start=1) if lower in {month, month[:3]}]
    return fitting[0] if fitting else None


def _date(year: int, month: int, day: int) -> date | None:
    if month > _LAST_MONTH:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
