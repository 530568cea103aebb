"""The units of deploy/systemd are read by systemd as they are meant, are confined, and start commands that exist."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from server.cli import COMMANDS
from tests.architecture.source import PROJECT

UNITS: Final = PROJECT / "deploy/systemd"
SYSTEM: Final = Path("/usr/lib/systemd/system")
PROGRAM: Final = "/opt/waymark/bin/waymark"
ANALYZE: Final = shutil.which("systemd-analyze") if SYSTEM.is_dir() else None
# On systemd's scale from 0 to 10; what is left is the network, which all of them need.
EXPOSURE: Final = 1.5
NAMES: Final = [
    path.name.replace("@.", "@8001.") for path in sorted(UNITS.iterdir()) if path.suffix in {".service", ".timer"}
]

needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd is not installed: its reader of units is needed")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A machine's folders with the system's units, ours, and a program that they start."""
    shutil.copytree(SYSTEM, tmp_path / "usr/lib/systemd/system", symlinks=True)
    shutil.copytree(UNITS, tmp_path / "etc/systemd/system")
    for program in (PROGRAM, "/bin/sh", "/usr/bin/find"):
        path = tmp_path / program.removeprefix("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o755)
    return tmp_path


def analyze(*arguments: str) -> tuple[int, str]:
    done = subprocess.run([str(ANALYZE), *arguments], capture_output=True, text=True, check=False)  # noqa: S603 - systemd's own
    return done.returncode, done.stdout + done.stderr


@needs_systemd
def test_systemd_reads_every_unit_as_it_is_meant(root: Path) -> None:
    _, said = analyze("verify", f"--root={root}", "--man=no", *NAMES)

    # It warns of what it ignores, with status 0; a minimal machine has not all that the system's own units start.
    assert [line for line in said.splitlines() if "waymark" in line] == []


@needs_systemd
@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".service")])
def test_every_service_is_confined(root: Path, name: str) -> None:
    status, said = analyze("security", "--offline=yes", f"--root={root}", f"--threshold={EXPOSURE * 10:.0f}", name)

    assert status == 0, said


def test_units_start_commands_that_exist_and_only_those_of_the_owner_have_its_password() -> None:
    started: dict[str, bool] = {}
    for unit in UNITS.glob("*.service"):
        text = unit.read_text()
        (command,) = re.findall(rf"^ExecStart=.*{PROGRAM} ([\w-]+)", text, re.MULTILINE)
        started[command] = "EnvironmentFile=/etc/waymark/owner.env" in text

    assert started.keys() <= COMMANDS.keys()
    assert {command for command, is_owner in started.items() if not is_owner} == {"serve", "worker"}
    assert {path.stem for path in UNITS.glob("*.timer")} <= {path.stem for path in UNITS.glob("*.service")}


def test_processes_have_the_time_to_end_that_the_document_asks_for() -> None:
    assert "Give processes 30 seconds to end." in (PROJECT / "docs/deployment.md").read_text()
    for name in ("web", "worker"):
        assert "TimeoutStopSec=30\n" in (UNITS / f"waymark-{name}@.service").read_text()
