"""SQL of announcements, their recipients, and who wants none by mail."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import delete, func, insert, select, update

from server.company.companies.suspension import is_suspended
from server.messaging.announcements.tables import announcement_recipients, announcement_stops, announcements
from server.platform.database.connections import Connection, Row

# Mails about announcements to one person in a day of the company; more wait for the next morning.
MAILS_A_DAY: Final = 3
MORNING: Final = "8 hours"
_ZONE: Final = "(SELECT c.time_zone FROM companies c WHERE c.id = a.company_id)"


@dataclass(frozen=True, kw_only=True)
class Announcement:
    """An announcement as its own row has it."""

    id: UUID
    company_id: UUID
    author_id: UUID | None
    title: str
    body: str
    audience: str
    batch_id: UUID | None
    stage_id: UUID | None
    by_mail: bool
    publish_at: datetime
    rung_to: UUID | None
    published_at: datetime | None
    retracted_at: datetime | None
    version: int
    created_at: datetime


async def add_announcement(connection: Connection, values: dict[str, Any]) -> None:
    await connection.execute(insert(announcements).values(values))


async def lock_announcement(connection: Connection, *, company_id: UUID, announcement_id: UUID) -> None:
    """Until the transaction ends no part of it is published, and no other takes it back."""
    found = select(announcements.c.id).filter_by(company_id=company_id, id=announcement_id)
    await connection.execute(found.with_for_update(key_share=True))


async def retract(connection: Connection, *, company_id: UUID, announcement_id: UUID) -> None:
    """Hide a locked announcement, and send no mail of it that has not left."""
    of_it = update(announcements).filter_by(company_id=company_id, id=announcement_id)
    await connection.execute(of_it.values(retracted_at=func.now(), version=announcements.c.version + 1))
    waiting = update(announcement_recipients).filter_by(company_id=company_id, announcement_id=announcement_id)
    unsent = waiting.where(announcement_recipients.c.mail_state.in_(("queued", "digest")))
    await connection.execute(unsent.values(mail_state="cancelled"))


# Which mail a person `u` gets of the announcement `a`; null: none. A person's accounts are locked: each mail counts.
MAIL_OF: Final = f"""
    CASE WHEN NOT a.by_mail OR u.email IS NULL
              OR EXISTS (SELECT FROM announcement_stops s WHERE s.company_id = u.company_id AND s.user_id = u.id)
              THEN NULL
         WHEN {MAILS_A_DAY} <= (
              SELECT count(*) FROM announcement_recipients r
                JOIN announcements o ON o.company_id = u.company_id AND o.id = r.announcement_id
               WHERE r.company_id = u.company_id AND r.user_id = u.id AND r.mail_state IN ('queued', 'sent', 'failed')
                 AND date_trunc('day', o.publish_at, {_ZONE}) = date_trunc('day', a.publish_at, {_ZONE}))
              THEN 'digest'
         ELSE 'queued' END
"""  # noqa: S608 - constants


async def add_recipients(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, announcement_id: UUID
) -> set[UUID]:
    """Add people whose accounts are locked, with their mails; who had not been added before."""
    query = f"""
        WITH given AS MATERIALIZED (
            SELECT u.id, u.email, {MAIL_OF} AS mail_state, a.publish_at,
                   date_trunc('day', a.publish_at, {_ZONE}) + interval '1 day {MORNING}' AS morning
              FROM announcements a
              JOIN users u ON u.company_id = a.company_id AND u.id = ANY(CAST(:user_ids AS uuid[]))
             WHERE a.company_id = :company_id AND a.id = :announcement_id
        ), added AS (
            INSERT INTO announcement_recipients (company_id, announcement_id, user_id, mail_state)
            SELECT :company_id, :announcement_id, id, mail_state FROM given
            ON CONFLICT DO NOTHING RETURNING user_id
        ), mailed AS (
            INSERT INTO messages (company_id, user_id, kind, is_bulk, channel, recipient, occasion, parameters,
                                  next_attempt_at)
            SELECT :company_id, g.id, 'announcement', true, 'EMAIL', g.email,
                   CASE g.mail_state WHEN 'digest' THEN 'digest' END,
                   CASE g.mail_state WHEN 'queued' THEN jsonb_build_object('announcement_id', :announcement_id) END,
                   CASE g.mail_state WHEN 'digest' THEN g.morning ELSE g.publish_at END
              FROM given g JOIN added ON added.user_id = g.id
             WHERE g.mail_state = 'queued' OR g.mail_state = 'digest' AND NOT EXISTS (
                   SELECT FROM messages m
                    WHERE m.user_id = g.id AND m.kind = 'announcement' AND m.occasion = 'digest' AND m.state = 'queued'
                      AND m.next_attempt_at = g.morning)
        )
        SELECT user_id FROM added
    """  # noqa: S608 - constants
    values = {"company_id": company_id, "announcement_id": announcement_id}
    return set(await connection.fetch_column(query, user_ids=list(user_ids), **values))


# What is shown of announcements to `:user_id`.
_OWN: Final = """
      FROM announcement_recipients r JOIN announcements a ON a.company_id = :company_id AND a.id = r.announcement_id
     WHERE r.company_id = :company_id AND r.user_id = :user_id AND a.publish_at <= now() AND a.retracted_at IS NULL
       AND (NOT :unseen OR r.seen_at IS NULL)
