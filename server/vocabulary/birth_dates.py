"""How files write a date of birth, and which day each cell means.

A cell of three numbers means one day where the day comes first and another where the month does. One order holds for
a whole file: dates that fit only one of them decide it, else the uploader is asked.
"""

import re
from calendar import monthrange
from collections.abc import Mapping
from datetime import MAXYEAR, MINYEAR, date, datetime, time
from functools import reduce
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
    r"(?P<half> ?[AP]\.?M\.?)?(?P<zone> ?(?:Z|(?:UTC|GMT)?[+-]\d\d?:?\d\d|UTC|GMT)(?: \([^()]*\))?)?",
    re.IGNORECASE,
).fullmatch
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
# As forms and newspapers write them, without a nukta.
_HINDI_MONTHS: Final = dict(
    zip(
        (
            *("जनवरी", "फरवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर", "अक्टूबर", "नवंबर", "दिसंबर"),
            *("सितम्बर", "अक्तूबर", "नवम्बर", "दिसम्बर"),
        ),
        _MONTHS + _MONTHS[8:],
        strict=True,
    )
)
_HINDI_WORD: Final = re.compile("[\u0904-\u094d]+")
_NUKTA: Final = "\u093c"
# The order as headings spell it: DD/MM/YYYY, dd-mm-yy, DDMMYYYY, d.m.y.
_BETWEEN: Final = r"\s*[/._ -]\s*"
_DAY, _MONTH, _YEAR = r"(?:d{1,2}|day|date|दिन|दिनांक)", r"(?:m{1,4}|month|माह|महीना|मास)", r"(?:y{1,4}|year|वर्ष|साल)"
_ORDERS = _DAY_BEFORE, _MONTH_BEFORE, _ = tuple(
    re.compile(
        rf"(?<![a-z]){first}{_BETWEEN}{second}{_BETWEEN}{third}(?![a-z])|(?<![a-z]){joined}(?![a-z])", re.IGNORECASE
    )
    for first, second, third, joined in (
        (_DAY, _MONTH, _YEAR, "ddmmy{2,4}"),
        (_MONTH, _DAY, _YEAR, "mmddy{2,4}"),
        (_YEAR, _MONTH, _DAY, "y{2,4}mmdd"),
    )
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
    return _readings(text, this_year=this_year)


def read_moment(text: str, *, order: DateOrder, this_year: int) -> str | None:
    """Read a date, with or without a time of day, in ISO 8601. All of a file are of one zone, which is left out."""
    text = _plain(text)
    timed = _timed(text)
    day = _readings(timed["date"].rstrip(",") if timed else text, this_year=this_year).by(order)
    at = time(_hour(timed), int(timed["minute"]), int(timed["second"] or 0)) if timed else time.min
    return None if day is None else datetime.combine(day, at).isoformat()


def _readings(text: str, *, this_year: int) -> Readings:
    numbers = _parts(text, this_year=this_year)
    if numbers is None:
        return UNREADABLE
    day_first = _date(numbers.year, numbers.month, numbers.day)
    return Readings(day_first, _date(numbers.year, numbers.day, numbers.month) if numbers.swaps else day_first)


def is_moment(text: str) -> bool:
    """Whether this is a moment in some zone other than midnight, which is no day."""
    timed = _timed(_plain(text))
    return timed is not None and _is_moment(timed)


def order_named(heading: str) -> DateOrder | None:
    """The order that a heading names, as "DOB (DD/MM/YYYY)" does."""
    if _DAY_BEFORE.search(heading):
        return DateOrder.DAY
    return DateOrder.MONTH if _MONTH_BEFORE.search(heading) else None


def without_order(heading: str) -> str:
    """Return a heading without the order of dates that it names: of "dob_dd_mm_yyyy" it leaves "dob"."""
    return reduce(lambda rest, order: order.sub(" ", rest), _ORDERS, heading)


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
    numbers = _parts(_plain(text), this_year=this_year)
    if numbers is None:
        return None
    year, month, day, swaps = numbers
    if swaps and order is DateOrder.MONTH:
        month, day = day, month
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


class _Numbers(NamedTuple):
    """The numbers of a cell, which need be no date. Where it `swaps`, they are day first, and may be month first."""

    year: int
    month: int
    day: int
    swaps: bool = False


def _parts(text: str, *, this_year: int) -> _Numbers | None:
    if iso := _YEAR_FIRST(text):
        return _Numbers(int(iso[1]), int(iso[3]), int(iso[4]))
    if numbers := _NUMBERS(text):
        return _Numbers(_year(numbers[4], this_year=this_year), int(numbers[3]), int(numbers[1]), swaps=True)
    if (named := _DAY_NAMED(text) or _MONTH_NAMED(text)) and (month := _month(named["month"])):
        return _Numbers(_year(named["year"], this_year=this_year), month, int(named["day"]))
    if compact := _COMPACT(text):
        return _Numbers(int(compact[1]), int(compact[2]), int(compact[3]))
    return None


def _timed(text: str) -> re.Match[str] | None:
    return _TIMED(text) if ":" in text else None


def _is_moment(timed: re.Match[str]) -> bool:
    """Whether the time is that of a zone, and not midnight."""
    is_midnight = not (_hour(timed) or int(timed["minute"]) or int(timed["second"] or 0))
    return bool(timed["zone"]) and not is_midnight


def _hour(timed: re.Match[str]) -> int:
    hour, half = int(timed["hour"]), (timed["half"] or " ").strip().lower()
    return hour % 12 + 12 * half.startswith("p") if half else hour


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
