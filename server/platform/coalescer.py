"""Throttled publishing: changes within an interval are merged, and the last one is always published."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Any, TypeVar

from server.platform.errors import UnavailableError
from server.platform.events import Publisher

Change = TypeVar("Change")


def newest(_before: Change, after: Change) -> Change:
    return after


class Coalescer:
    """One task a topic reserves a slot, waits for it, and publishes what is pending by then: one key a slot.

    The slots of a topic are shared by all processes. Adding a change never waits for Redis.
    """

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        # By topic and key, what is pending and how it is published.
        self._pending: dict[str, dict[Hashable, tuple[Any, Callable[[Any], Awaitable[None]]]]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closed = asyncio.Event()

    def add(
        self,
        topic: str,
        change: Change,
        *,
        publish: Callable[[Change], Awaitable[None]],
        every: float,
        key: Hashable = None,
        merge: Callable[[Change, Change], Change] = newest,
    ) -> asyncio.Event | None:
        """Publish a change in a slot of the topic, merged with what is pending under the same key.

        Returns:
            Set once the first change is published, or waits for its slot; None where changes were pending before.
        """
        pending = self._pending.setdefault(topic, {})
        pending[key] = (merge(pending[key][0], change) if key in pending else change, publish)
        if topic in self._tasks:
            return None
        started = asyncio.Event()
        self._tasks[topic] = asyncio.create_task(self._publish(topic, every=every, started=started))
        return started

    def discard(self, topic: str) -> None:
        """Drop pending changes, because they have just been published otherwise."""
        self._pending.get(topic, {}).clear()

    async def close(self) -> None:
        """Publish what is pending without waiting for its slot."""
        self._closed.set()
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def _publish(self, topic: str, *, every: float, started: asyncio.Event) -> None:
        pending = self._pending[topic]
        try:
            while pending:
                wait = await self._publisher.reserve_slot(topic, every=every)
                if wait > 0:
                    started.set()
                    with suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await self._closed.wait()
                if pending:
                    change, publish = pending.pop(next(iter(pending)))
                    # A lost event: the page refetches.
                    with suppress(UnavailableError):
                        await publish(change)
        finally:
            started.set()
            del self._pending[topic], self._tasks[topic]