"""


async def list_own(
    connection: Connection, *, company_id: UUID, user_id: UUID, unseen: bool = False, offset: int = 0, limit: int
) -> tuple[Sequence[Row], int]:
    """(a page of those to the person, the newest first; how many there are)."""
    query = f"""
        SELECT a.id, a.title, a.body, a.publish_at AS published_at, r.seen_at IS NOT NULL AS seen,
               count(*) OVER () AS total,
               (SELECT u.full_name FROM users u WHERE u.company_id = :company_id AND u.id = a.author_id) AS author
        {_OWN} ORDER BY a.publish_at DESC, a.id DESC OFFSET :offset LIMIT :limit
    """  # noqa: S608 - constants
    own = {"company_id": company_id, "user_id": user_id, "unseen": unseen}
    rows = await connection.fetch_all(query, **own, offset=offset, limit=limit)
    if rows or not offset:
        return rows, rows[0].total if rows else 0
    return rows, await connection.fetch_number(f"SELECT count(*) {_OWN}", **own)


async def mark_seen(connection: Connection, ids: Collection[UUID], *, company_id: UUID, user_id: UUID) -> None:
    query = """
        UPDATE announcement_recipients r SET seen_at = now() FROM announcements a
         WHERE r.company_id = :company_id AND r.user_id = :user_id AND r.announcement_id = ANY(CAST(:ids AS uuid[]))
           AND r.seen_at IS NULL AND a.company_id = :company_id AND a.id = r.announcement_id
           AND a.publish_at <= now() AND a.retracted_at IS NULL
    """
    await connection.execute(query, company_id=company_id, user_id=user_id, ids=list(ids))


async def wants_mail(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    stop = select(announcement_stops.c.user_id).filter_by(company_id=company_id, user_id=user_id)
    return not await connection.has_row(stop)


async def stop_mail(connection: Connection, *, company_id: UUID, user_id: UUID) -> None:
    """Nothing happens where the account is gone."""
    query = """
        INSERT INTO announcement_stops (company_id, user_id)
        SELECT company_id, id FROM users WHERE company_id = :company_id AND id = :user_id ON CONFLICT DO NOTHING
    """
    await connection.execute(query, company_id=company_id, user_id=user_id)


async def allow_mail(connection: Connection, *, company_id: UUID, user_id: UUID) -> None:
    await connection.execute(delete(announcement_stops).filter_by(company_id=company_id, user_id=user_id))


async def find_domains(connection: Connection, company_ids: Collection[UUID]) -> dict[UUID, list[str]]:
    """The domains that each company has proved to be its own."""
    query = """
        SELECT company_id, array_agg(domain) AS domains FROM sso_domains
         WHERE company_id = ANY(CAST(:company_ids AS uuid[])) AND proved_at IS NOT NULL GROUP BY company_id
    """
    found = {row.company_id: row.domains for row in await connection.fetch_all(query, company_ids=list(company_ids))}
    return {company_id: found.get(company_id, []) for company_id in company_ids}


async def hold_due(connection: Connection) -> Announcement | None:
    """Lock an announcement that is due, and whose recipients are all stored, but that is not yet in the bell of all.

    Those that are not begun come first, so that a small one does not wait for a large one of another company.
    """
    query = f"""
        SELECT a.* FROM announcements a
         WHERE a.published_at IS NULL AND a.retracted_at IS NULL AND a.publish_at <= now()
           AND NOT EXISTS (SELECT FROM bulk_jobs j
                            WHERE j.company_id = a.company_id AND j.id = a.id AND j.state = 'processing')
           AND NOT {is_suspended("a.company_id")}
         ORDER BY a.rung_to IS NOT NULL, a.publish_at LIMIT 1 FOR NO KEY UPDATE OF a SKIP LOCKED
    """  # noqa: S608 - constants
    return await connection.fetch_record(Announcement, query)


async def ring(connection: Connection, found: Announcement, *, body: str, limit: int) -> list[UUID]:
    """Put a locked announcement into the bells of its next recipients, in the order of their ids, and note so far."""
    query = """
        WITH people AS (
            SELECT u.id FROM announcement_recipients r JOIN users u ON u.company_id = r.company_id AND u.id = r.user_id
             WHERE r.company_id = :company_id AND r.announcement_id = :announcement_id
               AND (CAST(:after AS uuid) IS NULL OR r.user_id > :after)
             ORDER BY r.user_id LIMIT :limit FOR KEY SHARE OF u
        ), added AS (
            INSERT INTO notifications (company_id, user_id, kind, title, body, link, about)
            SELECT :company_id, id, 'announcement', :title, :body, '/dashboard/announcements', :announcement_id
              FROM people ON CONFLICT DO NOTHING
        )
        SELECT id FROM people ORDER BY id
    """
    values = {"company_id": found.company_id, "announcement_id": found.id, "title": found.title}
    rung: list[UUID] = await connection.fetch_column(query, **values, body=body, after=found.rung_to, limit=limit)
    of_it = update(announcements).filter_by(company_id=found.company_id, id=found.id)
    noted = {"rung_to": rung[-1]} if len(rung) == limit else {"published_at": func.now()}
    await connection.execute(of_it.values(**noted))
    return rung
