"""The running system: a durable Postgres, a Redis, and the web and worker processes of the Procfile."""

import os
import secrets
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

import asyncpg
import psutil

from deploy.local.demo.company import create_demo_company
from deploy.local.postgres_server import PostgresServer, create_database, wait_until
from deploy.local.procfile import read_procfile
from deploy.local.programs import Program
from server.platform.database.connections import Database
from server.platform.process.crypto import PasswordHasher
from tests.bench.people import add_crowd
from tests.fixtures.servers import running_postgres, running_redis
from tests.fixtures.web_process import free_port

PROJECT: Final = Path(__file__).parents[2]
EMAIL: Final = "owner@example.com"
PASSWORD: Final = "Bench-owner-1947"
COMPANY: Final = "waymark-demo"
SETTINGS: Final = """
    APP_ENV=development ROBOT_CHECK=off LOGIN_VERIFICATION=never RATE_LIMIT_SCALE=1000
"""
# Accounts with the owner's password, in a company that is made where it is missing.
_ADD_ACCOUNTS: Final = """
    WITH company AS (
        INSERT INTO companies (name, slug, industry, trusted_at) VALUES ($5, $5, 'Education', now())
        ON CONFLICT (slug) DO UPDATE SET slug = excluded.slug RETURNING id
    )
    INSERT INTO users (company_id, email, phone, full_name, role, profile, password_hash, email_verified_at)
    SELECT company.id, r.email, '+9180' || lpad(CAST((SELECT count(*) FROM users) + r.n AS text), 8, '0'), 'Asha Rao',
           $3, $4, password_hash, now()
      FROM company, users u, unnest($2::text[]) WITH ORDINALITY AS r(email, n) WHERE u.email = $1
"""


@dataclass(frozen=True, kw_only=True)
class Servers:
    """Postgres and Redis of the whole run, and the databases from which jobs copy theirs."""

    postgres: PostgresServer
    redis_url: str
    folder: Path
    templates: set[str] = field(default_factory=set)

    async def new_database(self, *, template: str | None = None, name: str = "") -> str:
        """Its name."""
        name = name or f"bench_{secrets.token_hex(4)}"
        await create_database(self.postgres.url("postgres"), name=name, template=template)
        return name


@dataclass(frozen=True, kw_only=True)
class System:
    """Web processes and a worker on a database of their own; `url` and `web` are the first one's."""

    url: str
    urls: list[str]
    database_url: str
    web: psutil.Process
    worker: psutil.Process

    async def add_accounts(
        self, emails: Sequence[str], *, role: str = "ADMIN", profile: str = "SUPER_ADMIN", company: str = COMPANY
    ) -> None:
        await execute(self.database_url, _ADD_ACCOUNTS, EMAIL, list(emails), role, profile, company)
        # Postgres does so itself within a minute; without it, plans are those for an empty table.
        await execute(self.database_url, "VACUUM ANALYZE")


@contextmanager
def database_server() -> Iterator[Servers]:
    with (
        tempfile.TemporaryDirectory(prefix="waymark-bench-", ignore_cleanup_errors=True) as folder,
        running_postgres(Path(folder), durable=True) as postgres,
        running_redis(Path(folder)) as redis,
    ):
        yield Servers(postgres=postgres, redis_url=redis.url, folder=Path(folder))


async def execute(database_url: str, statement: str, *parameters: object) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute(statement, *parameters, timeout=900)
    await connection.close()


@asynccontextmanager
async def running_system(
    servers: Servers, *, people: int = 0, settings: Mapping[str, str] | None = None, web_processes: int = 1
) -> AsyncIterator[System]:
    """A system on a database of its own with so many people, which is dropped afterwards."""
    name = await servers.new_database(template=await _template(servers, people=people))
    database_url, first = servers.postgres.url(name), free_port(web_processes)
    ports = range(first, first + web_processes)
    given = _environment(servers, database_url) | dict(settings or {})
    web, worker = read_procfile(PROJECT / "Procfile", environment=given, folder=PROJECT)
    webs = [replace(web, name=f"web {port}", environment={**given, "PORT": str(port)}) for port in ports]
    urls = [f"http://127.0.0.1:{port}" for port in ports]
    try:
        with running_programs(servers, [*webs, worker], ports=ports) as started:
            yield System(url=urls[0], urls=urls, database_url=database_url, web=started[0], worker=started[-1])
    finally:
        await execute(servers.postgres.url("postgres"), f'DROP DATABASE "{name}" WITH (FORCE)')


async def _template(servers: Servers, *, people: int) -> str:
    """The name of a migrated database with the demo company, its owner and so many people; made once in a run."""
    name = f"bench_{people}"
    if name not in servers.templates:
        url = servers.postgres.url(await servers.new_database(name=name))
        migrate = (sys.executable, "-m", "server.cli", "migrate")
        run_program(migrate, environment=_environment(servers, url), folder=PROJECT)
        await _add_owner(url)
        connection = await asyncpg.connect(url)
        await add_crowd(connection, people=people)
        await connection.close()
        servers.templates.add(name)
    return name


async def _add_owner(database_url: str) -> None:
    database, passwords = Database(database_url, pool_size=2), PasswordHasher()
    await database.connect()
    await create_demo_company(database, passwords=passwords, email=EMAIL, password=PASSWORD)
    await database.disconnect()
    passwords.close()


@contextmanager
def running_baseline(servers: Servers, name: str, **environment: str) -> Iterator[str]:
    """The URL of an application of tests/bench/baselines.py."""
    port = free_port()
    options = ("--port", str(port), "--no-access-log", "--ws", "websockets-sansio", "--ws-per-message-deflate", "false")
    argv = (sys.executable, "-m", "uvicorn", f"tests.bench.baselines:{name}", *options)
    program = Program(name=name, argv=argv, environment={**os.environ, **environment}, folder=PROJECT)
    with running_programs(servers, [program], ports=[port]):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def running_programs(
    servers: Servers, programs: Sequence[Program], *, ports: Sequence[int]
) -> Iterator[list[psutil.Process]]:
    """Once the first of them listen on these ports. Raises LocalError with the end of the log."""
    logged = [replace(program, log=servers.folder / f"{program.name}.log") for program in programs]
    started = [(program, program.start()) for program in logged]
    try:
        for (program, process), port in zip(started, ports, strict=False):
            wait_until(partial(_listens, port), process=process, program=program)
        yield [psutil.Process(process.pid) for _, process in started]
    finally:
        for program, process in started:
            program.stop(process)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def run_program(command: Sequence[str], *, environment: Mapping[str, str], folder: Path) -> str:
    """What it printed. Raises RuntimeError with that where it fails."""
    done = subprocess.run(  # noqa: S603 - our own command
        command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[-3:])} failed:\n{done.stdout[-2000:]}")
    return done.stdout


def _environment(servers: Servers, database_url: str) -> dict[str, str]:
    return {
        **dict(setting.split("=") for setting in SETTINGS.split()),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "DATABASE_URL": database_url,
        "REDIS_URL": servers.redis_url,
        "SECRET_KEYS": secrets.token_urlsafe(48),
        "DATA_DIR": str(servers.folder),
    }
