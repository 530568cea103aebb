"""Erase a person: the account at once, its copies by a job, its names in the audit trail by an operator's command.

The job takes a file or another job at a time. Each part is one transaction with the note of how far it came, so that a
worker that dies repeats at most one. What has not ended (an import before its start, a job under way) is not touched:
it is searched again an hour later.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Final, Protocol
from uuid import UUID

from structlog import get_logger

from server.access.factors.fresh_proof import require_fresh_proof
from server.access.failures.repository import drop_failures
from server.company.audit import chain_repository
from server.company.audit.chain import BATCH, redact_some
from server.company.audit.record import AuditAction, record_act
from server.company.privacy import repository
from server.company.privacy.repository import Erasure
from server.messaging.messages.repository import delete_captured_of
from server.messaging.notifications.repository import delete_naming
from server.people.account.account_rules import Account, is_super_admin
from server.people.account.change_accounts import lock_for_action, remove_accounts, super_admins_to_keep
from server.people.account.errors import LastSuperAdminError, SelfForbiddenError
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import lock_accounts
from server.people.bulk import repository as bulk
from server.people.chunks.engine import SLICE_SECONDS, BulkOperation, run_chunks
from server.people.duplicates.merge_repository import forget_merges, merged_into
from server.people.fields.repository import find_telling
from server.people.imports import erasure_repository as imports
from server.people.saved_views.repository import Told, forget_searches
from server.platform.database.connections import Connection, Database
from server.platform.database.ids import new_id
from server.platform.errors import ForbiddenError, NotFoundError, ValidationFailedError
from server.platform.http.idempotency.repository import delete_answers_naming
from server.platform.process.crypto import Keyring, Purpose
from server.platform.process.tasks import Queue, task
from server.platform.services import Context, Services, ServiceUnit, Unit
from server.vocabulary.emails import Contacts
from server.vocabulary.profiles import covers


async def erase_user(context: Context, user_id: UUID, *, full_name: str) -> None:
    """Erase another person of the company, whose name the caller has typed. Repeated, it changes nothing.

    Raises:
        NotFoundError: the company has no account of this id, and has erased none.
        ValidationFailedError: it is not their name.
        SelfForbiddenError, ForbiddenError, StepUpRequiredError, LastSuperAdminError.
    """
    company_id = context.company_id
    if user_id == context.user_id:
        raise SelfForbiddenError
    async with context.unit_of_work() as unit:
        both = [user_id, *await merged_into(unit.connection, company_id=company_id, user_id=user_id)]
        locked = await lock_accounts(unit.connection, both, company_id=company_id, to_delete=True)
        try:
            account = await lock_for_action(unit, user_id)
        except NotFoundError:
            if await repository.is_erased(unit.connection, company_id=company_id, user_id=user_id):
                return
            raise
        await require_fresh_proof(unit.connection, context)
        if _folded(full_name) != _folded(account.full_name):
            raise ValidationFailedError(errors={"fullName": "This is not the name of this person."})
        leaving = [user_id] if is_super_admin(account) else []
        if await super_admins_to_keep(unit.connection, company_id=company_id, leaving=leaving):
            raise LastSuperAdminError
        gone = await _erase_accounts(unit, account, locked=locked)
        announce_changes(unit, kind=UsersChangeKind.DELETED, company_id=company_id, user_ids=gone)


async def _erase_accounts(unit: Unit[Context], account: Account, *, locked: Mapping[UUID, Account]) -> list[UUID]:
    """Remove the account, and with it those that were merged into it, unless they were activated again; their ids.

    Raises ForbiddenError: the caller's profile does not cover one of them.
    """
    company_id = unit.context.company_id
    leaving = [each for each in locked.values() if each.id == account.id or not each.is_active]
    if not all(covers(unit.context.actor.profile, each.profile) for each in leaving):
        raise ForbiddenError
    active = locked.keys() - {each.id for each in leaving}
    gone = [each.id for each in leaving]
    told = [Told(*each) for each in await find_telling(unit.connection, gone, company_id=company_id)]
    told += [Told(None, str(code)) for each in leaving if (code := each.value("code")) is not None]
    for merge in await forget_merges(unit.connection, company_id=company_id, user_id=account.id):
        if merge.merged_id not in active:
            await _erase_copies(unit, merge.merged_id, Contacts(**merge.contacts), told=told)
    contacts = Contacts(email=account.email, phone=account.phone, full_name=account.full_name)
    await _erase_copies(unit, account.id, contacts, told=told)
    await remove_accounts(unit, gone, company_id=company_id)
    return gone


async def _erase_copies(unit: Unit[Context], user_id: UUID, contacts: Contacts, *, told: Sequence[Told]) -> None:
    """Have the copies of a person erased after the commit; the entry of the trail has no name."""
    erasure_id = new_id()
    known = json.dumps({**contacts.values(), "told": told})
    sealed = unit.services.keys.seal(Purpose.ERASURE, known, context=erasure_id.bytes)
    whose = {"company_id": unit.context.company_id, "user_id": user_id}
    await repository.add_erasure(unit.connection, erasure_id=erasure_id, **whose, contacts=sealed)
    await record_act(unit, AuditAction.USER_ERASED, subject_id=user_id)
    unit.enqueue(run_erasure.task(erasure_id=erasure_id))


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


AGAIN_SECONDS: Final = 3_600
# The entries of these keep queries of the list.
WITH_QUERIES: Final = (
    AuditAction.USERS_EXPORTED,
    AuditAction.VIEW_CREATED,
    AuditAction.VIEW_EDITED,
    AuditAction.VIEW_DELETED,
)
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


@task(Queue.WORK)
async def run_erasure(services: Services, *, erasure_id: UUID, seconds: float = SLICE_SECONDS) -> None:
    again = run_erasure.task(erasure_id=erasure_id)
    await run_chunks(services, ERASING, erasure_id, again=again, seconds=seconds)


class Erasing(BulkOperation):
    """Its parts are the imports and bulk jobs of the company, and what is left after the last of them."""

    async def do_next(self, unit: ServiceUnit, work_id: UUID) -> bool:
        erasure = await repository.claim_erasure(unit.connection, erasure_id=work_id, kinds=KINDS)
        if erasure is None:
            return False
        opened = unit.services.keys.open(Purpose.ERASURE, erasure.contacts, context=erasure.id.bytes)
        known = json.loads(opened)
        told = [Told(*each) for each in known.pop("told", ())]
        contacts = Contacts(**known)
        kind, _, last = erasure.place.partition(" ")
        kinds = list(KINDS)
        for each in kinds[kinds.index(kind) if kind else 0 :]:
            after = UUID(last) if each == kind else NONE
            if await _erase_next(unit.connection, erasure, contacts=contacts, kind=each, after=after):
                return True
        told += [Told(None, each) for each in contacts.values().values() if each]
        await _erase_rest(unit.connection, erasure, contacts=contacts, told=told, keys=unit.services.keys)
        entries = await repository.find_entries(
            unit.connection, company_id=erasure.company_id, actions=WITH_QUERIES, told=told
        )
        done = await repository.finish_search(
            unit.connection, erasure_id=erasure.id, entries=entries, again_seconds=AGAIN_SECONDS
        )
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
    await repository.note_place(connection, erasure_id=erasure.id, place=f"{kind} {work_id}", waits=waits)
    return True


async def _erase_rest(
    connection: Connection, erasure: Erasure, *, contacts: Contacts, told: Sequence[Told], keys: Keyring
) -> None:
    company_id = erasure.company_id
    known = [each for each in (contacts.email, contacts.phone) if each]
    await delete_naming(connection, company_id=company_id, email=contacts.email, full_name=contacts.full_name)
    await delete_answers_naming(connection, company_id=company_id, words=[*known, str(erasure.user_id)])
    await forget_searches(connection, company_id=company_id, told=told)
    if contacts.email:
        await delete_captured_of(connection, recipient=contacts.email)
    factor = keys.macs(Purpose.THROTTLE, b"factor", erasure.user_id.bytes)
    typed = [mac for each in known for mac in keys.macs(Purpose.THROTTLE, each.encode())]
    for mac in [*factor, *typed]:
        await drop_failures(connection, email_mac=mac)


MOST_PEOPLE: Final = 10_000


async def erase_from_trail(database: Database, *, keys: Keyring) -> tuple[int, int]:
    """How many people, and from how many entries. Interrupted, it is run again; so it is for entries not yet sealed."""
    async with database.reading() as connection:
        people = await repository.unfinished_trails(connection, limit=MOST_PEOPLE)
    total = 0
    for company_id, user_id, entries in people:
        of = chain_repository.Named(company_id=company_id, subject_id=user_id, entries=entries)
        part = BATCH
        while part == BATCH:
            async with database.unit_of_work() as unit:
                part = await redact_some(unit, keys=keys, **of)
                if part < BATCH and await chain_repository.is_sealed_whole(unit.connection, **of):
                    await repository.mark_trail_erased(unit.connection, company_id=company_id, user_id=user_id)
            total += part
    return len(people), total
