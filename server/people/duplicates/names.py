"""Tell whether two names may be those of one person, written in Latin or in an Indian script, spelt in another way.

The Indian blocks of Unicode have one arrangement, so that a table for Devanagari serves all nine. Vowels that Indian
scripts leave unwritten, and that people spell as they like, are left out; so are aspiration and doubled letters.
राजेश्वरी, ராஜேஸ்வரி, Rajeshwari and Rajeswari have one form.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import Final, NamedTuple

# Which part of the trigrams of the shorter name the other one has as well, and the same for two words alone.
LEAST_ALIKE: Final = 0.6
LEAST_ALIKE_WORDS: Final = 0.55

_DEVANAGARI: Final = 0x900
_BLOCKS: Final = range(_DEVANAGARI, 0xD80, 0x80)
_CONSONANTS: Final = {
    **dict.fromkeys("कख", "k"),
    **dict.fromkeys("गघ", "g"),
    **dict.fromkeys("चछ", "c"),
    **dict.fromkeys("जझ", "j"),
    **dict.fromkeys("टठतथ", "t"),
    **dict.fromkeys("डढदध", "d"),
    **dict.fromkeys("ङञणनऩंँ", "n"),
    **dict.fromkeys("पफ", "p"),
    **dict.fromkeys("रऱ", "r"),
    **dict.fromkeys("लळऴ", "l"),
    **dict.fromkeys("शषस", "s"),
    # Bengali writes both with one letter.
    **dict.fromkeys("बभव", "v"),
    "म": "m",
    "य": "y",
    "ह": "h",
}
_VOWELS: Final = {
    **dict.fromkeys("अआ", "a"),
    **dict.fromkeys("इईिीै", "i"),
    **dict.fromkeys("उऊुूौओोऑऒॉॊ", "u"),
    **dict.fromkeys("एेऎऍॅॆ", "e"),
    **dict.fromkeys("ऋृ", "ri"),
    "ऐ": "ai",
    "औ": "au",
    **dict.fromkeys("ा्\u0903", ""),  # ā, the sign that no vowel follows, and visarga
}
_NUKTA: Final = "़"


def _in_every_script(table: dict[str, str]) -> dict[str, str]:
    moved = {chr(ord(letter) - _DEVANAGARI + block): by for block in _BLOCKS for letter, by in table.items()}
    return {letter: by for letter, by in moved.items() if unicodedata.category(letter) != "Cn"}


_ALSO: Final = {"ৰ": "r", "ৱ": "v", "ੰ": "n", "ੱ": ""}
_MARKS: Final = {chr(mark): "" for mark in range(0x300, 0x370)}
_INDIAN: Final = _in_every_script({**_CONSONANTS, **_VOWELS, _NUKTA: ""}) | _ALSO
_LATIN: Final = str.maketrans(_INDIAN | _MARKS)
_SPELLINGS: Final = tuple(
    (re.compile(spelling).sub, latin)
    for spelling, latin in (
        *(("(?<=[bcdgjkpstz])h", ""), ("[bw]", "v"), ("z", "j"), ("q", "k"), ("x", "ks"), ("f", "p"), ("jn", "gi")),
        *(("ee|y", "i"), ("o", "u"), ("(?<=.)[ae]", ""), ("n(?=[pv])", "m"), (r"([a-z])\1+", r"\1")),
    )
)
# Marks of Indian scripts are no letters, but parts of words.
_WORDS: Final = re.compile(r"(?:[^\W\d_]|[\u0300-\u036f\u0900-\u0dff])+|\d+")
_INSIDE_WORDS: Final = str.maketrans("", "", "'’`\u200c\u200d")
# What stands before a name, Mohammed among it: it is written short, or left out.
_TITLES: Final = frozenset(
    {
        *("adv", "dr", "er", "km", "kumari", "late", "md", "mhd", "miss", "mohamad", "mohamed", "mohammad", "mohammed"),
        *("mohd", "mohmd", "mr", "mrs", "ms", "muhammad", "muhammed", "prof", "sh", "shree", "shri", "smt", "sri"),
        *("कुमारी", "डा", "डॉ", "मुहम्मद", "मो", "मोहम्मद", "श्री", "श्रीमती", "सुश्री"),
    }
)
# As `waymark_sound.sql` has it.
_TITLED: Final = re.compile(rf"(?:(?:{'|'.join(sorted(_TITLES))})(?:\.\s*|\s+))+(?=\S)", re.IGNORECASE).match


def latin(word: str) -> str:
    """The consonants of a word, and those vowels that all spellings have."""
    text = unicodedata.normalize("NFKD", word).casefold().translate(_LATIN)
    for replace, by in _SPELLINGS:
        text = replace(by, text)
    return text


# Words that are written short.
_SHORT_FORMS: Final = (("mohammed", "mohd", "md", "mhd"), ("kumar", "kr"), ("prasad", "pd", "prd"), ("shaikh", "sk"))
_LONG: Final = {latin(form): latin(words[0]) for words in _SHORT_FORMS for form in words}
_SAME: Final = {form: forms for words in _SHORT_FORMS for forms in [{*map(latin, words)}] for form in forms}
# The letters that `latin` leaves, and the fewest for one of them to be a slip.
_LETTERS: Final = "acdeghijklmnprstuv"
_FEWEST_LETTERS: Final = 3


def spelt(word: str, *, with_slips: bool = False) -> set[str]:
    """How a word of a name may be spelt, as the database's `waymark_spelt` has it; none for a letter or a number.

    With slips, it also holds each form with one letter too many, missing, wrong or in the place of the next.
    """
    form = latin(word.translate(_INSIDE_WORDS))
    if not form.isalpha() or len(form) == 1:
        return set()
    forms = set(_SAME.get(form, {form}))
    if with_slips and len(form) >= _FEWEST_LETTERS:
        halves = [(form[:place], form[place:]) for place in range(len(form) + 1)]
        forms |= {before + after[1:] for before, after in halves}
        forms |= {before + letter + after[skip:] for before, after in halves for skip in (0, 1) for letter in _LETTERS}
        forms |= {before + after[1::-1] + after[2:] for before, after in halves}
    return forms


# What no word has inside.
NO_SOUND: Final = " "
_SPELT_ALIKE: Final = {"b": "v", "c": "k", "f": "p", "g": "j", "m": "n", "q": "k", "w": "v", "x": "k", "z": "j"}


def _make_sounds() -> dict[str, str]:
    """Give each letter a consonant, one for those that spellings exchange, or none for vowels and silent letters."""
    latin = dict(zip(ascii_lowercase, ascii_lowercase, strict=True)) | _SPELT_ALIKE | dict.fromkeys("aeiouhy", NO_SOUND)
    accented = {chr(letter): unicodedata.normalize("NFKD", chr(letter))[0].lower() for letter in range(0xC0, 0x180)}
    spelt = {letter.upper(): letter for letter in latin} | accented | _INDIAN | dict.fromkeys("'’`.-", "")
    return latin | {letter: latin.get(by[:1], NO_SOUND) for letter, by in spelt.items()}


SOUNDS: Final = _make_sounds()
_TO_SOUNDS: Final = str.maketrans(SOUNDS)


def sound_of(name: str) -> str:
    """Two consonants of the first word behind titles, which likely pairs share, as the database's `waymark_sound`."""
    titled = _TITLED(name)
    return _sound((name[titled.end() :] if titled else name).partition(" ")[0])


