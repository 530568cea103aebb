"""What somebody has typed into the search box."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from server.identity.emails import normalize_email

LONGEST: Final = 200
# Digits with what people write between them; fewer than five digits may as well be part of a name or an address.
_PHONE: Final = re.compile(r"\+?[0-9 ().\-\u00a0]+").fullmatch
_NO_DIGIT: Final = re.compile(r"[^0-9]")
_FEWEST_DIGITS: Final = 5


@dataclass(frozen=True, kw_only=True)
class SearchTerms:
    """`words` is split further by Postgres, as the words of people are; each of `emails` begins an address."""

    words: str
    emails: tuple[str, ...] = ()


# Nothing is searched for, and a filter leads to the people.
EVERYBODY: Final = SearchTerms(words="")


def read_search(search: str | None) -> SearchTerms | None:
    """None where nothing is searched for."""
    text = (search or "").strip()
    if not text:
        return None
    digits = _NO_DIGIT.sub("", text)
    if _PHONE(text) and len(digits) >= _FEWEST_DIGITS:
        # A number is one word, however it is divided; nobody's begins with a zero.
        return SearchTerms(words=digits.lstrip("0") or digits)
    pieces = unicodedata.normalize("NFC", text.lower()).split()
    emails = tuple(piece for piece in pieces if "@" in piece[1:])
    return SearchTerms(
        words=" ".join(piece for piece in pieces if piece not in emails),
        # A whole address is looked for as it is stored; the beginning of one is none.
        emails=tuple(normalize_email(email) or email for email in emails),
    )
