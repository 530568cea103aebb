"""The version of the server equals that of pyproject.toml."""

import tomllib
from pathlib import Path

from server.platform.process.version import VERSION

PROJECT = Path(__file__).parents[4] / "pyproject.toml"


def test_server_says_the_version_of_the_project() -> None:
    assert tomllib.loads(PROJECT.read_text())["project"]["version"] == VERSION
