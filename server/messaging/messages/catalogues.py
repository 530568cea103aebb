"""The texts of messages in other languages: PO files, which are compiled when a language is first used."""

import gettext
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from server.vocabulary.languages import SOURCE_LANGUAGE, Language

TEMPLATES: Final = Path(__file__).parent / "templates"
LOCALES: Final = Path(__file__).parent / "locales"


@cache
def translations(language: Language) -> gettext.NullTranslations:
    if language is SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, read_catalogue(language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def path_of(language: Language) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "messages.po"


def read_catalogue(language: Language) -> Catalog:
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)
