"""S44: installed packages are the locked ones, and their known vulnerabilities are checked."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

PROJECT: Final = Path(__file__).parents[2]
LOCKS: Final = sorted((PROJECT / "deploy" / "requirements").glob("*.txt"))
AUDIT: Final = PROJECT / "deploy" / "scripts" / "audit.py"
REQUIREMENT: Final = re.compile(r"^[a-z0-9][a-z0-9._-]*(\[[a-z,]+\])?==[^\s;]+( ;.+)?$")

WEAK: Final = '{"dependencies": [{"name": "p", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}]}'
SOUND: Final = '{"dependencies": [{"name": "p", "version": "1", "vulns": []}]}'
WEAK_CLIENT: Final = '{"vulnerabilities": {"minimist": {"range": "<1.2.2", "severity": "critical"}}}'
SOUND_CLIENT: Final = '{"vulnerabilities": {}}'


@pytest.mark.security("S44")
@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_python_package_is_locked_with_hashes(lock: Path) -> None:
    text = re.sub(r"\s*#.*", "", lock.read_text()).replace("\\\n", " ")
    packages = [line for line in text.splitlines() if line.strip()]

    assert packages
    for line in packages:
        requirement, *hashes = line.split("--hash=")
        assert REQUIREMENT.match(requirement.strip()), line[:100]
        assert hashes, line[:100]
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", value.strip()) for value in hashes), requirement
    assert "://" not in text


@pytest.mark.security("S44")
def test_every_package_of_the_client_is_locked_with_its_integrity() -> None:
    packages: dict[str, dict[str, Any]] = json.loads((PROJECT / "client" / "package-lock.json").read_text())["packages"]
    installed = {name: package for name, package in packages.items() if name}

    assert len(installed) > 100
    assert [name for name, package in installed.items() if not package["integrity"].startswith("sha512-")] == []
    assert [name for name, package in installed.items() if "://" in package.get("resolved", "")] == []


@pytest.mark.security("S44")
def test_every_install_requires_the_hashes() -> None:
    installing = [
        line
        for path in (PROJECT / "Makefile", PROJECT / "deploy" / "Dockerfile")
        for line in path.read_text().replace("\\\n", " ").splitlines()
        if re.search(r"\bpip\b.* install\b|\bnpm\b.* (ci|install)\b", line)
    ]

    assert len(installing) >= 4
    assert [line for line in installing if not re.search(r"--require-hashes|\bnpm\b.* ci\b", line)] == []


def audit(folder: Path, *, pip_audit: str, npm: str) -> tuple[int, str]:
    """Run the audit with fakes of both tools: the first answer is for the known vulnerability, the others for ours."""
    for name, script in (("pip-audit", pip_audit), ("npm", npm)):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, str(AUDIT), "--pip-audit", str(folder / "pip-audit"), "--npm", str(folder / "npm")],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout


def python_says(answer: str, *, of_known: str = WEAK) -> str:
    return f"case \"$*\" in *known.txt*) echo '{of_known}' ;; *) echo '{answer}' ;; esac"


def client_says(answer: str, *, of_known: str = WEAK_CLIENT) -> str:
    return f"case \"$2\" in client) echo '{answer}' ;; *) echo '{of_known}' ;; esac"


@pytest.mark.security("S44")
def test_an_audit_without_findings_passes(tmp_path: Path) -> None:
    status, said = audit(tmp_path, pip_audit=python_says(SOUND), npm=client_says(SOUND_CLIENT))

    assert status == 0, said


@pytest.mark.security("S44")
def test_a_known_vulnerability_fails_the_audit(tmp_path: Path) -> None:
    status, said = audit(tmp_path, pip_audit=python_says(WEAK), npm=client_says(SOUND_CLIENT))

    assert (status, "p 1 in run.txt: PYSEC-1, fixed in 2" in said) == (1, True)
    assert audit(tmp_path, pip_audit="exit 1", npm=client_says(WEAK_CLIENT))[0] == 1


@pytest.mark.security("S44")
@pytest.mark.parametrize(
    ("pip_audit", "npm"),
    [
        ("echo 'ERROR: no connection' >&2; exit 1", client_says(SOUND_CLIENT)),
        (python_says(SOUND, of_known=SOUND), client_says(SOUND_CLIENT)),
        (python_says('{"dependencies": [{"name": "p", "skip_reason": "unknown"}]}'), client_says(SOUND_CLIENT)),
        (python_says(SOUND), 'echo \'{"message": "405 Method Not Allowed", "error": {}}\'; exit 1'),
        (python_says(SOUND), client_says(SOUND_CLIENT, of_known=SOUND_CLIENT)),
    ],
    ids=["no connection", "a mirror without advisories", "skipped", "npm refused", "npm without advisories"],
)
def test_an_audit_without_an_answer_does_not_pass(tmp_path: Path, pip_audit: str, npm: str) -> None:
    status, said = audit(tmp_path, pip_audit=pip_audit, npm=npm)

    assert (status, said.count("COULD NOT CHECK")) == (3, 1)
