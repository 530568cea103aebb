"""Reminders of invitations: those that are due become messages, a batch in one statement."""

from dataclasses import dataclass
from uuid import UUID

from server.people.account.repository import lacks_own_password
from server.platform.database.connections import Connection


@dataclass(frozen=True, kw_only=True)
class Reminders:
    """How many invitations were looked at, and (company, user) of each that is reminded of."""

    due: int
    queued: list[tuple[UUID, UUID]]


async def queue_reminders(connection: Connection, *, limit: int) -> Reminders:
    """Each invitation is looked at once. An account with a newer one, or with a password of its own, needs none.

    Locked rows are skipped: no account waits for this, and another worker takes other invitations.
    """
    rows = await connection.fetch_all(
        f"""
        WITH due AS MATERIALIZED (
            SELECT m.id, m.company_id, m.user_id, m.import_id, u.email, u.phone,
                   c.invitation_reminder AND u.is_active AND u.invitation = 'sent' AND u.last_sign_in_at IS NULL
                   AND u.temporary_password_expires_at <= now() AND {lacks_own_password("u")} AS is_wanted
              FROM messages m JOIN users u ON u.company_id = m.company_id AND u.id = m.user_id
              JOIN companies c ON c.id = m.company_id
             WHERE m.remind_at <= now() ORDER BY m.remind_at LIMIT :limit
               FOR NO KEY UPDATE OF m, u SKIP LOCKED
        ), looked_at AS (
            UPDATE messages m SET remind_at = NULL FROM due WHERE m.company_id = due.company_id AND m.id = due.id
        ), wanted AS (
            SELECT DISTINCT ON (user_id) * FROM due WHERE is_wanted ORDER BY user_id, id DESC
        ), waiting AS (
            UPDATE users u SET invitation = 'queued' FROM wanted
             WHERE u.company_id = wanted.company_id AND u.id = wanted.user_id
        ), queued AS (
            INSERT INTO messages (company_id, user_id, import_id, kind, channel, recipient, occasion)
            SELECT company_id, user_id, import_id, 'invitation', CASE WHEN email IS NULL THEN 'SMS' ELSE 'EMAIL' END,
                   coalesce(email, phone), 'reminder' FROM wanted
            RETURNING company_id, user_id
        )
        SELECT due.id, queued.company_id, queued.user_id
          FROM due LEFT JOIN wanted ON wanted.id = due.id LEFT JOIN queued ON queued.user_id = wanted.user_id
        """,  # noqa: S608 - a constant
        limit=limit,
    )
    queued = [(row["company_id"], row["user_id"]) for row in rows if row["user_id"] is not None]
    return Reminders(due=len(rows), queued=queued)
