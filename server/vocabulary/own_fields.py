"""The fields that a company has made for its people: their kinds, and how what is given for each is read and shown.

A value is stored as JSON: a text, a number, a day as ISO 8601, true or false, the number of a choice, or a list of such
numbers. Values name fields and choices by their numbers, so that a new label changes no value.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from functools import cached_property
from typing import Final, TypeAlias

from typing_extensions import override

from server.vocabulary.field_kinds import Field, Kind, Value
from server.vocabulary.profiles import Profile
from server.vocabulary.visible_text import fold_name, label_problem, text_problem, tidy, with_plain_digits

# What a form, a file or a program gives for a field.
Given: TypeAlias = str | bool | int | float | list[str | int] | list[int] | None
# What a program is shown of a value.
Shown: TypeAlias = str | bool | int | float | list[str] | None
Read: TypeAlias = tuple[Value, str | None]

PREFIX: Final = "field:"
LONGEST_LINE: Final = 200
LONGEST_LONG: Final = 4_000
# The values of one person take so much together, as JSON.
MOST_BYTES: Final = 16_384
TOO_LARGE: Final = "The details of one person may hold 16 KB together: shorten the longest of them"
HIDDEN: Final = "••••"
BETWEEN: Final = ";"
# As many as a number in JSON keeps exactly.
MOST_DIGITS: Final = 15
LARGEST: Final = 10**15
_NUMBER: Final = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?", re.ASCII).fullmatch
_GROUPED: Final = re.compile(r"-?[0-9]{1,3}(,[0-9]{2,3})*,[0-9]{3}(\.[0-9]+)?").fullmatch
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}").fullmatch
_FLAGS: Final = {
    **dict.fromkeys(("true", "yes", "y", "1", "हाँ", "हां", "होय", "जी हाँ"), True),
    **dict.fromkeys(("false", "no", "n", "0", "नहीं", "नाही"), False),
}


class OwnKind(StrEnum):
    """ONE is of the field's choices, MANY several of them."""

    TEXT = "text"
    LONG = "long"
    NUMBER = "number"
    DATE = "date"
    FLAG = "flag"
    ONE = "one"
    MANY = "many"

    @property
    def has_choices(self) -> bool:
        return self in {OwnKind.ONE, OwnKind.MANY}

    @property
    def is_keyable(self) -> bool:
        """Whether people are sorted by it, and no two may have one value."""
        return self in {OwnKind.TEXT, OwnKind.NUMBER, OwnKind.DATE}


_ASKED: Final[Mapping[OwnKind, str]] = {
    **dict.fromkeys((OwnKind.TEXT, OwnKind.LONG), "a text"),
    OwnKind.NUMBER: "a number such as 72.5",
    OwnKind.DATE: "a day such as 2026-11-22",
    OwnKind.FLAG: "yes or no",
    **dict.fromkeys((OwnKind.ONE, OwnKind.MANY), "one of its choices"),
}


@dataclass(frozen=True, kw_only=True)
class FieldChoice:
    """An archived one is kept by those who have it, and given to no others."""

    number: int
    label: str
    is_archived: bool = False


