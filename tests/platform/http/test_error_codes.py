"""Every error class has a code of the one enum, and every code a row in the one table."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import server
from server.platform.error_codes import ErrorCode
from server.platform.errors import ApplicationError

TABLE = Path(__file__).parents[3] / "docs" / "errors.md"
# Importing it needs the environment of a running system.
NOT_IMPORTED = {"server.asgi"}


def every_error() -> Iterator[type[ApplicationError]]:
    for module in pkgutil.walk_packages(server.__path__, "server."):
        if module.name not in NOT_IMPORTED and ".migrations." not in module.name:
            importlib.import_module(module.name)
    waiting = [ApplicationError]
    while waiting:
        error = waiting.pop()
        waiting.extend(error.__subclasses__())
        if error.__module__.startswith("server."):
            yield error


def test_enum_holds_exactly_the_codes_of_the_classes() -> None:
    assert {error.code for error in every_error()} == {code.value for code in ErrorCode}


def test_table_holds_every_code_with_its_status() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d{3}) \| (.+) \|$", TABLE.read_text(), re.MULTILINE)
    documented = {(code, int(status)) for code, status, _ in rows}
    assert len(rows) == len(documented)
    assert documented == {(error.code, error.status) for error in every_error()}


def test_message_of_every_class_is_a_sentence_to_be_shown() -> None:
    for error in every_error():
        assert error.message[:1].isupper()
        assert not re.search(r"[{}<>]|None|Exception", error.message), error
