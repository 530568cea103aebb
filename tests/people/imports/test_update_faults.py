"""Workers are killed while an import updates accounts: each account is changed once, and what it had is kept once."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Final
from uuid import UUID

import pytest

from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.states import ImportMode, ImportState
from server.platform.process.tasks import ArqTaskQueue
from tests.fixtures.eventually import eventually
from tests.fixtures.import_files import csv_file, person
from tests.fixtures.imports import Office
from tests.fixtures.worker_process import StartWorker

pytestmark = pytest.mark.slow

KILLS: Final = 3
# Enough that it still runs at each of so many kills.
ROWS_OF_A_KILL: Final = 600
WITHIN: Final = 240


@pytest.fixture
async def queueing(office: Office, redis_url: str) -> AsyncIterator[Office]:
    """An office whose jobs are enqueued for the workers."""
    queue = ArqTaskQueue(redis_url)
    yield replace(office, services=replace(office.services, tasks=queue))
    await queue.close()


async def begin(office: Office, queueing: Office, *, rows: int) -> UUID:
    """Of three rows, the first changes its account, the second changes nothing, the third creates one."""
    await office.execute(
        """
        INSERT INTO users (company_id, email, phone, full_name, work_location, role, profile)
        SELECT $1, 'imported' || n || '@example.org', '+9190' || lpad(n::text, 8, '0'), 'Imported ' || n,
               CASE n % 3 WHEN 1 THEN 'Delhi' ELSE 'Pune' END, 'TRAINEE', 'TRAINEE'
        FROM generate_series(1, $2::int) AS n WHERE n % 3 <> 0
        """,
        office.person.company.id,
        rows,
    )
    import_id = await queueing.upload(csv_file(*(person(number) for number in range(1, rows + 1))))

    async def is_ready() -> bool:
        return (await office.snapshot(import_id)).state is ImportState.READY

    await eventually(is_ready, within=WITHIN, what="the check")
    await office.start(import_id, mode=ImportMode.UPSERT)
    await office.cut(import_id, rows=10)
    await queueing.services.tasks.enqueue(create_accounts.task(import_id=import_id))
    return import_id


@pytest.mark.long
async def test_worker_killed_while_it_updates(
    office: Office, queueing: Office, start_worker: StartWorker, request: pytest.FixtureRequest
) -> None:
    """F1: kill -9 at any row; the next worker continues."""
    chance = random.SystemRandom()
    kills = KILLS if request.config.getoption("--run-chaos") else 1
    rows = ROWS_OF_A_KILL * (kills + 1)
    worker = await start_worker()
    import_id = await begin(office, queueing, rows=rows)
    done = 0

    async def has_continued() -> bool:
        return (await office.snapshot(import_id)).processed > done

    for _ in range(kills):
        await eventually(has_continued, within=WITHIN, what=f"going on beyond row {done}")
        await asyncio.sleep(chance.random() * 0.1)
        worker.kill()
        snapshot = await office.snapshot(import_id)
        assert snapshot.state is ImportState.PROCESSING, "it was killed too late to say anything"
        await office.check_books(import_id)
        done = snapshot.processed
        worker = await start_worker()

    async def has_ended() -> bool:
        return (await office.snapshot(import_id)).state is ImportState.COMPLETED

    await eventually(has_ended, within=WITHIN, what="the end")
    await office.check_books(import_id)
    snapshot = await office.snapshot(import_id)
    third = rows // 3
    assert (snapshot.changed, snapshot.unchanged, snapshot.success_count) == (third, third, rows)
    versions = await office.fetch(
        "SELECT version, count(*) FROM users WHERE email LIKE 'imported%' AND work_location = 'Pune' GROUP BY 1"
    )
    assert {row["version"]: row["count"] for row in versions} == {1: 2 * third, 2: third}
    kept = await office.fetch("SELECT DISTINCT before, after FROM import_updates WHERE import_id = $1", import_id)
    assert [(each["before"], each["after"]) for each in kept] == [
        ({"workLocation": "Delhi"}, {"workLocation": "Pune"}),
    ]
