"""A wheel holds all that the product needs to run, and starts without its checkout."""

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

PROJECT = Path(__file__).parents[1]
SAYS = """
import json
from server.cli import COMMANDS
from server.platform.database.schema_repository import needed_revision
from server.platform.http.static_client import DIST, StaticClient
from server.platform.process.version import BUILD
StaticClient.load()
print(json.dumps([BUILD, str(DIST), needed_revision(), sorted(COMMANDS)]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel of this checkout installs."""
    folder = tmp_path_factory.mktemp("release")
    build = ("build", "--quiet", "--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", folder)
    subprocess.run([Path(sys.executable).with_name("uv"), *build], cwd=PROJECT, check=True)  # noqa: S603 - ours
    [wheel] = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_a_wheel_runs_without_its_checkout(installed: Path) -> None:
    (installed / "server/platform/process/commit.txt").write_text("0123456789abcdef0123\n")
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(installed)}
    said = subprocess.check_output([sys.executable, "-c", SAYS], cwd=installed, env=environment)  # noqa: S603 - ours
    build, client, revision, commands = json.loads(said)

    assert build.endswith("+0123456789ab")
    assert client == str(installed / "server" / "client")
    assert revision == max(path.name[:4] for path in PROJECT.glob("server/platform/database/migrations/versions/*.py"))
    assert {"serve", "worker", "migrate"} <= set(commands)
    assert "waymark = server.cli:main" in next(installed.glob("*.dist-info/entry_points.txt")).read_text()
