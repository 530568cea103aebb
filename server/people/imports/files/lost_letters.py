"""Letters that were lost when a file was saved, and the encoding of files that do not say theirs.

A file in UTF-8 proves its encoding by itself. Of all others any encoding gives some text: the one is taken that makes
words of the letters, and it is said which, with examples, because it may be another one.
"""

import re
import unicodedata
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from server.people.imports.files.notes import with_lines
from server.vocabulary.misplaced import is_encoded_twice
from server.vocabulary.visible_text import script_of

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
    "cp850": "Western European (MS-DOS)",
    "koi8-r": "Cyrillic (KOI8-R)",
}
# The first is taken where others make no better words; most of the others are named only where they make some.
GUESSED: Final = ("cp1252", "cp1250", "cp1254", "cp1251", "cp1253", "cp1256", "mac_roman", "cp850", "koi8-r")
NOT_SAID: Final = "The file does not say its encoding"
IF_WRONG: Final = "If these letters are wrong, choose another encoding, or save it as CSV UTF-8."
_WITHOUT_WORDS: Final = frozenset({"cp1252", "cp1250"})
_LEAST_SCORE: Final = 2
# So many bytes outside ASCII of which no encoding makes words are in one that is not read.
_MANY: Final = 8
_EAST_ASIAN: Final = ("cp932", "gbk", "big5", "cp949", "euc_jp")
_EAST_ASIAN_SCRIPTS: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL"})
NOT_READ: Final = (
    "Its letters are in an encoding that is not read, as Shift-JIS, GBK and Big5 are not. Save it as CSV UTF-8 or as "
    "Excel in the program that it comes from, and upload that."
)
SAVE_AGAIN: Final = (
    "Save it again as CSV UTF-8 in the program that it comes from, or choose the encoding that it was saved in."
)
EXAMPLES: Final = 3
_LONGEST_EXAMPLE: Final = 40
_SCORED: Final = 131_072
_LONGEST_WORD: Final = 60
_MOST_WORDS: Final = 2_000
# The letters outside ASCII that words of one language have, by encoding.
_WESTERN: Final = (
    *("àâçéèêëîïôœùûüÿ", "áéíñóúüçàèòïªº", "áàâãçéêíóôúüªº", "àèéìíîòóùú", "äöüßé", "éëïöüáóíè"),
    *("åäöæøéü", "áðéíóúýþæö", "äöüšž"),
)
_ALPHABETS: Final = {
    "cp1252": _WESTERN,
    "mac_roman": _WESTERN,
    "cp850": _WESTERN,
    "cp1250": ("ąćęłńóśźż", "áäčďéěíĺľňóôŕřšťúůýž", "áéíóöőúüű", "ăâîşţ", "čćđšž", "äöüßé"),
    "cp1254": ("çğıöşüâîûİ",),
}
# A Turkish word has them, and its others are Western as well.
_TURKISH: Final = frozenset("ğışİĞŞ")
_CYRILLIC: Final = frozenset("оаеинтсрвлкмйья")
# The letters of which three quarters of a text in another script are, without accents.
_FREQUENT: Final = {
    "cp1251": _CYRILLIC,
    "koi8-r": _CYRILLIC,
    "cp1253": frozenset("αοιετσςνηυρπκλ"),
    "cp1256": frozenset("اليمنرهوبدسعحةتفكق"),
}
# Fewer letters of a word may all be outside ASCII in any language.
_FEW: Final = 3
# White space, and what stands between cells.
_between_words: Final = re.compile(r'[\s,;|"]+').split
_beyond_ascii: Final = re.compile(rb"[\x80-\xff]").search

