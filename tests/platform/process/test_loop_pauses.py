"""The metric of the loop's longest pause."""

import asyncio
import time

from server.platform.process.loop_pauses import LoopPauses
from server.platform.process.metrics import exposition

HELD_SECONDS = 0.3
PATIENCE_SECONDS = 30


async def test_a_held_loop_shows_in_the_metrics() -> None:
    pauses = LoopPauses()
    pauses.start()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not pauses.longest():
            await asyncio.sleep(0)
        time.sleep(HELD_SECONDS)  # noqa: ASYNC251 - holds the loop
        while pauses.longest() < HELD_SECONDS / 2:
            await asyncio.sleep(0)
    pauses.stop()

    assert f"waymark_loop_longest_pause_seconds {pauses.longest()}" in exposition().decode()
