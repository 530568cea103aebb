import asyncio


async def stops_within(seconds: float, stop: asyncio.Event) -> bool:
    """Wait, but no longer than until `stop` is set; whether it is."""
    try:
        async with asyncio.timeout(seconds):
            return await stop.wait()
    except TimeoutError:
        return False
