"""Events of a running import: throttled, in order, and the last state always published."""

import asyncio
import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from uuid import UUID

from server.people.account.events import USERS_CHANGED
from server.people.chunks.engine import SUMMARY_SECONDS
from server.people.imports.checking.check_import import check_import
from server.people.imports.mending.mend_rows import edit_rows
from server.people.imports.mending.schemas import EditRowRequest
from server.people.imports.read_import import IMPORT, IMPORT_PROGRESS, IMPORT_ROWS, IMPORT_SUMMARY, IMPORTERS, PROGRESS
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.schemas import ImportSnapshot, ImportSummary
from server.people.imports.states import ImportState
from server.platform.events import VIEWERS, Event, fits
from tests.fixtures.eventually import eventually
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.imports import Office
from tests.fixtures.publisher import RecordingPublisher


def of(publisher: RecordingPublisher, event: Event[Any]) -> list[Any]:
    return [each for each in publisher.published if each.event is event]


def seconds_of(events: list[Any]) -> float:
    """The whole span, because a busy machine delays one event more than the next and so shortens single gaps."""
    return float(events[-1].at - events[0].at)


async def both_end_with(publisher: RecordingPublisher, is_last: Callable[[Any], bool]) -> None:
    async def ended() -> bool:
        shown = [publisher.shown(event) for event in (IMPORT_PROGRESS, IMPORT_SUMMARY)]
        return all(payloads and is_last(payloads[-1]) for payloads in shown)

    await eventually(ended, within=60, what="the last progress and the last summary")


async def test_progress_is_published_at_most_ten_times_a_second_and_last_at_the_end(
    office: Office, publisher: RecordingPublisher
) -> None:
    import_id = await office.begin(*people(600))
    await office.cut(import_id, rows=10)
    await office.work(import_id)
    await office.services.database.settle()
    await both_end_with(publisher, lambda last: last.state is ImportState.COMPLETED and last.processed == 600)
    progress, summaries = of(publisher, IMPORT_PROGRESS), of(publisher, IMPORT_SUMMARY)
    assert {event.room for event in progress} == {IMPORT.of(import_id)}
    assert {event.room for event in summaries} == {IMPORTERS.of(office.person.company.id)}
    running = [event for event in progress if event.payload.state is ImportState.PROCESSING and event.payload.processed]
    assert running
    # A change of state waits for no throttle.
    repeated = [later for event, later in pairwise(progress) if event.payload.state is later.payload.state]
    assert len(repeated) <= seconds_of(progress) * 10 + 2
    snapshot, summary = (publisher.shown(event)[-1] for event in (IMPORT_PROGRESS, IMPORT_SUMMARY))
    for last in (snapshot, summary):
        assert (last.state, last.success_count, last.processed) == (ImportState.COMPLETED, 600, 600)
    assert isinstance(snapshot, ImportSnapshot)
    assert len({row.row for row in snapshot.recent}) == 10
    assert type(summary) is ImportSummary
    assert {event.room for event in of(publisher, USERS_CHANGED)} == {VIEWERS.of(office.person.company.id)}


async def test_a_change_during_a_publication_is_published_too(office: Office, publisher: RecordingPublisher) -> None:
    """At whatever moment the change comes, the last event has the last version."""
    import_id = await office.check(*people(1))

    async def change() -> None:
        await office.execute("UPDATE imports SET invited = invited + 1, version = version + 1 WHERE id = $1", import_id)
        PROGRESS.publish_soon(office.services, import_id)

    for number in range(12):
        await change()
        await asyncio.sleep(0.07 * (number % 5))
    await both_end_with(publisher, lambda last: last.invited == 12)
    summaries = [event for event in of(publisher, IMPORT_SUMMARY) if event.payload.invited]
    assert len(summaries) <= seconds_of(summaries) / SUMMARY_SECONDS + 2


