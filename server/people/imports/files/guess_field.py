"""The field that could be made of a column which is none: its label, and its kind by the first cells."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from server.people.fields.definition import LONGEST_LABEL
from server.platform.process.clock import utc_now
from server.vocabulary.birth_dates import read_birth_date
from server.vocabulary.own_fields import (
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
YES_OR_NO: Final = frozenset({"yes", "no", "y", "n", "true", "false", "हाँ", "हां", "नहीं", "होय", "नाही"})


def guess_field(heading: str, cells: Sequence[str]) -> dict[str, Any]:
    """A `guess`, or why there is `no_guess`: the column holds Aadhaar numbers."""
    filled = [text for cell in cells if (text := tidy(cell))]
    if (names_aadhaar(heading) and any(map(is_like_aadhaar, filled))) or holds_aadhaar(filled):
        return {"no_guess": NO_AADHAAR}
    kind = next((kind for kind, fits in _FITS.items() if filled and fits(filled)), OwnKind.TEXT)
    choices = list({fold_name(text): text for text in filled}.values()) if kind is OwnKind.ONE else []
    return {"guess": {"label": tidy(heading)[:LONGEST_LABEL], "kind": kind, "choices": sorted(choices)}}


def _is_number(text: str) -> bool:
    digits = with_plain_digits(text).lstrip("+-")
    is_name = digits.isdigit() and (len(digits) > MOST_DIGITS or (len(digits) > 1 and digits[0] == "0"))
    return not is_name and _NUMBER.read_given(text)[1] is None


def _are_few(texts: Sequence[str]) -> bool:
    different = {fold_name(text) for text in texts}
    is_shared = len(different) <= MOST_CHOICES and len(different) * PEOPLE_OF_CHOICE <= len(texts)
    return is_shared and not any(map(choice_problem, texts))


_NUMBER: Final = OwnField(name="field:number", label="", number=1, key="number", own_kind=OwnKind.NUMBER)
_FITS: Final[Mapping[OwnKind, Callable[[Sequence[str]], bool]]] = {
    OwnKind.FLAG: lambda texts: all(fold_name(text) in YES_OR_NO for text in texts),
    OwnKind.NUMBER: lambda texts: all(map(_is_number, texts)),
    OwnKind.DATE: lambda texts: all(any(read_birth_date(text, this_year=utc_now().year)) for text in texts),
    OwnKind.ONE: _are_few,
    OwnKind.LONG: lambda texts: any(len(text) > LONG for text in texts),
}
