"""Read the programs of a Procfile."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from deploy.local import LocalError
from deploy.local.programs import Program

# A worker may finish its current chunk: it exits within 25 s.
GRACE: Final = 30.0


def read_procfile(path: Path, *, environment: Mapping[str, str], folder: Path) -> list[Program]:
    """The programs of a Procfile, in its order; a shell expands the variables of their commands."""
    programs = []
    for line in path.read_text().splitlines():
        name, colon, command = line.partition(":")
        if not line.strip() or line.startswith("#"):
            continue
        if not colon:
            raise LocalError(f"{path} has a line that is no `name: command`: {line}")
        argv = ("/bin/sh", "-c", f"exec {command.strip()}")
        programs.append(Program(name=name.strip(), argv=argv, environment=environment, folder=folder, grace=GRACE))
    return programs
