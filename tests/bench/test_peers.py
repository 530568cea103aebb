"""Another product that cannot be installed or started is named with what its own tools said."""

import os
import sys
from pathlib import Path

import pytest

from tests.bench.peers.packages import PeerError, install
from tests.bench.peers.programs import run_program, running_program

UNANSWERED = "http://127.0.0.1:9"


def test_packages_are_installed_once_and_after_a_failure_again(tmp_path: Path) -> None:
    folder = tmp_path / "peer"

    def ask_for(packages: list[str], script: str) -> None:
        install(folder, packages, commands=[[sys.executable, "-c", script]])

    with pytest.raises(PeerError, match="no such version"):
        ask_for(["peer==1"], "open('half', 'w'); print('no such version'); raise SystemExit(1)")
    ask_for(["peer==1"], "open('first', 'x')")
    ask_for(["peer==1"], "raise SystemExit(1)")
    assert {path.name for path in folder.iterdir()} == {"first", "installed"}
    ask_for(["peer==2"], "open('second', 'x')")
    assert {path.name for path in folder.iterdir()} == {"second", "installed"}


async def test_a_program_that_fails_is_named_with_what_it_printed(tmp_path: Path) -> None:
    command = (sys.executable, "-c", "print('no such table'); raise SystemExit(3)")

    with pytest.raises(PeerError, match="no such table"):
        await run_program(command, environment=os.environ, folder=tmp_path)


async def test_a_server_that_ends_instead_of_answering_is_named_with_its_log(tmp_path: Path) -> None:
    command = (sys.executable, "-c", "print('port is taken')")

    with pytest.raises(PeerError, match="port is taken"):
        async with running_program(
            command, environment=os.environ, folder=tmp_path, log=tmp_path / "log", url=UNANSWERED
        ):
            pass
