"""Live events: an event to a thousand people."""

import asyncio
import json
import resource
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count, cycle, islice
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.bench.baselines import EVENT
from tests.bench.clients import PATIENCE_SECONDS, ask, plain_client, sign_in, signed_in
from tests.bench.report import Row, beside
from tests.bench.system import Servers, System, running_baseline, running_system
from tests.fixtures.socket_client import socket_url

ROOM: Final = 1_000
# Administrators, each with twenty of the sockets.
PEOPLE: Final = 50
EMITS: Final = 10
# Events about a company leave twice a second at most.
PAUSE: Final = 0.6
AT_ONCE: Final = 50


class Crowd:
    """Sockets in this process: they count events and store nothing."""

    def __init__(self) -> None:
        self.sockets: list[ClientConnection] = []
        self._moments: list[float] = []
        self._all = asyncio.Event()

    async def listen(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for frame in socket:
                if frame == "2":
                    await socket.send("3")
                elif f'["{EVENT}"' in str(frame):
                    self._moments.append(time.perf_counter())
                    if len(self._moments) == len(self.sockets):
                        self._all.set()

    async def messages_per_second(self, emit: Callable[[], Awaitable[object]]) -> float:
        """From the first recipient of one event to the last."""
        self._moments.clear()
        self._all.clear()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await emit()
            await self._all.wait()
        return (len(self._moments) - 1) / (self._moments[-1] - self._moments[0])


@asynccontextmanager
async def crowd(url: str, tokens: Sequence[str], *, number: int) -> AsyncIterator[Crowd]:
    """Raises RuntimeError where one is refused."""
    turns, opened = asyncio.Semaphore(AT_ONCE), Crowd()

    async def open_one(token: str) -> None:
        async with turns:
            socket = await connect(socket_url(url), compression=None, ping_interval=None, open_timeout=None)
            await socket.recv()
            await socket.send("40" + json.dumps({"token": token}))
            if not str(answer := await socket.recv()).startswith("40"):
                raise RuntimeError(answer)
        opened.sockets.append(socket)
        listening.append(asyncio.create_task(opened.listen(socket)))

    listening: list[asyncio.Task[None]] = []
    await asyncio.gather(*(open_one(token) for token in islice(cycle(tokens), number)))
    yield opened
    for socket in opened.sockets:
        socket.transport.abort()
    await asyncio.gather(*listening)


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    async with running_system(servers) as system:
        with running_baseline(servers, "sockets") as url:
            yield await _event_row(system, url, await tokens_of_people(system), rounds=rounds)


async def tokens_of_people(system: System) -> list[str]:
    """Return tokens of users who receive what happens to batches."""
    emails = [f"person{number}@example.com" for number in range(PEOPLE)]
    await system.add_accounts(emails)
    async with plain_client(system.url) as client:
        return [await sign_in(client, email=email) for email in emails]


async def _event_row(system: System, url: str, tokens: Sequence[str], *, rounds: int) -> Row:
    """In turns; ours is caused by a new batch."""
    numbers, ours, bare = count(), list[float](), list[float]()
    async with (
        crowd(system.url, tokens, number=ROOM) as mine,
        crowd(url, tokens, number=ROOM) as theirs,
        signed_in(system) as client,
        plain_client(url) as plain,
    ):
        for _ in range(EMITS * rounds):
            batch = {"name": f"Batch {next(numbers)}"}
            ours.append(await mine.messages_per_second(partial(ask, client, "POST", "/batches", json=batch)))
            bare.append(await theirs.messages_per_second(partial(plain.get, "/", headers={})))
            await asyncio.sleep(PAUSE)
    job = f"messages of an event to {ROOM:,} sockets"
    return beside(job, ours, bare, unit="/s", beside="bare python-socketio", limit=1, at_least=True)
