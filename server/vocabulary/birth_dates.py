"""How files write a date of birth, and which day each cell means.

A cell of three numbers means one day where the day comes first and another where the month does. One order holds for
a whole file: dates that fit only one of them decide it, else the uploader is asked.
"""

import re
from calendar import monthrange
from collections.abc import Mapping
from datetime import MAXYEAR, MINYEAR, date
from typing import Final, NamedTuple
from unicodedata import normalize

from server.platform.process.open_enum import OpenEnum
from server.vocabulary.visible_text import with_plain_digits

# Without the time of day: of a date and time it is the same day wherever it is read.
_YEAR_FIRST: Final = re.compile(r"(\d{4})([/.-])(\d{1,2})\2(\d{1,2})").fullmatch
_COMPACT: Final = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)").fullmatch
_NUMBERS: Final = re.compile(r"(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})").fullmatch
# What Excel makes of 06 Feb 2003 (06-Feb-03), what the preview shows, 6th February, 2003, and Thu, 06 Feb 2003.
_DAY_NAMED: Final = re.compile(
    r"(?:[a-z]{3,9}, )?(?P<day>\d{1,2})(?:st|nd|rd|th)?(?P<mark>[ /.-]|\. )(?P<month>[a-z]{3,9})\.?"
    r"(?:(?P=mark)|,? )(?P<year>\d{4}|\d{2})",
    re.IGNORECASE,
).fullmatch
# February 6, 2003, and what scripts write: Thu Feb 06 2003.
_MONTH_NAMED: Final = re.compile(
    r"(?:[a-z]{3,9},? )?(?P<month>[a-z]{3,9})\.?[ -](?P<day>\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ -])(?P<year>\d{4})",
    re.IGNORECASE,
).fullmatch
_TIMED: Final = re.compile(
    r"(?P<date>\S.*?)(?:T| +)(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?:\.\d+)?)?"
    r"(?P<half> ?[AP]\.?M\.?)?(?P<zone> ?(?:Z|(?:UTC|GMT)?[+-]\d\d:?\d\d|UTC|GMT)(?: \([^()]*\))?)?",
    re.IGNORECASE,
).fullmatch
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
# As forms and newspapers write them, without a nukta.
_HINDI_MONTHS: Final = dict(
    zip(
        [
            "जनवरी",
            "फरवरी",
            "मार्च",
            "अप्रैल",
            "मई",
            "जून",
            "जुलाई",
            "अगस्त",
            "सितंबर",
            "अक्टूबर",
            "नवंबर",
            "दिसंबर",
            "सितम्बर",
            "अक्तूबर",
            "नवम्बर",
            "दिसम्बर",
        ],
        (*_MONTHS, *(_MONTHS[number - 1] for number in (9, 10, 11, 12))),
        strict=True,
    )
)
_HINDI_WORD: Final = re.compile("[\u0904-\u094d]+")
_NUKTA: Final = "\u093c"
# The order as headings spell it: DD/MM/YYYY, dd-mm-yy, DDMMYYYY, d.m.y.
_BETWEEN: Final = r"\s*[/._ -]\s*"
_DAY, _MONTH, _YEAR = r"(?:d{1,2}|day|date|दिन|दिनांक)", r"(?:m{1,4}|month|माह|महीना|मास)", r"(?:y{1,4}|year|वर्ष|साल)"
_DAY_FIRST, _MONTH_FIRST = (
    re.compile(
        rf"(?<![a-z]){first}{_BETWEEN}{second}{_BETWEEN}{_YEAR}(?![a-z])|(?<![a-z]){joined}y{{2,4}}(?![a-z])",
        re.IGNORECASE,
    ).search
    for first, second, joined in ((_DAY, _MONTH, "ddmm"), (_MONTH, _DAY, "mmdd"))
)
_MONTH_FIRST_REGIONS: Final = frozenset({"US", "PR", "GU", "VI", "AS", "MP", "FM", "MH", "PW"})
_FAR_MORE: Final = 10
_LAST_MONTH: Final = 12
_LAST_DAY: Final = 31
# No date with a time has more characters, also where invisible ones are copied with it.
_LONGEST: Final = 60


class DateOrder(OpenEnum):
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
    """A year of two digits is the latest such year that is not in the future.

    A time of day is left out, but not that of a moment in some zone: in another zone it is another day. Midnight is
    what programs add to a day.
    """
    text = _plain(text)
    if timed := _timed(text):
        if _is_moment(timed):
            return UNREADABLE
        text = timed["date"]
    if iso := _YEAR_FIRST(text):
        same = _date(int(iso[1]), int(iso[3]), int(iso[4]))
        return Readings(same, same)
    if numbers := _NUMBERS(text):
        first, second, year = int(numbers[1]), int(numbers[3]), _year(numbers[4], this_year=this_year)
        return Readings(_date(year, second, first), _date(year, first, second))
    if (named := _DAY_NAMED(text) or _MONTH_NAMED(text)) and (month := _month(named["month"])):
        same = _date(_year(named["year"], this_year=this_year), month, int(named["day"]))
        return Readings(same, same)
    if compact := _COMPACT(text):
        same = _date(int(compact[1]), int(compact[2]), int(compact[3]))
        return Readings(same, same)
    return UNREADABLE


