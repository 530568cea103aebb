"""Estimate how hard a secret is to guess; random ones pass easily."""

import re
from collections.abc import Callable
from math import log2
from typing import Final

from server.identity.common_passwords import load_common_passwords

LEAST_LENGTH: Final = 32
LEAST_BITS: Final = 76

KEYBOARD: Final = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm")
WORDS: Final = frozenset(
    {
        "admin",
        "battery",
        "change",
        "changeme",
        "correct",
        "default",
        "demo",
        "development",
        "example",
        "horse",
        "insecure",
        "letmein",
        "master",
        "password",
        "please",
        "private",
        "production",
        "random",
        "replace",
        "sample",
        "secret",
        "security",
        "server",
        "staple",
        "super",
        "test",
        "token",
        "value",
        "waymark",
        "welcome",
        "your",
    }
)
LONGEST_WORD: Final = 24
LEAST_PART: Final = 4
LEAST_SEQUENCE: Final = 3

# The cost in bits of guessing a predictable part (a sequence, a word, a repetition).
PATTERN_BITS: Final = 4.0
WORD_BITS: Final = 8.0
# A letter among letters of one case is most often a part of a word.
LETTER_BITS: Final = 2.0
_LETTERS: Final = re.compile(r"[a-z]{4,}|[A-Z]{4,}")


def is_strong(secret: str) -> bool:
    """Whether a secret is long enough and hard enough to guess."""
    return len(secret) >= LEAST_LENGTH and estimated_bits(secret) >= LEAST_BITS


def estimated_bits(secret: str) -> float:
    each = log2(max(len(set(secret)), 1))
    in_words = _places_in_words(secret)
    folded, place, bits = secret.casefold(), 0, 0.0
    while place < len(folded):
        length, cost = _part_at(place, folded)
        if length == 0:
            length, cost = 1, min(each, LETTER_BITS) if place in in_words else each
        bits += cost
        place += length
    return bits


def _places_in_words(secret: str) -> set[int]:
    """All of them where there is neither a digit nor a second case: so looks a sentence."""
    if secret in {secret.lower(), secret.upper()} and not any(map(str.isdigit, secret)):
        return set(range(len(secret)))
    return {place for found in _LETTERS.finditer(secret) for place in range(*found.span())}


def _part_at(place: int, text: str) -> tuple[int, float]:
    """Length and cost of the longest part with a pattern that begins here; 0 where none does."""
    parts = (
        (_sequence_at(place, text), PATTERN_BITS),
        (_longest(place, text, known=_is_a_walk), PATTERN_BITS),
        (_longest(place, text, known=lambda part: part in text[:place]), PATTERN_BITS),
        (_word_at(place, text), WORD_BITS),
    )
    return max(parts, key=lambda part: part[0])


def _sequence_at(place: int, text: str) -> int:
    """Runs of letters with one step of -1, 0 or 1: abcd, 4321, aaaa."""
    end = place + 1
    step = ord(text[end]) - ord(text[place]) if end < len(text) else 2
    while abs(step) <= 1 and end < len(text) and ord(text[end]) - ord(text[end - 1]) == step:
        end += 1
    return end - place if end - place >= LEAST_SEQUENCE else 0


def _longest(place: int, text: str, *, known: Callable[[str], bool]) -> int:
    """For what is known only where everything shorter is known too."""
    length = LEAST_PART
    while place + length <= len(text) and known(text[place : place + length]):
        length += 1
    return length - 1 if length > LEAST_PART else 0


def _is_a_walk(part: str) -> bool:
    """Whether the letters are neighbours on a keyboard, in either direction."""
    return any(part in row or part[::-1] in row for row in KEYBOARD)


def _word_at(place: int, text: str) -> int:
    longest = min(LONGEST_WORD, len(text) - place)
    lengths = range(longest, LEAST_PART - 1, -1)
    return next((length for length in lengths if _is_a_word(text[place : place + length])), 0)


def _is_a_word(part: str) -> bool:
    return part in WORDS or part in load_common_passwords()
