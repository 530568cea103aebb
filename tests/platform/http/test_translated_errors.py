"""The client has every sentence that people see in each of its languages (client/src/locales/*/api.po).

They are those of errors, remarks, notifications and successes.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from server.people.fields.starter_sets import STARTER_SETS
from server.people.imports.preview.preview_repository import DONE
from server.people.saved_views.change_view import BUILT_IN_VIEWS
from server.vocabulary.emails import refusal_of_email
from tests.platform.http.test_error_codes import every_error

PROJECT = Path(__file__).parents[3]
CATALOGUES = sorted((PROJECT / "client" / "src" / "locales").glob("*/api.po"))
PLACE = re.compile(r"\{\d\}")
# The client looks up what stands between them by itself (client/src/lib/sentences.ts).
BETWEEN = re.compile(r"; |(?<=\.) (?=[A-Z\d“])")
# A text that is given by one of these names is shown, also where it does not read as a sentence.
SHOWN = {"title", "body", "message", "text"}
DESCRIPTIONS = {"description", "when", "to", "rate", "lost", "help"}


def text_of(node: ast.expr | None, constants: dict[str, ast.expr]) -> str | None:
    """What the expression says, with a figure in place of each value; None where it is no text of its own."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in parts)
        case ast.Name(id=name) if name in constants:
            return text_of(constants[name], {})
        case _:
            return None


def sentences_of(path: Path) -> Iterator[str]:
    """The texts that the module gives to errors, as their sentence or as that of a field."""
    tree = ast.parse(path.read_text())
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and node.value is not None
        for target in [node.target]
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        if not str(getattr(call.func, "attr", getattr(call.func, "id", ""))).endswith("Error"):
            continue
        fields = [key.value for key in call.keywords if key.arg == "errors"]
        values = [value for field in fields if isinstance(field, ast.Dict) for value in field.values]
        for node in [*call.args[:1], *values]:
            if (text := text_of(node, constants)) is not None and re.match(r"[A-Z“]\S* ", text):
                yield text


def shown_in(path: Path) -> Iterator[str]:
    """The sentences among the texts of the module, and its titles."""
    tree = ast.parse(path.read_text())
    hidden = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    named = set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in DESCRIPTIONS:
            hidden.update(map(id, ast.walk(node.value)))
        elif isinstance(node, ast.keyword) and node.arg in SHOWN:
            named.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            hidden.update(map(id, node.values))
    for node in ast.walk(tree):
        given = text_of(node, {}) if isinstance(node, ast.expr) and id(node) not in hidden else None
        text = re.sub(r"\{\w*:?,?\}", "7", given or "")
        text = re.sub(r"^7\.? |(?<=\.) 7$", "", text)
        is_sentence = re.fullmatch(r"[A-Z\d“]\S* \S+ .*\.", text) is not None
        if is_sentence or (id(node) in named and re.match(r"[A-Z\d“].* .*[a-z]{3}|[A-Z][a-z]+$", text)):
            yield text


def every_sentence() -> set[str]:
    paths = [path for path in (PROJECT / "server").rglob("*.py") if not is_for_operators(path)]
    given = {text for path in paths for text in (*sentences_of(path), *shown_in(path))}
    # Names, single words and a sentence without its point, which do not read as sentences.
    others = {*DONE.values(), *(view.name for view in BUILT_IN_VIEWS), refusal_of_email("asha@gmail.con") or ""}
    others |= {text for each in STARTER_SETS.values() for text in (each.label, each.about)}
    return given | {error.message for error in every_error()} | others


# Their texts are read in a terminal, by developers, or in the catalogues of mails.
FOR_OTHERS = {
    *("migrations", "configuration", "messages", "database", "live", "health"),
    *("cli", "operation", "closing", "chain", "openapi", "metrics", "authentication", "export_data"),
}


def is_for_operators(path: Path) -> bool:
    return not FOR_OTHERS.isdisjoint({*path.parts, path.stem})


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.name)
def test_every_sentence_that_people_see_is_translated(path: Path) -> None:
    with path.open("rb") as file:
        messages = {str(each.id): str(each.string) for each in read_po(file) if each.id}
    assert len(messages) == path.read_text().count("\nmsgid ")
    assert all(translation for translation in messages.values())
    assert [
        text for text, other in messages.items() if sorted(PLACE.findall(text)) != sorted(PLACE.findall(other))
    ] == []
    shapes = [re.compile(".+".join(map(re.escape, PLACE.split(text)))) for text in messages if PLACE.search(text)]

    def is_known(text: str) -> bool:
        return text == "7" or text in messages or any(shape.fullmatch(text) for shape in shapes)

    assert (
        sorted(text for text in every_sentence() if not is_known(text) and not all(map(is_known, BETWEEN.split(text))))
        == []
    )
