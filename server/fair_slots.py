"""Slots of a scarce resource, shared fairly by companies or networks: none takes all, and none waits behind another."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from typing import Final

from server.errors import TooManyRequestsError

RETRY_AFTER_SECONDS: Final = 2


class FairSlots:
    """At most `total` holders in this process and `each` of one sharer; `waiting` more of each sharer may wait.

    A slot that becomes free goes to the sharers in turn.
    """

    def __init__(self, total: int, *, each: int, waiting: int) -> None:
        self._free = total
        self._each = each
        self._most_waiting = waiting
        self._held: Counter[Hashable] = Counter()
        # In the order of their turns.
        self._queues: dict[Hashable, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def hold(self, sharer: Hashable) -> AsyncIterator[None]:
        """Raises TooManyRequestsError: as many of the sharer wait already."""
        await self.acquire(sharer)
        try:
            yield
        finally:
            self.release(sharer)

    @property
    def waiting(self) -> int:
        """How many wait for a slot."""
        return sum(map(len, self._queues.values()))

    async def acquire(self, sharer: Hashable) -> None:
        """Hold a slot until :meth:`release`. Raises as :meth:`hold` does."""
        if self._may_take(sharer):
            self._take(sharer)
            return
        queue = self._queues.setdefault(sharer, deque())
        if len(queue) >= self._most_waiting:
            self._forget_empty(sharer)
            raise TooManyRequestsError(retry_after=RETRY_AFTER_SECONDS)
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                queue.remove(turn)
                self._forget_empty(sharer)
            else:
                self.release(sharer)
            raise

    def _may_take(self, sharer: Hashable) -> bool:
        return self._free > 0 and self._held[sharer] < self._each

    def _take(self, sharer: Hashable) -> None:
        self._free -= 1
        self._held[sharer] += 1

    def release(self, sharer: Hashable) -> None:
        self._free += 1
        self._held[sharer] -= 1
        if not self._held[sharer]:
            del self._held[sharer]
        for waiting, queue in list(self._queues.items()):
            # One that was cancelled a moment ago, as this holder may have been, leaves the queue by itself.
            turn = next((turn for turn in queue if not turn.cancelled()), None)
            if turn is not None and self._may_take(waiting):
                self._take(waiting)
                queue.remove(turn)
                del self._queues[waiting]
                if queue:
                    self._queues[waiting] = queue
                turn.set_result(None)
                return

    def _forget_empty(self, sharer: Hashable) -> None:
        if not self._queues.get(sharer, True):
            del self._queues[sharer]
