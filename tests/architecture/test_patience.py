"""Every wait of a test has a limit that is long enough for a slow machine."""

import ast
from pathlib import Path
from typing import Final

from tests.architecture.source import Module, modules

# What takes a second here may take four on a slow machine, and more on a busy one.
LEAST_SECONDS: Final = 30
# Calls that wait, and the keyword of their limit; None: the first argument is the limit.
LIMITS: Final = {
    "asyncio.timeout": None,
    "asyncio.wait_for": "timeout",
    "eventually": "within",
    "wait_until": "seconds",
    "receive": "patience",
    "closed": "patience",
}
# These measure, or prove how soon the system recovers.
APART: Final = ("tests.chaos.", "tests.bench.")


def impatient_waits(module: Module) -> list[str]:
    found = []
    for node in module.nodes:
        if not isinstance(node, ast.Call):
            continue
        own = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        known = next((name for name in (f"asyncio.{own}", own) if name in LIMITS), None)
        if known is None:
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


def test_a_short_wait_is_detected(tmp_path: Path) -> None:
    path = tmp_path / "example.py"
    path.write_text(
        "async def look():\n    async with asyncio.timeout(5):\n        await eventually(seen, within=2, what='it')\n"
    )
    module = Module(name="example", path=path)
    assert [line.partition(" ")[2] for line in impatient_waits(module)] == ["asyncio.timeout 5", "eventually 2"]
