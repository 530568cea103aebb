"""Publish the progress of an import, throttled; the last state is always published. Events are hints; pages refetch."""

from typing import Final
from uuid import UUID

from server.people.chunks.progress import Published, ThrottledProgress
from server.people.imports.events import IMPORT_PROGRESS, IMPORT_SUMMARY
from server.people.imports.read_import import read_snapshot
from server.people.imports.schemas import ImportSummary
from server.platform.events import shrink_to_fit
from server.platform.process.time_of_day import zone_of
from server.platform.services import Services


async def publish_snapshot(services: Services, *, import_id: UUID) -> None:
    """Publish now: a change of state is never left out."""
    await _PROGRESS.publish_now(services, import_id)


def publish_progress(services: Services, *, import_id: UUID) -> None:
    """Publish a change within a quarter of a second, without waiting for Redis."""
    _PROGRESS.publish_soon(services, import_id)


async def _read(services: Services, import_id: UUID) -> list[Published]:
    async with services.database.reading() as connection:
        zone = zone_of(services.settings.phone_region)
        found = await read_snapshot(connection, import_id=import_id, zone=zone)
    if found is None:
        return []
    company_id, snapshot = found
    shrink_to_fit(snapshot, snapshot.recent, snapshot.new_batches, snapshot.remarks)
    # Validation would return the snapshot itself, rows included, because it is a subclass of the summary.
    summary = ImportSummary(**{name: getattr(snapshot, name) for name in ImportSummary.model_fields})
    return [
        Published(event=IMPORT_PROGRESS, to=import_id, payload=snapshot),
        Published(event=IMPORT_SUMMARY, to=company_id, payload=summary),
    ]


_PROGRESS: Final = ThrottledProgress(name="import", read=_read, watched=IMPORT_PROGRESS, summary=IMPORT_SUMMARY)
