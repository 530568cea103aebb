"""The terms of a search: the text of the search box, split and normalised."""

import re
import unicodedata
from typing import Final

from server.vocabulary.emails import normalize_email

LONGEST: Final = 200
# Digits with what people write between them; fewer than five digits may as well be part of a name or an address.
_PHONE: Final = re.compile(r"\+?[0-9 ().\-\u00a0]+").fullmatch
_NO_DIGIT: Final = re.compile(r"[^0-9]")
_FEWEST_DIGITS: Final = 5
# Unicode's punctuation, symbols and separators. Marks and joiners are parts of words.
_BETWEEN_WORDS: Final = frozenset("PSZ")


def read_search(search: str | None) -> tuple[str, ...] | None:
    """Words and emails in any case, each once; None for a blank search, none for one of punctuation alone."""
    text = unicodedata.normalize("NFC", search or "").strip()
    if not text:
        return None
    digits = _NO_DIGIT.sub("", text)
    if _PHONE(text) and len(digits) >= _FEWEST_DIGITS:
        # A number is one term, however it is divided. Stored ones do not begin with a zero.
        return (digits.lstrip("0") or digits,)
    return tuple(dict.fromkeys(term for piece in text.split() for term in _terms(piece)))


def words_of(text: str) -> list[str]:
    return "".join(" " if unicodedata.category(letter)[0] in _BETWEEN_WORDS else letter for letter in text).split()


def _terms(piece: str) -> list[str]:
    """An email is one term, in the form in which a complete one is stored."""
    return [normalize_email(piece) or piece] if "@" in piece[1:] else words_of(piece)