async def test_every_change_of_state_is_published(office: Office, publisher: RecordingPublisher) -> None:
    import_id = await office.begin(*people(3))
    await create_accounts(office.services, import_id=import_id)
    cancelled = await office.check(person(4))
    await office.cancel(cancelled)
    await office.services.database.settle()
    published = [event.payload for event in publisher.published if event.event is IMPORT_PROGRESS]
    states = [(payload.id, payload.state) for payload in published if isinstance(payload, ImportSnapshot)]
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
    assert len(json.dumps(ended.model_dump(mode="json", by_alias=True))) < 8_192


async def test_rows_that_are_too_long_for_an_event_are_left_out_of_it(
    office: Office, publisher: RecordingPublisher
) -> None:
    domain = ".".join(["я" * 30] * 3) + ".com"
    rows = [person(number, email=f"{'ж' * 30}{number}@{domain}") for number in range(12)]
    unknown = [f"{number}{'я' * 58}" for number in range(10)]
    content = csv_file(*((*row, *unknown) for row in rows), header=(*HEADER, *unknown))
    import_id = await office.upload(content, name="я" * 300 + ".csv")
    await check_import(office.services, import_id=import_id)
    await office.start(import_id)
    assert len((await office.work(import_id)).recent) == 10
    await PROGRESS.publish_now(office.services, import_id)
    snapshot = publisher.shown(IMPORT_PROGRESS)[-1]
    assert isinstance(snapshot, ImportSnapshot)
    assert 1 <= len(snapshot.recent) < 10
    assert fits(snapshot)


async def test_the_largest_last_change_fits_an_event(office: Office, publisher: RecordingPublisher) -> None:
    long = "я" * 1_000
    unknown = [f"{number}{'я' * 58}" for number in range(10)]
    rows = [(*person(number, workLocation=long), *unknown) for number in (1, 2)]
    import_id = await office.upload(csv_file(*rows, header=(*HEADER, *unknown)), name="я" * 300 + ".csv")
    await check_import(office.services, import_id=import_id)
    edit = EditRowRequest(values={"workLocation": "ж" * 1_000}, version=1)
    await edit_rows(await office.context(), import_id, edits={1: edit})
    await PROGRESS.publish_now(office.services, import_id)
    snapshot = publisher.shown(IMPORT_PROGRESS)[-1]
    assert isinstance(snapshot, ImportSnapshot)
    assert snapshot.last_change is not None
    assert (snapshot.last_change.from_, snapshot.last_change.to) == ("я" * 59 + "…", "ж" * 59 + "…")
    assert fits(snapshot)


async def test_nothing_is_published_of_a_deleted_import(office: Office, publisher: RecordingPublisher) -> None:
    await PROGRESS.publish_now(office.services, UUID(int=1))
    assert not publisher.published


async def test_many_edits_of_a_preview_are_published_no_faster_than_a_check(
    office: Office, publisher: RecordingPublisher
) -> None:
    """Each edit names its row at once; the snapshot and the company's summary keep their rates."""
    import_id = await office.check(*people(1))
    await office.services.database.settle()
    publisher.published.clear()
    context, version = await office.context(), 1
    for number in range(30):
        edit = EditRowRequest(values={"workLocation": f"Sector {number}"}, version=version)
        [row] = await edit_rows(context, import_id, edits={1: edit})
        version = row.version
    await office.services.database.settle()
    last = (await office.snapshot(import_id)).version
    await both_end_with(publisher, lambda published: published.version == last)
    assert len(of(publisher, IMPORT_ROWS)) == 30
    progress, summaries = of(publisher, IMPORT_PROGRESS), of(publisher, IMPORT_SUMMARY)
    # A change of state waits for no throttle.
    repeated = [later for event, later in pairwise(progress) if event.payload.state is later.payload.state]
    assert len(repeated) <= seconds_of(progress) * 10 + 2
    assert len(summaries) <= seconds_of(summaries) / SUMMARY_SECONDS + 2
