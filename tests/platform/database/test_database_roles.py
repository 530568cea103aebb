"""S54: the migrating role owns the tables, the serving role does not, and neither is a superuser."""

import asyncio
import os
import secrets
import subprocess
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncpg
import pytest

from deploy.local.postgres_server import PostgresServer, create_database
from server.platform.database.migrate import upgrade
from tests.fixtures.commands import RunCommand
from tests.fixtures.servers import LocalServers

ROLES: Final = Path(__file__).parents[3] / "deploy" / "postgres" / "roles.sh"
SECRET: Final = "kJ7-pQ2mZx9_Ty4wVb6nRc8sLd3fGh1aEu5o"
OWNED: Final = """
    SELECT DISTINCT pg_get_userbyid(owner) FROM (
        SELECT relowner AS owner FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
        UNION ALL SELECT proowner FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    ) AS things
"""


@dataclass(frozen=True, kw_only=True)
class Deployment:
    """A database as compose.yaml creates it."""

    server: PostgresServer
    name: str

    def url(self, role: str) -> str:
        return self.server.url(self.name, role=role)

    def make_roles(self) -> None:
        given = {
            "PATH": f"{self.server.binaries}:{os.environ['PATH']}",
            "PGHOST": str(self.server.sockets),
            "POSTGRES_USER": "postgres",
            "POSTGRES_DB": self.name,
            "DATABASE_OWNER_PASSWORD": "it's the owner",
            "DATABASE_PASSWORD": secrets.token_hex(16),
        }
        subprocess.run(["/bin/sh", str(ROLES)], env=given, check=True, timeout=60)  # noqa: S603 - our own script

    @property
    def settings(self) -> dict[str, str]:
        return {
            "APP_ENV": "development",
            "DATABASE_URL": self.url("waymark_serving"),
            "MIGRATION_DATABASE_URL": self.url("waymark_owner"),
            "REDIS_URL": "unix:///nowhere.sock",
            "SECRET_KEYS": SECRET,
        }


@pytest.fixture
async def deployment(servers: LocalServers) -> AsyncIterator[Deployment]:
    name = f"deployed_{secrets.token_hex(4)}"
    await create_database(servers.postgres.url("postgres"), name=name)
    yield Deployment(server=servers.postgres, name=name)
    connection = await asyncpg.connect(servers.postgres.url("postgres"))
    await connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    await connection.close()


@pytest.mark.security("S54")
@pytest.mark.parametrize(
    "is_older", [False, pytest.param(True, marks=pytest.mark.long)], ids=["new", "made by a superuser"]
)
async def test_the_roles_of_compose_can_migrate_and_serve(
    deployment: Deployment, run_command: RunCommand, *, is_older: bool
) -> None:
    if is_older:
        await asyncio.to_thread(upgrade, deployment.url("postgres"))
    for _ in range(2):
        deployment.make_roles()
        migrated = await run_command("migrate", **deployment.settings)
        assert (migrated.status, "waymark_serving" in migrated.output) == (0, True), migrated

    serving = await asyncpg.connect(deployment.url("waymark_serving"))
    owners = [row[0] for row in await serving.fetch(OWNED)]
    await serving.execute("INSERT INTO audit_entries (action) VALUES ('login')")
    await serving.execute("INSERT INTO companies (name, slug, industry) VALUES ('A', 'a', 'Education')")
    assert await serving.fetchval("SELECT count(*) FROM audit_entries") == 1
    for statement in (
        "DELETE FROM audit_entries",
        "DELETE FROM companies",
        "CREATE TEMP TABLE t ()",
        "DROP TABLE users",
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await serving.execute(statement)
    superusers = await serving.fetchval("SELECT count(*) FROM pg_roles WHERE rolname LIKE 'waymark_%' AND rolsuper")
    await serving.close()
    assert (owners, superusers) == (["waymark_owner"], 0)
