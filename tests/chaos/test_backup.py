"""A backup that is taken while people work and an import runs is the database at one moment, and can be restored."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import asyncpg
import httpx2
import pytest

from deploy.local.demo.company import create_demo_company
from deploy.local.demo.fill import fill_demo_company
from server.company.audit.chain import check_chains
from server.operation.backup import restore_backup, write_backup
from server.people.imports.states import ImportState
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from server.platform.database.migrate import upgrade
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.chaos.test_cluster import IMPORTS, say, state_of, traffic_of, upload
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.app import running
from tests.fixtures.cluster import Cluster
from tests.fixtures.deployment import Deployment
from tests.fixtures.eventually import eventually
from tests.fixtures.people import Company, SignIn
from tests.fixtures.restored import Checksums, checksums, checksums_of
from tests.fixtures.servers import LocalServers
from tests.fixtures.sign_in import Browser

pytestmark = [pytest.mark.chaos, pytest.mark.slow]

FIRST_ROWS: Final = 5_000
ROWS: Final = 20_000
CALLERS: Final = 8
COMPARED: Final = ("users", "imports", "import_rows", "audit_entries", "audit_seals", "messages", "attendance")
# It tells of its snapshot, and waits until that is read by another one too.
PG_DUMP: Final = """#!/bin/sh
for each; do case "$each" in --snapshot=*) echo "${{each#*=}}" >{told};; esac; done
read -r _ <{go}
exec {program} "$@"
"""


@pytest.fixture
async def importer(cluster: Cluster, sign_in: SignIn) -> AsyncIterator[httpx2.AsyncClient]:
    person = await sign_in()
    async with httpx2.AsyncClient(base_url=cluster.url, headers=person.headers, timeout=30, trust_env=False) as client:
        yield client


async def start_import(client: httpx2.AsyncClient, rows: int, *, waits: bool = False) -> str:
    import_id = await upload(client, rows)
    assert (await client.post(f"{IMPORTS}/{import_id}/start")).status_code == 200
    if waits:
        await end_of_import(client, import_id)
    return import_id


async def end_of_import(client: httpx2.AsyncClient, import_id: str) -> None:
    async def is_completed() -> bool:
        return await state_of(client, import_id) == ImportState.COMPLETED

    await eventually(is_completed, within=120, what="the import to be completed")


def halting_dump(folder: Path, program: Path) -> tuple[Path, Path]:
    """Write a `pg_dump` into the folder; the pipes by which it tells its snapshot, and is told to go on."""
    told, go = folder / "told", folder / "go"
    os.mkfifo(told)
    os.mkfifo(go)
    (folder / "pg_dump").write_text(PG_DUMP.format(told=told, go=go, program=program))
    (folder / "pg_dump").chmod(0o755)
    return told, go


async def back_up(settings: Settings, file: Path, *, told: Path, go: Path) -> Checksums:
    """The backup, and the checksums of the snapshot that it is made of."""

    def write() -> None:
        with file.open("w+b") as opened:
            asyncio.run(write_backup(settings, opened))

    writing = asyncio.create_task(asyncio.to_thread(write))
    snapshot = (await asyncio.to_thread(told.read_text)).strip()
    beside = await asyncpg.connect(settings.owner_url)
    async with beside.transaction(isolation="repeatable_read", readonly=True):
        await beside.execute(f"SET TRANSACTION SNAPSHOT '{snapshot}'")
        await asyncio.to_thread(go.write_text, "on\n")
        kept = await checksums_of(beside)
    await beside.close()
    await writing
    return kept


async def expect_it_serves(services: Services, settings: Settings, account: Account) -> None:
    """The trail holds, and a person logs in."""
    database = Database(settings.database_url, pool_size=settings.database_pool_size)
    await database.connect()
    restored = replace(services, settings=settings, database=database)
    report = await check_chains(database, keys=services.keys)
    async with running(restored) as app:
        browser = await Browser(app=app, services=restored).sign_in(account)
        assert (await browser.get("users/profile")).body["email"] == account.email
    await database.disconnect()
    assert report.holds, report.lines()


async def test_a_backup_under_load_is_restored_whole(
    services: Services,
    company: Company,
    cluster: Cluster,
    importer: httpx2.AsyncClient,
    sign_in: SignIn,
    servers: LocalServers,
    owner_url: str,
    deployment: Deployment,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    deployment.make_roles()
    await create_demo_company(services.database, passwords=services.passwords, email=None, password=None)
    assert await fill_demo_company(services)
    account = await add_account(services.database, company)
    callers = [await sign_in(Profile.ADMIN) for _ in range(CALLERS)]
    told, go = halting_dump(tmp_path, servers.postgres.binaries / "pg_dump")
    source = services.settings.model_copy(update={"migration_database_url": owner_url, "pg_bin": str(tmp_path)})
    await start_import(importer, FIRST_ROWS, waits=True)

    began = time.monotonic()
    async with traffic_of(cluster, callers) as traffic:
        running_import = await start_import(importer, ROWS)
        kept = await back_up(source, tmp_path / "kept.tar", told=told, go=go)
        took = time.monotonic() - began
        await end_of_import(importer, running_import)
    assert traffic.failures == []
    assert [name for name in COMPARED if not kept[name][0]] == []
    assert kept["users"] != (await checksums(owner_url))["users"], "nothing was written meanwhile"

    given = {"migration_database_url": "waymark_owner", "database_url": "waymark_serving"}
    urls = {name: deployment.url(role) for name, role in given.items()}
    target = source.model_copy(update={**urls, "pg_bin": str(servers.postgres.binaries)})
    began = time.monotonic()
    manifest = await restore_backup(target, tmp_path / "kept.tar")
    restoring = time.monotonic() - began
    await asyncio.to_thread(upgrade, target.owner_url, revision=manifest.revision, serving_role=given["database_url"])
    assert await checksums(target.owner_url) == kept
    await expect_it_serves(services, target, account)
    say(
        capsys,
        f"backup: {sum(manifest.rows.values())} rows, {kept['users'][0]} accounts, in {took:.1f} s beside "
        f"{traffic.statuses.total()} requests; {(tmp_path / 'kept.tar').stat().st_size / 1e6:.1f} MB; restored in "
        f"{restoring:.1f} s",
    )
