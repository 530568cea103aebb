"""The code of every error class stands in the OpenAPI document, and in the one table."""

import importlib
import json
import pkgutil
import re
from pathlib import Path

import server
from server.platform import errors
from server.platform.errors import ApplicationError

PROJECT = Path(__file__).parents[3]
TABLE = PROJECT / "docs" / "errors.md"
DOCUMENT = PROJECT / "client" / "openapi.json"
# Importing it needs the environment of a running system.
NOT_IMPORTED = {"server.asgi"}


def every_error() -> list[type[ApplicationError]]:
    for module in pkgutil.walk_packages(server.__path__, "server."):
        if module.name not in NOT_IMPORTED and ".migrations." not in module.name:
            importlib.import_module(module.name)
    return [error for error in errors.every_error() if error.__module__.startswith("server.")]


def test_document_holds_exactly_the_codes_of_the_classes() -> None:
    codes = json.loads(DOCUMENT.read_text())["components"]["schemas"]["ErrorCode"]["enum"]
    assert set(codes) == {error.code for error in every_error()}


def test_table_holds_every_code_with_its_status() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d{3}) \| (.+) \|$", TABLE.read_text(), re.MULTILINE)
    documented = {(code, int(status)) for code, status, _ in rows}
    assert len(rows) == len(documented)
    assert documented == {(error.code, error.status) for error in every_error()}


def test_message_of_every_class_is_a_sentence_to_be_shown() -> None:
    for error in every_error():
        assert error.message[:1].isupper()
        assert not re.search(r"[{}<>]|None|Exception", error.message), error
