"""Run a command unless it already ran with the very same inputs.

    if_changed.py STAMP INPUT... --says TEXT [--needs PATH] -- COMMAND...

The stamp (a file in .stamps/) holds a hash of the inputs' contents, of their names and of the command, so a
fresh clone, a touched file or a changed clock does no harm. Folders count with everything inside them except
what tools put there. Two options add nothing to the hash: the command runs too where the PATH of `--needs` is missing,
and TEXT is printed before it runs. What it prints itself is shown only where it fails.
"""

import argparse
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
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("inputs", type=Path, nargs="+")
    parser.add_argument("--needs", type=Path, default=Path())
    parser.add_argument("--says", required=True)
    given, command = parser.parse_args(arguments[:split]), arguments[split + 1 :]
    current = fingerprint(given.inputs, command)
    stamp = STAMPS / given.name
    if stamp.exists() and stamp.read_text() == current and given.needs.exists():
        return 0
    stamp.unlink(missing_ok=True)
    print(given.says, flush=True)
    ended = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # noqa: S603 - the Makefile's
    if ended.returncode:
        sys.stderr.buffer.write(ended.stdout)
        return ended.returncode
    STAMPS.mkdir(exist_ok=True)
    stamp.write_text(current)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
