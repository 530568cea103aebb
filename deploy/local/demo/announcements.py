"""Two announcements of the demo company: an old one of a trainer to a batch, and one of yesterday to a stage."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from deploy.local.demo.stages import OF_BATCHES
from server.platform.database.connections import Connection

TO_BATCH: Final = (
    "Bring your safety shoes from Monday",
    """From Monday we work at the machines. Please come in closed safety shoes and tie long hair back.
Spare shoes are at the store in the sizes 6 to 10.""",
)
TO_STAGE: Final = (
    "Interviews with two employers next week",
    """Two employers visit us next week. Please look at your details by Friday and complete what is missing.
Your trainer tells you the day and the room.""",
)
AGE_OF_FIRST: Final = timedelta(days=21)
AGE_OF_SECOND: Final = timedelta(days=1)

_ANNOUNCEMENTS: Final = """
    INSERT INTO announcements (id, company_id, author_id, title, body, audience, batch_id, stage_id, by_mail,
                               publish_at, published_at, created_at)
    (SELECT waymark_uuid7(), $1, t.user_id, $2, $3, 'Batch ' || b.name, b.id, NULL::uuid, true, $4::timestamptz, $4, $4
       FROM batches b JOIN batch_trainers t ON t.company_id = $1 AND t.batch_id = b.id
      WHERE b.company_id = $1 ORDER BY b.id LIMIT 1)
    UNION ALL
    (SELECT waymark_uuid7(), $1, u.id, $5, $6, 'Stage ' || s.name, NULL, s.id, false, $7::timestamptz, $7, $7
       FROM stages s JOIN users u ON u.company_id = $1 AND u.profile = 'ADMIN' AND u.is_active
      WHERE s.company_id = $1 AND s.name = $8 ORDER BY u.id LIMIT 1)
"""
# Who has come since has seen it within two days.
_RECIPIENTS: Final = """
    INSERT INTO announcement_recipients (company_id, announcement_id, user_id, mail_state, mail_error, seen_at)
    SELECT $1, a.id, u.id,
           CASE WHEN a.by_mail THEN CASE u.invitation WHEN 'failed' THEN 'failed' ELSE 'sent' END END,
           CASE WHEN a.by_mail AND u.invitation = 'failed' THEN $2 END,
           CASE WHEN u.last_sign_in_at >= a.publish_at
                THEN least(u.last_sign_in_at, greatest(u.email_verified_at, a.publish_at)
                                              + row_number() OVER (ORDER BY u.id) % 48 * interval '1 hour') END
      FROM announcements a
      JOIN users u ON u.company_id = $1 AND u.is_active AND (
           EXISTS (SELECT FROM batch_members m
                    WHERE m.company_id = $1 AND m.batch_id = a.batch_id AND m.user_id = u.id)
        OR EXISTS (SELECT FROM stage_entries e
                    WHERE e.company_id = $1 AND e.stage_id = a.stage_id AND e.user_id = u.id AND e.left_at IS NULL))
     WHERE a.company_id = $1
"""
_BELLS: Final = """
    INSERT INTO notifications (company_id, user_id, kind, title, body, link, about, created_at, read_at)
    SELECT $1, r.user_id, 'announcement', a.title, a.body, '/dashboard/announcements', a.id, a.publish_at, r.seen_at
      FROM announcements a JOIN announcement_recipients r ON r.company_id = $1 AND r.announcement_id = a.id
     WHERE a.company_id = $1
"""


async def add_announcements(connection: Connection, *, company_id: UUID, now: datetime, mail_error: str) -> None:
    first = (*TO_BATCH, now - AGE_OF_FIRST)
    second = (*TO_STAGE, now - AGE_OF_SECOND)
    await connection.raw.execute(_ANNOUNCEMENTS, company_id, *first, *second, OF_BATCHES)
    await connection.raw.execute(_RECIPIENTS, company_id, mail_error)
    await connection.raw.execute(_BELLS, company_id)
