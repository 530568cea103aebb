"""Letters that were lost when a file was saved, and the encoding of files that do not say theirs.

A file in UTF-8 proves its encoding by itself. Of all others any encoding gives some text: the one is taken that makes
words of the letters, and it is said which, with examples, because it may be another one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

# Names of those that a file can be read in, as people know them.
ENCODING_LABELS: Final = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1252": "Western European (Windows-1252)",
    "cp1250": "Central European (Windows-1250)",
    "cp1251": "Cyrillic (Windows-1251)",
    "cp1253": "Greek (Windows-1253)",
    "cp1254": "Turkish (Windows-1254)",
    "cp1256": "Arabic (Windows-1256)",
    "mac_roman": "Western European (Mac)",
}
# The first is taken where others make no better words.
GUESSED: Final = ("cp1252", "cp1250", "mac_roman")
NOT_SAID: Final = "The file does not say its encoding"
_ANY_BYTE: Final = "mac_roman"
_WORDS_OF_MACS: Final = 2
SAVE_AGAIN: Final = (
    "Save it again as CSV UTF-8 in the program that it comes from, or choose the encoding that it was saved in."
)
EXAMPLES: Final = 3
_LONGEST_EXAMPLE: Final = 40
_SCORED: Final = 262_144
_LONGEST_WORD: Final = 60
# White space, and what stands between cells.
_between_words: Final = re.compile(r'[\s,;|"]+').split
_beyond_ascii: Final = re.compile(rb"[\x80-\xff]").search

# Signs that people write in and around words.
_WRITTEN: Final = frozenset("’‘“”…™")  # noqa: RUF001 - quotes
_DASHES: Final = frozenset("–—")
# The byte that each character was, read as Windows-1252 or, where that has none, as Latin-1.
_BYTES: Final = {
    bytes([number]).decode(encoding): number
    for encoding in ("latin-1", "cp1252")
    for number in range(256)
    if bytes([number]).decode(encoding, "ignore")
}
# Capitals in the middle of a word, and signs that no one writes between letters.
_garbled: Final = re.compile(
    "[a-zà-öø-ÿ][À-ÖØ-ÞŒŠŽŸ]|[A-Za-zÀ-ÿ][¡-¨«¬\xb8»-¿\u02c6\u02dc†‡‰\u2039\u203a\u2190-\u25ff]+(?:[A-Za-zÀ-ÿ]|$)"
).search
# Letters that became question marks.
_question: Final = re.compile(r"\?\?|[^\W\d_]\?|\?[^\W\d_]").search


@dataclass(kw_only=True)
class LostLetters:
    """What a pass over a file finds: how many cells, and the first of them with their lines."""

    lost: int = 0
    twice: int = 0
    foreign: list[tuple[int, str]] = field(default_factory=list)
    examples: list[tuple[int, str]] = field(default_factory=list)

    def look_at(self, cells: Iterator[str], *, line: int) -> None:
        """`cells` are those of one row, of fields that hold text."""
        for cell in cells:
            if is_encoded_twice(cell):
                self.twice += 1
            elif is_lost(cell):
                self.lost += 1
            else:
                if not cell.isascii() and len(self.foreign) < EXAMPLES:
                    self.foreign.append((line, cell[:_LONGEST_EXAMPLE]))
                continue
            if len(self.examples) < EXAMPLES:
                self.examples.append((line, cell[:_LONGEST_EXAMPLE]))

    def remarks(self, *, guessed: str | None) -> Iterator[str]:
        """The sentences for the preview. `guessed` is the encoding of a file that does not say it, else None."""
        if self.lost + self.twice:
            how = "were lost or replaced" if self.lost else "were encoded twice"
            where = f"{_cells(self.lost + self.twice)}: {_named(self.examples)}"
            yield f"Letters {how} when this file was saved, in {where}. {SAVE_AGAIN}"
        if guessed is not None and self.foreign:
            read = f"is read as {ENCODING_LABELS[guessed]}: {_named(self.foreign)}"
            yield f"{NOT_SAID} and {read}. If these letters are wrong, choose another encoding."


def is_lost(text: str) -> bool:
    """Whether letters of this text became replacement characters, question marks, or those of another encoding."""
    if "\N{REPLACEMENT CHARACTER}" in text or ("?" in text and _question(text) is not None):
        return True
    return not text.isascii() and _garbled(text) is not None


def is_encoded_twice(text: str) -> bool:
    """Whether these are the bytes of UTF-8, each read as a letter of its own: JosÃ© for José."""
    if text.isascii():
        return False
    try:
        once = bytes(_BYTES[character] for character in text).decode()
    except (KeyError, UnicodeDecodeError):
        return False
    return not once.isascii()


def guess_encodings(content: bytes) -> list[str]:
    """The encodings that a file which is not UTF-8 may be in, first the one that makes most words of its letters.

    They are judged by what is around its first letters outside ASCII. The one of Macs, which has a letter for every
    byte, is named only where it makes words.
    """
    first = _beyond_ascii(content)
    begin = max(0, first.start() - _LONGEST_WORD) if first else 0
    sample, scores = content[begin : begin + _SCORED], dict[str, int]()
    for encoding in GUESSED:
        words = {word for word in _between_words(sample.decode(encoding, "replace")) if not word.isascii()}
        scores[encoding] = sum(_score(word) for word in words if len(word) <= _LONGEST_WORD)
    possible = [each for each in GUESSED if each != _ANY_BYTE or scores[each] >= _WORDS_OF_MACS]
    return sorted(possible, key=lambda each: -scores[each])


def _score(word: str) -> int:
    """How much it looks like a word: capitals stand in front, and no sign between letters."""
    score = 0
    for place, character in enumerate(word):
        if character.isascii():
            continue
        before, after = word[max(place - 1, 0) : place], word[place + 1 : place + 2]
        if character in _WRITTEN or (character in _DASHES and not (before.islower() and after.islower())):
            score += 1
        elif not character.isalpha():
            score -= 3 * (before.isalpha() or after.isalpha())
        elif (character.isupper() and before.islower()) or (character.islower() and after.isupper()):
            score -= 3
        else:
            score += character.islower() and (before.isalpha() or after.isalpha())
    return score


def _cells(count: int) -> str:
    return "one cell" if count == 1 else f"{count:,} cells"


def _named(examples: list[tuple[int, str]]) -> str:
    return ", ".join(f"“{text}” (line {line})" for line, text in examples)
