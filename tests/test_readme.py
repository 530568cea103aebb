"""The documents agree with the project: settings, links and make targets."""

import re
from pathlib import Path

import pytest

from server.settings import Settings
from tests.architecture.source import PROJECT


def test_the_readme_names_every_setting_and_no_other() -> None:
    text = (PROJECT / "README.md").read_text()
    table = text[text.index("## Settings") : text.index("## More")]
    firsts = (line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    named = {name for first in firsts for name in re.findall(r"`([A-Z_]+)`", first)}

    assert named == {name.upper() for name in Settings.model_fields}


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
