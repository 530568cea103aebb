"""Messages that are overdue, expired or old, for the sweeper. Every statement is bounded."""

from typing import Final
from uuid import UUID

from server.platform.database.connections import Connection

# By then the job that was enqueued after commit should have run.
OVERDUE: Final = "now() - interval '1 second'"


async def overdue_codes(connection: Connection, *, limit: int) -> list[UUID]:
    rows = await connection.fetch_all(
        f"""
        SELECT id FROM messages WHERE kind <> 'invitation' AND kind = 'code' AND next_attempt_at < {OVERDUE}
         ORDER BY next_attempt_at LIMIT :limit
        """,  # noqa: S608 - a constant
        limit=limit,
    )
    return [row.id for row in rows]


async def has_overdue_messages(connection: Connection) -> bool:
    """Whether a message other than a code is overdue."""
    found: bool = await connection.fetch_value(
        f"""
        SELECT EXISTS (SELECT FROM messages WHERE kind = 'invitation' AND next_attempt_at < {OVERDUE})
            OR EXISTS (SELECT FROM messages
                        WHERE kind <> 'invitation' AND kind <> 'code' AND next_attempt_at < {OVERDUE})
        """,  # noqa: S608 - a constant
    )
    return found


async def expire_messages(connection: Connection, *, limit: int) -> list[UUID]:
    """Expire codes and notices whose time has passed, and codes that a newer one has replaced; their flows.

    Secrets are wiped. Invitations expire when they are claimed. A reset is not among the flows: its page never shows
    delivery.
    """
    rows = await connection.fetch_all(
        """
        UPDATE messages SET state = 'expired', next_attempt_at = NULL, secret = NULL
         WHERE id IN (
               SELECT m.id FROM messages m LEFT JOIN flows f ON f.id = m.flow_id
                WHERE m.kind <> 'invitation' AND m.next_attempt_at IS NOT NULL
                  AND (m.expires_at <= now()
                       OR (f.message_id <> m.id AND f.other_message_id IS DISTINCT FROM m.id))
                ORDER BY m.next_attempt_at LIMIT :limit FOR UPDATE OF m SKIP LOCKED)
        RETURNING (SELECT f.id FROM flows f WHERE f.id = messages.flow_id AND f.context <> 'PASSWORD_RESET') AS flow_id
        """,
        limit=limit,
    )
    return [row.flow_id for row in rows if row.flow_id is not None]


async def delete_old_ownerless_messages(connection: Connection, *, limit: int) -> None:
    """Delete messages of no account (of sign-ups, and of resets without one) after a week."""
    await connection.execute(
        """
        DELETE FROM messages WHERE id IN (
            SELECT id FROM messages
             WHERE user_id IS NULL AND company_id IS NULL AND created_at < now() - interval '7 days' LIMIT :limit)
        """,
        limit=limit,
    )


async def delete_old_messages(connection: Connection, *, days: int, limit: int) -> None:
    """Of the `limit` oldest messages those that are older, and neither queued nor reminded of."""
    await connection.execute(
        """
        DELETE FROM messages WHERE id IN (
            SELECT id FROM (SELECT id, created_at, state, remind_at FROM messages ORDER BY id LIMIT :limit) AS oldest
             WHERE created_at < now() - make_interval(days => :days) AND state <> 'queued'
               AND (remind_at IS NULL OR remind_at < now()))
        """,
        days=days,
        limit=limit,
    )
