"""Child processes that end with their parent, however it ends."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from deploy.local.accounts import Account

PR_SET_PDEATHSIG: Final = 1

_libc: Final = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


@dataclass(frozen=True, kw_only=True)
class Program:
    """`log` is the file that takes the output; without one it goes to the terminal, each line named.

    `stop_signal` asks for an orderly end; after `grace` seconds `kill_signal` follows.
    """

    name: str
    argv: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    account: Account | None = None
    folder: Path | None = None
    log: Path | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    kill_signal: signal.Signals = signal.SIGKILL
    grace: float = 10.0

    def popen_options(self) -> dict[str, Any]:
        """Arguments for Popen: a session of its own, so that the terminal's Ctrl-C reaches only the parent."""
        options: dict[str, Any] = {
            "env": dict(self.environment),
            "cwd": self.folder,
            "stdin": subprocess.DEVNULL,
            "start_new_session": True,
            "preexec_fn": _ends_with_parent(self.stop_signal),
        }
        if self.account is not None:
            options |= {"user": self.account.uid, "group": self.account.gid, "extra_groups": []}
        return options

    def start(self) -> subprocess.Popen[bytes]:
        """Start without supervision; the output goes to `log`. Call from the main thread."""
        with (self.log or Path(os.devnull)).open("ab") as output:
            return subprocess.Popen(self.argv, stdout=output, stderr=output, **self.popen_options())  # noqa: S603

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        """End what `start` began, and wait until it has ended."""
        if process.poll() is None:
            process.send_signal(self.stop_signal)
        try:
            process.wait(self.grace)
        except subprocess.TimeoutExpired:
            process.send_signal(self.kill_signal)
            process.wait()


def last_lines(log: Path, *, count: int = 15) -> str:
    if not log.exists():
        return ""
    return "\n".join(log.read_text(errors="replace").splitlines()[-count:])


def end_with_parent() -> None:
    """Ask the kernel for SIGTERM when the process that started this one is gone (Linux; elsewhere nothing)."""
    parent = os.getppid()
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def _ends_with_parent(stop_signal: signal.Signals) -> Callable[[], None] | None:
    if _libc is None:
        return None
    prctl, number = _libc.prctl, int(stop_signal)

    def ask_kernel() -> None:
        # Runs between fork and exec, after the change of user, which would clear the setting.
        prctl(PR_SET_PDEATHSIG, number)

    return ask_kernel
