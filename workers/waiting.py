"""Waiting that a stop ends."""

import asyncio


async def stops_within(seconds: float, stop: asyncio.Event) -> bool:
    """Wait until `stop` is set or the time has passed; whether it is set."""
    try:
        async with asyncio.timeout(seconds):
            return await stop.wait()
    except TimeoutError:
        return False
