"""F3, F16 and F17: Redis restarts under load, a subscription is cut, clients are slow or silent."""

import asyncio
import contextlib
import secrets
import socket
import struct
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import psutil
import pytest
from redis.asyncio import Redis

from deploy.local.redis_server import RedisServer
from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind
from server.platform.configuration.settings import Settings
from server.platform.live.bus import RedisPublisher
from tests.fixtures.people import Person, SignIn
from tests.fixtures.socket_client import open_socket, open_transport
from tests.fixtures.web_process import PUBLIC_URL, environment, free_port, web_process
from tests.fixtures.worker_process import StartWorker

CHANGED = UsersChanged(kind=UsersChangeKind.UPDATED)
RECOVERY_SECONDS = 15
SLOW = 350
SILENT = 150
PER_PERSON = 25
UPGRADE = (
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
REAPING_SECONDS = 60
MEGABYTE = 2**20
METRICS_TOKEN = secrets.token_urlsafe(32)


@pytest.fixture
def redis_url(own_redis: RedisServer) -> str:
    """Each test has a Redis of its own, which it may stop or freeze."""
    return own_redis.url


@dataclass(frozen=True, kw_only=True)
class Web:
    url: str
    process: psutil.Process

    async def is_ready(self) -> bool:
        async with httpx2.AsyncClient(base_url=self.url) as client:
            return (await client.get("/health/ready")).status_code == 200

    def memory(self) -> int:
        resident: int = self.process.memory_info().rss
        return resident

    async def sockets(self) -> int:
        """How many are authenticated."""
        async with httpx2.AsyncClient(
            base_url=self.url, headers={"Authorization": f"Bearer {METRICS_TOKEN}"}
        ) as client:
            lines = (await client.get("/metrics")).text.splitlines()
        return next(int(float(line.split()[1])) for line in lines if line.startswith("waymark_sockets "))


@pytest.fixture
async def web(settings: Settings, tmp_path: Path) -> AsyncIterator[Web]:
    port = free_port()
    with web_process(environment(settings, METRICS_TOKEN=METRICS_TOKEN), port=port) as process:
        web = Web(url=f"http://127.0.0.1:{port}", process=psutil.Process(process.pid))
        await soon(web.is_ready, within=60, what="ready")
        yield web


async def soon(look: Callable[[], Awaitable[bool]], *, within: float, what: str) -> float:
    """Seconds until `look` is true; a refused connection counts as false."""
    began = time.monotonic()
    while time.monotonic() - began < within:
        with contextlib.suppress(httpx2.TransportError):
            if await look():
                return time.monotonic() - began
        await asyncio.sleep(0.02)
    raise AssertionError(f"{what}: not within {within} s")


async def hears_events(web: Web, person: Person, redis_url: str) -> bool:
    """Whether a socket that is opened now receives what another process publishes."""
    worker = RedisPublisher(redis_url)
    try:
        async with open_socket(web.url, {"token": person.token}, origin=PUBLIC_URL) as tab:
            await worker.publish(USERS_CHANGED, to=person.company.id, payload=CHANGED)
            await tab.receive("users:changed", patience=0.5)
    except (TimeoutError, OSError):
        return False
    finally:
        await worker.close()
    return True


@dataclass
class Load:
    """Calls without a pause; the status, the error and the duration of each answer."""

    web: Web
    person: Person
    statuses: set[int] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    longest: float = 0.0

    async def run(self) -> None:
        async with httpx2.AsyncClient(base_url=self.web.url, timeout=20, headers=self.person.headers) as client:
            while True:
                for method, path in (("GET", "users/profile"), ("POST", "auth/extend-session"), ("GET", "users")):
                    began = time.monotonic()
                    answer = await client.request(method, f"/api/v1/{path}")
                    self.longest = max(self.longest, time.monotonic() - began)
                    self.statuses.add(answer.status_code)
                    is_refused = answer.status_code == 503 and "Retry-After" in answer.headers
                    if answer.status_code != 200 and not is_refused:
                        self.wrong.append(f"{method} {path}: {answer.status_code} {answer.text[:80]}")
                    await asyncio.sleep(0.02)


@asynccontextmanager
async def under_load(web: Web, people: list[Person]) -> AsyncIterator[list[Load]]:
    loads = [Load(web=web, person=person) for person in people]
    tasks = [asyncio.create_task(load.run()) for load in loads]
    try:
        yield loads
    finally:
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks)