def is_moment(text: str) -> bool:
    """Whether this is a moment in some zone other than midnight, which is no day."""
    timed = _timed(_plain(text))
    return timed is not None and _is_moment(timed)


def order_named(heading: str) -> DateOrder | None:
    """The order that a heading names, as "DOB (DD/MM/YYYY)" does."""
    if _DAY_FIRST(heading):
        return DateOrder.DAY
    return DateOrder.MONTH if _MONTH_FIRST(heading) else None


def find_order(cells: Mapping[str, int], *, usual: DateOrder) -> DateOrder | None:
    """The order that the dates of a file need; None where nothing decides, or too little.

    `cells` counts each text. A single date may be a slip: alone it decides for another order than the `usual` one of
    the region only where it is half of the dates. Of two orders that are needed, one decides where it is needed ten
    times as often; the other cells are errors then.
    """
    needed, undecided = dict.fromkeys(DateOrder, 0), 0
    for cell, count in cells.items():
        if order := needed_order(cell):
            needed[order] += count
        else:
            undecided += count * (_numbers(cell) is not None)
    order = max(DateOrder, key=lambda each: (needed[each], each is usual))
    contrary = sum(needed.values()) - needed[order]
    is_slip = order is not usual and needed[order] == 1 and undecided > 1
    return None if is_slip or needed[order] <= contrary * _FAR_MORE else order


def needed_order(cell: str) -> DateOrder | None:
    """The order in which alone these numbers are a date."""
    numbers = _numbers(cell)
    if numbers is None:
        return None
    first, second = int(numbers[1]), int(numbers[3])
    if second <= _LAST_MONTH < first <= _LAST_DAY:
        return DateOrder.DAY
    return DateOrder.MONTH if first <= _LAST_MONTH < second <= _LAST_DAY else None


def usual_order(region: str) -> DateOrder:
    """The order in which people of a country (by its two letters) write dates."""
    return DateOrder.MONTH if region in _MONTH_FIRST_REGIONS else DateOrder.DAY


def shorter_month(text: str, *, this_year: int, order: DateOrder) -> tuple[str, int] | None:
    """The month of a date that has no such day, and how many it has: of 31-02-2002, February 2002 and 28."""
    text = _plain(text)
    if iso := _YEAR_FIRST(text):
        year, month, day = int(iso[1]), int(iso[3]), int(iso[4])
    elif numbers := _NUMBERS(text):
        day, month = (int(numbers[place]) for place in ((1, 3) if order is DateOrder.DAY else (3, 1)))
        year = _year(numbers[4], this_year=this_year)
    elif (named := _DAY_NAMED(text) or _MONTH_NAMED(text)) and (number := _month(named["month"])):
        year, month, day = _year(named["year"], this_year=this_year), number, int(named["day"])
    else:
        return None
    if not 1 <= month <= _LAST_MONTH or not MINYEAR <= year <= MAXYEAR or not 1 <= day <= _LAST_DAY:
        return None
    days = monthrange(year, month)[1]
    return (f"{_MONTHS[month - 1].title()} {year}", days) if day > days else None


def _plain(text: str) -> str:
    """The text without what does not matter in a date; nothing for one that is too long to be one."""
    if len(text) > _LONGEST:
        return ""
    plain = " ".join(with_plain_digits(text).split())
    if plain.isascii():
        return plain
    return _HINDI_WORD.sub(
        lambda word: _HINDI_MONTHS.get(word[0], word[0]), normalize("NFD", plain).replace(_NUKTA, "")
    )


def _timed(text: str) -> re.Match[str] | None:
    return _TIMED(text) if ":" in text else None


def _is_moment(timed: re.Match[str]) -> bool:
    """Whether the time is that of a zone, and not midnight."""
    half = (timed["half"] or "").strip().lower()
    hour = 0 if half.startswith("a") and timed["hour"] == "12" else int(timed["hour"])
    is_midnight = not (hour or int(timed["minute"]) or int(timed["second"] or 0))
    return bool(timed["zone"]) and not is_midnight


def _numbers(cell: str) -> re.Match[str] | None:
    """The three numbers of a date, of which one order says which is the day."""
    text = _plain(cell)
    timed = _timed(text)
    return _NUMBERS(timed["date"] if timed else text)


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
