"""The documents agree with the project: settings, links and make targets."""

import re
from pathlib import Path

import pytest

from deploy.documents.settings_page import build_settings_page
from server.platform.configuration.settings import Settings
from tests.architecture.source import PROJECT


def test_the_page_of_settings_is_the_one_that_is_generated() -> None:
    assert (PROJECT / "docs" / "settings.md").read_text() == build_settings_page()
    assert all(field.description for field in Settings.model_fields.values())


@pytest.mark.parametrize(
    "document", sorted(PROJECT.glob("*.md")) + sorted(PROJECT.glob("docs/**/*.md")), ids=lambda path: path.name
)
def test_every_link_of_a_document_has_its_target(document: Path) -> None:
    text = document.read_text()
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text) + re.findall(r"(?:src|srcset)=\"([^\"]+)\"", text)

    assert [link for link in links if not (document.parent / link).exists()] == []


def test_every_target_that_the_documents_name_is_in_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    documents = [*PROJECT.glob("*.md"), *PROJECT.glob("docs/**/*.md")]
    named = {name for path in documents for name in re.findall(r"`(?:[A-Z_]+=\S+ )*make ([a-z-]+)", path.read_text())}

    assert named <= targets
