"""The same load for all: so many callers for a few seconds."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from tests.bench.plain_http import PlainClient, plain_client

SECONDS: Final = 4.0

# One call after the other on one connection.
Call = Callable[[PlainClient], Awaitable[object]]


async def per_second(url: str, call: Call, *, at_once: int) -> float:
    begun = time.perf_counter()
    deadline = begun + SECONDS

    async def call_until_deadline() -> int:
        done = 0
        async with plain_client(url) as client:
            while time.perf_counter() < deadline:
                await call(client)
                done += 1
        return done

    counts = await asyncio.gather(*(call_until_deadline() for _ in range(at_once)))
    return sum(counts) / (time.perf_counter() - begun)
