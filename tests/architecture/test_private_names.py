"""The product uses no private name of a framework: an upgrade may change those without a word."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from typing import Final

from tests.architecture.source import PROJECT, Module, modules

LIBRARIES: Final = (
    *("quart", "quart_schema", "werkzeug", "uvicorn", "socketio", "engineio", "redis", "arq", "asyncpg", "databases"),
)
PRIVATE: Final = re.compile(r"\b_[^\W_]\w*")
# Documented, though their names begin so: of named tuples, of enums, and of `os`.
PUBLIC: Final = frozenset({"_replace", "_asdict", "_fields", "_make", "_name_", "_value_", "_exit"})
# Importing it needs the environment of a running system; it declares no class.
NOT_IMPORTED: Final = frozenset({"server.asgi"})
# What only React and MUI themselves may use.
OF_THE_CLIENT: Final = re.compile(
    r"__SECRET_INTERNALS|__CLIENT_INTERNALS|_reactInternals|__reactFiber|__reactProps"
    r"|from '(?:@mui/[\w/-]*/internal|react(?:-dom)?/(?:cjs|src))"
    # A private name of any object; zod's `z._default` is public.
    r"|(?<=[\w)\]])(?<!\bz)\??\._\w"
)


def private_imports(module: Module) -> Iterator[str]:
    for name in module.imports:
        library, *parts = name.split(".")
        if library in LIBRARIES and any(map(PRIVATE.fullmatch, parts)):
            yield name


def private_attributes(module: Module) -> Iterator[str]:
    """Yield the private names of other objects, ours included."""
    own = {"self", "cls"} | {node.name for node in module.tree.body if isinstance(node, ast.ClassDef)}
    for node in module.nodes:
        if not isinstance(node, ast.Attribute) or not PRIVATE.fullmatch(node.attr) or node.attr in PUBLIC:
            continue
        if not isinstance(node.value, ast.Name) or node.value.id not in own:
            yield ast.unparse(node)


def inherited_names(module: Module) -> Iterator[str]:
    """Private names of a library's class that a class of ours overrides or reads by way of `self`."""
    for node in module.nodes:
        if not isinstance(node, ast.ClassDef) or not node.bases:
            continue
        found = getattr(importlib.import_module(module.name), node.name, None)
        used = {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute) and PRIVATE.fullmatch(n.attr)}
        used |= {
            n.name for n in node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef) and PRIVATE.match(n.name)
        }
        for base in found.__mro__ if isinstance(found, type) else ():
            if base.__module__.partition(".")[0] in LIBRARIES:
                yield from (f"{node.name}.{name}" for name in used & names_of(base))


def names_of(library_class: type) -> set[str]:
    """Names of its methods, and where its source is in Python also those of its attributes."""
    try:
        source = inspect.getsource(library_class)
    except OSError:
        source = ""
    return {*dir(library_class), *PRIVATE.findall(source)}


def test_no_private_name_of_a_framework_is_used() -> None:
    found = {
        f"{module.name}: {name}"
        for module in modules("server", "workers")
        if module.name not in NOT_IMPORTED
        for names in (private_imports(module), private_attributes(module), inherited_names(module))
        for name in names
    }

    assert found == set()


def test_the_client_uses_no_private_name_of_a_framework() -> None:
    files = [path for path in (PROJECT / "client" / "src").rglob("*.ts*") if "generated" not in path.parts]

    assert files
    assert [path.name for path in files if OF_THE_CLIENT.search(path.read_text())] == []
