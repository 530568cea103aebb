"""The client has every sentence of an error in each of its languages (client/src/locales/*/api.po)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.platform.http.test_error_codes import every_error

PROJECT = Path(__file__).parents[3]
CATALOGUES = sorted((PROJECT / "client" / "src" / "locales").glob("*/api.po"))
PLACE = re.compile(r"\{\d\}")


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
        if not isinstance(call, ast.Call) or not ast.unparse(call.func).endswith("Error"):
            continue
        fields = [key.value for key in call.keywords if key.arg == "errors"]
        values = [value for field in fields if isinstance(field, ast.Dict) for value in field.values]
        for node in [*call.args[:1], *values]:
            if (text := text_of(node, constants)) is not None and re.match(r"[A-Z“]\S* ", text):
                yield text


def every_sentence() -> set[str]:
    given = {
        text for path in (PROJECT / "server").rglob("*.py") if not is_for_operators(path) for text in sentences_of(path)
    }
    return given | {error.message for error in every_error()}


def is_for_operators(path: Path) -> bool:
    """Their errors are read in a terminal."""
    folders = {"migrations", "configuration", "messaging"}
    return path.name in {"cli.py", "operator_commands.py"} or bool(folders & set(path.parts))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.name)
def test_every_sentence_of_an_error_is_translated(path: Path) -> None:
    with path.open("rb") as file:
        messages = {str(each.id): str(each.string) for each in read_po(file) if each.id}
    assert messages
    assert all(translation for translation in messages.values())
    assert [
        text for text, other in messages.items() if sorted(PLACE.findall(text)) != sorted(PLACE.findall(other))
    ] == []
    shapes = [re.compile(".+".join(map(re.escape, PLACE.split(text)))) for text in messages]
    assert sorted(text for text in every_sentence() if not any(shape.fullmatch(text) for shape in shapes)) == []
