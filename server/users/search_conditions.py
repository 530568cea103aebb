"""SQL of the search's terms, as conditions of a user `u`."""

import re
from collections.abc import Sequence
from typing import Final

from server.users.search_terms import words_of

SHORTEST_PART: Final = 3
# The last digits of a number with so many different threes find few others; reading the lists of all takes longer.
_ENOUGH_THREES: Final = 4
# The text whose trigrams ix_users_search holds.
SEARCHED: Final = (
    "(u.sort_name || ' ' || coalesce(u.email, '') || ' ' || u.phone || coalesce(' ' || lower(u.code), ''))"
)
# Characters before a word. Listed, because pg_trgm extracts no trigrams from a character class.
_BEFORE_WORD: Final = "(^|[ -/:-@[-`{-~\u00a0\u00b7])"


def search_conditions(terms: Sequence[str] | None, *, words: Sequence[str]) -> str:
    """Each with an AND before it; their parameters are :func:`search_values`.

    `words` of the terms, with their ends: the index is asked for those instead of the terms that have any.
    """
    if terms == ():
        return " AND false"
    wanted = [f"{SEARCHED} LIKE lower(CAST(:word_{number} AS text))" for number in range(len(words))]
    for number, term in enumerate(terms or ()):
        # With words, another expression than the index's.
        searched = f"({SEARCHED} || '')" if words and words_with_ends([term]) else SEARCHED
        wanted.append(f"{searched} {'~' if _is_short(term) else 'LIKE'} lower(CAST(:term_{number} AS text))")
    return "".join(f" AND {condition}" for condition in wanted)


def search_values(terms: Sequence[str] | None, *, words: Sequence[str]) -> dict[str, str]:
    values = {f"word_{number}": _anywhere(word) for number, word in enumerate(words)}
    for number, term in enumerate(terms or ()):
        values[f"term_{number}"] = _BEFORE_WORD + re.escape(term) if _is_short(term) else _anywhere(term)
    return values


def words_with_ends(terms: Sequence[str] | None) -> list[str]:
    """Each once, with the characters beside it in its term, which tell the index where it begins and ends.

    Of a long number its last digits. Without terms of other scripts, where Postgres decides what belongs to a word.
    """
    found = list[str]()
    for term in terms or ():
        if term.isascii() and not _is_short(term):
            end = 0
            for word in words_of(term):
                start = term.index(word, end)
                end = start + len(word)
                last = _last_digits(word)
                before = term[max(start - 1, 0) : start] if last == word else ""
                found.append(before + last + term[end : end + 1])
    return [word for word in dict.fromkeys(found) if len(word) >= SHORTEST_PART]


def _last_digits(word: str) -> str:
    """The word itself, if it is no long number."""
    threes = set[str]()
    for start in range(len(word) - SHORTEST_PART, 0, -1) if word.isdecimal() else ():
        threes.add(word[start : start + SHORTEST_PART])
        if len(threes) == _ENOUGH_THREES:
            return word[start:]
    return word


def _is_short(term: str) -> bool:
    """Without a word that has a trigram, only beginnings are found by the index."""
    return all(len(word) < SHORTEST_PART for word in words_of(term))


def _anywhere(text: str) -> str:
    return "%" + re.sub(r"([%_\\])", r"\\\1", text) + "%"
