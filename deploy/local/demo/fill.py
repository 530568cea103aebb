"""Fill an untouched demo company, so that a first look sees something. No message is sent to its people."""

import asyncio
import hashlib
import random
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from deploy.local.demo.announcements import add_announcements
from deploy.local.demo.batches import add_intakes
from deploy.local.demo.company import DEMO_SLUG
from deploy.local.demo.details import add_details
from deploy.local.demo.files import CHECKED_NAME, FINISHED_NAME, checked_file, finished_file
from deploy.local.demo.history import Event, make_history
from deploy.local.demo.interviews import add_interviews
from deploy.local.demo.people import Contacts, Person, columns, make_people
from deploy.local.demo.placement import add_placement
from deploy.local.demo.stages import add_ways
from deploy.local.demo.training import add_training
from server.company.audit.record import AuditAction, record
from server.people.account.account_rules import Editor
from server.people.chunks.chunk_repository import make_chunks
from server.people.imports.checking.check_import import check_import
from server.people.imports.files.file_repository import insert_import
from server.people.imports.files.read_table import read_text, read_whole
from server.people.imports.preview.preview_repository import last_row
from server.people.imports.repository import get_import, mark_started
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.states import ImportMode
from server.platform.database.connections import Connection
from server.platform.http.spooled_file import spool
from server.platform.process.clock import utc_now
from server.platform.services import Services
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Profile

SEED: Final = 1
NO_MAILBOX: Final = "550 5.1.1 The mailbox does not exist"

UNTOUCHED: Final = """
    SELECT c.id AS company_id, u.id AS owner_id FROM companies c JOIN users u ON u.company_id = c.id
     WHERE c.slug = :slug AND u.last_sign_in_at IS NULL
       AND NOT EXISTS (SELECT FROM users other WHERE other.company_id = c.id AND other.id <> u.id)
       AND NOT EXISTS (SELECT FROM imports i WHERE i.company_id = c.id)
       FOR UPDATE OF c
"""
PEOPLE: Final = """
    INSERT INTO users (company_id, id, full_name, email, phone, role, profile, date_of_birth, gender, work_location,
                       is_active, invitation, email_verified_at, last_sign_in_at, temporary_password_expires_at,
                       created_at, password_is_temporary, temporary_password_mac)
    SELECT $1, p.*, p.expires_at IS NOT NULL, CASE WHEN p.expires_at IS NOT NULL THEN $17::bytea END
      FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::date[], $9::text[],
                  $10::text[], $11::bool[], $12::text[], $13::timestamptz[], $14::timestamptz[], $15::timestamptz[],
                  $16::timestamptz[])
           AS p(id, full_name, email, phone, role, profile, date_of_birth, gender, work_location, is_active,
                invitation, verified_at, last_sign_in_at, expires_at, created_at)
"""
FAILED_INVITATIONS: Final = """
    INSERT INTO messages (company_id, user_id, kind, is_bulk, channel, recipient, state, attempts, next_attempt_at,
                          error, created_at)
    SELECT company_id, id, 'invitation', true, 'EMAIL', email, 'failed', 1, NULL, $2, created_at
      FROM users WHERE company_id = $1 AND invitation = 'failed'
"""
# Announced already: the owner is notified of those who apply from now on.
APPLICATIONS: Final = """
    INSERT INTO applications (company_id, user_id, applied_at, announced_at)
    SELECT company_id, id, created_at, created_at FROM users WHERE company_id = $1 AND role = 'APPLICANT'
"""
# A millisecond apart, so that the order of the ids is theirs.
HISTORY: Final = """
    INSERT INTO audit_entries (company_id, id, created_at, action, actor_id, subject_id, subject_label, address, before,
                               after)
    SELECT $1, h.* FROM unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::uuid[], $6::uuid[], $7::text[],
                               $8::text[], $9::jsonb[], $10::jsonb[]) h
"""


@dataclass(frozen=True, kw_only=True)
class Demo:
    """An untouched company and the owner who looks at it."""

    company_id: UUID
    owner_id: UUID