@dataclass(frozen=True, kw_only=True)
class OwnField(Field):
    """A field that a company has made. `key` is the one on the wire, and never changes; `name` is with its prefix.

    `slot` names its value inside: in accounts, changes, and what is stored of these.
    """

    kind: Kind = Kind.OWN
    is_required: bool = False
    number: int
    key: str
    own_kind: OwnKind
    help: str | None = None
    options: tuple[FieldChoice, ...] = ()
    required_for: frozenset[Profile] = frozenset()
    viewers: frozenset[Profile] = frozenset()
    editors: frozenset[Profile] = frozenset()
    is_own_view: bool = False
    is_own_edit: bool = False
    is_sensitive: bool = False
    is_unique: bool = False
    is_keyed: bool = False
    is_for_employers: bool = False
    is_ready: bool = True
    archived_at: datetime | None = None
    version: int = 1

    @cached_property
    def slot(self) -> str:
        return slot_of(self.number)

    @property
    def is_archived(self) -> bool:
        return self.archived_at is not None

    @property
    def has_keys(self) -> bool:
        return self.is_keyed or self.is_unique

    @cached_property
    def labels(self) -> Mapping[int, str]:
        return {option.number: option.label for option in self.options}

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        """The choices that may be given, by their folded labels."""
        return {fold_name(option.label): option.number for option in self.options if not option.is_archived}

    @property
    @override
    def wrong(self) -> str:
        """The sentence for what is no value of the field."""
        return f"{self.label}: give {_ASKED[self.own_kind]}"

    @property
    @override
    def absent(self) -> str:
        return f"Missing {self.label}"

    def read_given(self, given: Given) -> Read:
        """Read what is given; an empty text or list is none."""
        if given is None or given == [] or (isinstance(given, str) and not given.strip()):
            return None, None
        if names_aadhaar(self.label) and _TWELVE(_digits(str(given))):
            return None, NO_AADHAAR
        return _READERS[self.own_kind](self, given)

    def choice_of(self, given: str | int) -> int | None:
        """Return the choice of this label, or of this number, where it may be given."""
        if isinstance(given, str):
            return self._numbers.get(fold_name(given))
        return given if given in self._numbers.values() else None

    def fits(self, value: Value) -> bool:
        """Whether a value that was stored before is one of the field's present kind; its choice may be archived."""
        options = tuple(replace(option, is_archived=False) for option in self.options)
        return value is None or replace(self, options=options).read_given(value) == (value, None)

    def shown(self, value: Value) -> str:
        """Show a stored value in words, as files have it."""
        match value:
            case None:
                return ""
            case bool():
                return "Yes" if value else "No"
            case list():
                return f"{BETWEEN} ".join(self.labels.get(number, "") for number in value)
            case int() if self.own_kind is OwnKind.ONE:
                return self.labels.get(value, "")
            case float() | int():
                return written(value)
            case _:
                return value

    def in_trail(self, value: Value) -> str | None:
        """Show a stored value in words, as the audit trail has it."""
        return None if value is None else HIDDEN if self.is_sensitive else self.shown(value)

    def in_words(self, given: Shown) -> str | None:
        """Show in words what `on_wire` has written."""
        match given:
            case None | str():
                return given
            case list():
                return f"{BETWEEN} ".join(given)
            case _:
                return self.shown(given)

    def on_wire(self, value: Value) -> Shown:
        """Write a stored value for a program: choices by their labels, numbers and flags as such."""
        if value == HIDDEN or isinstance(value, bool):
            return value
        if isinstance(value, list):
            return [self.labels.get(number, "") for number in value]
        return self.shown(value) if self.own_kind is OwnKind.ONE else value


def slot_of(number: int) -> str:
    return f"{PREFIX}{number}"


def number_of(slot: str) -> int | None:
    """Return the number of the field that a slot names; None for a built-in field."""
    return int(slot.removeprefix(PREFIX)) if slot.startswith(PREFIX) else None


