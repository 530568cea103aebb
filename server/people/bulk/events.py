"""Events about a bulk job: to the sockets that watch it, and to the accounts of its company that may edit users."""

from typing import Final

from server.people.bulk.schemas import BulkJob, BulkSnapshot
from server.platform.events import CompanyRoom, Event, Room
from server.vocabulary.profiles import Permission

# The sockets that watch the job.
JOB: Final = Room(name="bulk", permission=Permission.USER_EDIT)
EDITORS: Final = CompanyRoom(name="editors", permission=Permission.USER_EDIT)

BULK_PROGRESS: Final = Event(
    name="bulk:progress",
    payload=BulkSnapshot,
    room=JOB,
    to="the sockets that watch the bulk job",
    when="while the job runs or is undone, and at every change of its state",
    rate="at most 10 a second, and one at every change of state",
    lost="The next one holds absolute values. `bulk:watch` and `GET /users/bulk/{id}` answer the same. "
    "The greater `version` counts.",
)
BULK_SUMMARY: Final = Event(
    name="bulk:summary",
    payload=BulkJob,
    room=EDITORS,
    to="accounts of the company that may edit users",
    when="while any bulk job of the company runs, and at every change of its state",
    rate="at most 1 a second for a job, and one at every change of state",
    lost="The next one holds absolute values. `GET /users/bulk` answers the same.",
)
