"""Keep programs running until a signal to stop, and end every one of them."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from deploy.local import LocalError
from deploy.local.programs import Program, last_lines

START_SECONDS: Final = 60.0
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 5.0
# A program that ends this soon after its start, so many times in a row, is not restarted again.
SOON_SECONDS: Final = 5.0
PATIENCE: Final = 6
LONGEST_LINE: Final = 1024 * 1024

Process = asyncio.subprocess.Process


def speak(line: str) -> None:
    """Print, also to a terminal that is gone."""
    with suppress(OSError, ValueError):
        print(line, flush=True)


class Supervisor:
    """`stopping` is set by `stop`, or when a program keeps ending; `failure` then names it."""

    def __init__(self) -> None:
        self.stopping = asyncio.Event()
        self.failure: str | None = None
        self._watchers: dict[str, asyncio.Task[None]] = {}
        self._running: dict[str, tuple[Program, Process]] = {}
        self._copiers: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        """Stop all programs in an orderly way; a second call kills them."""
        if self.stopping.is_set():
            for program, process in self._running.values():
                _signal(process, program.kill_signal)
        self.stopping.set()

    async def keep(self, program: Program, *, ready: Callable[[], bool] = lambda: True) -> None:
        """Start the program, wait until it is ready, and restart it whenever it ends.

        Raises:
            LocalError: it ended, or was not ready within a minute; the text holds the end of its log.
        """
        process = await self._start(program)
        deadline = time.monotonic() + START_SECONDS
        while not ready():
            if process.returncode is not None or time.monotonic() > deadline:
                raise LocalError(f"{program.name} did not start.{_tail(program)}")
            await asyncio.sleep(0.02)
        self._watchers[program.name] = asyncio.create_task(self._watch(program, process))

    async def unless_stopped(self, work: Coroutine[Any, Any, None]) -> None:
        """Await the work; cancel it when `stopping` is set."""
        task = asyncio.create_task(work)
        stopping = asyncio.create_task(self.stopping.wait())
        await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if task.done():
            task.result()
        else:
            task.cancel()
            await asyncio.wait({task})

    async def end_all(self, *, last: tuple[str, ...]) -> None:
        """End all programs and wait for them: those of `last` after the others."""
        self.stopping.set()
        for watcher in self._watchers.values():
            watcher.cancel()
        await asyncio.gather(*self._watchers.values(), return_exceptions=True)
        for group in (self._running.keys() - set(last), self._running.keys() & set(last)):
            await asyncio.gather(*(self._end(*self._running[name]) for name in group))

    async def _start(self, program: Program) -> Process:
        options: dict[str, Any] = {"limit": LONGEST_LINE, **program.popen_options()}
        if program.log is None:
            process = await asyncio.create_subprocess_exec(
                *program.argv, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, **options
            )
            copier = asyncio.create_task(_copy_lines(program.name, process))
            self._copiers.add(copier)
            copier.add_done_callback(self._copiers.discard)
        else:
            with program.log.open("ab") as log:
                process = await asyncio.create_subprocess_exec(*program.argv, stdout=log, stderr=log, **options)
        self._running[program.name] = program, process
        return process

    async def _watch(self, program: Program, process: Process) -> None:
        deaths = 0
        while True:
            started = time.monotonic()
            status = await process.wait()
            _signal_group(process, signal.SIGKILL)
            deaths = deaths + 1 if time.monotonic() - started < SOON_SECONDS else 1
            if deaths > PATIENCE:
                self.failure = f"{program.name} ended {deaths} times soon after its start.{_tail(program)}"
                self.stopping.set()
                return
            pause = min(FIRST_PAUSE * 2 ** (deaths - 1), LONGEST_PAUSE)
            speak(f"{program.name} ended with status {status}; it starts again in {pause:g} s.")
            await asyncio.sleep(pause)
            process = await self._start(program)

    async def _end(self, program: Program, process: Process) -> None:
        _signal(process, program.stop_signal)
        try:
            async with asyncio.timeout(program.grace):
                await process.wait()
        except TimeoutError:
            speak(f"{program.name} does not end: killing it.")
            _signal(process, program.kill_signal)
            await process.wait()
        _signal_group(process, signal.SIGKILL)


def _signal(process: Process, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        if process.returncode is None:
            process.send_signal(number)


def _signal_group(process: Process, number: signal.Signals) -> None:
    """Signal the program's process group, which includes its own children."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


async def _copy_lines(name: str, process: Process) -> None:
    if process.stdout is None:
        return
    while line := await _read_line(process.stdout):
        speak(f"{name:<8} | {line.decode(errors='replace').rstrip()}")


async def _read_line(stream: asyncio.StreamReader) -> bytes:
    try:
        return await stream.readline()
    except ValueError:
        return b"(a line that is too long to show)\n"


def _tail(program: Program) -> str:
    return "" if program.log is None else f" The end of {program.log}:\n{last_lines(program.log)}"
