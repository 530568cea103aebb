"""The project's modules as syntax trees."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[2]
EXPRESSIONS: Final = {
    "select": "SELECT FROM {}",
    "insert": "INSERT INTO {}",
    "update": "UPDATE {} SET",
    "delete": "DELETE FROM {}",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, kw_only=True)
class Module:
    """`name` is dotted: server.people.account.create_user. Read and parsed when it is first asked for."""

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text()

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        return self.text.count("\n")

    @property
    def stem(self) -> str:
        return self.name.rpartition(".")[2]

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        return tuple(ast.walk(self.tree))

    @cached_property
    def imports(self) -> frozenset[str]:
        """Every imported module, including imports inside functions."""
        imported = {alias.name for node in self.nodes if isinstance(node, ast.Import) for alias in node.names}
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom) and node.module:
                imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        return frozenset(imported)

    def imports_any(self, *packages: str) -> set[str]:
        return {name for name in self.imports if any(name == p or name.startswith(p + ".") for p in packages)}

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        return tuple(node for node in self.nodes if isinstance(node, Function))

    def texts(self) -> Iterator[str]:
        """String constants and the constant parts of f-strings, without docstrings."""
        docstrings = {id(node.value) for node in self.nodes if isinstance(node, ast.Expr)}
        for node in self.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield node.value


@dataclass(frozen=True, kw_only=True)
class Statement:
    """`place` is the function or constant that contains the text."""

    module: str
    place: str
    text: str


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """All modules below these folders of the project, except migration revisions."""
    return tuple(
        _module(path)
        for folder in folders
        for path in sorted((PROJECT / folder).rglob("*.py"))
        if "versions" not in path.parts
    )


def statements(module: Module) -> Iterator[Statement]:
    """The texts of its functions and constants, SQL among them; SQLAlchemy's expressions are written as SQL."""
    has_expressions = bool(module.imports_any("sqlalchemy"))
    for node in module.tree.body:
        place = _place_of(node)
        if place is not None:
            expressions = _expressions_in(node) if has_expressions else ()
            for text in (*_texts_in(node), *expressions):
                yield Statement(module=module.name, place=place, text=text)


def _place_of(node: ast.stmt) -> str | None:
    if isinstance(node, Function | ast.ClassDef):
        return node.name
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.target)
    return ast.unparse(node.targets[0]) if isinstance(node, ast.Assign) else None


def _texts_in(node: ast.AST) -> Iterator[str]:
    """Whole texts; interpolated values are gaps."""
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        yield "".join(map(str, parts))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from _texts_in(child)


def _expressions_in(node: ast.AST) -> Iterator[str]:
    """Whole expressions such as `update(sessions).where(…)`, each after how its SQL begins."""
    if isinstance(node, ast.Call) and (begun := _begun_by(node)):
        yield f"{begun} {ast.unparse(node)}"
    else:
        for child in ast.iter_child_nodes(node):
            yield from _expressions_in(child)


def _begun_by(call: ast.Call) -> str | None:
    """None for a call that makes no statement."""
    match call:
        case ast.Call(func=ast.Attribute(attr="select_from"), args=[table]):
            return EXPRESSIONS["select"].format(ast.unparse(table).rpartition(".")[2])
        case ast.Call(func=ast.Attribute(value=ast.Call() as inner)):
            return _begun_by(inner)
        case ast.Call(func=ast.Name(id=verb), args=[subject, *_]) if verb in EXPRESSIONS:
            # The table, or one of its columns: `sessions`, `tables.sessions`, `sessions.c.id`.
            return EXPRESSIONS[verb].format(ast.unparse(subject).split(".c.")[0].rpartition(".")[2])
    return None


@cache
def _module(path: Path) -> Module:
    parts = path.relative_to(PROJECT).with_suffix("").parts
    return Module(name=".".join(parts[:-1] if parts[-1] == "__init__" else parts), path=path)
