"""Telling whoever watches where an import stands: not too often, and never without the last word.

A teller is one task an import: it reads the snapshot, publishes it, rests, and goes again while something has
changed meanwhile. The work that reports progress never waits for Redis.
"""

import asyncio
import time
from contextlib import suppress
from typing import Final
from uuid import UUID

from server.errors import UnavailableError
from server.imports.read_import import read_snapshot
from server.imports.schemas import ImportSummary
from server.realtime.events import Event
from server.realtime.publisher import fits
from server.realtime.rooms import import_room, importers_room
from server.services import Services

# Two workers may tell of the same import: together they stay under 10 snapshots and 1 summary a second.
REST_SECONDS: Final = 0.21
SUMMARY_SECONDS: Final = 2.1

_changed: set[UUID] = set()
_tellers: dict[UUID, asyncio.Task[None]] = {}


async def publish_snapshot(services: Services, *, import_id: UUID, with_summary: bool = True) -> None:
    """Tell at once: for a change of state, which is never left out."""
    async with services.database.reading() as connection:
        found = await read_snapshot(connection, import_id=import_id)
    if found is None:
        return
    company_id, snapshot = found
    # Ten addresses as long as an address may be, in letters beyond ASCII: fewer of them rather than nothing.
    while snapshot.recent and not fits(snapshot):
        snapshot.recent.pop()
    await services.publisher.publish(Event.IMPORT_PROGRESS, room=import_room(import_id), payload=snapshot)
    if with_summary:
        # Validating would give the snapshot back as it is, rows and all: it is a summary too.
        summary = ImportSummary(**{name: getattr(snapshot, name) for name in ImportSummary.model_fields})
        await services.publisher.publish(Event.IMPORT_SUMMARY, room=importers_room(company_id), payload=summary)


def tell_progress(services: Services, *, import_id: UUID) -> None:
    """Say that something has changed; it is told within a fifth of a second."""
    _changed.add(import_id)
    teller = _tellers.get(import_id)
    if teller is None or teller.done():
        _tellers[import_id] = asyncio.create_task(_tell(services, import_id))


async def _tell(services: Services, import_id: UUID) -> None:
    next_summary = time.monotonic()
    summary_lags = False
    with suppress(UnavailableError):  # a hint the fewer; the page fetches what it missed
        while import_id in _changed or summary_lags:
            summary_due = time.monotonic() >= next_summary
            if import_id in _changed or summary_due:
                _changed.discard(import_id)
                await publish_snapshot(services, import_id=import_id, with_summary=summary_due)
                summary_lags = not summary_due
            if summary_due:
                next_summary = time.monotonic() + SUMMARY_SECONDS
            await asyncio.sleep(REST_SECONDS)
    _tellers.pop(import_id, None)
