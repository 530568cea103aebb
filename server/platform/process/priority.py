"""Work that no one waits for gives way: to other processes of its machine (Linux), and to requests of its own process.

A request is a handful of wake-ups, and where all cores are busy each waits until another's slice of time ends. The
kernel knows what waits; it has to be told what may be put behind it. Where it cannot be told (Postgres on another
machine, in another container, of another account), nothing happens.
"""

import asyncio
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

# About a tenth of the processor time of others that want it; all of it where none does.
NICE: Final = 10
POSTGRES: Final = b"postgres:"
PROCESSES: Final = Path("/proc")
# A part takes about as long: however many requests there are, a file takes twice its time at most.
LONGEST_PASS_SECONDS: Final = 0.002
# The kernel lets an ordinary account change a group ten times a second.
AGAIN_SECONDS: Final = 0.1


def lower_backend(process_id: int) -> bool:
    """Put a server process of Postgres behind others; False where it is no process of this machine that we may change.

    For good: only root could raise it again, so that its connection is to be used for such work alone.
    """
    with suppress(OSError):
        if (PROCESSES / str(process_id) / "cmdline").read_bytes().startswith(POSTGRES):
            _lower(process_id)
            _set_group(process_id, NICE)
            return True
    return False


def lower_thread() -> None:
    """Put the calling thread behind others; elsewhere than on Linux it would be the process."""
    if sys.platform == "linux":
        with suppress(OSError):
            _lower(0)


class ShortRequests:
    """Those of this process that carry no body, so that a thread which reads a file lets them go first.

    It shares the interpreter's lock with the event loop, which waits for it at each step of a request.
    """

    def __init__(self) -> None:
        self._number = 0
        self._none = threading.Event()
        self._none.set()

    def begin(self) -> None:
        self._number += 1
        self._none.clear()

    def end(self) -> None:
        self._number -= 1
        if self._number == 0:
            self._none.set()

    def let_pass(self, *, seconds: float = LONGEST_PASS_SECONDS) -> bool:
        """Wait until there is none, between two parts of a thread's work; never long. Whether there is none."""
        return self._none.wait(seconds)


SHORT_REQUESTS: Final = ShortRequests()


class GivingWay:
    """Put this process and the threads of its `executor` behind others for a time, then no longer.

    The time is limited, so that work which begins anew when it takes too long ends on a machine that is always busy.
    """

    _threads: Final = ThreadPoolExecutor(thread_name_prefix="giving-way", initializer=lower_thread)
    _number = 0

    def __init__(self, *, seconds: float) -> None:
        self._seconds = seconds
        self._is_active = False

    @property
    def executor(self) -> ThreadPoolExecutor | None:
        """None for the loop's own, once the time has passed."""
        return self._threads if self._is_active else None

    def __enter__(self) -> Self:
        self._is_active = True
        GivingWay._number += 1
        self._apply()
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._end)
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self._end()

    def _end(self) -> None:
        if self._is_active:
            self._is_active = False
            GivingWay._number -= 1
            self._apply()

    @classmethod
    def _apply(cls) -> None:
        """Where the kernel weighs sessions and not threads (autogroup), the whole process gives way."""
        if not _set_group(os.getpid(), NICE if cls._number else 0):
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, cls._apply)


def _lower(process_id: int) -> None:
    """0 is the calling thread. What an operator has put further behind stays there."""
    os.setpriority(os.PRIO_PROCESS, process_id, max(NICE, os.getpriority(os.PRIO_PROCESS, process_id)))


def _set_group(process_id: int, nice: int) -> bool:
    """False where it is to be tried again."""
    try:
        (PROCESSES / str(process_id) / "autogroup").write_text(str(nice))
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
