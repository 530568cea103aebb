"""Publish the progress of imports: throttled, and never without the last state.

A publishing task for each import waits for its slot, reads the snapshot, publishes it, and repeats while something has
changed. All processes share the slots. The work that reports progress never waits for Redis.
"""

import asyncio
import time
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from server.errors import UnavailableError
from server.events import Event, fits
from server.imports.events import IMPORT_PROGRESS, IMPORT_SUMMARY
from server.imports.read_import import read_snapshot
from server.imports.schemas import ImportSummary
from server.services import Services

# All workers together: under 10 snapshots and 1 summary a second.
SNAPSHOT_SECONDS: Final = 0.25
# A summary goes with the snapshot that is due next, which may be a snapshot's turn later.
SUMMARY_SECONDS: Final = 1.05 + SNAPSHOT_SECONDS

_changed: set[UUID] = set()
_tasks: dict[UUID, asyncio.Task[None]] = {}


async def publish_snapshot(services: Services, *, import_id: UUID) -> None:
    """Publish at once: for a change of state, which is never left out."""
    _changed.discard(import_id)
    await _publish(services, import_id, IMPORT_PROGRESS, IMPORT_SUMMARY)


def publish_progress(services: Services, *, import_id: UUID) -> None:
    """Note that something has changed; it is published within a quarter of a second."""
    _changed.add(import_id)
    task = _tasks.get(import_id)
    if task is None or task.done():
        _tasks[import_id] = asyncio.create_task(_publish_changes(services, import_id))


async def _publish_changes(services: Services, import_id: UUID) -> None:
    reserve_slot = services.publisher.reserve_slot
    summary_at: float | None = None  # none is owed
    with suppress(UnavailableError):  # events are hints; pages refetch
        while import_id in _changed or summary_at is not None:
            await asyncio.sleep(
                await reserve_slot(f"import:{import_id}", every=SNAPSHOT_SECONDS)
                if import_id in _changed
                else SNAPSHOT_SECONDS
            )
            due: list[Event[Any]] = []
            if import_id in _changed:
                _changed.discard(import_id)
                due.append(IMPORT_PROGRESS)
                if summary_at is None:
                    summary_at = time.monotonic() + await reserve_slot(f"summary:{import_id}", every=SUMMARY_SECONDS)
            if summary_at is not None and time.monotonic() >= summary_at:
                summary_at = None
                due.append(IMPORT_SUMMARY)
            if due:
                await _publish(services, import_id, *due)
    _tasks.pop(import_id, None)


async def _publish(services: Services, import_id: UUID, *due: Event[Any]) -> None:
    async with services.database.reading() as connection:
        found = await read_snapshot(connection, import_id=import_id)
    if found is None:
        return
    company_id, snapshot = found
    # Ten addresses as long as an address may be, in letters beyond ASCII: fewer of them rather than nothing.
    while snapshot.recent and not fits(snapshot):
        snapshot.recent.pop()
    publish = services.publisher.publish
    if IMPORT_PROGRESS in due:
        await publish(IMPORT_PROGRESS, to=import_id, payload=snapshot)
    if IMPORT_SUMMARY in due:
        # Validating would give the snapshot back as it is, rows and all: it is a summary too.
        summary = ImportSummary(**{name: getattr(snapshot, name) for name in ImportSummary.model_fields})
        await publish(IMPORT_SUMMARY, to=company_id, payload=summary)
