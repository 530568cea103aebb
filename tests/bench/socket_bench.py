"""Live events: the cost of an idle socket, the rate of events to a room, the delay of the end of a session."""

import asyncio
import os
import resource
import secrets
import socket
import sys
import time
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

import asyncpg
import httpx2
import psutil

from server.access.sessions.access_token import issue_access_token
from server.people.account.events import USERS_CHANGED
from server.people.imports.events import IMPORT_PROGRESS
from server.people.imports.schemas import ImportSnapshot
from server.platform.live.bus import RedisPublisher
from server.platform.process.clock import utc_now
from server.platform.process.crypto import Keyring
from server.vocabulary.identity import Bearer
from server.vocabulary.profiles import Profile, Role
from tests.bench.client import API
from tests.bench.events import CHANGED
from tests.bench.people import add_crowd
from tests.bench.plain_http import plain_client
from tests.bench.report import Row, percentile, ratio_row
from tests.bench.socket_load import Load, load
from tests.bench.system import PROJECT, Servers, fresh_database, make_template
from tests.fixtures.socket_client import open_socket
from tests.fixtures.web_process import FLAGS

TEMPLATE: Final = "bench_sockets"
IDLE: Final = 5_000
ROOM: Final = 1_000
# Every client receives each event before the next is sent; the first ones are not counted.
EMITS, WARM_EMITS = 20, 3
LOGOUTS: Final = 100
PROGRESS_EVENTS: Final = 50
PROGRESS_SECONDS: Final = 0.1
START_SECONDS: Final = 30.0
SETTLE_SECONDS: Final = 3.0
KIBIBYTE: Final = 1024
# The bare server runs uvicorn's own protocols, which do not know our settings.
PLAIN_FLAGS: Final = ("--ws", "websockets-sansio", "--no-access-log")


@dataclass(frozen=True, kw_only=True)
class Server:
    url: str
    pid: int

    def memory(self) -> int:
        resident: int = psutil.Process(self.pid).memory_info().rss
        return resident


@dataclass(frozen=True, kw_only=True)
class Ours:
    """Two web processes on one database, and tokens of people with a session each."""

    one: Server
    two: Server
    company_id: UUID
    import_id: UUID
    tokens: list[str]
    publisher: RedisPublisher


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    _allow_many_files()
    await make_template(servers, TEMPLATE)
    async with fresh_database(servers, template=TEMPLATE) as url:
        async with _ours(servers, url) as ours, _plain() as plain:
            yield await _memory_row(ours, plain)
        async with _ours(servers, url) as ours, _plain() as plain:
            yield _tail("logout → socket closed on another process, p99", await _logged_out(ours), limit=200)
            speeds = await _room_speeds(ours, plain, rounds=rounds)
            yield ratio_row(
                f"messages per second of an event to {ROOM:,} sockets / bare python-socketio",
                ours=speeds[0],
                baseline=speeds[1],
                limit=0.9,
                at_least=True,
                unit="/s",
                panel=f"Messages per second of an event to {ROOM:,} people",
            )
            watched = await _watched(ours)
            yield _tail(f"import:progress 10 times a second → the last of {ROOM:,} watchers has it, p99", watched)


async def _memory_row(ours: Ours, plain: Server) -> Row:
    return ratio_row(
        f"memory of an idle socket, {IDLE:,} on one process / bare python-socketio",
        ours=[await _memory(ours.one, ours.tokens, greetings=1)],
        baseline=[await _memory(plain, ours.tokens, greetings=0)],
        limit=1.15,
        unit="KiB",
        panel="Memory of an idle live socket",
    )


def _tail(job: str, waits: list[float], *, limit: float | None = None) -> Row:
    p99 = percentile(waits, 0.99) * 1000
    return Row(job=job, ours=f"{p99:.0f} ms", value=p99, limit=limit, unit=" ms")


