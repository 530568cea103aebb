"""Pausing: no further chunk, the one in flight is counted, and nothing is created twice or lost."""

import asyncio
from itertools import groupby
from uuid import UUID

import pytest

from server.people.chunks.chunk_repository import Chunk
from server.people.chunks.engine import do_next
from server.people.imports.read_import import IMPORT_PROGRESS, IMPORT_SUMMARY
from server.people.imports.repository import unfinished_imports
from server.people.imports.run.chunk_repository import Counted, ImportOrder
from server.people.imports.run.create_accounts import ImportRun, create_accounts
from server.people.imports.states import ImportState
from server.platform.services import ServiceUnit
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany
from tests.fixtures.publisher import RecordingPublisher
from workers.maintenance import Sweeper

NOT_RUNNING = "Only an import that creates accounts can be paused."
NOT_PAUSED = "Only a paused import can be resumed."


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def begun(office: Office, *, rows: int = 6, chunk: int = 2) -> UUID:
    import_id = await office.begin(*people(rows))
    await office.cut(import_id, rows=chunk)
    return import_id


async def test_a_paused_import_creates_nothing_until_it_is_resumed(
    owner: Caller, office: Office, publisher: RecordingPublisher
) -> None:
    import_id = await begun(office)
    await office.create_chunk(import_id)
    paused = await owner.post(f"{import_id}/pause")
    assert (paused.status, paused.body["state"], paused.body["processed"]) == (200, "paused", 2)
    assert paused.body["etaSeconds"] is None
    await create_accounts(office.services, import_id=import_id)
    assert (await office.snapshot(import_id)).processed == 2
    resumed = await owner.post(f"{import_id}/resume")
    assert (resumed.status, resumed.body["state"]) == (200, "processing")
    ended = await office.work(import_id)
    assert (ended.state, ended.success_count) == (ImportState.COMPLETED, 6)
    await office.check_books(import_id)
    await office.services.database.settle()
    for event in (IMPORT_PROGRESS, IMPORT_SUMMARY):
        states = [snapshot.model_dump()["state"] for snapshot in publisher.shown(event)]
        changes = [state for state, _ in groupby(states) if state != "validating"]
        assert changes == ["ready", "processing", "paused", "processing", "completed"]


async def pause_in_a_chunk(office: Office, owner: Caller, import_id: UUID) -> None:
    """Pause the import between a chunk's accounts and their count."""

    class Slow(ImportRun):
        async def do_rows(self, unit: ServiceUnit, order: ImportOrder, *, chunk: Chunk) -> Counted:
            counted = await super().do_rows(unit, order, chunk=chunk)
            assert (await owner.post(f"{import_id}/pause")).body["state"] == "paused"
            return counted

    assert await do_next(office.services, Slow(), import_id)


async def test_the_chunk_in_flight_is_finished_and_counted(office: Office, owner: Caller) -> None:
    import_id = await begun(office)
    await pause_in_a_chunk(office, owner, import_id)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.state, snapshot.processed, snapshot.success_count) == (ImportState.PAUSED, 2, 2)
    await office.check_books(import_id)


async def test_an_import_paused_during_its_last_chunk_is_completed(office: Office, owner: Caller) -> None:
    import_id = await begun(office, rows=2)
    await pause_in_a_chunk(office, owner, import_id)
    assert (await office.snapshot(import_id)).state is ImportState.COMPLETED
    assert (await owner.post(f"{import_id}/resume")).refusal == (409, "wrong_import_state", NOT_PAUSED)
    assert await office.fetch_value("SELECT paused_at FROM imports WHERE id = $1", import_id) is None


async def test_pausing_and_resuming_twice_change_nothing(owner: Caller, office: Office) -> None:
    import_id = await begun(office)
    for step, state in (("pause", "paused"), ("resume", "processing")):
        answers = await asyncio.gather(*(owner.post(f"{import_id}/{step}") for _ in range(4)))
        assert {(answer.status, answer.body["state"], answer.body["version"]) for answer in answers} == {
            (200, state, (await office.snapshot(import_id)).version)
        }
    entries = await office.fetch("SELECT action FROM audit_entries WHERE action LIKE 'import_%ed' ORDER BY id")
    assert [entry["action"] for entry in entries][2:] == ["import_paused", "import_resumed"]


