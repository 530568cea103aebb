"""Imported people are found once a worker has written their words, whatever happens to it."""

from uuid import UUID

import pytest

from server.imports.index_people import index_people
from server.users.events import USERS_CHANGED, VIEWERS
from tests.fixtures.import_files import people
from tests.fixtures.imports import Office
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.user_list import Reader
from workers.maintenance import Sweeper


@pytest.fixture
async def imported(office: Office) -> UUID:
    """Nine people in three chunks, created."""
    import_id = await office.check(*people(9))
    await office.start(import_id)
    await office.cut(import_id, rows=3)
    await office.work(import_id)
    await office.services.database.settle()
    return import_id


async def found(reader: Reader) -> int:
    return int((await reader.get(search="imported", page=1, pageSize=100))["total"])


async def test_imported_people_are_found_after_their_import(reader: Reader, office: Office, imported: UUID) -> None:
    assert await found(reader) == 0
    assert office.enqueued("index_people") == 1
    await index_people(office.services)
    assert await found(reader) == 9
    await index_people(office.services)
    assert await found(reader) == 9


async def test_one_call_does_a_slice_and_asks_for_the_next(reader: Reader, office: Office, imported: UUID) -> None:
    await index_people(office.services, seconds=0)
    assert await found(reader) == 3
    assert office.enqueued("index_people") == 2


async def test_whoever_is_deleted_before_leaves_no_word(reader: Reader, office: Office, imported: UUID) -> None:
    await office.execute("DELETE FROM users WHERE email LIKE 'imported1@%'")
    await index_people(office.services)
    assert await found(reader) == 8
    assert await office.fetch_value("SELECT count(*) FROM user_words WHERE word = 'imported1'") == 0


async def test_what_is_left_behind_is_put_back_on_the_queue(office: Office, imported: UUID) -> None:
    """A lost job, or an import that was cancelled in the middle."""
    office.jobs.jobs.clear()
    await Sweeper(office.services).sweep()
    await office.services.database.settle()
    assert office.enqueued("index_people") == 0
    await office.execute("UPDATE import_chunks SET done_at = done_at - interval '6 seconds'")
    await Sweeper(office.services).sweep()
    await office.services.database.settle()
    assert office.enqueued("index_people") == 1
    await index_people(office.services)
    await Sweeper(office.services).sweep()
    await office.services.database.settle()
    assert office.enqueued("index_people") == 1


async def test_a_running_import_is_not_slowed_down_unless_it_runs_for_long(reader: Reader, office: Office) -> None:
    import_id = await office.begin(*people(9))
    await office.cut(import_id, rows=3)
    await office.create_chunk(import_id)
    await index_people(office.services)
    assert await found(reader) == 0
    await office.execute("UPDATE import_chunks SET done_at = done_at - interval '16 seconds'")
    await index_people(office.services)
    assert await found(reader) == 3


async def test_an_import_tells_those_who_view_the_list(
    office: Office, imported: UUID, publisher: RecordingPublisher
) -> None:
    told = [each for each in publisher.published if each.event is USERS_CHANGED]
    assert {each.room for each in told} == {VIEWERS.of(office.person.company.id)}
    assert {each.payload.model_dump_json() for each in told} == {'{"kind":"imported","ids":[]}'}
