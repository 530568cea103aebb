"""Chunks of one piece of work, processed side by side for a slice of time: the loop of imports and of bulk jobs."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final
from uuid import UUID

from structlog import get_logger

from server.platform.database.conflicts import TransactionConflictError

# Two keep two cores of Postgres busy.
LANES: Final = 2
# After this the work goes to the end of the queue, so that a small one does not wait for a large one.
SLICE_SECONDS: Final = 2.0

logger = get_logger(__name__)


async def run_lanes(process_next: Callable[[], Awaitable[bool]], *, work_id: UUID, seconds: float) -> bool:
    """Process chunks until none is left to claim or `seconds` have passed; True where some may be left.

    `process_next` claims one and processes it in a transaction of its own; False where none was left. `work_id` is the
    import or the bulk job, for the log.
    """
    deadline = time.monotonic() + seconds
    lanes = [_run_lane(process_next, work_id=work_id, deadline=deadline) for _ in range(LANES)]
    outcomes = await asyncio.gather(*lanes, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome
    return any(outcomes)


async def _run_lane(process_next: Callable[[], Awaitable[bool]], *, work_id: UUID, deadline: float) -> bool:
    while time.monotonic() < deadline:
        try:
            if not await process_next():
                return False
        except TransactionConflictError:
            # Concurrent work on the same people conflicts: Postgres rolled this chunk back, and it is claimed again.
            logger.info("chunk_repeated", work_id=str(work_id))
    return True
