"""The names of modules, the shape of calls, and what no module does."""

import ast
import json
import re
import tomllib
from collections import Counter
from typing import Final

from server.platform.process.version import VERSION
from tests.architecture.source import PROJECT, modules

MOST_POSITIONAL: Final = 3
# A version of Waymark in a document or a setting.
NUMBERED: Final = re.compile(r'(?:\bVERSION(?:=|:-)|image\.version="|\bwaymark:|\bWaymark )v?(\d+\.\d+\.\d+)')
# What begins so is no sentence in this project.
FRAGMENT: Final = re.compile(r"(Of|Those|None|By|As|In|Also|Where|Without|With|To|From|Beyond|Beside|After|Once|At)\b")
EMPTY_NAMES: Final = re.compile(r"(data|info|manager|helpers?|utils?|common|misc|base)")

ALL: Final = modules("server", "workers", "deploy/local", "tests")
PRODUCT: Final = modules("server", "workers", "deploy/local")


def test_docstrings_are_sentences() -> None:
    """One that leans on the name of what it describes says nothing to its reader."""
    nodes = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    found = {
        f"{module.name}: {text.splitlines()[0]}"
        for module in PRODUCT
        for node in module.nodes
        if isinstance(node, nodes) and (text := ast.get_docstring(node)) and FRAGMENT.match(text)
    }

    assert found == set()


def test_modules_are_named_for_what_is_done_in_them() -> None:
    assert [module.name for module in PRODUCT if EMPTY_NAMES.fullmatch(module.stem)] == []


def test_a_class_of_the_server_has_a_name_of_its_own() -> None:
    names = Counter(
        node.name for module in modules("server", "workers") for node in module.nodes if isinstance(node, ast.ClassDef)
    )

    assert {name for name, times in names.items() if times > 1} == set()


def test_a_call_can_be_read_without_counting_its_arguments() -> None:
    """Functions with more than three arguments take the others by keyword."""
    found = {
        f"{module.name}.{function.name}"
        for module in PRODUCT
        for function in module.functions
        if len([a for a in function.args.args if a.arg not in {"self", "cls"}]) > MOST_POSITIONAL
    }

    assert found == set()


def test_tests_patch_nothing() -> None:
    patching = {"unittest.mock", "pytest_mock", "freezegun", "time_machine"}
    found = {module.name for module in modules("tests") if patching & set(module.imports)}
    patched = {
        module.name
        for module in modules("tests")
        for function in module.functions
        if "monkeypatch" in {argument.arg for argument in function.args.args}
    }

    assert (found, patched) == (set(), set())


def test_no_private_name_is_imported() -> None:
    """Ruff judges attributes of other objects (SLF001)."""
    ours = ("server.", "workers.", "deploy.", "tests.")
    found = {
        f"{module.name}: {name}"
        for module in ALL
        for name in module.imports
        if name.startswith(ours) and any(re.match("_[^_]", part) for part in name.split("."))
    }

    assert found == set()


def test_nothing_is_printed_but_by_commands() -> None:
    speaking = ("server.cli", "server.operation", "deploy.local")
    found = {
        module.name
        for module in PRODUCT
        if not module.name.startswith(speaking)
        for node in module.nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    }

    assert found == set()


def test_the_version_is_that_of_pyproject_everywhere() -> None:
    version = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"]
    package, lock, openapi, asyncapi = (
        json.loads((PROJECT / file).read_text())
        for file in ("client/package.json", "client/package-lock.json", "client/openapi.json", "docs/asyncapi.json")
    )
    documents = [*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md"), *PROJECT.glob("deploy/*")]
    exported = {match for path in documents if path.is_file() for match in NUMBERED.findall(path.read_text())}

    assert {version} == {
        VERSION,
        package["version"],
        lock["version"],
        lock["packages"][""]["version"],
        openapi["info"]["version"],
        asyncapi["info"]["version"],
        *exported,
    }
