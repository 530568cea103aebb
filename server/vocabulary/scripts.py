"""Scripts of letters, by the names that Unicode gives them."""

import unicodedata
from collections.abc import Set as AbstractSet
from typing import Final

# Chinese characters have two beginnings of names; everything else has its script first.
_RENAMED: Final = {"EXTENDED": "ARABIC", "IDEOGRAPHIC": "CJK"}
# What is written in several scripts at once, and counts as one (Unicode TR 39, 5.1).
_TOGETHER: Final = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"CJK", "HANGUL"}),
    frozenset({"CJK", "BOPOMOFO"}),
)


def script_of(letter: str) -> str:
    """`LATIN`, `DEVANAGARI`, …: the first word of the letter's name, which is no script's for a symbol."""
    first = unicodedata.name(letter, "UNNAMED").replace("-", " ").partition(" ")[0]
    return _RENAMED.get(first, first)


def is_one_script(scripts: AbstractSet[str]) -> bool:
    return len(scripts) <= 1 or any(scripts <= group for group in _TOGETHER)
