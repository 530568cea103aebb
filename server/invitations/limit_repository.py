"""Which of the claimed invitations may go out now, by raw asyncpg: every statement takes a whole batch.

Locks are taken in one order: accounts and messages, then the companies' counts, then the addresses'.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from uuid import UUID

import asyncpg

from server.database import RawConnection
from server.invitations.errors import STOPPED
from server.invitations.limits import COOLDOWN, NEW_COMPANY_AGE, STOPS_FOR_ALL, InvitationLimits


async def find_stopped(
    connection: RawConnection, rows: Sequence[asyncpg.Record], *, mailboxes: Sequence[bytes]
) -> set[UUID]:
    """The messages whose recipients have asked this company, or several others, to stop."""
    if not rows:
        return set()
    stopped = await connection.fetch(
        """
        SELECT r.id
          FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS r(id, company_id, mailbox)
         WHERE r.mailbox IN (SELECT s.mailbox FROM invitation_stops s WHERE s.mailbox = ANY($3::bytea[]))
           AND (EXISTS (SELECT FROM invitation_stops s WHERE s.mailbox = r.mailbox AND s.company_id = r.company_id)
                OR ($4 <= (SELECT count(*) FROM invitation_stops s WHERE s.mailbox = r.mailbox)
                    AND EXISTS (SELECT FROM companies c WHERE c.id = r.company_id AND c.trusted_at IS NULL)))
        """,
        [row["id"] for row in rows],
        [row["company_id"] for row in rows],
        mailboxes,
        STOPS_FOR_ALL,
    )
    return {row["id"] for row in stopped}


async def fail_stopped(connection: RawConnection, rows: Sequence[asyncpg.Record]) -> None:
    if not rows:
        return
    await connection.execute(
        """
        UPDATE users u SET invitation = 'failed'
          FROM unnest($1::uuid[], $2::uuid[]) AS r(company_id, user_id)
         WHERE u.company_id = r.company_id AND u.id = r.user_id AND u.invitation = 'queued'
        """,
        [row["company_id"] for row in rows],
        [row["user_id"] for row in rows],
    )
    await connection.execute(
        """
        UPDATE messages SET state = 'failed', next_attempt_at = NULL, secret = NULL, error = $2
         WHERE id = ANY($1::uuid[])
        """,
        [row["id"] for row in rows],
        STOPPED,
    )


async def put_off_until_tomorrow(connection: RawConnection, rows: Sequence[asyncpg.Record]) -> None:
    """Tomorrow begins at midnight UTC, as the daily limit does."""
    if rows:
        await connection.execute(
            """
            UPDATE messages SET next_attempt_at = date_trunc('day', now(), 'UTC') + interval '1 day'
             WHERE id = ANY($1::uuid[])
            """,
            [row["id"] for row in rows],
        )


async def take_from_daily_limit(
    connection: RawConnection, asked: Counter[UUID], *, limits: InvitationLimits
) -> Counter[UUID]:
    """How many each company gets of what it asked for; the rows are taken in order, which prevents deadlocks."""
    rows = await connection.fetch(
        """
        INSERT INTO company_daily_usage AS usage (company_id, day, invitations)
        SELECT company_id, (now() AT TIME ZONE 'UTC')::date, asked
          FROM unnest($1::uuid[], $2::int[]) AS r(company_id, asked) ORDER BY company_id
        ON CONFLICT (company_id, day)
        DO UPDATE SET invitations = usage.invitations + excluded.invitations
        RETURNING company_id, invitations,
            (SELECT CASE WHEN c.trusted_at IS NULL AND c.created_at > now() - $5::interval THEN $4::int ELSE $3::int END
               FROM companies c WHERE c.id = usage.company_id) AS allowed
        """,
        list(asked),
        list(asked.values()),
        limits.company,
        limits.new_company,
        NEW_COMPANY_AGE,
    )
    over = Counter(
        {row["company_id"]: min(max(0, row["invitations"] - row["allowed"]), asked[row["company_id"]]) for row in rows}
    )
    await return_to_daily_limit(connection, over)
    return Counter({company: count - over[company] for company, count in asked.items()})


async def return_to_daily_limit(connection: RawConnection, unused: Counter[UUID]) -> None:
    """By company; its row is locked by this transaction already."""
    if any(unused.values()):
        await connection.execute(
            """
            UPDATE company_daily_usage usage SET invitations = usage.invitations - r.unused
              FROM unnest($1::uuid[], $2::int[]) AS r(company_id, unused)
             WHERE usage.company_id = r.company_id AND usage.day = (now() AT TIME ZONE 'UTC')::date
            """,
            list(unused),
            list(unused.values()),
        )


async def take_destinations(
    connection: RawConnection, destinations: Sequence[bytes], *, limits: InvitationLimits
) -> set[bytes]:
    """Count one invitation to each of these, which are all different; those that may be sent it now."""
    rows = await connection.fetch(
        """
        INSERT INTO invitation_destinations AS d (destination, day, sends, last_sent_at)
        SELECT destination, (now() AT TIME ZONE 'UTC')::date, 1, now()
          FROM unnest($1::bytea[]) AS r(destination) ORDER BY destination
        ON CONFLICT (destination) DO UPDATE
           SET sends = CASE WHEN d.day = excluded.day THEN d.sends + 1 ELSE 1 END, day = excluded.day,
               last_sent_at = excluded.last_sent_at
         WHERE d.last_sent_at <= excluded.last_sent_at - $2::interval AND (d.day < excluded.day OR d.sends < $3)
        RETURNING destination
        """,
        destinations,
        COOLDOWN,
        limits.destination,
    )
    return {row["destination"] for row in rows}


async def put_off_destinations(
    connection: RawConnection, waiting: Mapping[UUID, bytes], *, limits: InvitationLimits
) -> None:
    """Messages, with their destinations, until the address may be sent the next one."""
    if waiting:
        await connection.execute(
            """
            UPDATE messages m
               SET next_attempt_at = greatest(
                       d.last_sent_at + $3::interval,
                       CASE WHEN d.day = (now() AT TIME ZONE 'UTC')::date AND d.sends >= $4
                            THEN date_trunc('day', now(), 'UTC') + interval '1 day' END)
              FROM unnest($1::uuid[], $2::bytea[]) AS r(id, destination)
              JOIN invitation_destinations d ON d.destination = r.destination
             WHERE m.id = r.id
            """,
            list(waiting),
            list(waiting.values()),
            COOLDOWN,
            limits.destination,
        )
