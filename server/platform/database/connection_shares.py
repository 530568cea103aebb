"""Connections to Postgres that the companies share: none takes all, and some are kept for checks of sessions."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Final

from server.platform.errors import TooManyRequestsError
from server.platform.process.fair_slots import RETRY_AFTER_SECONDS, connections

_sharer: Final[ContextVar[Hashable]] = ContextVar("sharer", default=None)


def count_connections_for(sharer: Hashable) -> None:
    """Count the next connections of this task for `sharer`: the company of the request, or its network before that."""
    _sharer.set(sharer)


class ConnectionShares:
    def __init__(self, pool_size: int, *, seconds: float) -> None:
        self._slots = connections(pool_size)
        self._seconds = seconds

    @property
    def waiting(self) -> int:
        return self._slots.waiting

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Count a connection for the task's sharer.

        Raises:
            TimeoutError: none was free in time.
            TooManyRequestsError: the sharer has used its part all this time, or as many of its calls wait already.
        """
        sharer = _sharer.get()
        try:
            async with asyncio.timeout(self._seconds):
                await self._slots.acquire(sharer)
        except TimeoutError:
            if self._slots.has_all(sharer):
                raise TooManyRequestsError(retry_after=RETRY_AFTER_SECONDS) from None
            raise
        try:
            yield
        finally:
            self._slots.release(sharer)
