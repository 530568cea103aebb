"""Check all locked packages against advisory databases, and report which of them could not be checked.

    audit.py --pip-audit PATH --npm PATH

Ends with status 0 where all was checked and nothing is known, 1 where a weakness is known, 3 where something could not
be checked. A database that does not know an old, famous weakness is not believed: it may be a mirror without any.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

VULNERABLE: Final = 1
UNCHECKED: Final = 3
SECONDS: Final = 300

LOCKS: Final = Path("deploy/requirements")
CLIENT: Final = Path("client")
KNOWN_PYTHON: Final = "jinja2==2.10\n"
KNOWN_NODE: Final = {"minimist": "1.2.0"}


class CannotCheckError(Exception):
    """No answer, or none that can be believed."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pip-audit", required=True)
    parser.add_argument("--npm", required=True)
    given = parser.parse_args(arguments)
    statuses = [
        report("Python", lambda: audit_python(given.pip_audit)),
        report("client", lambda: audit_client(given.npm)),
    ]
    return VULNERABLE if VULNERABLE in statuses else max(statuses)


def report(name: str, check: Callable[[], list[str]]) -> int:
    try:
        found = sorted(set(check()))
    except CannotCheckError as error:
        print(f"{name}: COULD NOT CHECK, which says nothing about its dependencies. {error}")
        return UNCHECKED
    for weakness in found:
        print(f"{name}: {weakness}")
    print(f"{name}: {len(found)} known weaknesses")
    return VULNERABLE if found else 0


def audit_python(pip_audit: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        known = Path(folder) / "known.txt"
        known.write_text(KNOWN_PYTHON)
        if not list(weak_python(pip_audit, known, "--no-deps")):
            raise CannotCheckError("The database of Python packages knows no advisories.")
    return [each for lock in sorted(LOCKS.glob("*.txt")) for each in weak_python(pip_audit, lock, "--require-hashes")]


def weak_python(pip_audit: str, lock: Path, option: str) -> Iterable[str]:
    found = ask(
        pip_audit, "--requirement", str(lock), "--disable-pip", option, "--format", "json", "--progress-spinner=off"
    )
    for package in found.get("dependencies", []):
        if "skip_reason" in package:
            raise CannotCheckError(f"{package['name']}: {package['skip_reason']}")
        for advisory in package["vulns"]:
            fixed = ", ".join(advisory.get("fix_versions", [])) or "no version"
            yield f"{package['name']} {package['version']} in {lock.name}: {advisory['id']}, fixed in {fixed}"


def audit_client(npm: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        root = {"name": "known", "version": "1.0.0", "dependencies": KNOWN_NODE}
        packages = {f"node_modules/{name}": {"version": version} for name, version in KNOWN_NODE.items()}
        lock = {**root, "lockfileVersion": 3, "packages": {"": root, **packages}}
        (Path(folder) / "package.json").write_text(json.dumps(root))
        (Path(folder) / "package-lock.json").write_text(json.dumps(lock))
        if not weak_client(npm, Path(folder)):
            raise CannotCheckError("The registry of npm packages knows no advisories.")
    return weak_client(npm, CLIENT)


def weak_client(npm: str, folder: Path) -> list[str]:
    found = ask(npm, "--prefix", str(folder), "audit", "--package-lock-only", "--json")
    if "vulnerabilities" not in found:
        raise CannotCheckError(str(found.get("message") or found.get("error") or "npm gave no answer."))
    return [
        f"{name} {entry.get('range', '')}: {entry.get('severity', 'unknown')}"
        for name, entry in found["vulnerabilities"].items()
    ]


def ask(*command: str) -> dict[str, Any]:
    """What a tool writes as JSON; its status is the same for a weakness and for no answer."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotCheckError(str(error)) from None
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        last = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        raise CannotCheckError(last) from None
    return answer


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
