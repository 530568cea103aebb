"""The environment of the processes: the caller's, `.env`, and generated defaults."""

import fcntl
import os
import secrets
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from dotenv import dotenv_values

from deploy.local import LocalError
from server.platform.configuration.load_settings import UNREADABLE_FILE
from server.platform.configuration.settings import Environment


def read_environment() -> dict[str, str]:
    """`.env` below the real environment; always development. Raises LocalError."""
    try:
        from_file = {name: value for name, value in dotenv_values(".env").items() if value is not None}
    except (OSError, UnicodeDecodeError) as error:
        raise LocalError(f"{UNREADABLE_FILE} ({error})") from error
    return {**from_file, **os.environ, "APP_ENV": Environment.DEVELOPMENT.value}


def wants_demo_people(environment: Mapping[str, str]) -> bool:
    """Raises LocalError where DEMO says anything but `empty`."""
    demo = environment.get("DEMO")
    if demo not in {None, "", "empty"}:
        raise LocalError(f"DEMO must be `empty`, for a company without people, or not set at all; not {demo}.")
    return not demo


def make_data_dir(path: Path) -> Path:
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise LocalError(f"DATA_DIR cannot be made: {error}") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise LocalError(f"DATA_DIR {path} belongs to another user: run as that user, or set another DATA_DIR.")
    return path.resolve()


@contextmanager
def locked(data_dir: Path) -> Iterator[None]:
    """Hold DATA_DIR; raises LocalError while another run does. Ends with the process, however it ends."""
    with (data_dir / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise LocalError(
                f"Waymark runs on {data_dir} already. A second one needs its own: PORT=8001 DATA_DIR=.data2 make run"
            ) from error
        yield


def check_port(host: str, port: str) -> None:
    """Raises LocalError where the address is in use or invalid."""
    if not port.isdecimal():
        raise LocalError(f"PORT must be a number, not {port}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, int(port)))
        except (OSError, OverflowError) as error:
            raise LocalError(f"Port {port} on {host} cannot be used ({error}). Another: PORT=8001 make run") from error


def secret_keys(data_dir: Path, environment: Mapping[str, str]) -> str:
    """The caller's SECRET_KEYS, else a key that is generated once and kept in DATA_DIR, readable by its owner only."""
    if given := environment.get("SECRET_KEYS"):
        return given
    file = data_dir / "secret-key"
    if not file.exists():
        # Written under another name first: with a key cut short by a crash no user could sign in.
        unfinished = data_dir / "secret-key.unfinished"
        unfinished.unlink(missing_ok=True)
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as output:
            output.write(secrets.token_urlsafe(48))
        unfinished.rename(file)
    return file.read_text()
