"""Invitations that are due, what limits them, requests to stop them, reminders, and the account of a link.

Each statement of the sender takes a whole batch. Its locks are taken in one order: accounts and
messages, then the companies' counts, then the mailboxes'.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import Interval, cast, delete, func, select

from server.company.companies.tables import companies
from server.messaging.messages.repository import WAITS, companies_waiting
from server.people.account.people_repository import lacks_own_password
from server.people.invitations.limits import COOLDOWN, NEW_COMPANY_AGE, STOPS_FOR_ALL
from server.people.invitations.tables import invitation_stops
from server.platform.database.connections import Connection, Row
from server.vocabulary.identifiers import sign_in_name
from server.vocabulary.link_tokens import LinkSubject


@dataclass(frozen=True, kw_only=True, slots=True)
class DueInvitation:
    """A message with its account, both locked. `is_wanted` is false where the account needs no invitation any more.

    `occasion` is None for its first one, else `again` or `reminder`.
    """

    message_id: UUID
    company_id: UUID
    user_id: UUID
    import_id: UUID | None
    contact: str
    full_name: str
    label: str
    company_name: str
    has_verified_name: bool
    company_slug: str
    has_password: bool
    password_expires_at: datetime | None
    is_first_attempt: bool
    occasion: str | None
    is_active: bool
    is_wanted: bool


class Recipient(NamedTuple):
    """A company invites the recipient; `id` is the message's, or the account's where there is no message yet."""

    id: UUID
    company_id: UUID
    mailbox: bytes


@dataclass(frozen=True, kw_only=True)
class Complaints:
    """How many recipients have asked this company to stop."""

    slug: str
    name: str
    is_trusted: bool
    stops: int
    last_at: datetime


async def is_new_company(connection: Connection, *, company_id: UUID) -> bool:
    is_young = companies.c.created_at > func.now() - cast(NEW_COMPANY_AGE, Interval)
    return await connection.has_row(select(companies.c.id).filter_by(id=company_id, trusted_at=None).where(is_young))


@dataclass(frozen=True, kw_only=True)
class Day:
    """What a company has sent today (UTC) and what waits to be sent, counted up to a limit."""

    is_new: bool
    used: int
    waiting: int
    tomorrow: datetime


async def find_day(connection: Connection, *, company_id: UUID, most: int) -> Day | None:
    query = """
        SELECT c.trusted_at IS NULL AND c.created_at > now() - CAST(:new_age AS interval) AS is_new,
               coalesce((SELECT invitations FROM company_daily_usage
                          WHERE company_id = c.id AND day = (now() AT TIME ZONE 'UTC')::date), 0) AS used,
               (SELECT count(*) FROM (
                    SELECT FROM messages WHERE company_id = c.id AND is_bulk AND kind = 'invitation'
                       AND next_attempt_at IS NOT NULL LIMIT :most) AS waiting) AS waiting,
               date_trunc('day', now(), 'UTC') + interval '1 day' AS tomorrow
          FROM companies c WHERE c.id = :company_id
    """
    return await connection.fetch_record(Day, query, company_id=company_id, new_age=NEW_COMPANY_AGE, most=most)


@dataclass(frozen=True, kw_only=True)
class Wait:
    """Until when an invitation waits; `was_tried` where it could not be delivered yet."""

    until: datetime
    was_tried: bool
    is_new_day: bool


async def find_wait(connection: Connection, *, company_id: UUID, user_id: UUID) -> Wait | None:
    query = """
        SELECT next_attempt_at AS until, parameters IS NOT NULL AS was_tried,
               next_attempt_at = date_trunc('day', next_attempt_at, 'UTC') AS is_new_day
          FROM messages
         WHERE company_id = :company_id AND user_id = :user_id AND kind = 'invitation' AND next_attempt_at > now()
         ORDER BY next_attempt_at LIMIT 1
    """
    return await connection.fetch_record(Wait, query, company_id=company_id, user_id=user_id)


async def add_stop(connection: Connection, *, company_id: UUID, mailbox: bytes) -> bool:
    """False where it is stored already, or the company does not exist."""
    query = """
        INSERT INTO invitation_stops (mailbox, company_id) SELECT :mailbox, id FROM companies WHERE id = :company_id
        ON CONFLICT DO NOTHING RETURNING company_id
    """
    return await connection.has_row(query, mailbox=mailbox, company_id=company_id)


async def count_stops(connection: Connection, *, company_id: UUID) -> int:
    stops = select(func.count()).select_from(invitation_stops).filter_by(company_id=company_id)
    return await connection.fetch_number(stops)


async def delete_stops(connection: Connection, *, mailbox: bytes) -> int:
    """How many companies may invite the address again."""
    stops = delete(invitation_stops).filter_by(mailbox=mailbox).returning(invitation_stops.c.company_id)
    return len(await connection.fetch_all(stops))


async def list_complaints(connection: Connection) -> list[Complaints]:
    """The companies that most recipients have asked to stop."""
    query = """
        SELECT c.slug, c.name, c.trusted_at IS NOT NULL AS is_trusted, count(*) AS stops, max(s.created_at) AS last_at
          FROM invitation_stops s JOIN companies c ON c.id = s.company_id
         GROUP BY c.id ORDER BY stops DESC, last_at DESC LIMIT 100
    """
    return await connection.fetch_records(Complaints, query)


async def delete_old_destinations(connection: Connection) -> None:
    await connection.execute("DELETE FROM invitation_destinations WHERE day < (now() AT TIME ZONE 'UTC')::date - 1")


async def lock_due(connection: Connection, *, limit: int) -> list[DueInvitation]:
    """Lock due invitations, each company its share. Locked rows are skipped, accounts too: a claim never waits.

    Of those due since one moment, as all are that have waited for a new day, staff and who was invited singly go first.
    A company whose import is being created or undone waits the few seconds until that is done.
    """
    query = f"""
        WITH RECURSIVE {companies_waiting("invitation")},
        served AS (
            SELECT company_id FROM waiting
             WHERE NOT EXISTS (
                   SELECT FROM imports i
                    WHERE i.company_id = waiting.company_id AND i.state IN ('processing', 'undoing')))
        SELECT due.* FROM served CROSS JOIN LATERAL (
            SELECT m.id AS message_id, m.company_id, m.user_id, m.import_id, m.recipient AS contact, u.full_name,
                   u.label, c.name AS company_name, c.name IS NOT DISTINCT FROM c.trusted_name AS has_verified_name,
                   c.slug AS company_slug, m.secret IS NOT NULL AS has_password,
                   u.temporary_password_expires_at AS password_expires_at,
                   m.parameters IS NULL AS is_first_attempt, m.occasion, u.is_active,
                   u.is_active AND u.invitation = 'queued' AND (m.expires_at IS NULL OR m.expires_at > now())
                       AS is_wanted
              FROM messages m JOIN users u ON u.company_id = m.company_id AND u.id = m.user_id
              JOIN companies c ON c.id = m.company_id
             WHERE m.company_id = served.company_id AND m.is_bulk AND m.kind = 'invitation'
               AND m.next_attempt_at <= now() AND {WAITS}
             ORDER BY m.next_attempt_at, m.import_id IS NOT NULL AND u.profile = 'TRAINEE'
             LIMIT (SELECT greatest(1, :limit / greatest(1, count(*))) FROM served)
               FOR NO KEY UPDATE OF m, u SKIP LOCKED) due
    """  # noqa: S608 - constants
    return await connection.fetch_records(DueInvitation, query, limit=limit)


async def find_stopped(connection: Connection, recipients: Sequence[Recipient]) -> set[UUID]:
    """The ids of those who have asked this company, or several others, to stop."""
    if not recipients:
        return set()
    stopped = await connection.raw.fetch(
        """
        SELECT r.id
          FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS r(id, company_id, mailbox)
         WHERE r.mailbox IN (SELECT s.mailbox FROM invitation_stops s WHERE s.mailbox = ANY($3::bytea[]))
           AND (EXISTS (SELECT FROM invitation_stops s WHERE s.mailbox = r.mailbox AND s.company_id = r.company_id)
                OR ($4 <= (SELECT count(*) FROM invitation_stops s WHERE s.mailbox = r.mailbox)
                    AND EXISTS (SELECT FROM companies c WHERE c.id = r.company_id AND c.trusted_at IS NULL)))
        """,
        *zip(*recipients, strict=True),
        STOPS_FOR_ALL,
    )
    return {row["id"] for row in stopped}


async def take_destinations(connection: Connection, destinations: Sequence[bytes], *, daily_limit: int) -> set[bytes]:
    """Count one invitation to each of these, which are all different; those that may be sent it now."""
    query = """
        INSERT INTO invitation_destinations AS d (destination, day, sends, last_sent_at)
        SELECT destination, (now() AT TIME ZONE 'UTC')::date, 1, now()
          FROM unnest(CAST(:destinations AS bytea[])) AS r(destination) ORDER BY destination
        ON CONFLICT (destination) DO UPDATE
           SET sends = CASE WHEN d.day = excluded.day THEN d.sends + 1 ELSE 1 END, day = excluded.day,
               last_sent_at = excluded.last_sent_at
         WHERE d.last_sent_at <= excluded.last_sent_at - CAST(:cooldown AS interval)
            AND (d.day < excluded.day OR d.sends < :daily_limit)
        RETURNING destination
    """
    rows = await connection.fetch_all(query, destinations=destinations, cooldown=COOLDOWN, daily_limit=daily_limit)
    return {row["destination"] for row in rows}


# When a mailbox `d` may be sent its next invitation.
_FREE_MOMENT: Final = """
    greatest(d.last_sent_at + CAST(:cooldown AS interval),
             CASE WHEN d.day = (now() AT TIME ZONE 'UTC')::date AND d.sends >= :daily_limit
                  THEN date_trunc('day', now(), 'UTC') + interval '1 day' END)
