"""Erase the copies of a person whose account is gone, a file or a job at a time: the worker's part.

Each part is one transaction with the note of how far it came, so that a worker that dies repeats at most one. What has
not ended (an import before its start, a job under way) is not touched: it is searched again an hour later.
"""

import json
from functools import partial
from typing import Final
from uuid import UUID

from structlog import get_logger

from server.access.failures.repository import drop_failures
from server.company.privacy.erasure_repository import Erasure, claim_erasure, finish_search, note_place
from server.messaging.messages.captured_repository import delete_captured_of
from server.messaging.notifications.repository import delete_naming
from server.people.bulk import erasure_repository as bulk
from server.people.chunks.lanes import SLICE_SECONDS, run_lanes
from server.people.imports import erasure_repository as imports
from server.people.saved_views.repository import forget_searches
from server.platform.database.connections import Connection
from server.platform.http.idempotency.repository import delete_answers_naming
from server.platform.process.crypto import Keyring, Purpose
from server.platform.process.jobs import Queue, job
from server.platform.services import Services
from server.vocabulary.contacts import Contacts

AGAIN_SECONDS: Final = 3_600
IMPORTS: Final = "import"
JOBS: Final = "job"
NONE: Final = UUID(int=0)

logger = get_logger(__name__)


@job(Queue.WORK)
async def run_erasure(services: Services, *, erasure_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    """Erase for `seconds`; the rest is enqueued again."""
    do_next = partial(erase_next, services, erasure_id=erasure_id)
    if await run_lanes(do_next, work_id=erasure_id, seconds=seconds):
        await services.jobs.enqueue(run_erasure.job(erasure_id=erasure_id))


async def erase_next(services: Services, *, erasure_id: UUID) -> bool:
    """One import or bulk job, or what is left after the last; False where there is nothing more to do now."""
    async with services.database.unit_of_work() as unit:
        erasure = await claim_erasure(unit.connection, erasure_id=erasure_id)
        if erasure is None:
            return False
        contacts = _open(services.keys, erasure)
        kind, _, last = erasure.place.partition(" ")
        last_import = UUID(last) if kind == IMPORTS else NONE
        if kind != JOBS and await _erase_import(unit.connection, erasure, contacts=contacts, after=last_import):
            return True
        last_job = UUID(last) if kind == JOBS else NONE
        if await _erase_job(unit.connection, erasure, contacts=contacts, after=last_job):
            return True
        await _erase_rest(unit.connection, erasure, contacts=contacts, keys=services.keys)
        done = await finish_search(unit.connection, erasure_id=erasure.id, again_seconds=AGAIN_SECONDS)
        logger.info("person_erased" if done else "erasure_waits", erasure_id=str(erasure.id))
        return False


def _open(keys: Keyring, erasure: Erasure) -> Contacts:
    return Contacts(**json.loads(keys.open(Purpose.ERASURE, erasure.contacts, context=erasure.id.bytes)))


async def _erase_import(connection: Connection, erasure: Erasure, *, contacts: Contacts, after: UUID) -> bool:
    """False where there was no further import."""
    found = await imports.next_import(connection, company_id=erasure.company_id, after=after)
    if found is None:
        return False
    import_id, has_ended = found
    act = imports.erase_person if has_ended else imports.holds_person
    holds = await act(connection, import_id=import_id, user_id=erasure.user_id, contacts=contacts)
    waits = holds and not has_ended
    await note_place(connection, erasure_id=erasure.id, place=f"{IMPORTS} {import_id}", waits=waits)
    return True


async def _erase_job(connection: Connection, erasure: Erasure, *, contacts: Contacts, after: UUID) -> bool:
    """False where there was no further job."""
    found = await bulk.next_job(connection, company_id=erasure.company_id, after=after)
    if found is None:
        return False
    job_id, has_ended = found
    act = bulk.erase_person if has_ended else bulk.holds_person
    holds = await act(connection, job_id=job_id, user_id=erasure.user_id, email=contacts.email)
    waits = holds and not has_ended
    await note_place(connection, erasure_id=erasure.id, place=f"{JOBS} {job_id}", waits=waits)
    return True


async def _erase_rest(connection: Connection, erasure: Erasure, *, contacts: Contacts, keys: Keyring) -> None:
    company_id = erasure.company_id
    known = [each for each in (contacts.email, contacts.phone) if each]
    await delete_naming(connection, company_id=company_id, email=contacts.email, full_name=contacts.full_name)
    await delete_answers_naming(connection, company_id=company_id, words=[*known, str(erasure.user_id)])
    words = [*known, *([contacts.full_name.lower()] if contacts.full_name else [])]
    await forget_searches(connection, company_id=company_id, words=words)
    if contacts.email:
        await delete_captured_of(connection, recipients=[contacts.email])
    factor = keys.macs(Purpose.THROTTLE, b"factor", erasure.user_id.bytes)
    typed = [mac for each in known for mac in keys.macs(Purpose.THROTTLE, each.encode())]
    for mac in [*factor, *typed]:
        await drop_failures(connection, email_mac=mac)
