"""A public view that hashes, verifies a signature or calls another server has its line in `costly.py`."""

import ast
from functools import cache
from typing import Final

from server.platform.http.costly import COSTLY, Cost
from tests.architecture.source import Function, Module, modules

# How each cost is written where it arises. The providers of robot checks are asked behind one call.
SOURCES: Final = {
    "passwords.hash": Cost.HASHES,
    "passwords.verify": Cost.HASHES,
    "robot_check.challenge": Cost.HASHES,
    "robot_check.verify": Cost.CALLS_OUT,
    "password_range.find_problem": Cost.CALLS_OUT,
    "outbound.call": Cost.CALLS_OUT,
    "outbound.get_object": Cost.CALLS_OUT,
    "webauthn.verify_authentication_response": Cost.VERIFIES,
    "webauthn.verify_registration_response": Cost.VERIFIES,
}
# Packages that verify signatures and read keys.
VERIFIERS: Final = ("jwt", "joserfc", "authlib")
FEWEST_PUBLIC: Final = 25

MODULES: Final = {module.name: module for module in modules("server")}


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
def functions(module: Module) -> dict[str, ast.AST]:
    """The module's functions and classes by name."""
    return {node.name: node for node in module.tree.body if isinstance(node, Function | ast.ClassDef)}


@cache
def own_cost(module: Module, node: ast.AST) -> Cost:
    """What the text itself does."""
    cost = Cost(0)
    for part in ast.walk(node):
        name = ".".join(ast.unparse(part).split(".")[-2:]) if isinstance(part, ast.Attribute) else ""
        source = imported(module).get(part.id, "") if isinstance(part, ast.Name) else ""
        cost |= SOURCES.get(name, SOURCES.get(source, Cost(0)))
        # Access tokens are signed by a keyed hash: that of `sessions` costs as little as a look-up.
        if source.startswith(VERIFIERS) and not module.name.startswith("server.access.sessions."):
            cost |= Cost.VERIFIES
    return cost


@cache
def called(module: Module, node: ast.AST) -> frozenset[str]:
    """The full names of the functions that the text names, also by their module, unless it has a variable so named."""
    nodes, own, others = [*ast.walk(node)], functions(module), imported(module)
    names = [part for part in nodes if isinstance(part, ast.Name)]
    variables = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    used = {name.id for name in names} - variables
    found = {f"{module.name}.{name}" if name in own else others.get(name, "") for name in used}
    for each in nodes:
        match each:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name not in variables:
                found.add(f"{others.get(name, '')}.{attribute}")
    return frozenset(found)


def cost_of(view: str) -> Cost:
    """What a function does, with all that it calls."""
    cost, found, pending = Cost(0), set[str](), [view]
    while pending:
        name = pending.pop()
        module = MODULES.get(name.rpartition(".")[0])
        node = None if module is None else functions(module).get(name.rpartition(".")[2])
        if module is None or node is None or name in found:
            continue
        found.add(name)
        cost |= own_cost(module, node)
        pending += called(module, node)
    return cost


def marks_of(node: Function) -> set[str]:
    """What the view's route declares."""
    calls = [each for each in node.decorator_list if isinstance(each, ast.Call)]
    return {f"{each.arg}={ast.unparse(each.value)}" for call in calls for each in call.keywords}


def public_views() -> dict[str, Cost]:
    return {
        f"{module.name}.{node.name}": cost_of(f"{module.name}.{node.name}")
        for module in MODULES.values()
        for node in module.functions
        if "public=True" in marks_of(node)
    }


def test_every_public_view_that_costs_much_is_listed_with_its_costs_and_its_limit() -> None:
    views = public_views()

    assert len(views) >= FEWEST_PUBLIC
    assert {name: cost for name, cost in views.items() if cost} == {name: cost for name, (cost, _) in COSTLY.items()}
    # Listed, and limited by that list.
    for name in COSTLY:
        module, _, function = name.rpartition(".")
        node = functions(MODULES[module])[function]
        assert isinstance(node, Function)
        assert "limit=costly" in marks_of(node), name
