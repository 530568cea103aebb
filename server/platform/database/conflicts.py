"""Retry a use case whose transaction Postgres rolled back because of another one.

A deadlock or a serialization failure says nothing about the request: the same work succeeds a moment later. It is
repeated as a whole, and only while nothing of it has been committed.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Final, TypeVar

from structlog import get_logger

from server.platform.errors import ApplicationError, UnavailableError

TRIES: Final = 3
LONGEST_PAUSE_SECONDS: Final = 0.05

Result = TypeVar("Result")

logger = get_logger(__name__)


class TransactionConflictError(UnavailableError):
    """Postgres has rolled a transaction back in favour of another one."""


class LockedError(ApplicationError):
    """Another transaction changes the same rows, and has taken longer than a request waits for a lock."""

    status = 409
    code = "locked"
    message = "This is being changed at the moment. Please try again."

    def __init__(self) -> None:
        super().__init__(retry_after=1)


class _Attempt:
    has_committed: bool = False


_current: ContextVar[_Attempt | None] = ContextVar("attempt", default=None)


def note_commit() -> None:
    """Mark the running use case as committed: it must not be repeated."""
    attempt = _current.get()
    if attempt is not None:
        attempt.has_committed = True


async def repeat_on_conflict(work: Callable[[], Awaitable[Result]]) -> Result:
    """Run `work`, at most three times.

    Raises TransactionConflictError: each try met a conflict, or one came after a commit.
    """
    for number in range(1, TRIES):
        attempt = _Attempt()
        token = _current.set(attempt)
        try:
            return await work()
        except TransactionConflictError as conflict:
            if attempt.has_committed:
                raise
            logger.info("transaction_repeated", number=number, error=type(conflict.__cause__).__name__)
        finally:
            _current.reset(token)
        await asyncio.sleep(number * random.uniform(0, LONGEST_PAUSE_SECONDS))  # noqa: S311 - jitter is no secret
    return await work()