async def test_a_paused_import_can_be_cancelled_and_started_again_changes_nothing(
    owner: Caller, office: Office
) -> None:
    import_id = await begun(office)
    await office.create_chunk(import_id)
    await owner.post(f"{import_id}/pause")
    assert (await owner.post(f"{import_id}/start")).body["state"] == "paused"
    cancelled = await owner.post(f"{import_id}/cancel")
    assert (cancelled.status, cancelled.body["state"], cancelled.body["successCount"]) == (200, "cancelled", 2)
    for step, sentence in (("resume", NOT_PAUSED), ("pause", NOT_RUNNING)):
        assert (await owner.post(f"{import_id}/{step}")).refusal == (409, "wrong_import_state", sentence)


async def test_only_a_running_import_can_be_paused(owner: Caller, office: Office) -> None:
    checked = await office.check(person(1))
    assert (await owner.post(f"{checked}/pause")).refusal == (409, "wrong_import_state", NOT_RUNNING)
    assert (await owner.post(f"{checked}/resume")).refusal == (409, "wrong_import_state", NOT_PAUSED)
    await office.start(checked)
    await office.work(checked)
    assert (await owner.post(f"{checked}/pause")).refusal == (409, "wrong_import_state", NOT_RUNNING)


async def test_the_sweeper_leaves_a_paused_import_alone(office: Office, owner: Caller) -> None:
    import_id = await begun(office)
    await owner.post(f"{import_id}/pause")
    await office.services.database.settle()
    await office.execute("UPDATE imports SET touched_at = now() - interval '1 hour' WHERE id = $1", import_id)
    before = office.enqueued("create_accounts")
    await Sweeper(office.services).sweep()
    await office.services.database.settle()
    assert office.enqueued("create_accounts") == before
    await owner.post(f"{import_id}/resume")
    await office.services.database.settle()
    assert office.enqueued("create_accounts") == before + 1
    await office.execute("UPDATE imports SET touched_at = now() - interval '1 hour' WHERE id = $1", import_id)
    async with office.services.database.reading() as connection:
        unfinished = await unfinished_imports(connection, silent_seconds=1)
    assert unfinished == [(import_id, ImportState.PROCESSING)]


async def test_an_import_behind_a_paused_one_is_created(office: Office, owner: Caller) -> None:
    import_id = await begun(office)
    await owner.post(f"{import_id}/pause")
    second = await office.begin(*people(3, first=50))
    assert (await office.work(second)).success_count == 3
    assert (await office.snapshot(import_id)).state is ImportState.PAUSED


@pytest.mark.settings(company_daily_rows=10)
async def test_the_daily_limit_counts_what_a_paused_import_has_still_to_create(owner: Caller, office: Office) -> None:
    import_id = await begun(office, rows=8)
    await office.create_chunk(import_id)
    await owner.post(f"{import_id}/pause")
    three = await office.check(*people(3, first=20))
    assert (await owner.post(f"{three}/start")).refusal[:2] == (429, "daily_rows_exceeded")
    # Tomorrow the six that are left are still to be created.
    await office.execute("UPDATE imports SET started_at = started_at - interval '1 day' WHERE id = $1", import_id)
    five = await office.check(*people(5, first=30))
    assert (await owner.post(f"{five}/start")).status == 429
    assert (await owner.post(f"{three}/start")).status == 200


@pytest.mark.settings(company_daily_rows=10)
async def test_what_is_created_after_a_night_counts_for_the_day_of_its_resumption(
    owner: Caller, office: Office
) -> None:
    import_id = await begun(office, rows=8)
    await office.create_chunk(import_id)
    await owner.post(f"{import_id}/pause")
    await office.execute("UPDATE imports SET started_at = started_at - interval '1 day' WHERE id = $1", import_id)
    await owner.post(f"{import_id}/resume")
    await office.work(import_id)
    five, four = await office.check(*people(5, first=20)), await office.check(*people(4, first=30))
    assert (await owner.post(f"{five}/start")).status == 429
    assert (await owner.post(f"{four}/start")).status == 200


async def test_pausing_needs_the_right_to_create_every_profile_of_the_file(
    caller: Caller, offices: Offices, add_company: AddCompany
) -> None:
    owner, management = await offices.open(Profile.SUPER_ADMIN), await offices.open(Profile.MANAGEMENT)
    stranger = await offices.open(company=await add_company())
    import_id = await owner.begin(person(1), person(2, profile="ADMIN", role="HR"))
    for step in ("pause", "resume"):
        assert (await caller.as_person(management.person).post(f"{import_id}/{step}")).status == 403
        assert (await caller.as_person(stranger.person).post(f"{import_id}/{step}")).status == 404
        assert (await caller.post(f"{import_id}/{step}")).status == 401
        assert (await caller.as_person(owner.person).post(f"{import_id}/{step}", {"all": True})).status == 422
        assert (await caller.as_person(owner.person).post(f"{import_id}/{step}")).status == 200
