"""Text that people see: its allowed characters, and its stored form."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, Literal

from server.vocabulary.scripts import script_of

NO_CONTROL_CHARACTERS: Final = "Control characters and line breaks are not allowed"
# On one letter (Unicode TR 39, 5.4).
MOST_MARKS: Final = 4
COMPOSED_AT_ONCE: Final = 1_000

_JOINERS: Final = "\u200c\u200d"
# Scripts in which a joiner between two letters changes how they are written.
_JOINING_SCRIPTS: Final = frozenset(
    {
        "ARABIC",
        "BENGALI",
        "DEVANAGARI",
        "GUJARATI",
        "GURMUKHI",
        "KANNADA",
        "MALAYALAM",
        "MEETEI",
        "ORIYA",
        "SINHALA",
        "TAMIL",
        "TELUGU",
    }
)
_VIRAMA: Final = 9  # its combining class
_WHITE_SPACE: Final = "Zs"
# Letters, marks and symbols by category, but invisible.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0100-\U000e01ef]"
).match
# A selector behind what it selects a form of: a symbol, a Chinese character.
_SELECTED: Final = re.compile(
    "[\u2190-\u2bff\u3030\u303d\U0001f000-\U0001faff][\ufe0e\ufe0f]|[\u3400-\u9fff\U00020000-\U0003ffff][\U000e0100-\U000e01ef]"
).fullmatch


def _characters(first: int, last: int, *, categories: str) -> str:
    return "".join(c for c in map(chr, range(first, last + 1)) if unicodedata.category(c)[0] in categories)


def _ordinary_text() -> re.Pattern[str]:
    """Words of Latin and Indian letters with single spaces between: nearly every text, and nothing of it is wrong."""
    letters = r"A-Za-z0-9,.'’()&/+\-" + _characters(0xC0, 0x17F, categories="L")
    indian, marks = (_characters(0x900, 0xDFF, categories=kinds) for kinds in ("LN", "M"))
    word = f"(?:[{letters}]|[{indian}][{marks}]{{0,{MOST_MARKS}}})+"
    return re.compile(f"{word}(?: {word})*")


_ORDINARY: Final = _ordinary_text().fullmatch
# Words of ASCII with single spaces between: no rule for text or names has anything against it.
_PLAIN_FORM: Final = "[A-Za-z0-9]++(?: [A-Za-z0-9]++)*+"
is_plain: Final = re.compile(_PLAIN_FORM).fullmatch


def tidy(text: str) -> str:
    """Composed (NFC), without space around it, with one space where there is white space."""
    return composed(text if _ORDINARY(text) else " ".join(text.split()))


def composed(text: str, *, form: Literal["NFC", "NFKC"] = "NFC") -> str:
    """Marks in a row take the square of their number, so that no more of them are composed at once.

    A longer text fits into no field.
    """
    pieces = (text[place : place + COMPOSED_AT_ONCE] for place in range(0, len(text), COMPOSED_AT_ONCE))
    return "".join(unicodedata.normalize(form, piece) for piece in pieces)


def text_problem(text: str) -> str | None:
    """The sentence that says which character has to go, or None."""
    if _ORDINARY(text):
        return None
    for place, character in enumerate(text):
        if _is_wrong(text, place):
            return _complaint(character)
    return _mark_problem(composed(text))


def without_invisible(text: str) -> str:
    """An unchecked text without invisible characters, safe for a header or a list."""
    if text.isascii() and text.isprintable():
        return tidy(text)
    return tidy("".join(_seen(text)))


def _seen(text: str) -> Iterator[str]:
    for place, character in enumerate(text):
        if character.isspace():
            yield " "
        elif not _is_wrong(text, place):
            yield character


def _is_wrong(text: str, place: int) -> bool:
    character = text[place]
    if character.isascii():
        return not character.isprintable()
    if character in _JOINERS:
        return not _joins(text, place)
    if _BLANK(character):
        return not _SELECTED(text[max(place - 1, 0) : place + 1])
    return not (character.isprintable() or unicodedata.category(character) == _WHITE_SPACE)


def _joins(text: str, place: int) -> bool:
    """Behind a virama, or between two letters of one script that has joiners."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if not before:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return not after or after not in _JOINERS
    return bool(after) and script_of(before) == script_of(after) and script_of(after) in _JOINING_SCRIPTS


def _complaint(character: str) -> str:
    if unicodedata.category(character) == "Cc":
        return NO_CONTROL_CHARACTERS
    number, name = f"U+{ord(character):04X}", unicodedata.name(character, "").lower()
    if not name:
        return f"Remove the character {number}, which cannot be shown everywhere"
    return f"Remove the invisible character {number} ({name}): type the text instead of pasting it"


def _mark_problem(text: str) -> str | None:
    run, letter = 0, ""
    for character in text:
        if unicodedata.category(character) in {"Mn", "Me"}:
            run += 1
            if run > MOST_MARKS:
                return f"Remove marks above or below “{letter}”: a letter has at most {MOST_MARKS}"
        else:
            run, letter = 0, character
    return None
