"""Run a command unless it already ran with the very same inputs.

    if_changed.py STAMP INPUT... -- COMMAND...

The stamp (a file in .stamps/) holds a hash of the inputs' contents, of their names and of the command, so a
fresh clone, a touched file or a changed clock does no harm. Folders count with everything inside them except
what tools put there. `--needs PATH` as an input adds nothing to the hash, but the command runs where PATH is missing.
"""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

STAMPS = Path(".stamps")
MADE_BY_TOOLS = {"node_modules", "dist", "__pycache__", "test-results", "playwright-report", ".vite"}


def files_below(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for child in sorted(path.iterdir()):
        if child.name not in MADE_BY_TOOLS:
            yield from files_below(child)


def fingerprint(inputs: list[Path], command: list[str]) -> str:
    digest = hashlib.sha256(repr(command).encode())
    for file in (file for path in inputs for file in files_below(path)):
        digest.update(f"\0{file}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def main(arguments: list[str]) -> int:
    split = arguments.index("--")
    (name, *inputs), command = arguments[:split], arguments[split + 1 :]
    needed = [Path(inputs.pop(at + 1)) for at, value in reversed(list(enumerate(inputs))) if value == "--needs"]
    current = fingerprint([Path(path) for path in inputs if path != "--needs"], command)
    stamp = STAMPS / name
    if stamp.exists() and stamp.read_text() == current and all(path.exists() for path in needed):
        return 0
    stamp.unlink(missing_ok=True)
    status = subprocess.run(command, check=False).returncode  # noqa: S603 - the Makefile's own command
    if status == 0:
        STAMPS.mkdir(exist_ok=True)
        stamp.write_text(current)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
