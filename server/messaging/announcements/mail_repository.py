"""SQL of the mails of announcements: those that are due, what they say, and what became of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from server.messaging.announcements.schemas import MailState
from server.messaging.messages.repository import WAITS, companies_waiting
from server.platform.database.connections import Connection

_DUE: Final = f"""
    WITH RECURSIVE {companies_waiting("announcement")}
    SELECT due.* FROM waiting CROSS JOIN LATERAL (
        SELECT m.id AS message_id, m.company_id, m.user_id, m.occasion = 'digest' AS is_digest, u.full_name,
               c.name AS company_name, m.expires_at IS NULL AS is_first,
               c.trusted_at IS NULL AND c.created_at > now() - CAST(:new_age AS interval) AS is_new,
               u.is_active AND u.email = m.recipient AND (m.expires_at IS NULL OR m.expires_at > now())
               AND NOT EXISTS (SELECT FROM announcement_stops s
                                WHERE s.company_id = m.company_id AND s.user_id = m.user_id) AS is_wanted,
               ARRAY(SELECT r.announcement_id FROM announcement_recipients r
                       JOIN announcements a ON a.company_id = m.company_id AND a.id = r.announcement_id
                      WHERE r.company_id = m.company_id AND r.user_id = m.user_id AND a.retracted_at IS NULL
                        AND CASE m.occasion WHEN 'digest' THEN r.mail_state = 'digest' AND a.publish_at <= now()
                                 ELSE r.announcement_id = CAST(m.parameters ->> 'announcement_id' AS uuid) END
                      ORDER BY a.publish_at) AS announcement_ids
          FROM messages m JOIN users u ON u.company_id = m.company_id AND u.id = m.user_id
          JOIN companies c ON c.id = m.company_id
         WHERE m.company_id = waiting.company_id AND m.is_bulk AND m.kind = 'announcement'
           AND m.next_attempt_at <= now() AND {WAITS}
         ORDER BY m.next_attempt_at LIMIT (SELECT greatest(1, :limit / greatest(1, count(*))) FROM waiting)
           FOR NO KEY UPDATE OF m SKIP LOCKED) due
"""  # noqa: S608 - constants


@dataclass(frozen=True, kw_only=True, slots=True)
class DueMail:
    """A locked message. `is_wanted` is false where its account is inactive, or wants no mails, or has another address.

    `announcement_ids` are those that it tells; none where they were taken back.
    """

    message_id: UUID
    company_id: UUID
    user_id: UUID
    is_digest: bool | None
    full_name: str
    company_name: str
    is_first: bool
    is_new: bool
    is_wanted: bool
    announcement_ids: list[UUID]


async def lock_due(connection: Connection, *, new_age: timedelta, limit: int) -> list[DueMail]:
    """Lock due mails, each company its share. Locked rows are skipped: a claim never waits."""
    return await connection.fetch_records(DueMail, _DUE, new_age=new_age, limit=limit)


async def read_texts(connection: Connection, ids: Collection[UUID]) -> dict[UUID, tuple[str, str]]:
    """The title and the body of each of these announcements."""
    query = "SELECT id, title, body FROM announcements WHERE id = ANY(CAST(:ids AS uuid[]))"
    return {row.id: (row.title, row.body) for row in await connection.fetch_all(query, ids=list(ids))}


async def set_mail_states(
    connection: Connection, mails: Sequence[DueMail], state: MailState, *, errors: Mapping[UUID, str | None] = {}
) -> None:
    """Write what became of these mails. A mail that had left when its announcement was taken back counts as sent."""
    told = [(each, announcement_id) for each in mails for announcement_id in each.announcement_ids]
    query = """
        UPDATE announcement_recipients r SET mail_state = :state, mail_error = given.error
          FROM unnest(CAST(:announcement_ids AS uuid[]), CAST(:user_ids AS uuid[]), CAST(:errors AS text[]))
               AS given (announcement_id, user_id, error)
         WHERE r.announcement_id = given.announcement_id AND r.user_id = given.user_id
    """
    if told:
        await connection.execute(
            query,
            state=state.value,
            announcement_ids=[announcement_id for _, announcement_id in told],
            user_ids=[each.user_id for each, _ in told],
            errors=[errors.get(each.message_id) for each, _ in told],
        )
