"""Erase the copies of a person whose account is gone, a file or a job at a time: the worker's part.

Each part is one transaction with the note of how far it came, so that a worker that dies repeats at most one. What has
not ended (an import before its start, a job under way) is not touched: it is searched again an hour later.
"""

import json
from collections.abc import Mapping
from typing import Final, Protocol
from uuid import UUID

from structlog import get_logger

from server.access.failures.repository import drop_failures
from server.company.privacy.erasure_repository import Erasure, claim_erasure, finish_search, note_place
from server.messaging.messages.captured_repository import delete_captured_of
from server.messaging.notifications.repository import delete_naming
from server.people.bulk import erasure_repository as bulk
from server.people.imports import erasure_repository as imports
from server.people.saved_views.repository import forget_searches
from server.people.work.engine import SLICE_SECONDS, Operation, run_work
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.http.idempotency.repository import delete_answers_naming
from server.platform.process.crypto import Keyring, Purpose
from server.platform.process.jobs import Queue, job
from server.platform.services import Services
from server.vocabulary.contacts import Contacts

AGAIN_SECONDS: Final = 3_600
NONE: Final = UUID(int=0)

logger = get_logger(__name__)


class StoredWork(Protocol):
    """The modules by which a person is taken out of what is stored of one kind of work."""

    async def next_work(self, connection: Connection, *, company_id: UUID, after: UUID) -> tuple[UUID, bool] | None: ...

    async def holds_person(
        self, connection: Connection, *, work_id: UUID, user_id: UUID, contacts: Contacts
    ) -> bool: ...

    async def erase_person(
        self, connection: Connection, *, work_id: UUID, user_id: UUID, contacts: Contacts
    ) -> bool: ...


# By the name of its place, in the order in which they are searched.
KINDS: Final[Mapping[str, StoredWork]] = {"import": imports, "job": bulk}


@job(Queue.WORK)
async def run_erasure(services: Services, *, erasure_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    again = run_erasure.job(erasure_id=erasure_id)
    await run_work(services, ERASING, erasure_id, again=again, seconds=seconds)


class Erasing(Operation):
    """Its parts are the imports and bulk jobs of the company, and what is left after the last of them."""

    async def do_next(self, services: Services, unit: UnitOfWork, work_id: UUID) -> bool:
        erasure = await claim_erasure(unit.connection, erasure_id=work_id)
        if erasure is None:
            return False
        opened = services.keys.open(Purpose.ERASURE, erasure.contacts, context=erasure.id.bytes)
        contacts = Contacts(**json.loads(opened))
        kind, _, last = erasure.place.partition(" ")
        kinds = list(KINDS)
        for each in kinds[kinds.index(kind) if kind else 0 :]:
            after = UUID(last) if each == kind else NONE
            if await _erase_next(unit.connection, erasure, contacts=contacts, kind=each, after=after):
                return True
        await _erase_rest(unit.connection, erasure, contacts=contacts, keys=services.keys)
        done = await finish_search(unit.connection, erasure_id=erasure.id, again_seconds=AGAIN_SECONDS)
        logger.info("person_erased" if done else "erasure_waits", erasure_id=str(erasure.id))
        return False


ERASING: Final = Erasing()


async def _erase_next(connection: Connection, erasure: Erasure, *, contacts: Contacts, kind: str, after: UUID) -> bool:
    """False where there was no further work of this kind."""
    stored = KINDS[kind]
    found = await stored.next_work(connection, company_id=erasure.company_id, after=after)
    if found is None:
        return False
    work_id, has_ended = found
    act = stored.erase_person if has_ended else stored.holds_person
    holds = await act(connection, work_id=work_id, user_id=erasure.user_id, contacts=contacts)
    waits = holds and not has_ended
    await note_place(connection, erasure_id=erasure.id, place=f"{kind} {work_id}", waits=waits)
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
