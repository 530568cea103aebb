"""Publish the progress of an import, throttled; the last state is always published. Events are hints; pages refetch."""

from functools import partial
from typing import Any, Final
from uuid import UUID

from server.events import Event, fits
from server.imports.events import IMPORT_PROGRESS, IMPORT_SUMMARY
from server.imports.read_import import read_snapshot
from server.imports.schemas import ImportSummary
from server.services import Services

# All workers together: under 10 snapshots and 1 summary a second.
SNAPSHOT_SECONDS: Final = 0.25
SUMMARY_SECONDS: Final = 1.3


async def publish_snapshot(services: Services, *, import_id: UUID) -> None:
    """Publish now: a change of state is never left out."""
    services.coalescer.discard(_progress_topic(import_id))
    await _publish(services, (IMPORT_PROGRESS, IMPORT_SUMMARY), import_id)


def publish_progress(services: Services, *, import_id: UUID) -> None:
    """Publish a change within a quarter of a second, without waiting for Redis."""
    for topic, event, every in (
        (_progress_topic(import_id), IMPORT_PROGRESS, SNAPSHOT_SECONDS),
        (f"summary:{import_id}", IMPORT_SUMMARY, SUMMARY_SECONDS),
    ):
        services.coalescer.add(topic, import_id, publish=partial(_publish, services, (event,)), every=every)


def _progress_topic(import_id: UUID) -> str:
    return f"import:{import_id}"


async def _publish(services: Services, events: tuple[Event[Any], ...], import_id: UUID) -> None:
    async with services.database.reading() as connection:
        found = await read_snapshot(connection, import_id=import_id)
    if found is None:
        return
    company_id, snapshot = found
    # Ten very long addresses outside ASCII can exceed the size of an event: send fewer rows then.
    while snapshot.recent and not fits(snapshot):
        snapshot.recent.pop()
    publish = services.publisher.publish
    if IMPORT_PROGRESS in events:
        await publish(IMPORT_PROGRESS, to=import_id, payload=snapshot)
    if IMPORT_SUMMARY in events:
        # Validation would return the snapshot itself, rows included, because it is a subclass of the summary.
        summary = ImportSummary(**{name: getattr(snapshot, name) for name in ImportSummary.model_fields})
        await publish(IMPORT_SUMMARY, to=company_id, payload=summary)
