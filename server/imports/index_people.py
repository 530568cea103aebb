"""Make imported people findable: the worker's part that no import waits for.

A chunk is claimed, indexed and marked in one transaction, as it was created: whoever dies in it has done nothing,
and whoever comes twice finds nothing to claim.
"""

import time
from typing import Final

from server.imports.index_repository import claim_unindexed_chunk, mark_indexed
from server.jobs import Queue, job
from server.services import Services
from server.users.search_repository import write_words

SLICE_SECONDS: Final = 2.0


@job(Queue.WORK)
async def index_people(services: Services, *, seconds: float = SLICE_SECONDS) -> None:
    """Go on for a while; what is left then goes back on the queue."""
    deadline = time.monotonic() + seconds
    while await _index_next_chunk(services):
        if time.monotonic() > deadline:
            await services.jobs.enqueue(index_people.job())
            return


async def _index_next_chunk(services: Services) -> bool:
    """False: nothing was left to claim."""
    async with services.database.unit_of_work() as unit:
        chunk = await claim_unindexed_chunk(unit.connection)
        if chunk is None:
            return False
        await write_words(unit.connection, company_id=chunk.company_id, user_ids=chunk.user_ids)
        await mark_indexed(unit.connection, import_id=chunk.import_id, number=chunk.number)
    return True
