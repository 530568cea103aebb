"""Text that people see, names among it: its allowed characters, its stored form, the scripts of its letters."""

import re
import unicodedata
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from typing import Final, Literal

from server.platform.errors import ValidationFailedError

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


# On one letter (Unicode TR 39, 5.4).
MOST_MARKS: Final = 4
COMPOSED_AT_ONCE: Final = 1_000

_JOINERS: Final = "\u200c\u200d"
# Scripts in which a joiner between two letters changes how they are written.
_JOINING_SCRIPTS: Final = frozenset(
    {
        *("ARABIC", "BENGALI", "DEVANAGARI", "GUJARATI", "GURMUKHI", "KANNADA", "MALAYALAM", "MEETEI", "ORIYA"),
        *("SINHALA", "TAMIL", "TELUGU"),
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
    # White space is tidied, whatever it is.
    return tidy("".join(each for place, each in enumerate(text) if each.isspace() or not _is_wrong(text, place)))


_DOTS: Final = dict.fromkeys(map(ord, "·•∙․‧。"), ".")  # noqa: RUF001 - what is taken for a dot


def with_plain_digits(text: str) -> str:
    """A number or date as a keyboard of ASCII writes it: digits of every script, dashes, dots and pluses, all seen."""
    if text.isascii():
        return text
    seen = composed(without_invisible(text), form="NFKC").translate(_DOTS)
    return "".join(map(_plain_character, seen))


def _plain_character(character: str) -> str:
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    return "-" if unicodedata.category(character) == "Pd" or character == "−" else character


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
    """Tell whether a joiner stands behind a virama, or between two letters of one script that has joiners."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if not before:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return not after or after not in _JOINERS
    return bool(after) and script_of(before) == script_of(after) and script_of(after) in _JOINING_SCRIPTS


def _complaint(character: str) -> str:
    if unicodedata.category(character) == "Cc":
        return "Control characters and line breaks are not allowed"
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


# A domain outside ASCII as it is sent.
_ENCODED: Final = "xn--"
_LIST: Final = Path(__file__).with_name("top_level_domains.txt")

# A text without any of these holds no link.
_MAY_LINK: Final = re.compile(r"[.:]|xn--", re.IGNORECASE).search
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*://|\bmailto:|\bwww\.|\bxn--", re.IGNORECASE).search
_NUMERIC: Final = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])").search
# What may be between dots: letters, digits and the marks of Indian scripts.
_LABEL: Final = r"(?:[^\W_]|[\u0900-\u0dff])"
_DOTTED: Final = re.compile(rf"(?P<before>(?:{_LABEL}|[_-])+)(?=\.(?P<ending>{_LABEL}+)(?P<next>/?))")
# Written with a dot and without a space by many: Dr.Dev, Pvt.Ltd, Md.Om.
_TITLES: Final = frozenset(
    {
        *("adv", "capt", "ch", "col", "dr", "er", "fr", "gen", "jr", "km", "ku", "kum", "lt", "maj", "md", "messrs"),
        *("mohd", "mr", "mrs", "ms", "mx", "no", "prof", "rev", "sgt", "sh", "shri", "smt", "sr", "sri", "st", "डॉ"),
        "श्री",
    }
)
_FORMS: Final = frozenset({"bros", "co", "corp", "inc", "limited", "llc", "llp", "ltd", "p", "pte", "pvt", "sons"})
_LOOK_ALIKES: Final = re.compile("[\u0370-\u058f\u13a0-\u13ff\u1c80-\u1c8f\u1f00-\u1fff]").search
_ALIKE: Final = frozenset({"ARMENIAN", "CHEROKEE", "CYRILLIC", "GREEK", "LATIN"})


def person_name_problem(name: str) -> str | None:
    """The sentence that says what a person's name may not hold and how to write it, or None."""
    return text_problem(name) or _address_problem(name, has_initials=True) or _mixture_problem(name)


def company_name_problem(name: str) -> str | None:
    """The same for a company, whose name does not end in initials."""
    return text_problem(name) or _address_problem(name, has_initials=False) or _mixture_problem(name)


def label_problem(label: str) -> str | None:
    """The same for a label that colleagues give: it stands in no mail, so that it may look like an address."""
    return text_problem(label) or _mixture_problem(label)


def read_label(typed: str, *, longest: int, blank: str, of: str = "name") -> str:
    """Tidy a label that a form calls `of`; `blank` is the sentence where there is none.

    Raises ValidationFailedError: it is blank, too long or not acceptable.
    """
    name = tidy(typed)
    problem = label_problem(name) if name else blank
    if len(name) > longest:
        problem = f"Please use at most {longest} characters"
    if problem:
        raise ValidationFailedError(errors={of: problem})
    return name


def fold_name(name: str) -> str:
    """The form in which names are compared: without regard to case, white space and the width of letters."""
    return tidy(composed(name, form="NFKC").casefold())


def _address_problem(name: str, *, has_initials: bool) -> str | None:
    """What a mail program would turn into a link."""
    text = unicodedata.normalize("NFKC", name).replace("\u3002", ".")
    if not _MAY_LINK(text):
        return None
    if found := _SCHEME(text) or _NUMERIC(text):
        return f"A name cannot hold a web address: remove “{found.group()}”"
    for dotted in _DOTTED.finditer(text):
        if _is_address(text, dotted, has_initials=has_initials):
            written = f"{dotted['before']}.{dotted['ending']}"
            return f"A name cannot hold a web address: put a space after the dot in “{written}”, or leave the dot out"
    return None


def _is_address(text: str, dotted: re.Match[str], *, has_initials: bool) -> bool:
    before, ending = dotted["before"].lower(), dotted["ending"]
    if ending.lower() not in _top_level_domains():
        return False
    if before in _FORMS and ending.lower() in _FORMS:
        return False
    if before in _TITLES and ending[0].isupper():
        return False
    if dotted["next"] or text[: dotted.start()].endswith("@"):
        return True
    # S.Dev and Vinod.TK are no addresses: one letter is an initial, and two capitals are two of them.
    return not (len(before) == 1 or (has_initials and len(ending) == 2 and ending.isupper()))  # noqa: PLR2004 - said


def _mixture_problem(name: str) -> str | None:
    """Letters of alphabets that look alike in one word."""
    if not _LOOK_ALIKES(name):
        return None
    for word in re.findall(r"[^\W\d_]+", name):
        scripts = sorted({script_of(letter) for letter in word} & _ALIKE)
        if len(scripts) > 1:
            mixed = " and ".join(map(str.capitalize, scripts))
            return f"“{word}” mixes {mixed} letters: type it with one keyboard"
    return None


def is_top_level_domain(label: str) -> bool:
    """Whether the root zone has it; `label` is in lower case, also as it is encoded in ASCII (`xn--…`)."""
    return label in _top_level_domains() or (label.startswith(_ENCODED) and _decoded(label) in _top_level_domains())


def _decoded(label: str) -> str:
    try:
        return label.encode().decode("idna")
    except UnicodeError:
        return ""


@cache
def _top_level_domains() -> frozenset[str]:
    """Return the domains of the root zone, and two that only look as if they were in it."""
    return frozenset(_LIST.read_text(encoding="utf-8").split())
