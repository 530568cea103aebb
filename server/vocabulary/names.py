"""Rules of the names of people and companies, which others see in our mails."""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

from server.vocabulary.scripts import script_of
from server.vocabulary.visible_text import composed, text_problem, tidy

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
        "adv",
        "capt",
        "ch",
        "col",
        "dr",
        "er",
        "fr",
        "gen",
        "jr",
        "km",
        "ku",
        "kum",
        "lt",
        "maj",
        "md",
        "messrs",
        "mohd",
        "mr",
        "mrs",
        "ms",
        "mx",
        "no",
        "prof",
        "rev",
        "sgt",
        "sh",
        "shri",
        "smt",
        "sr",
        "sri",
        "st",
        "डॉ",
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


@cache
def _top_level_domains() -> frozenset[str]:
    """Those of the root zone, and two that only look as if they were in it."""
    return frozenset(_LIST.read_text(encoding="utf-8").split())
