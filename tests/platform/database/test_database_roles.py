"""S54: the migrating role owns the tables, the serving role does not, and neither is a superuser."""

import asyncio
from typing import Final

import asyncpg
import pytest

from server.platform.database.migrate import upgrade
from tests.fixtures.commands import RunCommand
from tests.fixtures.deployment import Deployment

OWNED: Final = """
    SELECT DISTINCT pg_get_userbyid(owner) FROM (
        SELECT relowner AS owner FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
        UNION ALL SELECT proowner FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    ) AS things
"""


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
