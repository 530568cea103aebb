"""What is told while an import runs: not too often, never backwards, and the last word always."""

import asyncio
import json
import time
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

import pytest

from server.imports.check_import import check_import
from server.imports.create_accounts import create_accounts
from server.imports.progress import SUMMARY_SECONDS, publish_snapshot, tell_progress
from server.imports.schemas import ImportSnapshot, ImportSummary
from server.imports.states import ImportState
from server.realtime.events import Event, SessionChanged, SessionEndReason
from server.realtime.publisher import MAXIMUM_PAYLOAD_BYTES, RecordingPublisher, fits
from server.realtime.rooms import import_room, importers_room, viewers_room
from server.schemas import ResponseSchema
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.imports import Office


@dataclass
class Told:
    event: Event
    room: str
    payload: Any
    at: float


@dataclass
class TimedPublisher:
    told: list[Told] = field(default_factory=list)

    async def publish(self, event: Event, *, room: str, payload: ResponseSchema) -> None:
        self.told.append(Told(event=event, room=room, payload=payload, at=time.monotonic()))

    async def end_session(self, session_id: UUID, *, reason: SessionEndReason) -> None:
        raise NotImplementedError

    async def change_rights(self, user_id: UUID, *, changed: SessionChanged) -> None:
        raise NotImplementedError

    def of(self, event: Event) -> list[Told]:
        return [told for told in self.told if told.event is event]


def most_in_a_second(told: list[Told]) -> int:
    return max(sum(0 <= other.at - one.at < 1 for other in told) for one in told)


@pytest.fixture
def timed() -> TimedPublisher:
    return TimedPublisher()


@pytest.fixture
def watched(office: Office, timed: TimedPublisher) -> Office:
    """The office, with everything told at its time."""
    return replace(office, services=replace(office.services, publisher=timed))


async def quiet(timed: TimedPublisher) -> None:
    """Wait until nothing more is to come."""
    count = -1
    while count != len(timed.told):
        count = len(timed.told)
        await asyncio.sleep(SUMMARY_SECONDS / 2)


async def test_progress_is_told_at_most_ten_times_a_second_and_ends_with_the_end(
    watched: Office, timed: TimedPublisher
) -> None:
    import_id = await watched.begin(*people(3_000))
    await watched.cut(import_id, rows=10)
    await watched.work(import_id)
    await watched.services.database.settle()
    await quiet(timed)
    progress, summaries = timed.of(Event.IMPORT_PROGRESS), timed.of(Event.IMPORT_SUMMARY)
    assert {told.room for told in progress} == {import_room(import_id)}
    assert {told.room for told in summaries} == {importers_room(watched.person.company.id)}
    running = [told for told in progress if told.payload.state is ImportState.PROCESSING and told.payload.processed]
    assert running
    assert most_in_a_second(progress) <= 10
    versions = [told.payload.version for told in progress]
    assert versions == sorted(versions)
    for last in (progress[-1].payload, summaries[-1].payload):
        assert (last.state, last.success_count, last.processed) == (ImportState.COMPLETED, 3_000, 3_000)
    assert isinstance(progress[-1].payload, ImportSnapshot)
    assert len({row.row for row in progress[-1].payload.recent}) == 10
    assert type(summaries[-1].payload) is ImportSummary
    assert {told.room for told in timed.of(Event.USERS_CHANGED)} == {viewers_room(watched.person.company.id)}


async def test_a_change_while_something_is_told_is_told_too(watched: Office, timed: TimedPublisher) -> None:
    """Whatever moment it comes at: the last thing told holds the last version."""
    import_id = await watched.check(*people(1))

    async def change() -> None:
        await watched.execute(
            "UPDATE imports SET invited = invited + 1, version = version + 1 WHERE id = $1", import_id
        )
        tell_progress(watched.services, import_id=import_id)

    for number in range(12):
        await change()
        await asyncio.sleep(0.07 * (number % 5))
    await quiet(timed)
    assert timed.of(Event.IMPORT_PROGRESS)[-1].payload.invited == 12
    assert timed.of(Event.IMPORT_SUMMARY)[-1].payload.invited == 12
    summaries = [told for told in timed.of(Event.IMPORT_SUMMARY) if told.payload.invited]
    assert most_in_a_second(summaries) == 1


async def test_every_change_of_state_is_told(office: Office, publisher: RecordingPublisher) -> None:
    import_id = await office.begin(*people(3))
    await create_accounts(office.services, import_id=import_id)
    cancelled = await office.check(person(4))
    await office.cancel(cancelled)
    await office.services.database.settle()
    told = [event.payload for event in publisher.published if event.event is Event.IMPORT_PROGRESS]
    states = [(payload.id, payload.state) for payload in told if isinstance(payload, ImportSnapshot)]
    for state in (ImportState.READY, ImportState.PROCESSING, ImportState.COMPLETED):
        assert (import_id, state) in states
    assert states[-1] == (cancelled, ImportState.CANCELLED)


async def test_the_largest_snapshot_fits_an_event(office: Office, publisher: RecordingPublisher) -> None:
    header = (*HEADER, *(f"Колонка {number} " + "я" * 50 for number in range(192)))
    domain = ".".join(["x" * 60] * 3) + ".com"
    rows = [(*person(number, email=f"{number}@{domain}"), "y") for number in range(12)]
    import_id = await office.upload(csv_file(*rows, header=header), name="я" * 300 + ".csv")
    await check_import(office.services, import_id=import_id)
    await office.start(import_id)
    ended = await office.work(import_id)
    assert len(ended.recent) == 10
    assert len(json.dumps(ended.model_dump(mode="json", by_alias=True))) < MAXIMUM_PAYLOAD_BYTES


async def test_rows_that_are_too_long_for_an_event_are_left_out_of_it(
    office: Office, publisher: RecordingPublisher
) -> None:
    domain = ".".join(["я" * 30] * 3) + ".com"
    rows = [person(number, email=f"{'ж' * 30}{number}@{domain}") for number in range(12)]
    import_id = await office.upload(csv_file(*rows), name="я" * 300 + ".csv")
    await check_import(office.services, import_id=import_id)
    await office.start(import_id)
    assert len((await office.work(import_id)).recent) == 10
    publisher.published.clear()
    await publish_snapshot(office.services, import_id=import_id)
    told = publisher.published[0].payload
    assert isinstance(told, ImportSnapshot)
    assert 1 <= len(told.recent) < 10
    assert fits(told)


async def test_an_import_that_is_gone_is_told_of_no_more(office: Office, publisher: RecordingPublisher) -> None:
    await publish_snapshot(office.services, import_id=UUID(int=1))
    assert not publisher.published
