"""A step of the installation says what it does, and is quiet otherwise."""

import sys
from pathlib import Path
from subprocess import CompletedProcess, run

from tests.architecture.source import PROJECT

SCRIPT = PROJECT / "deploy/scripts/if_changed.py"


def step(folder: Path, code: str) -> "CompletedProcess[str]":
    arguments = ("step", "inputs", "--says", "Making things…", "--", sys.executable, "-c", code)
    return run([sys.executable, SCRIPT, *arguments], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603


def test_a_step_says_once_what_it_does_and_shows_its_own_output_only_where_it_fails(tmp_path: Path) -> None:
    (tmp_path / "inputs").touch()
    works, fails = "print('added 512 things')", "print('no such thing'); raise SystemExit(3)"

    assert (step(tmp_path, works).stdout, step(tmp_path, works).stdout) == ("Making things…\n", "")
    failed = step(tmp_path, fails)
    assert (failed.returncode, failed.stdout, failed.stderr) == (3, "Making things…\n", "no such thing\n")


def test_every_step_of_the_makefile_says_something() -> None:
    lines = (PROJECT / "Makefile").read_text().replace("\\\n", "").splitlines()
    steps = [line for line in lines if line.startswith("\t") and "$(ONCE)" in line]

    assert steps
    assert all("--says" in line for line in steps)
