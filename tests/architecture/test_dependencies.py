"""Imports and lock files agree."""

import re
from importlib.metadata import packages_distributions
from typing import Final

import pytest

from tests.architecture.source import PROJECT, modules

LOCKED: Final = set(re.findall(r"^([a-z0-9-]+)==", (PROJECT / "deploy/requirements/dev.txt").read_text(), re.MULTILINE))


@pytest.mark.long
def test_no_package_is_imported_that_only_this_environment_has() -> None:
    """An old environment may still hold packages that are no longer locked, such as httpx; a fresh one does not."""
    installed = packages_distributions()
    found = {
        (module.name, name)
        for module in modules("server", "workers", "deploy/local", "tests")
        for name in {imported.partition(".")[0] for imported in module.imports}
        if name in installed and LOCKED.isdisjoint(re.sub(r"[-_.]+", "-", each).lower() for each in installed[name])
    }

    assert found == set()
