"""The running system for a browser: Postgres, Redis, and the processes of the Procfile, or a cluster behind Caddy."""

import asyncio
import atexit
import os
import secrets
import sys
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from subprocess import Popen
from threading import Thread
from typing import Any, Final, TypeVar

import httpx2

from deploy.local.cluster import cluster_environment
from deploy.local.demo.company import create_demo_company
from deploy.local.postgres_server import SERVING_ROLE, PostgresServer, create_database
from deploy.local.procfile import read_procfile
from deploy.local.programs import Program, last_lines
from server.platform.configuration.load_settings import load_settings
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from server.platform.process.crypto import PasswordHasher
from tests.browser.waiting import WAIT_SECONDS, wait_until
from tests.fixtures.servers import TEMPLATE, fast_folder, make_template, running_postgres, running_redis
from tests.fixtures.web_process import free_port

PROJECT: Final = Path(__file__).parents[2]
OWNER_EMAIL: Final = "owner@example.com"
OWNER_PASSWORD: Final = "Cairn-and-Contour-58"
START_SECONDS: Final = 240
# TOPOLOGY=cluster: two of each process, and nothing that makes a browser come back to the same one.
IS_CLUSTER: Final = os.environ.get("TOPOLOGY") == "cluster"
PROCFILE: Final = PROJECT / ("deploy/Procfile.cluster" if IS_CLUSTER else "Procfile")

Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class System:
    """`settings` are those of the processes; `database` is for rows that are written beside them, within `run`."""

    postgres: PostgresServer
    url: str
    settings: Settings
    database: Database
    folder: Path
    processes: Mapping[str, Popen[bytes]]

    def logs(self) -> str:
        """The last lines of every process."""
        logs = sorted([*self.folder.glob("web*.log"), *self.folder.glob("worker*.log"), *self.folder.glob("proxy.log")])
        return "\n".join(f"--- {log.name}\n{last_lines(log, count=15)}" for log in logs)


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run it in the loop of another thread: Playwright's own loop holds the main one."""
    return asyncio.run_coroutine_threadsafe(work, _loop()).result()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """One for the whole run, so that pools of connections outlive the call that opened them."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="rows", daemon=True)
    thread.start()
    atexit.register(_close, loop, thread)
    return loop


def _close(loop: asyncio.AbstractEventLoop, thread: Thread) -> None:
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@contextmanager
def running_system(*, beside: System | None = None, **settings: str) -> Iterator[System]:
    """The demo company with its owner, real robot check, captured messages; no code of development.

    `settings` are those that differ, by the names of the environment. `beside` is a system in whose Postgres it has a
    database of its own.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(fast_folder("waymark-browser-"))
        redis = stack.enter_context(running_redis(folder))
        if beside is None:
            postgres = stack.enter_context(running_postgres(folder))
            with ThreadPoolExecutor(max_workers=1) as thread:
                thread.submit(make_template, postgres).result()
        else:
            postgres = beside.postgres
        name = f"browser_{secrets.token_hex(4)}"
        run(create_database(postgres.url("postgres"), name=name, template=TEMPLATE))
        database_url = postgres.url(name, role=SERVING_ROLE)
        environment = _environment(folder, database_url=database_url, redis_url=redis.url) | settings
        loaded = _settings(environment)
        with _connected(loaded) as database, _running_programs(folder, environment) as processes:
            url = loaded.effective_public_url
            _wait_until_ready(url)
            # Another process may have taken the port meanwhile, and answer in its place.
            assert all(process.poll() is None for process in processes.values())
            yield System(
                postgres=postgres, url=url, settings=loaded, database=database, folder=folder, processes=processes
            )


def _environment(folder: Path, *, database_url: str, redis_url: str) -> dict[str, str]:
    return {
        "APP_ENV": "development",
        "PORT": str(free_port()),
        "DATA_DIR": str(folder),
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "SECRET_KEYS": secrets.token_urlsafe(48),
        "DEV_OTP_CODE": "",
        # One machine does here what many do out there: the limits by address are tested elsewhere.
        "RATE_LIMIT_SCALE": "1000",
        "COMPANY_DAILY_ROWS": "1000000",
    }


def _settings(environment: dict[str, str]) -> Settings:
    named = {name.lower(): value for name, value in environment.items()}
    return load_settings(_env_file=None, **named)


@contextmanager
def _connected(settings: Settings) -> Iterator[Database]:
    """With the demo company and its owner in it."""
    database = Database(settings.database_url, pool_size=2)
    run(database.connect())
    run(_add_owner(database))
    yield database
    run(database.disconnect())


async def _add_owner(database: Database) -> None:
    passwords = PasswordHasher()
    await create_demo_company(database, passwords=passwords, email=OWNER_EMAIL, password=OWNER_PASSWORD)
    passwords.close()


@contextmanager
def _running_programs(folder: Path, environment: dict[str, str]) -> Iterator[Mapping[str, Popen[bytes]]]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    given = {**environment, "PATH": path}
    if IS_CLUSTER:
        given["CADDY"] = os.environ.get("CADDY", "")
        given = cluster_environment(given, web_ports=(free_port(), free_port()))
    programs: list[Program] = [
        replace(program, log=folder / f"{program.name}.log")
        for program in read_procfile(PROCFILE, environment=given, folder=PROJECT)
    ]
    started = [(program, program.start()) for program in programs]
    try:
        yield {program.name: process for program, process in started}
    finally:
        # All at once, and then each: a web process behind a proxy takes its time over the first signal alone.
        for _, process in started:
            process.terminate()
        for program, process in started:
            program.stop(process)


def _wait_until_ready(url: str) -> None:
    def health() -> bool | None:
        try:
            answer = httpx2.get(f"{url}/health", timeout=WAIT_SECONDS)
            # Before any process is there, a proxy answers in its own format.
            return (answer.is_success and answer.json()["status"] == "ok") or None
        except httpx2.TransportError:
            return None

    wait_until(health, seconds=START_SECONDS, what="the system to be ready")
