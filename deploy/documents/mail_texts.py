"""The texts of messages, and of the page of what is stored about a person, that translators find in the PO files."""

from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from server.company.privacy.export_data import texts_of_page
from server.messaging.messages.catalogues import TEMPLATES, path_of, read_catalogue
from server.vocabulary.languages import SOURCE_LANGUAGE, Language

# The inbox is a page for developers.
_UNTRANSLATED: Final = "inbox.html"
_METHOD: Final = "jinja2.ext:babel_extract"
_OPTIONS: Final[dict[str, Any]] = {"trimmed": "true", "silent": "false"}


def source_texts() -> Catalog:
    """The texts of all templates and of that page, as they are in the source language."""
    found, catalogue = extract_from_dir(TEMPLATES, [("**", _METHOD)], {"**": _OPTIONS}), Catalog(fuzzy=False)
    for name, line, text, comments, context in sorted(found, key=lambda each: each[:2]):
        if not name.endswith(_UNTRANSLATED):
            catalogue.add(text, None, [(name, line)], auto_comments=comments, context=context)
    for text in sorted(texts_of_page()):
        catalogue.add(text, None, [("privacy/export_data.py", 0)])
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
