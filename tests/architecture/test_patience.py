"""What a test waits for may take as long as it takes on a slow machine: no wait is cut short by a small number."""

import ast
from typing import Final

from tests.architecture.source import Module, modules

# A wait that takes a second here takes four on a slow machine, and more when that is busy.
LEAST_SECONDS: Final = 30
# Calls that wait, and the keyword of their limit; without one the first argument is it.
LIMITS: Final = {
    "asyncio.timeout": None,
    "asyncio.wait_for": "timeout",
    "eventually": "within",
    "wait_until": "seconds",
    "receive": "patience",
    "closed": "patience",
}
# They break things on purpose and say how soon all must be well, or measure.
APART: Final = ("tests.chaos.", "tests.bench.")


def impatient_waits(module: Module) -> list[str]:
    found = []
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        known = name if name in LIMITS else name.rpartition(".")[2]
        if known not in LIMITS:
            continue
        keyword = LIMITS[known]
        limits = node.args[:1] if keyword is None else [one.value for one in node.keywords if one.arg == keyword]
        found += [
            f"{module.path.name}:{node.lineno} {ast.unparse(node.func)} {limit.value}"
            for limit in limits
            if isinstance(limit, ast.Constant) and isinstance(limit.value, int | float) and limit.value < LEAST_SECONDS
        ]
    return found


def test_no_wait_is_shorter_than_a_slow_machine_needs() -> None:
    tests = [module for module in modules("tests") if not module.name.startswith(APART)]
    assert [wait for module in tests for wait in impatient_waits(module)] == []


def test_a_short_wait_is_detected() -> None:
    source = (
        "async def look():\n    async with asyncio.timeout(5):\n        await eventually(seen, within=2, what='it')\n"
    )
    (example,) = modules("tests/architecture")[:1]
    module = Module(name="example", path=example.path, tree=ast.parse(source), lines=3)
    assert [line.partition(" ")[2] for line in impatient_waits(module)] == ["asyncio.timeout 5", "eventually 2"]
