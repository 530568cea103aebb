"""Publish the progress of a bulk job, throttled; the last state always is. Events are hints."""

from typing import Final
from uuid import UUID

from server.people.bulk.events import BULK_PROGRESS, BULK_SUMMARY
from server.people.bulk.read_job import read_snapshot
from server.people.bulk.schemas import BulkJob
from server.people.chunks.progress import Published, ThrottledProgress
from server.platform.database.connections import UnitOfWork
from server.platform.events import shrink_to_fit
from server.platform.services import Services


async def _read(services: Services, job_id: UUID) -> list[Published]:
    async with services.database.reading() as connection:
        found = await read_snapshot(connection, job_id=job_id)
    if found is None:
        return []
    company_id, snapshot = found
    shrink_to_fit(snapshot, snapshot.recent)
    # Validation would return the snapshot itself, people included, because it is a subclass of the job.
    job = BulkJob(**{name: getattr(snapshot, name) for name in BulkJob.model_fields})
    return [
        Published(event=BULK_PROGRESS, to=job_id, payload=snapshot),
        Published(event=BULK_SUMMARY, to=company_id, payload=job),
    ]


PROGRESS: Final = ThrottledProgress(name="bulk", read=_read, watched=BULK_PROGRESS, summary=BULK_SUMMARY)


def publish_chunk(services: Services, unit: UnitOfWork, job_id: UUID, *, now: bool) -> None:
    """Publish after the commit of a chunk: `now`, or when the throttle allows it."""

    async def publish() -> None:
        if now:
            await PROGRESS.publish_now(services, job_id)
        else:
            PROGRESS.publish_soon(services, job_id)

    unit.after_commit(publish)
