"""Runs of `python -m deploy.local` for the tests of this folder."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import psutil
import pytest

from deploy.local.system import DATABASE_NAME
from tests.fixtures.forks import fork
from tests.fixtures.servers import fast_folder, make_database, running_postgres
from tests.fixtures.web_process import free_port

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
    """`made` holds a cluster with a migrated database; a folder named "data" starts with a copy, others empty."""

    folder: Path
    made: Path
    runs: list[LocalRun] = field(default_factory=list)

    async def start(
        self, *options: str, data_dir: str = "data", port: int | None = None, **environment: str
    ) -> LocalRun:
        """`options` follow `python -m deploy.local`, `environment` adds settings in capitals: ADMIN_PASSWORD="…"."""
        port = port or (free_port(3 if "--cluster" in options else 1))
        path = self.folder / data_dir
        if data_dir == "data" and not path.exists():
            path.mkdir()
            subprocess.run(["cp", "-a", self.made, path], check=True)  # noqa: ASYNC221, S603, S607 - 40 MB in memory
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "deploy.local", "--procfile", str(self._procfile()), *options),
            env=self._environment(data_dir, port) | environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        run = LocalRun(data_dir=path, port=port, process=process)
        self.runs.append(run)
        return run

    async def refused(self, *options: str, data_dir: str = "new", port: int | None = None, **environment: str) -> str:
        """Return the output of a run that ends with status 1; it is forked, because an interpreter starts slowly."""
        given = self._environment(data_dir, port or free_port()) | environment
        out = self.folder / "refused.log"
        procfile = ("--procfile", str(self._procfile()))
        run = fork("deploy.local", *procfile, *options, environment=given, out=out)
        assert await run.ended() == 1
        return run.output()

    def _environment(self, data_dir: str, port: int) -> dict[str, str]:
        base = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        own = {"PORT": str(port), "HOST": "127.0.0.1", "DATA_DIR": str(self.folder / data_dir), "DEMO": "empty"}
        return base | own

    def _procfile(self) -> Path:
        procfile = self.folder / "Procfile"
        procfile.write_text(f'web: python {STAND_IN}\nworker: python -c "import time; time.sleep(600)"\n')
        return procfile


StartLocal: TypeAlias = Starter


@pytest.fixture
def folder() -> Iterator[Path]:
    with fast_folder("waymark-local-") as folder:
        yield folder


@pytest.fixture(scope="session")
def made() -> Iterator[Path]:
    with fast_folder("waymark-made-") as folder:
        with running_postgres(folder) as postgres:
            make_database(postgres, name=DATABASE_NAME)
        yield postgres.home


@pytest.fixture
async def starter(folder: Path, made: Path) -> AsyncIterator[Starter]:
    starter = Starter(folder, made)
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
