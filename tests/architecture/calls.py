"""Which functions of the server a function reaches, by the names in its text: also those that a worker does for it."""

import ast
from functools import cache

from tests.architecture.source import Function, Module, modules

MODULES = {module.name: module for module in modules("server")}


@cache
def imported(module: Module) -> dict[str, str]:
    """The full name of every name that the module imports from another."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in module.nodes
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


@cache
def parts(module: Module) -> dict[str, ast.AST]:
    """The module's functions, classes and constants by name."""
    found = dict[str, ast.AST]()
    for node in module.tree.body:
        if isinstance(node, Function | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (name for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))
            found |= {name.id: node for name in names}
    return found


@cache
def called(module: Module, node: ast.AST) -> frozenset[str]:
    """The full names of what the text names, also by their module, unless it has a variable so named."""
    nodes, own, others = [*ast.walk(node)], parts(module), imported(module)
    names = [part for part in nodes if isinstance(part, ast.Name)]
    variables = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    used = {name.id for name in names} - variables
    found = {f"{module.name}.{name}" if name in own else others.get(name, "") for name in used}
    for each in nodes:
        match each:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name not in variables:
                found.add(f"{others.get(name, '')}.{attribute}")
    return frozenset(found)


def reached(function: str) -> dict[str, tuple[Module, ast.AST]]:
    """The function and all that it names, by full name."""
    found, pending = dict[str, tuple[Module, ast.AST]](), [function]
    while pending:
        name = pending.pop()
        module = MODULES.get(name.rpartition(".")[0])
        node = None if module is None else parts(module).get(name.rpartition(".")[2])
        if module is not None and node is not None and name not in found:
            found[name] = module, node
            pending += called(module, node)
    return found
