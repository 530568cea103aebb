"""The whole system on one machine: what is started, in which order, and what is printed."""

import asyncio
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import httpx2

from deploy.local import LocalError
from deploy.local.cluster import LOOPBACK, cluster_environment, ports_beside
from deploy.local.demo.company import DemoOwner, create_demo_company
from deploy.local.demo.fill import fill_demo_company
from deploy.local.environment import check_port, locked, make_data_dir, read_environment, secret_keys, wants_demo_people
from deploy.local.postgres_server import SERVING_ROLE, create_database, create_serving_role, find_postgres
from deploy.local.procfile import read_procfile
from deploy.local.redis_server import find_redis
from deploy.local.supervisor import Supervisor, speak
from server.composition import Composition
from server.platform.configuration.load_settings import load_settings
from server.platform.configuration.settings import Settings
from server.platform.database.migrate import find_serving_role, upgrade

PROJECT: Final = Path(__file__).parents[2]
DATABASE_NAME: Final = "waymark"
READY_SECONDS: Final = 60.0
STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


async def run_system(*, procfile: Path, is_cluster: bool = False) -> None:
    """Run until a signal to stop, then leave no process behind. A cluster has a proxy on PORT.

    Raises:
        LocalError, SettingsError, MigrationError: it cannot run here; everything that was started has ended.
    """
    supervisor = Supervisor()
    for number in STOP_SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, supervisor.stop)
    environment = read_environment()
    data_dir = make_data_dir(Path(environment.get("DATA_DIR") or ".data"))
    environment["DATA_DIR"] = str(data_dir)
    if is_cluster:
        environment = _with_ports(environment)
    with locked(data_dir), ExitStack() as at_the_end:
        try:
            await supervisor.unless_stopped(_start(supervisor, environment, procfile=procfile, at_the_end=at_the_end))
            await supervisor.stopping.wait()
        finally:
            speak("Stopping…")
            await supervisor.end_all(last=("redis", "postgres"))
    if supervisor.failure:
        raise LocalError(supervisor.failure)


async def _start(supervisor: Supervisor, environment: dict[str, str], *, procfile: Path, at_the_end: ExitStack) -> None:
    data_dir = Path(environment["DATA_DIR"])
    check_port(environment.get("HOST") or "127.0.0.1", environment.get("PORT") or "8000")
    with_people = wants_demo_people(environment)
    environment["SECRET_KEYS"] = secret_keys(data_dir, environment)
    if not environment.get("DATABASE_URL"):
        environment |= await _start_postgres(supervisor, data_dir, at_the_end)
    if not environment.get("REDIS_URL"):
        environment["REDIS_URL"] = await _start_redis(supervisor, data_dir, at_the_end)
    os.environ.update(environment)
    settings = load_settings()
    owner = await _prepare_data(settings, with_people=with_people)
    await _start_processes(supervisor, environment, procfile)
    await _wait_until_ready(settings)
    _announce(settings, owner)


def _with_ports(environment: dict[str, str]) -> dict[str, str]:
    ports = ports_beside(environment.get("PORT") or "8000")
    for port in ports:
        check_port(LOOPBACK, str(port))
    return cluster_environment(environment, web_ports=ports)


async def _start_postgres(supervisor: Supervisor, data_dir: Path, at_the_end: ExitStack) -> dict[str, str]:
    server = await asyncio.to_thread(find_postgres, data_dir)
    at_the_end.callback(server.clean_up)
    await asyncio.to_thread(server.prepare)
    if server.home.parent != data_dir:
        speak(f"Postgres' files are in {server.home}: its user cannot enter {data_dir}.")
    await supervisor.keep(server.program, ready=server.is_ready)
    await create_database(server.url("postgres"), name=DATABASE_NAME)
    await create_serving_role(server.url("postgres"))
    return {
        "DATABASE_URL": server.url(DATABASE_NAME, role=SERVING_ROLE),
        "MIGRATION_DATABASE_URL": server.url(DATABASE_NAME),
    }


async def _start_redis(supervisor: Supervisor, data_dir: Path, at_the_end: ExitStack) -> str:
    server = find_redis(data_dir)
    at_the_end.callback(server.clean_up)
    server.prepare()
    await supervisor.keep(server.program, ready=server.is_ready)
    return server.url


async def _prepare_data(settings: Settings, *, with_people: bool) -> DemoOwner:
    role = await find_serving_role(settings)
    await asyncio.to_thread(upgrade, settings.owner_url, serving_role=role)
    composition = Composition(settings)
    services = await composition.open()
    try:
        owner = await create_demo_company(
            services.database,
            passwords=services.passwords,
            email=settings.admin_email,
            password=settings.admin_password,
        )
        if with_people and await fill_demo_company(services):
            speak("The demo company has 2,000 people; DEMO=empty make run leaves a new one without.")
    finally:
        await composition.close()
    return owner


async def _start_processes(supervisor: Supervisor, environment: dict[str, str], procfile: Path) -> None:
    # `python` of the Procfile is this interpreter.
    path = f"{Path(sys.executable).parent}{os.pathsep}{environment.get('PATH', os.defpath)}"
    # They would all show their metrics at the same port.
    given = {"METRICS_LISTEN": "", **environment, "PATH": path, "PYTHONUNBUFFERED": "1"}
    # The processes connect as the serving role, which may not change the schema.
    given.pop("MIGRATION_DATABASE_URL", None)
    for program in read_procfile(procfile, environment=given, folder=PROJECT):
        await supervisor.keep(program)


async def _wait_until_ready(settings: Settings) -> None:
    host = "127.0.0.1" if settings.host in {"0.0.0.0", "::"} else settings.host  # noqa: S104 - compared only
    async with httpx2.AsyncClient(trust_env=False) as client:
        try:
            async with asyncio.timeout(READY_SECONDS):
                while not await _is_ready(client, f"http://{host}:{settings.port}/health/ready"):  # noqa: ASYNC110 - another process's state
                    await asyncio.sleep(0.1)
        except TimeoutError as error:
            raise LocalError("The web server did not become ready within a minute; its lines above say why.") from error


async def _is_ready(client: httpx2.AsyncClient, url: str) -> bool:
    try:
        return (await client.get(url)).is_success
    except httpx2.TransportError:
        return False


def _announce(settings: Settings, owner: DemoOwner) -> None:
    url = settings.effective_public_url
    lines = [
        "",
        f"  {settings.brand_name} runs at  {url}",
        f"  Sign in with      {owner.email}",
        f"  Password          {_password_line(settings, owner)}",
        f"  Sent messages     {url}/dev/inbox" if settings.captures_email else "  Messages are sent by EMAIL_URL",
        f"  Data              {settings.data_dir}",
        "",
        "  Ctrl-C stops it.",
        "",
    ]
    speak("\n".join(lines))


def _password_line(settings: Settings, owner: DemoOwner) -> str:
    if owner.made_password:
        return f"{owner.made_password}  (shown this once)"
    if settings.admin_password:
        return "as ADMIN_PASSWORD says"
    return "as shown by the first run; ADMIN_PASSWORD=… make run sets another"
