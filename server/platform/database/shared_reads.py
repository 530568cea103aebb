"""Reads of the same thing by many at the same moment, made once for all of them.

What is asked for while it is being read is read once more for all who ask meanwhile, and nothing is kept: a change that
precedes a call is always seen by it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

Value = TypeVar("Value")


class SharedReads:
    """By key. What was read is given to all who asked, who do not change it."""

    def __init__(self) -> None:
        self._running: dict[Hashable, asyncio.Task[Any]] = {}
        self._next: dict[Hashable, asyncio.Task[Any]] = {}

    async def read(self, key: Hashable, read: Callable[[], Awaitable[Value]]) -> Value:
        """Raises what `read` raises. A caller that leaves ends its own waiting and no more."""
        before = self._running.get(key)
        if before is None:
            task = self._running[key] = asyncio.create_task(self._read(key, read))
        elif key in self._next:
            task = self._next[key]
        else:
            task = self._next[key] = asyncio.create_task(self._read(key, read, before=before))
        value: Value = await asyncio.shield(task)
        return value

    async def _read(
        self, key: Hashable, read: Callable[[], Awaitable[Value]], *, before: asyncio.Task[Any] | None = None
    ) -> Value:
        if before is not None:
            await asyncio.wait([before])
            # At once: what is asked for from now on is read after this.
            self._running[key] = self._next.pop(key)
        try:
            return await read()
        finally:
            if self._running.get(key) is asyncio.current_task():
                del self._running[key]
