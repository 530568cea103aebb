"""What people and their open pages cost in disk and memory: what docs/scale.md reckons with."""

import asyncio
import re
import resource
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import asyncpg
import psutil
from redis.asyncio import Redis

from tests.bench.clients import signed_in
from tests.bench.import_bench import import_people
from tests.bench.people import IMPORTED, people_csv
from tests.bench.report import Row
from tests.bench.socket_bench import ROOM, crowd, tokens_of_people
from tests.bench.system import Servers, System, running_system

MEBIBYTE: Final = 2**20
SETTLE_SECONDS: Final = 5.0


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    """Once, whatever the rounds: sizes hardly differ."""
    async with running_system(servers) as system, signed_in(system) as client:
        before, wal = await _database_bytes(system)
        await import_people(system, client, people_csv(seed=1))
        after, written = await _database_bytes(system)
        worker = _peak(system.worker)
        backend = await _backend_bytes(system)
    yield Row(job="disk of a person with the row of an import", ours=(after - before) / IMPORTED, unit="B", limit=3_000)
    yield Row(job="write-ahead log of a person imported", ours=(written - wal) / IMPORTED, unit="B", limit=6_000)
    yield Row(job="memory of the worker, at most, in an import of 100,000", ours=worker, unit="MB", limit=512)
    yield Row(job="memory of a connection of Postgres after it", ours=backend / MEBIBYTE, unit="MB", limit=30)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    async with running_system(servers) as system, Redis.from_url(servers.redis_url) as redis:
        tokens = await tokens_of_people(system)
        await asyncio.sleep(SETTLE_SECONDS)
        rest = system.web.memory_info().rss
        async with crowd(system.url, tokens, number=ROOM):
            await asyncio.sleep(SETTLE_SECONDS)
            full = system.web.memory_info().rss
            kept = (await redis.info("memory"))["used_memory"]
    yield Row(job="memory of the web process for an open page", ours=(full - rest) / ROOM / 1024, unit="KB", limit=100)
    yield Row(job="memory of Redis with 1,000 open pages", ours=kept / MEBIBYTE, unit="MB", limit=100)


async def _database_bytes(system: System) -> tuple[int, int]:
    """The bytes of the database on disk, and those that Postgres has written to its log since it was made."""
    connection = await asyncpg.connect(system.database_url)
    size = await connection.fetchval("SELECT pg_database_size(current_database())")
    written = await connection.fetchval("SELECT CAST(pg_current_wal_lsn() - '0/0'::pg_lsn AS bigint)")
    await connection.close()
    return size, written


def _peak(process: psutil.Process) -> float:
    (kibibytes,) = re.findall(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
    return int(kibibytes) / 1024


async def _backend_bytes(system: System) -> float:
    """What a connection has for itself: shared buffers are counted once, with the server."""
    connection = await asyncpg.connect(system.database_url)
    found: list[Any] = await connection.fetch(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.close()
    own = [psutil.Process(row["pid"]).memory_full_info().uss for row in found]
    return sum(own) / len(own)