def own_of(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return those values that are of the company's own fields, by slot."""
    return {name: value for name, value in values.items() if number_of(name) is not None}


def written(number: float) -> str:
    """Write a number without exponent, and without zeros that say nothing."""
    return f"{Decimal(str(number)).normalize():f}"


def size_of(values: Mapping[str, Value]) -> int:
    """Return the bytes of values as Postgres writes them."""
    return len(json.dumps(dict(values), ensure_ascii=False).encode())


def _line(field: OwnField, given: Given) -> Read:
    if not isinstance(given, str):
        return None, field.wrong
    text = tidy(given)
    if len(text) > LONGEST_LINE:
        return None, f"{field.label} must be at most {LONGEST_LINE} characters"
    return text, text_problem(given)


def _long(field: OwnField, given: Given) -> Read:
    """A text of several lines, each of which is tidied."""
    if not isinstance(given, str):
        return None, field.wrong
    lines = given.strip().splitlines()
    text = "\n".join(map(tidy, lines))
    if len(text) > LONGEST_LONG:
        return None, f"{field.label} must be at most {LONGEST_LONG:,} characters"
    return text, next((problem for line in lines if (problem := text_problem(line))), None)


def _number(field: OwnField, given: Given) -> Read:
    """A number, to six decimals; a text may divide its thousands by commas, and have a sign of per cent behind it."""
    if isinstance(given, bool | list):
        return None, field.wrong
    text = with_plain_digits(str(given)).strip().removesuffix("%").strip()
    # A comma before one or two digits may be a decimal one.
    text = text.replace(",", "") if _GROUPED(text) else text
    if not _NUMBER(text):
        return None, field.wrong
    try:
        number = round(Decimal(text), 6).normalize()
    except InvalidOperation:
        return None, field.wrong
    if abs(number) >= LARGEST or len(number.as_tuple().digits) > MOST_DIGITS:
        return None, field.wrong
    return (int(number) if number == number.to_integral_value() else float(number)), None


def _date(field: OwnField, given: Given) -> Read:
    text = with_plain_digits(given.strip()) if isinstance(given, str) else ""
    try:
        return (date.fromisoformat(text).isoformat(), None) if _DAY(text) else (None, field.wrong)
    except ValueError:
        return None, field.wrong


def _flag(field: OwnField, given: Given) -> Read:
    value = given if isinstance(given, bool) else _FLAGS.get(fold_name(given)) if isinstance(given, str) else None
    return value, field.wrong if value is None else None


def _one(field: OwnField, given: Given) -> Read:
    number = field.choice_of(given) if isinstance(given, str | int) and not isinstance(given, bool) else None
    return number, field.wrong if number is None else None


def _many(field: OwnField, given: Given) -> Read:
    """Several choices: as a list, or as a text with semicolons between them, or commas where no label has any."""
    parts = list(_parts(field, given)) if isinstance(given, str) else given
    if not isinstance(parts, list):
        return None, field.wrong
    numbers = [field.choice_of(each) for each in parts]
    known = sorted({number for number in numbers if number is not None})
    return (known, None) if None not in numbers else (None, field.wrong)


def _parts(field: OwnField, text: str) -> Iterable[str]:
    if field.choice_of(text) is not None:
        return [text]
    between = BETWEEN if BETWEEN in text else ","
    return filter(None, map(str.strip, text.split(between)))


_READERS: Final[Mapping[OwnKind, Callable[[OwnField, Given], Read]]] = {
    OwnKind.TEXT: _line,
    OwnKind.LONG: _long,
    OwnKind.NUMBER: _number,
    OwnKind.DATE: _date,
    OwnKind.FLAG: _flag,
    OwnKind.ONE: _one,
    OwnKind.MANY: _many,
}

NO_AADHAAR: Final = (
    "Aadhaar numbers are not kept here: few may store them by law, and a copied one cannot be changed. Keep the last "
    "four digits, or yes or no"
)
# A column needs so many values of twelve digits at least, before half of them says what it holds.
FEWEST_LIKE_AADHAAR: Final = 20
_AADHAAR_WORDS: Final = re.compile(r"aadhaa?r|adhaa?r|\buid(ai)?\b|आधार", re.IGNORECASE).search
_TWELVE: Final = re.compile(r"[2-9][0-9]{11}").fullmatch
_MOBILE_OF_INDIA: Final = re.compile(r"91[6-9][0-9]{9}").fullmatch


def _dihedral(first: int, second: int) -> int:
    """Multiply in the group of a pentagon's symmetries, which Verhoeff's check of a number is made of."""
    turn = second if first < 5 else -second  # noqa: PLR2004 - of the pentagon
    return (first + turn) % 5 + 5 * ((first // 5 + second // 5) % 2)


_STEP: Final = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)


def _passes_check(digits: str) -> bool:
    """Whether a number ends with its digit of Verhoeff."""
    check = 0
    for place, digit in enumerate(reversed(digits)):
        number = int(digit)
        for _ in range(place % 8):
            number = _STEP[number]
        check = _dihedral(check, number)
    return check == 0


def names_aadhaar(label: str) -> bool:
    return _AADHAAR_WORDS(label) is not None


def _digits(text: str) -> str:
    return re.sub(r"[ -]", "", with_plain_digits(text.strip()))


def is_like_aadhaar(text: str) -> bool:
    """Whether a text is twelve digits that may be an Aadhaar number: never a mobile phone with its country."""
    digits = _digits(text)
    return _TWELVE(digits) is not None and _MOBILE_OF_INDIA(digits) is None and _passes_check(digits)


def holds_aadhaar(values: Collection[str]) -> bool:
    """Whether a column's values are Aadhaar numbers: one phone in ten passes the check by chance, half of many not."""
    twelve = [value for value in values if re.fullmatch(r"[0-9]{12}", _digits(value))]
    return len(twelve) >= FEWEST_LIKE_AADHAAR and 2 * sum(map(is_like_aadhaar, twelve)) >= len(twelve)


def choice_problem(label: str) -> str | None:
    """The sentence that says why a text is no label of a choice, or None."""
    if not label:
        return "Give the choice a label"
    if len(label) > LONGEST_LINE // 2:
        return f"Please use at most {LONGEST_LINE // 2} characters for a choice"
    if BETWEEN in label:
        return "Remove the semicolon: it separates several choices in a file"
    if label[0] in "=+-@":
        return "A choice cannot begin like a formula: remove the first character"
    return label_problem(label)
