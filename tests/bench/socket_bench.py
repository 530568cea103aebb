"""Live events: the memory of an idle socket, an event to a thousand people, the end of a session elsewhere."""

import asyncio
import json
import resource
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count, cycle, islice
from typing import Final

import psutil
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.bench.baselines import EVENT
from tests.bench.clients import API, PATIENCE_SECONDS, ask, plain_client, sign_in, signed_in
from tests.bench.report import Row, beside, milliseconds
from tests.bench.system import Servers, System, running_baseline, running_system
from tests.fixtures.socket_client import open_socket, socket_url

IDLE: Final = 5_000
ROOM: Final = 1_000
# Administrators, each with a hundred of the idle sockets.
PEOPLE: Final = 50
EMITS: Final = 10
LOGOUTS: Final = 50
# Events about a company leave twice a second at most.
PAUSE: Final = 0.6
SETTLE_SECONDS: Final = 3.0
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
    # A system each: the first one is still busy with what its sockets leave behind.
    with running_baseline(servers, "sockets") as (url, process):
        async with running_system(servers) as system:
            tokens = await _tokens(system)
            ours = await _memory(system.web, system.url, tokens)
            bare = await _memory(process, url, tokens)
        job = f"memory of an idle socket, {IDLE:,} on one process"
        yield beside(job, [ours], [bare], unit="KiB", beside="bare python-socketio", limit=1.3)
    async with running_system(servers, webs=2) as system:
        with running_baseline(servers, "sockets") as (url, _):
            yield await _event_row(system, url, await _tokens(system), rounds=rounds)
        yield milliseconds("logout to socket closed on another process", await _logouts(system), limit=200)


async def _tokens(system: System) -> list[str]:
    """Return tokens of users who receive what happens to batches."""
    emails = [f"person{number}@example.com" for number in range(PEOPLE)]
    await system.add_accounts(emails)
    async with plain_client(system.url) as client:
        return [await sign_in(client, email=email) for email in emails]


async def _memory(process: psutil.Process, url: str, tokens: Sequence[str]) -> float:
    """KiB of resident memory that each socket adds; the first ones load code and fill caches, and do not count."""
    async with crowd(url, tokens, number=PEOPLE):
        before = process.memory_info().rss
        async with crowd(url, tokens, number=IDLE):
            await asyncio.sleep(SETTLE_SECONDS)
            return float(process.memory_info().rss - before) / IDLE / 1024


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


async def _logouts(system: System) -> list[float]:
    """Seconds from the call at one process to the closed socket at the other."""
    waits = []
    async with plain_client(system.url) as client:
        for _ in range(LOGOUTS):
            token = await sign_in(client)
            async with open_socket(system.urls[1], {"token": token}, origin=None) as tab:
                await tab.receive("session:state")
                begun = time.monotonic()
                await client.post(f"{API}/login/logout", headers={"Authorization": f"Bearer {token}"})
                await tab.closed()
                waits.append(time.monotonic() - begun)
    return waits
