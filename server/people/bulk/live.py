"""The events by which a client watches a bulk job."""

from typing import Final
from uuid import UUID

from pydantic import Field

from server.people.bulk.errors import TooManyJobsWatchedError
from server.people.bulk.events import BULK_PROGRESS
from server.people.bulk.read_job import read_job
from server.people.bulk.schemas import BulkSnapshot
from server.platform.live.client_events import Watched
from server.platform.schemas import RequestSchema, ResponseSchema
from server.platform.services import Services
from server.vocabulary.identity import Identity


class WatchBulk(RequestSchema):
    bulk_id: UUID = Field(description="of the bulk job")


class WatchedBulk(ResponseSchema):
    snapshot: BulkSnapshot = Field(description="the present state of the job")


async def _read(services: Services, identity: Identity, job_id: UUID) -> WatchedBulk:
    return WatchedBulk(snapshot=await read_job(services, identity=identity, job_id=job_id))


_WATCHED: Final = Watched(
    name="bulk",
    thing="job",
    most="20 jobs and imports",
    progress=BULK_PROGRESS,
    request=WatchBulk,
    answer=WatchedBulk,
    id_of=lambda request: request.bulk_id,
    read=_read,
    too_many=TooManyJobsWatchedError,
)
BULK_WATCH, BULK_UNWATCH = _WATCHED.events()
