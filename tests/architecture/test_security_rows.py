"""docs/security.md has a line for every row, and every test that it names exists."""

import ast
import re
from collections import defaultdict
from typing import Final

from tests.architecture.source import PROJECT, modules

DOCUMENT: Final = PROJECT / "docs" / "security.md"
LINE: Final = re.compile(r"^\| (S\d{2,3}) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
ROWS: Final = [found[0] for found in LINE.findall(DOCUMENT.read_text())]
TEST: Final = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
LEAST_ROWS: Final = 89


# Their tests run in `make check-all` alone.
LONG: Final = re.compile(r"pytest\.mark\.(long|chaos|fuzz|timing)\b")


def existing_tests(*, in_make_test: bool = False) -> dict[str, set[tuple[str, str]]]:
    """File and function of every test that is marked with a row: `@pytest.mark.security("S77")`."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for module in modules("tests"):
        for function in module.functions:
            if in_make_test and any(LONG.fullmatch(ast.unparse(each)) for each in function.decorator_list):
                continue
            for decorator in function.decorator_list:
                match decorator:
                    case ast.Call(func=ast.Attribute(attr="security"), args=[ast.Constant(value=str(row))]):
                        found[row].add((str(module.path.relative_to(PROJECT)), function.name))
    return found


def test_every_row_has_a_test_that_is_marked_with_it() -> None:
    assert set(ROWS) == existing_tests(in_make_test=True).keys()


def test_the_document_has_one_line_for_every_row_in_their_order() -> None:
    lines = [line for line in DOCUMENT.read_text().splitlines() if re.match(r"\|\s*S\d", line)]
    numbers = [int(row[1:]) for row in ROWS]

    assert len(lines) == len(ROWS) >= LEAST_ROWS
    assert numbers == sorted(set(numbers))


def test_every_test_that_the_document_names_is_there_and_belongs_to_its_row() -> None:
    existing = existing_tests()
    named = {row: set(TEST.findall(cell)) for row, _, _, cell in LINE.findall(DOCUMENT.read_text())}

    assert {row: tests - existing[row] for row, tests in named.items() if tests - existing[row]} == {}
    assert [row for row, tests in named.items() if not tests] == []
