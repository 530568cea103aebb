"""Slots of a scarce resource, shared fairly by company: no company takes all of them, and none waits behind another."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from typing import Final

from server.errors import TooManyRequestsError

RETRY_AFTER_SECONDS: Final = 2


class FairSlots:
    """At most `total` holders in this process and `each` of one company; `waiting` more of each company may wait.

    A slot that becomes free goes to the companies in turn. Callers without a company share by what else they have in
    common, as their network.
    """

    def __init__(self, total: int, *, each: int, waiting: int) -> None:
        self._free = total
        self._each = each
        self._most_waiting = waiting
        self._held: Counter[Hashable] = Counter()
        # In the order of their turns.
        self._queues: dict[Hashable, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def hold(self, company_id: Hashable) -> AsyncIterator[None]:
        """Raises TooManyRequestsError: as many of the company wait already."""
        await self.acquire(company_id)
        try:
            yield
        finally:
            self.release(company_id)

    @property
    def waiting(self) -> int:
        """How many wait for a slot."""
        return sum(map(len, self._queues.values()))

    async def acquire(self, company_id: Hashable) -> None:
        """Hold a slot until :meth:`release`. Raises as :meth:`hold` does."""
        if self._may_take(company_id):
            self._take(company_id)
            return
        queue = self._queues.setdefault(company_id, deque())
        if len(queue) >= self._most_waiting:
            self._forget_empty(company_id)
            raise TooManyRequestsError(retry_after=RETRY_AFTER_SECONDS)
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                queue.remove(turn)
                self._forget_empty(company_id)
            else:
                self.release(company_id)
            raise

    def _may_take(self, company_id: Hashable) -> bool:
        return self._free > 0 and self._held[company_id] < self._each

    def _take(self, company_id: Hashable) -> None:
        self._free -= 1
        self._held[company_id] += 1

    def release(self, company_id: Hashable) -> None:
        self._free += 1
        self._held[company_id] -= 1
        if not self._held[company_id]:
            del self._held[company_id]
        for waiting in list(self._queues):
            if self._may_take(waiting):
                self._take(waiting)
                queue = self._queues.pop(waiting)
                queue.popleft().set_result(None)
                if queue:
                    self._queues[waiting] = queue
                return

    def _forget_empty(self, company_id: Hashable) -> None:
        if not self._queues.get(company_id, True):
            del self._queues[company_id]