@lru_cache(maxsize=50_000)
def _sound(word: str) -> str:
    return word.translate(_TO_SOUNDS).replace(NO_SOUND, "")[:2]


_numbers: Final = re.compile(r"\d+").findall


@lru_cache(maxsize=20_000)
def numbers_of(name: str) -> str:
    """The numbers in a name, which are equal in all of one person: "Student 1" is not "Student 2"."""
    found = _numbers(name)
    return " ".join(sorted(set(found))) if found else ""


class _Name(NamedTuple):
    """The trigrams of each word, and of all."""

    words: Sequence[frozenset[str]]
    trigrams: frozenset[str]


def are_alike(one: str, other: str) -> bool:
    """Whether the first words resemble each other or another word, and most of the shorter name is in the longer."""
    if one == other:
        return True
    if numbers_of(one) != numbers_of(other):
        return False
    first, second = _read(one), _read(other)
    shared = len(first.trigrams & second.trigrams)
    # Most pairs share too few, which is quick to see.
    return (
        shared > 0
        and (shared >= LEAST_ALIKE * len(first.trigrams) or shared >= LEAST_ALIKE * len(second.trigrams))
        and _begins_like_a_word_of(first, second)
        and _begins_like_a_word_of(second, first)
    )


@lru_cache(maxsize=20_000)
def _read(name: str) -> _Name:
    words = _WORDS.findall(name.casefold().translate(_INSIDE_WORDS))
    while len(words) > 1 and words[0] in _TITLES:
        del words[0]
    trigrams = [_trigrams(word) for word in words]
    return _Name(trigrams, frozenset().union(*trigrams))


@lru_cache(maxsize=20_000)
def _trigrams(word: str) -> frozenset[str]:
    form = latin(word)
    padded = f"  {_LONG.get(form, form)} "
    return frozenset(padded[place : place + 3] for place in range(len(padded) - 2))


def _begins_like_a_word_of(one: _Name, other: _Name) -> bool:
    first = one.words[0]
    return any(len(first & word) >= LEAST_ALIKE_WORDS * len(first | word) for word in other.words)
