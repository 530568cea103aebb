"""The texts of messages in other languages: PO files, which are compiled when a language is first used."""

import gettext
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from server.vocabulary.languages import SOURCE_LANGUAGE, Language

TEMPLATES: Final = Path(__file__).parent / "templates"
LOCALES: Final = Path(__file__).parent / "locales"
# Text messages stay English, as operators in India have registered them; the inbox is a page for developers.
_UNTRANSLATED: Final = (".sms.txt", "inbox.html")
_METHOD: Final = "jinja2.ext:babel_extract"
_OPTIONS: Final[dict[str, Any]] = {"trimmed": "true", "silent": "false"}


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


def source_texts() -> Catalog:
    """The texts of all templates, as they are in the source language."""
    found, catalogue = extract_from_dir(TEMPLATES, [("**", _METHOD)], {"**": _OPTIONS}), Catalog(fuzzy=False)
    for name, line, text, comments, context in sorted(found, key=lambda each: each[:2]):
        if not name.endswith(_UNTRANSLATED):
            catalogue.add(text, None, [(name, line)], auto_comments=comments, context=context)
    return catalogue


def update_catalogues() -> None:
    """Write the PO files anew: new texts are added without a translation, former ones removed."""
    for language in Language:
        if language is SOURCE_LANGUAGE:
            continue
        path = path_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = read_catalogue(language) if path.exists() else Catalog(locale=language)
        catalogue.update(source_texts(), no_fuzzy_matching=True, update_creation_date=False)
        with path.open("wb") as file:
            write_po(file, catalogue, width=120, omit_header=False, include_lineno=False, ignore_obsolete=True)
