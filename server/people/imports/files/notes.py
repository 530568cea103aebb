"""Rows below a list that are no people: totals, and what programs and people write below or between.

They are left out, and a remark shows them with their lines. What may be a person stays a row, however wrong it is.
"""

import re
from collections.abc import Sequence
from typing import Final

# Narrower tables may be lists of words.
LEAST_COLUMNS: Final = 4
# A note has its text in one cell, and a total or two dates beside it.
MOST_CELLS: Final = 4
NAMED: Final = 3
LONGEST_NAMED: Final = 60
_LONGEST_NUMBER: Final = 20
# So many digits may be a phone.
_PHONE: Final = 10
_COUNTED: Final = (
    r"(?:students?|candidates?|trainees?|people|persons?|participants?|records?|rows?|entries|members?|users?)"
)
_TOTAL: Final = re.compile(
    r"(?:(?:grand|sub|net)[ -]?)?totals?\b.{0,20}|(?:कुल(?: योग)?|महायोग|योग)[\s\d:=.,()-]*", re.IGNORECASE
).fullmatch
_NOTE: Final = re.compile(
    rf"""
    (?:(?:grand|sub|net)[ -]?)?totals?[\s\d:=.,()\-\u2013]*
    | (?:कुल(?:\ योग)?|महायोग|योग)[\s\d:=.,()\-\u2013]*
    | (?:(?:grand|sub)[ -]?)?total\s+(?:(?:no\.?|number|count)\s+(?:of\s+)?)?{_COUNTED}?[\s:=\-\u2013]*\d*
    | (?:count|(?:no\.?|number)\s+of\s+{_COUNTED})\s*[:=\-\u2013]?\s*\d+
    | \(?\s*\d+\s+{_COUNTED}(?:\s+(?:affected|in\s+total|found|selected|exported))?\s*[).]*
    | (?:report\s+)?(?:generated|printed|exported|downloaded)\s+(?:by|on|at|from|using|with|via)\b.*
    | (?:created|prepared|checked|verified|approved|issued|submitted|signed)\s+(?:by|on)\b.*
    | (?:report|list|data|figures)\s+(?:as\s+)?(?:on|of|date|generated|created)\b.*
    | (?:as\s+on|as\s+of)\b.*
    | (?:note|notes|n\.?\s?b\.?|remarks?|source|disclaimer|date|dated|place|signature|legend)\s*[:\-\u2013]\s.*
    | (?:note|notes|remarks?|source|disclaimer|date|place)\s*:.*
    | (?:authori[sz]ed\s+)?(?:signature|signatory)(?:\s+of\b.*|\s+with\b.*)?
    | page\s+(?:no\.?\s*)?\d+(?:\s*(?:of|/)\s*\d+)?
    | [*=\-_\s]*(?:end\s+of\s+(?:the\s+)?(?:report|list|file|document|data|page|sheet)|end|eof)[*=\-_\s.]*
    | (?:copyright|\(c\)|©)\s.*
    | (?:this\s+is\s+an?\s+)?(?:computer|system)[\s-]+generated\b.*
    | (?:strictly\s+)?confidential\b.{{0,60}}
    | (?:नोट|टिप्पणी|दिनांक|स्थान|हस्ताक्षर)\s*(?:[:\-\u2013].*)?
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
).fullmatch
# Small words of sentences, which no name has two of.
_words: Final = re.compile(r"[a-z]+").findall
_OF_SENTENCES: Final = frozenset(
    {
        *("is", "are", "was", "were", "the", "of", "this", "these", "by", "on", "and", "for", "to", "please", "only"),
        *("all", "in", "from", "with", "has", "have", "been", "not", "will", "be", "must", "should", "above", "below"),
    }
)
_LEAST_WORDS: Final = 4
_LONGEST_NOTE: Final = 500


def shorten(text: str) -> str:
    """The text, or where it is longer than a remark shows it, its beginning."""
    return text if len(text) <= LONGEST_NAMED else text[: LONGEST_NAMED - 1] + "…"


def is_note(record: Sequence[str], *, width: int) -> bool:
    """Whether a row of a table with so many columns is a note: its texts are all notes, beside numbers and dates."""
    if len(record) - record.count("") > MOST_CELLS or width < LEAST_COLUMNS:
        return False
    filled = [cell for cell in map(str.strip, record) if cell]
    texts = [cell for cell in filled if any(map(str.isalpha, cell[:_LONGEST_NOTE]))]
    if not texts or any(len(cell) > _LONGEST_NUMBER for cell in filled if cell not in texts):
        return False
    digits = (sum(map(str.isdecimal, cell[:_LONGEST_NOTE])) for cell in filled)
    if len(filled) > 1 and (any("@" in cell for cell in filled) or any(count >= _PHONE for count in digits)):
        return False
    return all(map(_is_note, texts))


def is_total(cell: str) -> bool:
    return _TOTAL(cell.strip()) is not None


def _is_note(text: str) -> bool:
    if len(text) > _LONGEST_NOTE:
        return False
    tidied = " ".join(text.split())
    words = _words(tidied.casefold())
    is_sentence = len(words) >= _LEAST_WORDS and len(_OF_SENTENCES.intersection(words)) > 1
    return is_sentence or _NOTE(tidied) is not None


def note_of(record: Sequence[str]) -> str:
    """The text of a note, as a remark shows it."""
    return shorten(" ".join(" ".join(record).split()))


def on_notes(count: int, *, first: Sequence[tuple[int, str]]) -> str:
    """The sentence for so many notes; `first` are the first of them with their lines."""
    if count == 1:
        return f"One line names no person and is left out: {with_lines(first)}."
    return f"{count:,} lines name no person and are left out: {with_lines(first)}{', …' if count > len(first) else ''}."


def with_lines(texts: Sequence[tuple[int, str]]) -> str:
    """The texts with their lines."""
    return ", ".join(f"“{text}” (line {line})" for line, text in texts)