@pytest.mark.slow
async def test_f3_redis_restarts_under_load_and_everything_continues(
    web: Web, sign_in: SignIn, own_redis: RedisServer, start_worker: StartWorker
) -> None:
    worker = await start_worker()
    people = [await sign_in() for _ in range(4)]
    watcher = await sign_in()
    async with (
        open_socket(web.url, {"token": watcher.token}, origin=PUBLIC_URL) as tab,
        under_load(web, people) as loads,
    ):
        await tab.receive("session:state")
        async with Redis.from_url(own_redis.url) as redis:
            with contextlib.suppress(ConnectionError):
                await redis.shutdown(nosave=True)
        await asyncio.sleep(1)
        process = own_redis.program.start()
        try:
            back = time.monotonic()
            # After a connection lost without a disconnect packet the page reconnects and refetches.
            await tab.closed(patience=RECOVERY_SECONDS)
            assert not tab.was_disconnected

            async def are_back() -> bool:
                return await hears_events(web, watcher, own_redis.url)

            await soon(are_back, within=RECOVERY_SECONDS - (time.monotonic() - back), what="live events")
            await asyncio.sleep(1)
        finally:
            own_redis.program.stop(process)
    for load in loads:
        assert load.statuses
        assert load.wrong == []
        assert load.longest < 5
    assert worker.runs


@pytest.mark.chaos
async def test_f16_a_listener_that_receives_nothing_is_detected_reported_and_reconnected(
    web: Web, sign_in: SignIn, own_redis: RedisServer
) -> None:
    person = await sign_in()
    async with open_socket(web.url, {"token": person.token}, origin=PUBLIC_URL) as tab:
        await tab.receive("session:state")
        async with Redis.from_url(own_redis.url) as redis:
            assert await redis.execute_command("CLIENT", "KILL", "TYPE", "pubsub") == 1

        async def says_so() -> bool:
            return not await web.is_ready()

        await soon(says_so, within=RECOVERY_SECONDS, what="not ready")
        await soon(web.is_ready, within=RECOVERY_SECONDS, what="ready again")
        await tab.closed(patience=RECOVERY_SECONDS)
        assert not tab.was_disconnected
    assert await hears_events(web, person, own_redis.url)


class Long(UsersChanged):
    """Just under the largest size of an event, so that the kernel's buffers fill soon."""

    text: str = "x" * 8_000


def open_lazy(url: str, token: str) -> socket.socket:
    """A socket that authenticates and then never reads from its connection."""
    address = urlsplit(url)
    lazy = socket.socket()
    lazy.settimeout(30)
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    lazy.connect((address.hostname, address.port))
    lazy.sendall(UPGRADE.format(host=address.netloc).encode())
    receive_until(lazy, b"0{")
    said = f'40{{"token":"{token}"}}'.encode()
    lazy.sendall(b"\x81" + bytes([0x80 | 126]) + struct.pack("!H", len(said)) + b"\0\0\0\0" + said)
    receive_until(lazy, b"40{")
    return lazy


def receive_until(lazy: socket.socket, mark: bytes) -> None:
    received = b""
    while mark not in received:
        more = lazy.recv(1_024)
        assert more, received
        received += more


@pytest.mark.chaos
async def test_f17_slow_and_silent_sockets_are_closed_and_delay_no_other_socket(
    web: Web, sign_in: SignIn, own_redis: RedisServer
) -> None:
    fast, *slow = [await sign_in() for _ in range(1 + SLOW // PER_PERSON)]
    worker = RedisPublisher(own_redis.url)
    waits: list[float] = []
    async with AsyncExitStack() as stack:
        prompt = await stack.enter_async_context(open_socket(web.url, {"token": fast.token}, origin=PUBLIC_URL))
        memory = web.memory()
        for person in slow:
            opening = (asyncio.to_thread(open_lazy, web.url, person.token) for _ in range(PER_PERSON))
            for lazy in await asyncio.gather(*opening):
                stack.callback(lazy.close)
        silent = [await stack.enter_async_context(open_transport(web.url, origin=PUBLIC_URL)) for _ in range(SILENT)]
        assert await web.sockets() == 1 + SLOW
        largest, began = memory, time.monotonic()
        while await web.sockets() > 1 and time.monotonic() - began < REAPING_SECONDS:
            for _ in range(20):
                said = time.monotonic()
                await worker.publish(USERS_CHANGED, to=fast.company.id, payload=Long(kind=UsersChangeKind.UPDATED))
                await prompt.receive("users:changed", times=len(waits) + 1)
                waits.append(time.monotonic() - said)
            largest = max(largest, web.memory())
        left = await web.sockets() - 1
        await asyncio.gather(*(each.closed() for each in silent))
        assert prompt.is_open
    await worker.close()
    assert left <= 0, f"{left} sockets are still there after {len(waits)} events"
    assert largest - memory < 200 * MEGABYTE
    assert sorted(waits)[len(waits) // 2] < 0.5
