"""Runs of `python -m deploy.local` for the tests of this folder."""

import asyncio
import contextlib
import os
import random
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import psutil
import pytest

from tests.fixtures.servers import fast_folder

STAND_IN = Path(__file__).with_name("stand_in_web.py")
PASSWORD_LABEL = "Password"


@dataclass
class LocalRun:
    """One run of `python -m deploy.local`, with a stand-in for the web process and one for the worker."""

    data_dir: Path
    port: int
    process: asyncio.subprocess.Process
    lines: list[str] = field(default_factory=list)

    async def until(self, text: str) -> str:
        """The first further line with the text in it."""
        assert self.process.stdout is not None
        async with asyncio.timeout(60):
            while line := (await self.process.stdout.readline()).decode():
                self.lines.append(line)
                if text in line:
                    return line
        raise AssertionError("".join(self.lines))

    async def ended(self) -> int:
        """Its exit status, once it has ended; the rest of its output is in `lines`."""
        assert self.process.stdout is not None
        async with asyncio.timeout(60):
            self.lines += (await self.process.stdout.read()).decode().splitlines(keepends=True)
            return await self.process.wait()

    def children(self) -> dict[str, psutil.Process]:
        """Its child processes, by the name of their program."""
        return {_name(child): child for child in psutil.Process(self.process.pid).children()}

    @property
    def text(self) -> str:
        return "".join(self.lines)


@dataclass
class Starter:
    folder: Path
    runs: list[LocalRun] = field(default_factory=list)

    async def start(
        self, *options: str, data_dir: str = "data", port: int | None = None, **environment: str
    ) -> LocalRun:
        """`options` follow `python -m deploy.local`, `environment` adds settings in capitals: ADMIN_PASSWORD="…"."""
        port = port or (_free_ports(3) if "--cluster" in options else _free_port())
        path = self.folder / data_dir
        base = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "deploy.local", "--procfile", str(self._procfile()), *options),
            env={**base, "PORT": str(port), "HOST": "127.0.0.1", "DATA_DIR": str(path), "DEMO": "empty", **environment},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        run = LocalRun(data_dir=path, port=port, process=process)
        self.runs.append(run)
        return run

    def _procfile(self) -> Path:
        procfile = self.folder / "Procfile"
        procfile.write_text(f'web: python {STAND_IN}\nworker: python -c "import time; time.sleep(600)"\n')
        return procfile


StartLocal: TypeAlias = Starter


@pytest.fixture
def folder() -> Iterator[Path]:
    with fast_folder("waymark-local-") as folder:
        yield folder


@pytest.fixture
async def starter(folder: Path) -> AsyncIterator[Starter]:
    starter = Starter(folder)
    yield starter
    for run in starter.runs:
        if run.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                run.process.send_signal(signal.SIGTERM)
            await run.ended()


def processes_of(folder: Path) -> list[psutil.Process]:
    """All live processes that were started for a data folder."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.environ().get("DATA_DIR") == str(folder) or str(folder) in " ".join(process.cmdline()):
                found.append(process)
    return found


def _name(process: psutil.Process) -> str:
    line = " ".join(process.cmdline())
    names = {"stand_in_web": "web", "time.sleep": "worker", "redis": "redis", "postgres": "postgres"}
    return next((name for part, name in names.items() if part in line), line)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _free_ports(count: int) -> int:
    """The first of `count` consecutive free ports, below the kernel's ephemeral range."""
    for first in random.sample(range(20_000, 32_000), k=1_000):
        with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
            for port in range(first, first + count):
                stack.enter_context(socket.create_server(("127.0.0.1", port)))
            return first
    raise AssertionError
