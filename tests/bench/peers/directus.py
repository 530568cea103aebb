"""Directus on Postgres, from npm."""

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import httpx2

from deploy.local.postgres_server import create_database
from tests.bench.peers.packages import node_modules, with_node
from tests.bench.peers.programs import run_program, running_program
from tests.bench.system import EMAIL, PASSWORD, Servers
from tests.fixtures.web_process import free_port

VERSION: Final = "12.3.1"
NAME: Final = f"Directus {VERSION}"
# Its program without the question whether there is a newer version, which it would ask at every start.
START: Final = 'import "@directus/api/cli/run.js";\n'
# The columns of the file of people, as text: what a collection without any rules of its own is.
COLUMNS: Final = ("full_name", "email", "phone", "date_of_birth", "gender", "work_location", "role", "profile")


@dataclass(frozen=True, kw_only=True)
class Directus:
    """Running, with a plain collection `people`."""

    url: str
    database_url: str
    token: str

    async def import_csv(self, collection: str, content: bytes) -> None:
        async with self.client() as client:
            answer = await client.post(
                f"/utils/import/{collection}", files={"file": ("people.csv", content, "text/csv")}
            )
            answer.raise_for_status()

    def client(self) -> httpx2.AsyncClient:
        headers = {"Authorization": f"Bearer {self.token}"}
        return httpx2.AsyncClient(base_url=self.url, timeout=300, headers=headers)


@asynccontextmanager
async def running_directus(servers: Servers) -> AsyncIterator[Directus]:
    project = node_modules("directus", f"directus@{VERSION}")
    (project / "start.mjs").write_text(START)
    database = f"directus_{secrets.token_hex(4)}"
    await create_database(servers.postgres.url("postgres"), name=database)
    port = free_port()
    environment = _environment(servers, database=database, port=port)
    await run_program(("node", "start.mjs", "bootstrap"), environment=environment, folder=project)
    url = f"http://127.0.0.1:{port}"
    async with running_program(
        ("node", "start.mjs", "start"),
        environment=environment,
        folder=project,
        log=servers.folder / "directus.log",
        url=f"{url}/server/ping",
    ):
        directus = Directus(url=url, database_url=servers.postgres.url(database), token=await _sign_in(url))
        await _add_collection(directus)
        yield directus


def _environment(servers: Servers, *, database: str, port: int) -> Mapping[str, str]:
    return {
        **with_node(),
        "NODE_ENV": "production",
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "DB_CLIENT": "pg",
        "DB_HOST": str(servers.postgres.sockets),
        "DB_PORT": "5432",
        "DB_DATABASE": database,
        "DB_USER": "postgres",
        "DB_PASSWORD": "",
        "SECRET": secrets.token_urlsafe(48),
        "ADMIN_EMAIL": EMAIL,
        "ADMIN_PASSWORD": PASSWORD,
        # Refuses requests of a busy server; ours has its limits by address off, too.
        "PRESSURE_LIMITER_ENABLED": "false",
        "ACCESS_TOKEN_TTL": "2h",
        "STORAGE_LOCAL_ROOT": str(servers.folder / "uploads"),
        "EXTENSIONS_PATH": str(servers.folder / "extensions"),
        "LOG_LEVEL": "error",
        "TELEMETRY": "false",
    }


async def _sign_in(url: str) -> str:
    async with httpx2.AsyncClient(base_url=url, timeout=60) as client:
        answer = await client.post("/auth/login", json={"email": EMAIL, "password": PASSWORD})
        answer.raise_for_status()
    token: str = answer.json()["data"]["access_token"]
    return token


async def _add_collection(directus: Directus) -> None:
    key = {"field": "id", "type": "integer", "schema": {"is_primary_key": True, "has_auto_increment": True}}
    columns = [{"field": name, "type": "string"} for name in COLUMNS]
    collection = {"collection": "people", "schema": {}, "meta": {}, "fields": [key, *columns]}
    async with directus.client() as client:
        (await client.post("/collections", json=collection)).raise_for_status()
