"""What a process is made of."""

import asyncio
import threading

from server.composition import Composition
from server.platform.configuration.settings import Settings


async def test_threads_are_left_for_what_is_short(settings: Settings) -> None:
    """Where twice the heavy requests of a process hold a thread each."""
    composition = Composition(settings)
    await composition.open()
    ended = threading.Event()
    heavy = [asyncio.create_task(asyncio.to_thread(ended.wait)) for _ in range(16)]
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(30):
            assert await asyncio.to_thread(sum, (1, 2)) == 3
    finally:
        ended.set()
        await asyncio.gather(*heavy)
        await composition.close()
