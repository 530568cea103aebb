"""The running system: a durable Postgres, a Redis, and the web and worker processes of the Procfile."""

import asyncio
import os
import secrets
import shutil
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from subprocess import Popen
from types import MappingProxyType
from typing import Final

import asyncpg
import httpx2
import psutil

from deploy.local.postgres_server import PostgresServer, create_database, find_postgres, wait_until
from deploy.local.procfile import read_procfile
from deploy.local.redis_server import RedisServer, find_redis
from server.people.account.create_demo_company import create_demo_company
from server.platform.database.connections import Database
from server.platform.database.migrate import upgrade
from server.platform.process.crypto import PasswordHasher

PROJECT: Final = Path(__file__).parents[2]
EMAIL: Final = "owner@example.com"
PASSWORD: Final = "Bench-owner-1947"
START_SECONDS: Final = 30
MEGABYTE: Final = 2**20


@dataclass(frozen=True, kw_only=True)
class Servers:
    """Postgres and Redis of the whole run."""

    postgres: PostgresServer
    redis: RedisServer
    folder: Path


@dataclass(frozen=True, kw_only=True)
class System:
    """One web and one worker process on a database of their own."""

    url: str
    database_url: str
    web: Popen[bytes]
    worker: Popen[bytes]

    def worker_memory(self) -> int:
        """Bytes of resident memory; the worker is one process."""
        resident: int = psutil.Process(self.worker.pid).memory_info().rss
        return resident


@contextmanager
def database_server() -> Iterator[Servers]:
    folder = Path(tempfile.mkdtemp(prefix="waymark-bench-"))
    postgres, redis = find_postgres(folder, durable=True), find_redis(folder)
    running = []
    try:
        for server in (postgres, redis):
            server.prepare()
            process = server.program.start()
            running.append((server, process))
            wait_until(server.is_ready, process=process, program=server.program)
        yield Servers(postgres=postgres, redis=redis, folder=folder)
    finally:
        for server, process in reversed(running):
            server.program.stop(process)
            server.clean_up()
        shutil.rmtree(folder, ignore_errors=True)


async def make_template(servers: Servers, name: str) -> str:
    """A migrated database with the demo company and its owner; returns its URL."""
    await create_database(servers.postgres.url("postgres"), name=name)
    url = servers.postgres.url(name)
    await asyncio.to_thread(upgrade, url)
    database, passwords = Database(url, pool_size=2), PasswordHasher()
    await database.connect()
    await create_demo_company(database, passwords=passwords, email=EMAIL, password=PASSWORD)
    await database.disconnect()
    passwords.close()
    return url


@asynccontextmanager
async def fresh_database(servers: Servers, *, template: str) -> AsyncIterator[str]:
    name = f"bench_{secrets.token_hex(4)}"
    await create_database(servers.postgres.url("postgres"), name=name, template=template)
    yield servers.postgres.url(name)
    connection = await asyncpg.connect(servers.postgres.url("postgres"))
    await connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    await connection.close()


@asynccontextmanager
async def running_system(
    servers: Servers, *, database_url: str, settings: Mapping[str, str] = MappingProxyType({})
) -> AsyncIterator[System]:
    """`settings` go before the benchmark's own; the log of the processes is in the servers' folder.

    Raises TimeoutError where the system is not ready in time.
    """
    port = _free_port()
    environment = {**_environment(servers, database_url=database_url, port=port), **settings}
    programs = {
        program.name: replace(program, log=servers.folder / f"{program.name}.log")
        for program in read_procfile(PROJECT / "Procfile", environment=environment, folder=PROJECT)
    }
    started = {name: program.start() for name, program in programs.items()}
    try:
        url = f"http://127.0.0.1:{port}"
        await _until_ready(url)
        yield System(url=url, database_url=database_url, web=started["web"], worker=started["worker"])
    finally:
        for name, process in started.items():
            programs[name].stop(process)


def _environment(servers: Servers, *, database_url: str, port: int) -> dict[str, str]:
    return {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "APP_ENV": "development",
        "PORT": str(port),
        "DATABASE_URL": database_url,
        "REDIS_URL": servers.redis.url,
        "SECRET_KEYS": secrets.token_urlsafe(48),
        "ROBOT_CHECK": "off",
        "LOGIN_VERIFICATION": "never",
        "RATE_LIMIT_SCALE": "1000",
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _until_ready(url: str) -> None:
    async with asyncio.timeout(START_SECONDS), httpx2.AsyncClient() as client:
        while True:
            try:
                answer = await client.get(f"{url}/health")
                if answer.json().get("status") == "ok":
                    return
            except httpx2.TransportError:
                pass
            await asyncio.sleep(0.05)
