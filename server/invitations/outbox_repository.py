"""Statements of claiming invitations, by raw asyncpg: every one takes a whole batch."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from uuid import UUID

import asyncpg

from server.crypto import Keyring
from server.database import RawConnection
from server.messages.delivery import Outgoing
from server.messages.repository import outgoing


async def lock_due(connection: RawConnection, *, limit: int) -> list[asyncpg.Record]:
    """Skips what others have locked, accounts too: a claim waits for nobody.

    A company whose import is being created waits the few seconds until that is done.
    """
    return await connection.fetch(
        """
        WITH RECURSIVE waiting AS (
            (SELECT company_id FROM messages
              WHERE kind = 'invitation' AND next_attempt_at IS NOT NULL ORDER BY company_id LIMIT 1)
            UNION ALL
            SELECT (SELECT company_id FROM messages
                     WHERE kind = 'invitation' AND next_attempt_at IS NOT NULL AND company_id > waiting.company_id
                     ORDER BY company_id LIMIT 1)
              FROM waiting WHERE waiting.company_id IS NOT NULL),
        served AS (
            SELECT company_id FROM waiting
             WHERE company_id IS NOT NULL AND NOT EXISTS (
                   SELECT FROM imports i WHERE i.company_id = waiting.company_id AND i.state = 'processing'))
        SELECT due.* FROM served CROSS JOIN LATERAL (
            SELECT m.id, m.company_id, m.user_id, m.import_id, m.recipient, m.secret, m.parameters IS NULL AS is_new,
                   u.is_active AND u.invitation = 'queued' AND (m.expires_at IS NULL OR m.expires_at > now())
                       AS wanted
              FROM messages m JOIN users u ON u.company_id = m.company_id AND u.id = m.user_id
             WHERE m.company_id = served.company_id AND m.kind = 'invitation' AND m.next_attempt_at <= now()
             ORDER BY m.next_attempt_at
             LIMIT (SELECT greatest(1, $1 / greatest(1, count(*))) FROM served)
               FOR NO KEY UPDATE OF m, u SKIP LOCKED) due
        """,
        limit,
    )


async def expire_invitations(connection: RawConnection, rows: Sequence[asyncpg.Record]) -> None:
    """Give these up. An account that still waits for one is inactive, or the mail could not be sent in time."""
    if not rows:
        return
    await connection.execute(
        """
        UPDATE users u SET invitation = CASE WHEN u.is_active THEN 'failed' ELSE 'none' END
          FROM unnest($1::uuid[], $2::uuid[]) AS r(company_id, user_id)
         WHERE u.company_id = r.company_id AND u.id = r.user_id AND u.invitation = 'queued'
        """,
        [row["company_id"] for row in rows],
        [row["user_id"] for row in rows],
    )
    await connection.execute(
        """
        UPDATE messages SET state = 'expired', next_attempt_at = NULL, secret = NULL, error = 'No longer wanted'
         WHERE id = ANY($1::uuid[])
        """,
        [row["id"] for row in rows],
    )


async def set_temporary_passwords(
    connection: RawConnection, rows: Sequence[asyncpg.Record], *, macs: Mapping[UUID, bytes], life: timedelta
) -> None:
    """`macs` are by message. The passwords run out `life` from now."""
    if rows:
        await connection.execute(
            """
            UPDATE users u
               SET temporary_password_mac = r.mac, temporary_password_expires_at = now() + $4,
                   password_is_temporary = true
              FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS r(company_id, user_id, mac)
             WHERE u.company_id = r.company_id AND u.id = r.user_id
            """,
            [row["company_id"] for row in rows],
            [row["user_id"] for row in rows],
            [macs[row["id"]] for row in rows],
            life,
        )


async def lease_invitations(
    connection: RawConnection,
    rows: Sequence[asyncpg.Record],
    *,
    secrets: Mapping[UUID, bytes],
    stop_codes: Mapping[UUID, str],
    lease: timedelta,
    life: timedelta,
    keys: Keyring,
) -> list[Outgoing]:
    """`secrets` and `stop_codes` are by message."""
    if not rows:
        return []
    leased = await connection.fetch(
        """
        UPDATE messages m
           SET attempts = m.attempts + 1, next_attempt_at = now() + $3, secret = coalesce(m.secret, r.secret),
               parameters = coalesce(
                   m.parameters,
                   jsonb_build_object(
                       'full_name', u.full_name, 'company_name', c.name, 'stop_code', r.stop_code)),
               expires_at = coalesce(m.expires_at, now() + $4)
          FROM unnest($1::uuid[], $2::bytea[], $5::text[]) AS r(id, secret, stop_code), users u, companies c
         WHERE m.id = r.id AND u.company_id = m.company_id AND u.id = m.user_id AND c.id = m.company_id
        RETURNING m.id, m.company_id, m.user_id, m.flow_id, m.import_id, m.kind, m.channel, m.recipient,
                  m.parameters, m.secret, m.attempts
        """,
        [row["id"] for row in rows],
        [secrets.get(row["id"]) for row in rows],
        lease,
        life,
        [stop_codes[row["id"]] for row in rows],
    )
    return [outgoing(row, keys=keys) for row in leased]