"""


async def find_waits(connection: Connection, mailbox: bytes, *, daily_limit: int) -> tuple[float, float]:
    """How long an invitation to this mailbox has to wait, at most 0 where it is free now; and how long a new day.

    They are seconds by the clock of Postgres, which counts the days too.
    """
    query = f"""
        SELECT extract(epoch FROM date_trunc('day', now(), 'UTC') + interval '1 day' - now()) AS tomorrow,
               (SELECT extract(epoch FROM {_FREE_MOMENT} - now())
                  FROM invitation_destinations d WHERE d.destination = :mailbox) AS mailbox
    """  # noqa: S608 - a constant
    row: Row = await connection.fetch_one(query, mailbox=mailbox, cooldown=COOLDOWN, daily_limit=daily_limit)
    return float(row.mailbox or 0), float(row.tomorrow)


async def find_free_moments(
    connection: Connection, destinations: Collection[bytes], *, daily_limit: int
) -> dict[bytes, datetime]:
    """When each of these may be sent its next invitation."""
    query = f"""
        SELECT d.destination, {_FREE_MOMENT} AS moment
          FROM invitation_destinations d WHERE d.destination = ANY(CAST(:destinations AS bytea[]))
    """  # noqa: S608 - a constant
    rows = await connection.fetch_all(
        query, destinations=list(destinations), cooldown=COOLDOWN, daily_limit=daily_limit
    )
    return {row["destination"]: row["moment"] for row in rows}


@dataclass(frozen=True, kw_only=True)
class InvitedAccount:
    """An account that waits for its first own password, and what its link is signed for."""

    subject: LinkSubject
    email: str | None
    sign_in_name: str
    company_name: str
    company_logo: UUID | None


async def lock_invited(connection: Connection, *, company_id: UUID | None, user_id: UUID) -> InvitedAccount | None:
    """Lock it, so that its contact and password stay until the transaction ends. Without `company_id`: of any company.

    None for an account that is inactive, was signed in to, or has no temporary password that is still valid.
    """
    query = """
        SELECT u.company_id, u.email, coalesce(u.email, u.phone) AS contact, u.label,
               u.temporary_password_expires_at AS until, c.name AS company_name, c.slug AS company_slug,
               l.id AS company_logo
          FROM users u JOIN companies c ON c.id = u.company_id
          LEFT JOIN company_logos l ON l.company_id = c.id AND c.name = c.trusted_name
         WHERE u.company_id = coalesce(CAST(:company_id AS uuid), u.company_id) AND u.id = :user_id
           AND u.is_active AND u.last_sign_in_at IS NULL
           AND u.temporary_password_expires_at > now()
           AND (u.password_is_temporary OR u.temporary_password_mac IS NOT NULL)
           FOR NO KEY UPDATE OF u
    """
    row = await connection.fetch_one(query, company_id=company_id, user_id=user_id)
    if row is None:
        return None
    subject = LinkSubject(company_id=row.company_id, user_id=user_id, contact=row.contact, until=row.until)
    return InvitedAccount(
        subject=subject,
        email=row.email,
        sign_in_name=sign_in_name(row.label, company=row.company_slug),
        company_name=row.company_name,
        company_logo=row.company_logo,
    )


async def queue_reminders(connection: Connection, *, limit: int) -> tuple[int, dict[UUID, list[UUID]]]:
    """(how many invitations were looked at; the users who are reminded, by company).

    Each invitation is looked at once. An account with a newer one, or with a password of its own, needs none.

    Locked rows are skipped: no account waits for this, and another worker takes other invitations.
    """
    query = f"""
        WITH due AS MATERIALIZED (
            SELECT m.id, m.company_id, m.user_id, m.import_id, u.email, u.phone,
                   c.invitation_reminder AND u.is_active AND u.invitation = 'sent' AND u.last_sign_in_at IS NULL
                   AND u.temporary_password_expires_at <= now() AND {lacks_own_password("u")} AS is_wanted
              FROM messages m JOIN users u ON u.company_id = m.company_id AND u.id = m.user_id
              JOIN companies c ON c.id = m.company_id
             WHERE m.remind_at <= now() AND m.kind = 'invitation' AND m.state = 'sent'
             ORDER BY m.remind_at LIMIT :limit
               FOR NO KEY UPDATE OF m, u SKIP LOCKED
        ), looked_at AS (
            UPDATE messages m SET remind_at = NULL FROM due WHERE m.company_id = due.company_id AND m.id = due.id
        ), wanted AS (
            SELECT DISTINCT ON (user_id) * FROM due WHERE is_wanted ORDER BY user_id, id DESC
        ), waiting AS (
            UPDATE users u SET invitation = 'queued' FROM wanted
             WHERE u.company_id = wanted.company_id AND u.id = wanted.user_id
        ), queued AS (
            INSERT INTO messages (company_id, user_id, import_id, kind, is_bulk, channel, recipient, occasion)
            SELECT company_id, user_id, import_id, 'invitation', true,
                   CASE WHEN email IS NULL THEN 'SMS' ELSE 'EMAIL' END, coalesce(email, phone), 'reminder' FROM wanted
            RETURNING company_id, user_id
        )
        SELECT due.id, queued.company_id, queued.user_id
          FROM due LEFT JOIN wanted ON wanted.id = due.id LEFT JOIN queued ON queued.user_id = wanted.user_id
    """  # noqa: S608 - a constant
    rows = await connection.fetch_all(query, limit=limit)
    queued: defaultdict[UUID, list[UUID]] = defaultdict(list)
    for row in rows:
        if row["user_id"] is not None:
            queued[row["company_id"]].append(row["user_id"])
    return len(rows), queued