def _allow_many_files() -> None:
    """Raise the limit of open files for this process and its children."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


async def _memory(server: Server, tokens: list[str], *, greetings: int) -> float:
    """KiB of resident memory that each socket has added."""
    async with load() as crowd:
        # The first connections load code and fill caches; they are not counted.
        await crowd.do("open", url=server.url, tokens=tokens[:50], greetings=greetings)
        before = server.memory()
        await _open(crowd, server, tokens[50:IDLE], greetings=greetings)
        await asyncio.sleep(SETTLE_SECONDS)
        return (server.memory() - before) / (IDLE - 50) / KIBIBYTE


async def _open(crowd: Load, server: Server, tokens: list[str], *, greetings: int) -> None:
    answer = await crowd.do("open", url=server.url, tokens=tokens, greetings=greetings)
    if answer["refused"]:
        raise RuntimeError(f"{len(answer['refused'])} sockets were refused: {answer['refused'][0]}")


async def _room_speeds(ours: Ours, plain: Server, *, rounds: int) -> tuple[list[float], list[float]]:
    """Messages a second of our server and of the bare one, measured in turns."""

    async def publish() -> None:
        await ours.publisher.publish(USERS_CHANGED, to=ours.company_id, payload=CHANGED)

    speeds: tuple[list[float], list[float]] = ([], [])
    async with load() as mine, load() as theirs, httpx2.AsyncClient() as client:
        await _open(mine, ours.one, ours.tokens[:ROOM], greetings=1)
        await _open(theirs, plain, ours.tokens[:ROOM], greetings=0)

        async def emit() -> None:
            await client.get(plain.url)

        for _ in range(rounds):
            for crowd, say, found in ((mine, publish, speeds[0]), (theirs, emit, speeds[1])):
                waits = []
                for _ in range(WARM_EMITS + EMITS):
                    await crowd.order("receive", events=1)
                    began = time.monotonic()
                    await say()
                    waits.append((await crowd.answer())["at"] - began)
                found.append(ROOM * EMITS / sum(waits[WARM_EMITS:]))
    return speeds


async def _watched(ours: Ours) -> list[float]:
    """Seconds from publishing to the last of the watchers."""
    waits, watched = [], {"importId": str(ours.import_id)}
    async with open_socket(ours.one.url, {"token": ours.tokens[ROOM]}, origin=None) as one_more:
        snapshot = ImportSnapshot.model_validate((await one_more.ask("import:watch", watched))["snapshot"])
    async with load() as crowd:
        await _open(crowd, ours.one, ours.tokens[:ROOM], greetings=1)
        await crowd.do("ask", event="import:watch", payload=watched)
        for _ in range(PROGRESS_EVENTS):
            await crowd.order("receive", events=1)
            began = time.monotonic()
            await ours.publisher.publish(IMPORT_PROGRESS, to=ours.import_id, payload=snapshot)
            waits.append((await crowd.answer())["at"] - began)
            await asyncio.sleep(max(0.0, began + PROGRESS_SECONDS - time.monotonic()))
    return waits


async def _logged_out(ours: Ours) -> list[float]:
    """Seconds from the call at one process to the closed socket at the other."""
    waits = []
    async with plain_client(ours.one.url) as client:
        for token in ours.tokens[-LOGOUTS:]:
            async with open_socket(ours.two.url, {"token": token}, origin=None) as tab:
                await tab.receive("session:state")
                began = time.monotonic()
                await client.post(f"{API}/login/logout", headers={"Authorization": f"Bearer {token}"})
                await tab.closed()
                waits.append(time.monotonic() - began)
    return waits


@asynccontextmanager
async def _ours(servers: Servers, database_url: str) -> AsyncIterator[Ours]:
    key = secrets.token_urlsafe(48)
    given = {
        "APP_ENV": "development",
        "DATABASE_URL": database_url,
        "REDIS_URL": servers.redis.url,
        "SECRET_KEYS": key,
        "RATE_LIMIT_SCALE": "1000",
        "DATA_DIR": str(servers.folder),
    }
    company_id, import_id, tokens = await _prepare(database_url, Keyring((key,)))
    publisher = RedisPublisher(servers.redis.url)
    async with _served("server.asgi:app", given) as one, _served("server.asgi:app", given) as two:
        yield Ours(one=one, two=two, company_id=company_id, import_id=import_id, tokens=tokens, publisher=publisher)
    await publisher.close()


@asynccontextmanager
async def _plain() -> AsyncIterator[Server]:
    async with _served("tests.bench.plain_sockets:app", {}, flags=PLAIN_FLAGS) as server:
        yield server


@asynccontextmanager
async def _served(application: str, given: Mapping[str, str], *, flags: Sequence[str] = FLAGS) -> AsyncIterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "uvicorn", application, "--port", str(port), *flags),
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"], **given},
        stdout=DEVNULL,
        stderr=DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        async with asyncio.timeout(START_SECONDS), httpx2.AsyncClient() as client:
            while not await _is_ready(client, url):
                await asyncio.sleep(0.1)
        yield Server(url=url, pid=process.pid)
    finally:
        process.kill()
        await process.wait()


async def _is_ready(client: httpx2.AsyncClient, url: str) -> bool:
    try:
        return (await client.get(f"{url}/health/ready")).is_success
    except httpx2.TransportError:
        return False


async def _prepare(database_url: str, keys: Keyring) -> tuple[UUID, UUID, list[str]]:
    """(company, import, tokens): people who may create users, a session for each, and an import to be watched."""
    connection = await asyncpg.connect(database_url)
    if not await connection.fetchval("SELECT EXISTS (SELECT FROM users WHERE profile = 'MANAGEMENT')"):
        await add_crowd(connection, people=IDLE)
        await connection.execute(
            "UPDATE users SET role = 'MANAGER', profile = 'MANAGEMENT', is_active = true WHERE profile <> 'SUPER_ADMIN'"
        )
    (company,) = await connection.fetch("SELECT id, name FROM companies")
    import_id = await connection.fetchval(
        """
        INSERT INTO imports (company_id, file_name, delimiter, encoding, day_first)
        VALUES ($1, 'people.csv', ',', 'utf-8', false) RETURNING id
        """,
        company["id"],
    )
    sessions = await connection.fetch(
        """
        INSERT INTO sessions (company_id, user_id, idle_expires_at, absolute_expires_at)
        SELECT company_id, id, now() + interval '1 hour', now() + interval '1 hour' FROM users
         WHERE profile = 'MANAGEMENT' RETURNING id, user_id
        """
    )
    await connection.close()
    tokens = [_token(keys, company, session) for session in sessions]
    return company["id"], import_id, tokens


def _token(keys: Keyring, company: asyncpg.Record, session: asyncpg.Record) -> str:
    now = utc_now().replace(microsecond=0)
    return issue_access_token(
        keys,
        bearer=Bearer(
            user_id=session["user_id"],
            email="somebody@example.org",
            full_name="Somebody",
            role=Role.MANAGER,
            profile=Profile.MANAGEMENT,
            company_id=company["id"],
            company_name=company["name"],
        ),
        session_id=session["id"],
        generation=0,
        issued_at=now,
        expires_at=now + timedelta(hours=1),
    )
