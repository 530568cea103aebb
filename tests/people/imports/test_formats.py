"""Imports of a newer version: a worker that does not know their format leaves them to one that does."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Final
from uuid import UUID

import asyncpg
import pytest

from server.people.chunks.engine import do_next
from server.people.imports.checking.check_import import check_import
from server.people.imports.repository import unfinished_imports
from server.people.imports.run.control_import import invite_planned, queue_next_chunk
from server.people.imports.run.create_accounts import ImportRun, create_accounts
from server.people.imports.run.undo_import import ImportUndo, undo_accounts
from server.people.imports.states import FORMAT, ImportState
from server.platform.process.clock import utc_now
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, people, person
from tests.fixtures.imports import Office
from workers.maintenance import Sweeper

NEWER: Final = "This import needs the new version of the server. Please try again in a minute."
SILENT: Final = "UPDATE imports SET touched_at = now() - interval '1 minute' WHERE id = $1"


async def make_newer(office: Office, import_id: UUID) -> None:
    await office.execute(f"UPDATE imports SET format = {FORMAT + 1} WHERE id = $1", import_id)  # noqa: S608 - a number


async def make_known(office: Office, import_id: UUID) -> None:
    await office.execute(f"UPDATE imports SET format = {FORMAT} WHERE id = $1", import_id)  # noqa: S608 - a number


async def state(office: Office, import_id: UUID) -> str:
    return str(await office.fetch_value("SELECT state FROM imports WHERE id = $1", import_id))


async def swept(office: Office, import_id: UUID) -> int:
    """How many jobs the sweeper of this version enqueues for a silent import."""
    await office.services.database.settle()
    before = len(office.jobs.jobs)
    await office.execute(SILENT, import_id)
    await Sweeper(office.services).sweep()
    await office.services.database.settle()
    return len(office.jobs.jobs) - before


async def test_an_import_is_of_the_format_that_every_worker_of_this_version_knows(office: Office) -> None:
    import_id = await office.check(person(1))
    assert await office.fetch_value("SELECT format FROM imports WHERE id = $1", import_id) <= FORMAT


async def test_a_check_is_left_to_a_worker_that_knows_the_format(office: Office) -> None:
    import_id = await office.upload(csv_file(person(1)))
    await make_newer(office, import_id)
    await check_import(office.services, import_id=import_id)
    assert (await state(office, import_id), await swept(office, import_id)) == ("validating", 0)
    await make_known(office, import_id)
    await check_import(office.services, import_id=import_id)
    assert await state(office, import_id) == "ready"


async def test_accounts_are_created_by_a_worker_that_knows_the_format(office: Office) -> None:
    import_id = await office.begin(*people(4))
    await office.cut(import_id, rows=2)
    assert await office.create_chunk(import_id)
    await make_newer(office, import_id)
    await create_accounts(office.services, import_id=import_id)
    assert (await office.snapshot(import_id)).success_count == 2
    assert (await state(office, import_id), await swept(office, import_id)) == ("processing", 0)
    await make_known(office, import_id)
    async with office.services.unit_of_work() as unit:
        waiting = await unfinished_imports(unit.connection, silent_seconds=5)
    assert waiting == [(import_id, ImportState.PROCESSING)]
    assert await do_next(office.services, ImportRun(), import_id)
    assert (await office.snapshot(import_id)).success_count == 4


async def test_invitations_and_plans_are_left_too(office: Office) -> None:
    import_id = await office.check(*people(2))
    await office.start(import_id, invite=utc_now() + timedelta(days=1))
    await create_accounts(office.services, import_id=import_id)
    await office.execute("UPDATE imports SET invite_at = now()")
    await make_newer(office, import_id)
    await invite_planned(office.services)
    assert (await office.snapshot(import_id)).invite is False
    await make_known(office, import_id)
    await invite_planned(office.services)
    await make_newer(office, import_id)
    assert await queue_next_chunk(office.services) is False
    await make_known(office, import_id)
    assert await queue_next_chunk(office.services)


async def test_an_undo_is_left_to_a_worker_that_knows_the_format(office: Office) -> None:
    import_id = await office.begin(*people(2))
    await office.work(import_id)
    await office.undo(import_id)
    await make_newer(office, import_id)
    await undo_accounts(office.services, import_id=import_id)
    assert (await state(office, import_id), await swept(office, import_id)) == ("undoing", 0)
    await make_known(office, import_id)
    assert await do_next(office.services, ImportUndo(), import_id)
    assert await state(office, import_id) == "undone"


@pytest.fixture
async def newer_process(owner_url: str) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    """A newer version, which migrates the tables while processes of this one run."""
    connection = await asyncpg.connect(owner_url)
    yield connection
    await connection.close()


async def test_modes_that_only_a_newer_worker_knows_are_left_to_it(office: Office) -> None:
    creating, ended = await office.begin(*people(2)), await office.begin(person(3))
    await office.work(ended)
    await office.undo(ended)
    for import_id in (creating, ended):
        await make_newer(office, import_id)
        await office.execute("UPDATE imports SET mode = 'replace' WHERE id = $1", import_id)
    await create_accounts(office.services, import_id=creating)
    await undo_accounts(office.services, import_id=ended)
    assert [await state(office, each) for each in (creating, ended)] == ["processing", "undoing"]
    assert [await swept(office, each) for each in (creating, ended)] == [0, 0]
    assert await office.fetch_value("SELECT count(*) FROM imports WHERE processed > 0 OR undone > 0") == 1


async def test_a_state_that_only_a_newer_worker_knows_is_left_to_it(office: Office) -> None:
    import_id = await office.begin(*people(2))
    await make_newer(office, import_id)
    await office.execute("UPDATE imports SET state = 'waiting' WHERE id = $1", import_id)
    await create_accounts(office.services, import_id=import_id)
    await undo_accounts(office.services, import_id=import_id)
    assert (await state(office, import_id), await swept(office, import_id)) == ("waiting", 0)


async def test_a_column_that_a_newer_version_adds_disturbs_no_older_process(
    caller: Caller, office: Office, newer_process: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    """Within a transaction a statement cannot be prepared again."""
    import_id = await office.check(*people(2))
    owner = caller.as_person(office.person)
    before = [(await owner.post(f"{import_id}/pause")).status for _ in range(3)]
    await newer_process.execute("ALTER TABLE imports ADD COLUMN later int")
    assert [(await owner.post(f"{import_id}/pause")).status for _ in range(3)] == before == [409] * 3


@pytest.mark.parametrize("step", ["start", "cancel", "undo", "invite", "pause", "resume"])
async def test_steps_of_an_older_process_are_refused(caller: Caller, office: Office, step: str) -> None:
    """It can still be looked at."""
    import_id = await office.check(*people(2))
    await make_newer(office, import_id)
    owner = caller.as_person(office.person)
    assert (await owner.post(f"{import_id}/{step}")).refusal == (409, "wrong_import_state", NEWER)
    assert (await owner.get(import_id)).body["state"] == "ready"
