"""The calls that every page makes, 32 at once against one web process, beside a hand-written baseline."""

import asyncio
import os
import secrets
import socket
import sys
import time
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import asyncpg
import jwt

from tests.bench.client import API, signed_in
from tests.bench.plain_http import plain_client
from tests.bench.report import Row, percentile, ratio_row
from tests.bench.system import EMAIL, PROJECT, Servers, fresh_database, make_template, running_system

TEMPLATE: Final = "bench_requests"
AT_ONCE: Final = 32
SECONDS: Final = 4.0
WARM_SECONDS: Final = 0.5
START_SECONDS: Final = 20.0
CALLS: Final = {"GET /users/profile": f"{API}/users/profile", "GET /auth/session-status": f"{API}/auth/session-status"}

DRAWN: Final = "GET /users/profile"


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    await make_template(servers, TEMPLATE)
    ours: dict[str, list[float]] = {name: [] for name in CALLS}
    tails: dict[str, list[float]] = {name: [] for name in CALLS}
    bare: list[float] = []
    async with (
        fresh_database(servers, template=TEMPLATE) as url,
        running_system(servers, database_url=url) as system,
        signed_in(system) as client,
        _plain_app(url) as (plain_url, plain_token),
    ):
        for _ in range(rounds):
            bare.append((await _load(plain_url, "/profile", authorization=plain_token))[0])
            for name, path in CALLS.items():
                speed, waits = await _load(system.url, path, authorization=client.headers["Authorization"])
                ours[name].append(speed)
                tails[name] += waits
    for name in CALLS:
        for row in _rows(name, ours[name], bare, tails[name]):
            yield row


def _rows(name: str, ours: list[float], bare: list[float], waits: list[float]) -> list[Row]:
    p99 = percentile(waits, 0.99) * 1000
    return [
        ratio_row(
            f"{name}, {AT_ONCE} at once / FastAPI by hand",
            ours=ours,
            baseline=bare,
            limit=0.8,
            at_least=True,
            unit="/s",
            panel=f"{name}, {AT_ONCE} at once" if name == DRAWN else "",
        ),
        Row(job="… its p99", ours=f"{p99:.1f} ms", value=p99, limit=30, unit=" ms"),
    ]


async def _load(url: str, path: str, *, authorization: str) -> tuple[float, list[float]]:
    """(answers per second, seconds of each), without a short warm-up."""
    headers = {"Authorization": authorization}
    waits: list[float] = []
    counted_from = time.perf_counter() + WARM_SECONDS
    deadline = counted_from + SECONDS

    async def ask() -> None:
        async with plain_client(url) as client:
            while (begun := time.perf_counter()) < deadline:
                await client.get(path, headers=headers)
                if begun >= counted_from:
                    waits.append(time.perf_counter() - begun)

    await asyncio.gather(*(ask() for _ in range(AT_ONCE)))
    return len(waits) / SECONDS, waits


@asynccontextmanager
async def _plain_app(database_url: str) -> AsyncIterator[tuple[str, str]]:
    """Its URL, and an Authorization header that it accepts."""
    connection = await asyncpg.connect(database_url)
    user_id = await connection.fetchval("SELECT id FROM users WHERE email = $1", EMAIL)
    await connection.close()
    key = secrets.token_urlsafe(48)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "uvicorn", "tests.bench.plain_app:app", "--port", str(port), "--no-access-log"),
        cwd=PROJECT,
        env={**os.environ, "PLAIN_KEY": key, "DATABASE_URL": database_url},
        stdout=DEVNULL,
        stderr=DEVNULL,
    )
    try:
        await _until_it_listens(port)
        yield f"http://127.0.0.1:{port}", f"Bearer {jwt.encode({'sub': str(user_id)}, key, algorithm='HS256')}"
    finally:
        process.terminate()
        await process.wait()


async def _until_it_listens(port: int) -> None:
    async with asyncio.timeout(START_SECONDS):
        while True:
            with suppress(ConnectionRefusedError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.05)
