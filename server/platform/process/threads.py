"""Work in threads, which nothing can end."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

Options = ParamSpec("Options")
Result = TypeVar("Result")


async def in_thread(work: Callable[Options, Result], *arguments: Options.args, **options: Options.kwargs) -> Result:
    """Run `work` in a thread of the process; see :func:`in_thread_of`."""
    return await in_thread_of(None, copy_context().run, partial(work, *arguments, **options))


async def in_thread_of(executor: Executor | None, work: Callable[..., Result], *arguments: object) -> Result:
    """Run `work` in a thread of `executor`. A caller that is cancelled leaves once the thread is done.

    What it holds, a slot or a file, would else be another's while the thread still works.
    """
    running = asyncio.get_running_loop().run_in_executor(executor, work, *arguments)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        raise


def rest_since(begun: float) -> None:
    """Sleep as long as this thread has used the processor since `begun` (of `time.thread_time()`).

    A thread shares the interpreter's lock with the event loop, which would wait for it at each step of each request.
    """
    time.sleep(time.thread_time() - begun)
