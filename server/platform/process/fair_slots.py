"""Slots of a scarce resource, shared fairly by companies or networks: none takes all, and none waits behind another.

All slots of a process are below the class that shares them, so that their numbers are seen together.
"""

import asyncio
import os
from collections import Counter, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from server.platform.errors import TooManyRequestsError

RETRY_AFTER_SECONDS: Final = 2

# One company has so many files that wait to be read, downloads that are open, and downloads that wait.
FILES_WAITING: Final = 5
DOWNLOADS_OF_A_COMPANY: Final = 3
DOWNLOADS_WAITING: Final = 3
MOST_CALLS: Final = 128
MOST_CALLS_OF_A_COMPANY: Final = 8
# Connections that are kept for checks of sessions, and the part of all others that is kept for who comes next.
MOST_KEPT: Final = 4
PART: Final = 4


class FairSlots:
    """Slots for `total` holders in this process and `each` of one sharer; `waiting` more of each may wait `seconds`.

    A slot that becomes free goes to the sharer that waits and holds the least, and to equals in turn. Within a sharer,
    who has come first is first.
    """

    def __init__(self, total: int, *, each: int, waiting: int, seconds: float | None = None) -> None:
        self._free = total
        self._each = each
        self._most_waiting = waiting
        self._seconds = seconds
        self._held: Counter[Hashable] = Counter()
        # In the order of their turns.
        self._queues: dict[Hashable, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def hold(self, sharer: Hashable) -> AsyncIterator[None]:
        """Raises TooManyRequestsError: as many of the sharer wait already, or this one has waited too long."""
        await self.acquire(sharer)
        try:
            yield
        finally:
            self.release(sharer)

    @property
    def waiting(self) -> int:
        return sum(map(len, self._queues.values()))

    async def acquire(self, sharer: Hashable) -> None:
        """Hold a slot until :meth:`release`. Raises as :meth:`hold` does."""
        if self._may_take(sharer):
            self._take(sharer)
            return
        if len(self._queues.get(sharer, ())) >= self._most_waiting:
            raise TooManyRequestsError(retry_after=RETRY_AFTER_SECONDS)
        queue = self._queues.setdefault(sharer, deque())
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            async with asyncio.timeout(self._seconds):
                await turn
        except (asyncio.CancelledError, TimeoutError) as error:
            if not turn.cancelled():
                self.release(sharer)
            if isinstance(error, TimeoutError):
                raise TooManyRequestsError(retry_after=RETRY_AFTER_SECONDS) from None
            raise
        finally:
            queue.remove(turn)
            if not queue:
                del self._queues[sharer]

    def release(self, sharer: Hashable) -> None:
        self._free += 1
        self._held[sharer] -= 1
        if not self._held[sharer]:
            del self._held[sharer]
        for waiting in sorted(self._queues, key=self._held.__getitem__):
            # A caller that has left, or whose turn has come, is in its queue until its task runs.
            turn = next((each for each in self._queues[waiting] if not each.done()), None)
            if turn is not None and self._may_take(waiting):
                self._take(waiting)
                turn.set_result(None)
                self._queues[waiting] = self._queues.pop(waiting)
                return

    def _may_take(self, sharer: Hashable) -> bool:
        return self._free > 0 and self._held[sharer] < self._each

    def _take(self, sharer: Hashable) -> None:
        self._free -= 1
        self._held[sharer] += 1


# Requests that cost much more than a page, as dry runs do: two of a company would take both cores of a small machine.
heavy_requests: Final = partial(FairSlots, 8, each=1, waiting=24)
# Shorter ones, which wait for no dry run of a colleague.
searches: Final = partial(FairSlots, 8, each=2, waiting=24)
# Files of ten megabytes on disk, which arrive or wait to be read; of one that waits before, half is here. More of a
# company arrive than may wait to be read: a client sees its refusal only once it has sent its file.
uploads: Final = partial(FairSlots, 128, each=8, waiting=16)
# Files that a company has read one after the other, and the one of these that is in memory, of all networks in turn:
# there are slots of this kind for small and for large files. The longest wait is one file's for each network before.
file_readers: Final = partial(FairSlots, 128, each=1, waiting=FILES_WAITING)
one_file: Final = partial(FairSlots, 1, each=1, waiting=128)
# Open downloads: each holds a batch of rows while its reader takes them.
downloads: Final = partial(FairSlots, 64, each=DOWNLOADS_OF_A_COMPANY, waiting=DOWNLOADS_WAITING)
# Calls of servers that companies name, as identity providers are.
calls_out: Final = partial(FairSlots, MOST_CALLS, each=MOST_CALLS_OF_A_COMPANY, waiting=64)
# Calls that have a thread of their own.
MOST_LONG_CALLS: Final = 8
long_calls_out: Final = partial(FairSlots, MOST_LONG_CALLS, each=2, waiting=8)


def sign_ins() -> FairSlots:
    """For passwords of sign-ins: as many of a network as keep all threads that hash busy, and one that comes next.

    The others of a school wait before their accounts are read, so that their queries do not delay other companies.
    """
    threads = os.cpu_count() or 1
    return FairSlots(2 * threads + 2, each=threads + 1, waiting=1_000)


def password_hashes(threads: int) -> FairSlots:
    """For hashes, each of which has a thread. A school signs in from one network at nine o'clock."""
    return FairSlots(threads, each=threads, waiting=1_000)


def connections(pool_size: int) -> FairSlots:
    """For connections to Postgres of a pool of this size. One sharer may have nearly all that no other waits for."""
    shared = pool_size - min(MOST_KEPT, pool_size // 2)
    return FairSlots(shared, each=max(1, shared - shared // PART), waiting=1_000, seconds=20)
