"""A public view that hashes, verifies a signature or calls another server has its line in `costly.py`."""

import ast
from functools import cache
from typing import Final

from server.platform.http.costly import COSTLY, Cost
from tests.architecture.calls import MODULES, imported, parts, reached
from tests.architecture.source import Function, Module

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


def cost_of(view: str) -> Cost:
    """What a function does, with all that it calls."""
    cost = Cost(0)
    for module, node in reached(view).values():
        cost |= own_cost(module, node)
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
        node = parts(MODULES[module])[function]
        assert isinstance(node, Function)
        assert "limit=costly" in marks_of(node), name