# Signs that people write in and around words.
_WRITTEN: Final = frozenset("’‘“”…™")  # noqa: RUF001 - quotes
_DASHES: Final = frozenset("–—")
# Capitals in the middle of a word, also of a Cyrillic one, and signs that no one writes between letters.
_garbled: Final = re.compile(
    "[a-zà-öø-ÿ][À-ÖØ-ÞŒŠŽŸ]|[\u0430-\u044f][\u0410-\u042f]|[A-Za-zÀ-ÿ][¡-©«¬®¯±-³µ¶\xb8¹»-¿\u02c6\u02dc†‡‰\u2039\u203a\u2190-\u25ff]+(?:[A-Za-zÀ-ÿ]|$)"
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
            cells, named = _cells(self.lost + self.twice), with_lines(self.examples)
            sentence = f"Letters were encoded twice when this file was saved, in {cells}: {named}."
            if self.lost:
                sentence = f"Letters were lost or replaced when this file was saved, in {cells}: {named}."
            yield f"{sentence} {SAVE_AGAIN}"
        if guessed is not None and self.foreign:
            read = f"is read as {ENCODING_LABELS[guessed]}: {with_lines(self.foreign)}"
            yield f"{NOT_SAID} and {read}. {IF_WRONG}"


def is_lost(text: str) -> bool:
    """Whether letters of this text became replacement characters, question marks, or those of another encoding."""
    # What a formula that failed shows may end in a question mark: #NAME?
    if "\N{REPLACEMENT CHARACTER}" in text or ("?" in text and text[0] != "#" and _question(text) is not None):
        return True
    return not text.isascii() and _garbled(text) is not None


def guess_encodings(content: bytes) -> list[str]:
    """The encodings that a file which is not UTF-8 may be in, first the one that makes most words of its letters.

    They are judged by what is around its first letters outside ASCII. There are none where all of them make rubbish.
    """
    first = _beyond_ascii(content)
    begin = max(0, first.start() - _LONGEST_WORD) if first else 0
    sample, scores = content[begin : begin + _SCORED], dict[str, int]()
    for encoding in GUESSED:
        words = dict.fromkeys(_between_words(sample.decode(encoding, "replace")))
        foreign = (word for word in words if not word.isascii() and len(word) <= _LONGEST_WORD)
        scores[encoding] = sum(_score(word, encoding=encoding) for word in islice(foreign, _MOST_WORDS))
    best = max(scores.values())
    if best < 0 and (len(sample) - len(sample.decode("ascii", "ignore")) >= _MANY or _is_east_asian(sample)):
        return []
    possible = [each for each in GUESSED if each in _WITHOUT_WORDS or scores[each] >= _LEAST_SCORE]
    return sorted(possible, key=lambda each: -scores[each])


def _is_east_asian(sample: bytes) -> bool:
    """Whether each word outside ASCII is one of Chinese, Japanese or Korean letters in one of their encodings."""
    for encoding in _EAST_ASIAN:
        words = [word for word in _between_words(sample.decode(encoding, "replace")) if not word.isascii()]
        if all(len(word) > 1 and not {script_of(each) for each in word} - _EAST_ASIAN_SCRIPTS for word in words):
            return True
    return False


def _score(word: str, *, encoding: str) -> int:
    """How much it looks like a word: capitals stand in front, no sign between letters, and all are of one language."""
    # In Portuguese an õ stands before an e, as in Simões; others are Hungarian, of another encoding.
    letters = [character for character in word.replace("õe", "ãe") if character.isalpha()]
    foreign = [letter for letter in letters if not letter.isascii()]
    frequent, score = _FREQUENT.get(encoding), _score_of_places(word)
    if not foreign:
        return score
    if frequent is not None:
        return score + _score_of_script(letters, frequent=frequent)
    is_foreign = len(foreign) == len(letters) >= _FEW
    is_of_one = any(all(each in own or each.lower() in own for each in foreign) for own in _ALPHABETS[encoding])
    is_turkish = encoding == "cp1254" and not _TURKISH.isdisjoint(foreign)
    return score + is_turkish - len(letters) * is_foreign - 3 * (not is_of_one)


def _score_of_places(word: str) -> int:
    score = 0
    for place, character in enumerate(word):
        if character.isascii():
            continue
        before, after = word[max(place - 1, 0) : place], word[place + 1 : place + 2]
        beside = before + after
        if character in _WRITTEN or (character in _DASHES and not (before.islower() and after.islower())):
            score += 1
        elif not character.isalpha():
            score -= 3 * (before.isalpha() or after.isalpha())
        elif (character.isupper() and before.islower()) or (character.islower() and after.isupper()):
            score -= 3
        elif beside.isalpha():
            is_capital = not before.isalpha() or (any(map(str.isupper, beside)) and not after.islower())
            score += character.islower() or is_capital
    return score


def _score_of_script(letters: Sequence[str], *, frequent: Container[str]) -> int:
    """The frequent letters of a script less its others; a word that mixes scripts is none."""
    if len({script_of(letter) for letter in letters}) > 1:
        return -len(letters)
    plain = [unicodedata.normalize("NFD", letter)[0].lower() for letter in letters]
    return sum(1 if letter in frequent else -1 for letter in plain)


def _cells(count: int) -> str:
    return "one cell" if count == 1 else f"{count:,} cells"
