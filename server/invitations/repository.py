"""What limits invitations: the company's standing, what an address was sent, and who asked to stop."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.database import Connection, Row
from server.invitations.limits import COOLDOWN, NEW_COMPANY_AGE, STOPS_FOR_ALL


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What limits one invitation of a company; waits are in seconds."""

    is_stopped: bool
    destination_wait: float
    is_new_company: bool
    sent_today: int
    until_tomorrow: float


@dataclass(frozen=True, kw_only=True)
class Complaints:
    """How many recipients have asked a company to stop."""

    slug: str
    name: str
    is_trusted: bool
    stops: int
    last_at: datetime


async def find_standing(
    connection: Connection, *, company_id: UUID, destination: bytes, mailbox: bytes, destination_daily: int
) -> Standing:
    row: Row = await connection.fetch_one(
        """
        WITH day AS (SELECT date_trunc('day', now(), 'UTC') + interval '1 day' AS ends)
        SELECT extract(epoch FROM day.ends - now()) AS until_tomorrow,
               c.trusted_at IS NULL AND c.created_at > now() - CAST(:new_company_age AS interval) AS is_new_company,
               EXISTS (SELECT FROM invitation_stops s WHERE s.mailbox = :mailbox AND s.company_id = c.id)
                 OR (c.trusted_at IS NULL AND :stops_for_all <=
                     (SELECT count(*) FROM invitation_stops s WHERE s.mailbox = :mailbox)) AS is_stopped,
               (SELECT extract(epoch FROM greatest(
                           d.last_sent_at + CAST(:cooldown AS interval),
                           CASE WHEN d.day = (now() AT TIME ZONE 'UTC')::date AND d.sends >= :destination_daily
                                THEN day.ends END) - now())
                  FROM invitation_destinations d WHERE d.destination = :destination) AS destination_wait,
               (SELECT u.invitations FROM company_daily_usage u
                 WHERE u.company_id = c.id AND u.day = (now() AT TIME ZONE 'UTC')::date) AS sent_today
          FROM companies c, day WHERE c.id = :company_id
        """,
        company_id=company_id,
        destination=destination,
        mailbox=mailbox,
        destination_daily=destination_daily,
        cooldown=COOLDOWN,
        new_company_age=NEW_COMPANY_AGE,
        stops_for_all=STOPS_FOR_ALL,
    )
    return Standing(
        is_stopped=row.is_stopped,
        destination_wait=float(row.destination_wait or 0),
        is_new_company=row.is_new_company,
        sent_today=row.sent_today or 0,
        until_tomorrow=float(row.until_tomorrow),
    )


async def is_new_company(connection: Connection, *, company_id: UUID) -> bool:
    is_new: bool = await connection.fetch_value(
        """
        SELECT EXISTS (SELECT FROM companies WHERE id = :company_id AND trusted_at IS NULL
                          AND created_at > now() - CAST(:new_company_age AS interval))
        """,
        company_id=company_id,
        new_company_age=NEW_COMPANY_AGE,
    )
    return is_new


async def add_stop(connection: Connection, *, company_id: UUID, mailbox: bytes) -> bool:
    """False: it was there already, or the company is gone."""
    added = await connection.fetch_value(
        """
        INSERT INTO invitation_stops (mailbox, company_id) SELECT :mailbox, id FROM companies WHERE id = :company_id
        ON CONFLICT DO NOTHING RETURNING company_id
        """,
        mailbox=mailbox,
        company_id=company_id,
    )
    return added is not None


async def count_stops(connection: Connection, *, company_id: UUID) -> int:
    stops: int = await connection.fetch_value(
        "SELECT count(*) FROM invitation_stops WHERE company_id = :company_id", company_id=company_id
    )
    return stops


async def delete_stops(connection: Connection, *, mailbox: bytes) -> int:
    """How many companies may invite the address again."""
    rows = await connection.fetch_all(
        "DELETE FROM invitation_stops WHERE mailbox = :mailbox RETURNING company_id", mailbox=mailbox
    )
    return len(rows)


async def list_complaints(connection: Connection) -> list[Complaints]:
    """The companies that most recipients have asked to stop."""
    rows = await connection.fetch_all(
        """
        SELECT c.slug, c.name, c.trusted_at IS NOT NULL AS is_trusted, count(*) AS stops, max(s.created_at) AS last_at
          FROM invitation_stops s JOIN companies c ON c.id = s.company_id
         GROUP BY c.id ORDER BY stops DESC, last_at DESC LIMIT 100
        """
    )
    return [
        Complaints(slug=row.slug, name=row.name, is_trusted=row.is_trusted, stops=row.stops, last_at=row.last_at)
        for row in rows
    ]


async def release_waiting(connection: Connection, *, company_id: UUID) -> int:
    """Invitations that wait for another day are due now; how many there are."""
    rows = await connection.fetch_all(
        """
        UPDATE messages SET next_attempt_at = now()
         WHERE company_id = :company_id AND kind = 'invitation' AND next_attempt_at > now() AND parameters IS NULL
        RETURNING id
        """,
        company_id=company_id,
    )
    return len(rows)


async def delete_old_destinations(connection: Connection) -> None:
    await connection.execute("DELETE FROM invitation_destinations WHERE day < (now() AT TIME ZONE 'UTC')::date - 1")
