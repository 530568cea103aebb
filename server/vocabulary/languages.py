"""The languages of texts, and the regions by which dates and numbers are written."""

from collections.abc import Iterable
from typing import Final

from server.platform.process.open_enum import OpenEnum


class Language(OpenEnum):
    """Another one is a line here, one in client/src/lib/languages.json, and a PO file of each."""

    ENGLISH = "en"
    HINDI = "hi"


SOURCE_LANGUAGE: Final = Language.ENGLISH
# What a visitor has chosen in this browser (client/src/lib/language.ts).
LANGUAGE_COOKIE: Final = "language"


def language_of(stored: str | None) -> Language:
    """The stored language where there are texts in it."""
    return first_language([stored or ""]) or SOURCE_LANGUAGE


def first_language(tags: Iterable[str]) -> Language | None:
    """The first of these that there are texts in; without their regions: `hi`."""
    known = frozenset(map(str, Language))
    return next((Language(tag) for tag in tags if tag in known), None)
