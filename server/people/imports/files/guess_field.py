"""The field that could be made of a column which is none: its label, and its kind by the first cells."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, starmap
from operator import lt
from typing import Any, Final

from server.people.fields.definition import LONGEST_LABEL
from server.people.imports.files.headings import NEARLY_ALL
from server.people.imports.files.layout import is_serial
from server.platform.process.clock import utc_now
from server.vocabulary.birth_dates import read_birth_date
from server.vocabulary.misplaced import is_no_value
from server.vocabulary.own_fields import (
    BETWEEN,
    NO_AADHAAR,
    OwnField,
    OwnKind,
    choice_problem,
    holds_aadhaar,
    is_like_aadhaar,
    names_aadhaar,
)
from server.vocabulary.visible_text import fold_name, tidy, with_plain_digits

MOST_CHOICES: Final = 25
# Choices are shared: each is that of so many people on average at least.
PEOPLE_OF_CHOICE: Final = 2
LONG: Final = 100
# A number of so many digits, or that begins with zero, is a name of something: an account, a phone, a PIN.
MOST_DIGITS: Final = 9
NUMBERS_ROWS: Final = "This column only numbers the rows"
# So many people have several values at least, one in so many: else the comma is a part of a text.
HAS_SEVERAL: Final = 3
YES_OR_NO: Final = frozenset({"yes", "no", "y", "n", "true", "false", "हाँ", "हां", "नहीं", "होय", "नाही"})


def guess_field(heading: str, cells: Sequence[str]) -> dict[str, Any]:
    """A `guess`, or why there is `no_guess`: the column holds Aadhaar numbers, or the numbers of the rows."""
    filled = [text for cell in cells if (text := tidy(cell)) and not is_no_value(text)]
    if (names_aadhaar(heading) and any(map(is_like_aadhaar, filled))) or holds_aadhaar(filled):
        return {"no_guess": NO_AADHAAR}
    if is_serial(heading) and _rise(filled):
        return {"no_guess": NUMBERS_ROWS}
    kind = next((kind for kind, fits in _FITS.items() if filled and fits(filled)), OwnKind.TEXT)
    given = filled if kind is OwnKind.ONE else _parts(filled) if kind is OwnKind.MANY else ()
    return {"guess": {"label": tidy(heading)[:LONGEST_LABEL], "kind": kind, "choices": _choices(given)}}


def _choices(texts: Iterable[str]) -> list[str]:
    """Each text once, as most people have it: CSE, and not the one "cse" among them."""
    spellings = Counter(texts)
    return sorted({fold_name(text): text for text, _ in reversed(spellings.most_common())}.values())


def _rise(texts: Sequence[str]) -> bool:
    numbers = [int(digits) for text in texts if (digits := with_plain_digits(text).rstrip(".)")).isdecimal()]
    return 0 < len(numbers) == len(texts) and all(starmap(lt, pairwise(numbers)))


def _are_numbers(texts: Sequence[str]) -> bool:
    """Whether nearly all are numbers, some of them "nil": the preview names the others as wrong."""
    numbers = sum(map(_is_number, texts))
    nil = sum(text.casefold() == "nil" for text in texts)
    return numbers > nil and numbers + nil >= NEARLY_ALL * len(texts) and not any(map(_is_name, texts))


def _is_name(text: str) -> bool:
    digits = with_plain_digits(text).lstrip("+-")
    return digits.isdigit() and (len(digits) > MOST_DIGITS or (len(digits) > 1 and digits[0] == "0"))


def _is_number(text: str) -> bool:
    return _NUMBER.read_given(text)[1] is None


def _are_few(texts: Sequence[str]) -> bool:
    different = {fold_name(text) for text in texts}
    is_shared = len(different) <= MOST_CHOICES and len(different) * PEOPLE_OF_CHOICE <= len(texts)
    return is_shared and not any(map(choice_problem, texts))


def _parts(texts: Iterable[str]) -> Iterator[str]:
    return chain.from_iterable(
        filter(None, map(tidy, text.split(BETWEEN if BETWEEN in text else ","))) for text in texts
    )


def _are_several(texts: Sequence[str]) -> bool:
    """Whether they are lists of a few values, which make more lists than they are."""
    several = sum("," in text or BETWEEN in text for text in texts)
    parts = list(_parts(texts))
    is_fewer = len(set(map(fold_name, parts))) < len(set(map(fold_name, texts)))
    return several * HAS_SEVERAL >= len(texts) and is_fewer and _are_few(parts) and "," not in "".join(parts)


_NUMBER: Final = OwnField(name="field:number", label="", number=1, key="number", own_kind=OwnKind.NUMBER)
_FITS: Final[Mapping[OwnKind, Callable[[Sequence[str]], bool]]] = {
    OwnKind.FLAG: lambda texts: all(fold_name(text) in YES_OR_NO for text in texts),
    OwnKind.NUMBER: _are_numbers,
    OwnKind.DATE: lambda texts: all(any(read_birth_date(text, this_year=utc_now().year)) for text in texts),
    OwnKind.MANY: _are_several,
    OwnKind.ONE: _are_few,
    OwnKind.LONG: lambda texts: any(len(text) > LONG for text in texts),
}