async def fill_demo_company(services: Services) -> bool:
    """Return False, and change nothing, if the company is already in use."""
    chance, now = random.Random(SEED), utc_now()  # noqa: S311 - nothing secret
    contacts = Contacts(chance, today=now.date())
    async with services.database.unit_of_work() as unit:
        row = await unit.connection.fetch_one(UNTOUCHED, slug=DEMO_SLUG)
        if row is None:
            return False
        demo = Demo(company_id=row.company_id, owner_id=row.owner_id)
        people = make_people(chance, contacts, now=now)
        await _add_people(unit.connection, demo, people)
        history = make_history(chance, people, owner=demo.owner_id, now=now)
        await _add_history(unit.connection, demo, history, now=now)
        await add_intakes(unit.connection, people, company_id=demo.company_id, owner_id=demo.owner_id)
        await add_details(unit.connection, people, company_id=demo.company_id, owner_id=demo.owner_id)
        await add_training(unit.connection, company_id=demo.company_id)
        await add_ways(unit.connection, people, company_id=demo.company_id, owner_id=demo.owner_id, now=now)
        await add_placement(unit.connection, company_id=demo.company_id, now=now)
        await add_interviews(unit.connection, company_id=demo.company_id, now=now)
        await add_announcements(unit.connection, company_id=demo.company_id, now=now, mail_error=NO_MAILBOX)
        known = next(person.contact.email for person in people if person.profile is Profile.TRAINEE)
        finished = await _upload(unit.connection, demo, finished_file(contacts), name=FINISHED_NAME)
        checked = await _upload(unit.connection, demo, checked_file(contacts, known_email=known), name=CHECKED_NAME)
    await check_import(services, import_id=finished)
    await check_import(services, import_id=checked)
    await _finish(services, demo, import_id=finished)
    return True


async def _add_people(connection: Connection, demo: Demo, people: list[Person]) -> None:
    # Random bytes instead of a mark: no temporary password exists that would have it.
    await connection.raw.execute(PEOPLE, demo.company_id, *columns(people), secrets.token_bytes(32))
    await connection.raw.execute(FAILED_INVITATIONS, demo.company_id, NO_MAILBOX)
    await connection.raw.execute(APPLICATIONS, demo.company_id)


async def _add_history(connection: Connection, demo: Demo, events: list[Event], *, now: datetime) -> None:
    first = int(now.timestamp() * 1000) - len(events)
    await connection.raw.execute(
        HISTORY,
        demo.company_id,
        [UUID(int=(first + n) << 80 | 7 << 76 | 2 << 62 | secrets.randbits(62)) for n in range(len(events))],
        [event.at for event in events],
        [event.action.value for event in events],
        [event.actor for event in events],
        [event.subject for event in events],
        [event.label for event in events],
        [event.address for event in events],
        [event.before for event in events],
        [event.after for event in events],
    )


async def _upload(connection: Connection, demo: Demo, content: bytes, *, name: str) -> UUID:
    reading = await asyncio.to_thread(read_whole, read_text(content, known=BUILT_IN), region="IN")
    with closing(await spool(_whole(content))) as file:
        import_id = await insert_import(
            connection,
            reading,
            content=file,
            digest=hashlib.sha256(content).digest(),
            file_name=name,
            by=Editor(company_id=demo.company_id, user_id=demo.owner_id, profile=Profile.SUPER_ADMIN),
        )
    rows = {"rows": reading.survey.total_rows}
    await _record(connection, demo, AuditAction.IMPORT_UPLOADED, subject=(import_id, name), after=rows)
    return import_id


async def _whole(content: bytes) -> AsyncIterator[bytes]:
    yield content


async def _finish(services: Services, demo: Demo, *, import_id: UUID) -> None:
    """Started without inviting, so that nothing is put into the outbox."""
    async with services.database.unit_of_work() as unit:
        connection = unit.connection
        await make_chunks(connection, work_id=import_id, last_row=await last_row(connection, import_id=import_id))
        found = await get_import(connection, import_id=import_id)
        assert found is not None  # noqa: S101 - it was added a moment ago
        await mark_started(connection, found, started_by=demo.owner_id, mode=ImportMode.CREATE, invite=False)
        after = {"valid_rows": found.valid_rows, "invalid_rows": found.invalid_rows, "invite": False}
        await _record(connection, demo, AuditAction.IMPORT_STARTED, subject=(import_id, found.file_name), after=after)
    await create_accounts(services, import_id=import_id)


async def _record(
    connection: Connection, demo: Demo, action: AuditAction, *, subject: tuple[UUID, str], after: Mapping[str, object]
) -> None:
    await record(
        connection,
        action=action,
        company_id=demo.company_id,
        actor_id=demo.owner_id,
        subject_id=subject[0],
        subject_label=subject[1],
        after=dict(after),
    )
