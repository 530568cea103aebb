"""Applications of people who have signed themselves up to a company."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import func, insert, select, update

from server.people.applications.schemas import ApplicationRecord, ApplicationState
from server.people.applications.tables import applications
from server.platform.database.connections import Connection, any_id
from server.vocabulary.identity import AccountOwner


@dataclass(frozen=True, kw_only=True)
class Decided:
    """A decision that its applicant is mailed."""

    company_id: UUID
    user_id: UUID
    state: ApplicationState
    reason: str | None
    full_name: str
    company_name: str
    contact: str


@dataclass(frozen=True, kw_only=True)
class Announced(AccountOwner):
    """A company with applications that its administrators have not been mailed about, and one of these to mail."""

    email: str
    waiting: int


async def add_application(connection: Connection, *, company_id: UUID, user_id: UUID) -> None:
    await connection.execute(insert(applications).values(company_id=company_id, user_id=user_id))


async def find_application(connection: Connection, *, company_id: UUID, user_id: UUID) -> ApplicationRecord | None:
    own = select(applications).filter_by(company_id=company_id, user_id=user_id)
    return await connection.fetch_record(ApplicationRecord, own)


async def find_unaccepted(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID
) -> dict[UUID, ApplicationRecord]:
    """Return the applications of these accounts that wait or were declined."""
    found = select(applications).filter_by(company_id=company_id).where(applications.c.user_id == any_id(user_ids))
    rows = await connection.fetch_all(found.where(applications.c.state != ApplicationState.ACCEPTED))
    shown = ApplicationRecord.model_fields
    return {row.user_id: ApplicationRecord.model_validate({name: row[name] for name in shown}) for row in rows}


async def accept_applications(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> None:
    """Accept the applications of these accounts, which have a profile from now on."""
    open_ones = update(applications).filter_by(company_id=company_id).where(applications.c.state != "accepted")
    chosen = open_ones.where(applications.c.user_id == any_id(user_ids))
    await connection.execute(
        chosen.values(state=ApplicationState.ACCEPTED, reason=None, decided_at=func.now(), mailed_at=None)
    )


async def decline_applications(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, reason: str
) -> list[UUID]:
    """Decline those of these applications that wait, and return whose they are, by their ids."""
    waiting = update(applications).filter_by(company_id=company_id, state="waiting")
    chosen = waiting.where(applications.c.user_id == any_id(user_ids))
    declined = chosen.values(state=ApplicationState.DECLINED, reason=reason, decided_at=func.now())
    return sorted(await connection.fetch_column(declined.returning(applications.c.user_id)))


async def take_announcements(connection: Connection) -> list[Announced]:
    """Take the new applications of companies whose administrators have not been mailed about any for a day.

    Returns the first hundred administrators of each with an email.
    """
    query = """
        WITH due AS (
            SELECT DISTINCT company_id FROM applications AS application
             WHERE state = 'waiting' AND announced_at IS NULL AND NOT EXISTS (
                   SELECT FROM applications AS earlier
                    WHERE earlier.company_id = application.company_id
                      AND earlier.announced_at > now() - interval '1 day')
             LIMIT 20),
        taken AS (
            UPDATE applications SET announced_at = now()
             WHERE state = 'waiting' AND announced_at IS NULL AND company_id IN (SELECT company_id FROM due)
            RETURNING company_id)
        SELECT announced.company_id, administrator.id AS user_id, administrator.full_name, administrator.email,
               (SELECT count(*) FROM applications
                 WHERE company_id = announced.company_id AND state = 'waiting') AS waiting
          FROM (SELECT DISTINCT company_id FROM taken) AS announced CROSS JOIN LATERAL (
               SELECT id, full_name, email FROM users
                WHERE company_id = announced.company_id AND is_active AND profile IN ('SUPER_ADMIN', 'ADMIN')
                  AND email IS NOT NULL
                ORDER BY id LIMIT 100) AS administrator
    """
    return await connection.fetch_records(Announced, query)


async def take_decided(connection: Connection, *, limit: int) -> list[Decided]:
    """Take decisions whose applicants have not been mailed, of each company in turn, its earliest first."""
    query = """
        WITH taken AS (
            UPDATE applications SET mailed_at = now()
             WHERE mailed_at IS NULL AND (company_id, user_id) IN (
                   SELECT company_id, user_id FROM (
                       SELECT company_id, user_id, decided_at,
                              row_number() OVER (PARTITION BY company_id ORDER BY decided_at) AS turn
                         FROM applications
                        WHERE decided_at IS NOT NULL AND mailed_at IS NULL AND state IN ('accepted', 'declined')) AS due
                    ORDER BY turn, decided_at LIMIT :limit)
            RETURNING company_id, user_id, state, reason)
        SELECT taken.*, person.full_name, company.name AS company_name, coalesce(person.email, person.phone) AS contact
          FROM taken
          JOIN users AS person ON person.company_id = taken.company_id AND person.id = taken.user_id
          JOIN companies AS company ON company.id = taken.company_id
         WHERE person.is_active AND person.email IS NOT NULL
    """
    return await connection.fetch_records(Decided, query, limit=limit)
