"""Stored notifications. Every function takes the company."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import delete, func, select, update

from server.messaging.notifications.kinds import NAMING, NotificationKind
from server.messaging.notifications.tables import notifications
from server.platform.database.connections import Connection, Row, any_id
from server.platform.schemas import Moment, ResponseSchema

# An account keeps the first about the same; of its stage, the last that an import or a job has said.
_KEEP: Final = f"""
    ON CONFLICT (about, kind, user_id) WHERE about IS NOT NULL
    DO UPDATE SET title = EXCLUDED.title, body = EXCLUDED.body, read_at = NULL
     WHERE EXCLUDED.kind = '{NotificationKind.STAGE_CHANGED}'
"""
# An account that is being deleted gets none: it is locked against deletion, or no longer found.
# `unread` counts what was there before, and this one.
_ADD: Final = f"""
    WITH people AS (
        SELECT id FROM users
         WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[])) ORDER BY id FOR KEY SHARE),
    added AS (
        INSERT INTO notifications (company_id, user_id, kind, title, body, link, about)
        SELECT :company_id, id, :kind, :title, :body, CAST(:link AS text), CAST(:about AS uuid) FROM people
        {_KEEP}
        RETURNING id, user_id, kind, title, body, link, created_at)
    SELECT added.*, 1 + (SELECT count(*) FROM notifications earlier
                          WHERE earlier.company_id = :company_id AND earlier.user_id = added.user_id
                            AND earlier.id <> added.id AND earlier.read_at IS NULL) AS unread
      FROM added
"""  # noqa: S608 - constants
# Notifications are kept for 90 days, whether they were read or not.
DELETE_OLD_NOTIFICATIONS: Final = """
    DELETE FROM notifications WHERE id IN (
        SELECT id FROM notifications WHERE created_at < now() - interval '90 days' ORDER BY created_at LIMIT :limit)
"""


@dataclass(frozen=True, kw_only=True)
class Notice:
    """The content of a notification. `link` is a path of the client; an account gets one for the same `about`."""

    kind: NotificationKind
    title: str
    body: str
    link: str | None = None
    about: UUID | None = None


class NotificationRecord(ResponseSchema):
    """`link` is a path of the client."""

    id: UUID
    kind: NotificationKind
    title: str
    body: str
    link: str | None
    created_at: Moment
    read_at: Moment | None


async def add_notification(
    connection: Connection, notice: Notice, *, company_id: UUID, user_ids: Collection[UUID]
) -> Sequence[Row]:
    """One for each of these accounts that exists and has none about the same yet, with how many it has not read."""
    return await connection.fetch_all(_ADD, company_id=company_id, user_ids=list(user_ids), **vars(notice))


async def add_unannounced(
    connection: Connection, notice: Notice, *, company_id: UUID, user_ids: Collection[UUID]
) -> None:
    """One for each of these locked accounts, without an event: their bells show it when they are looked at."""
    query = f"""
        INSERT INTO notifications (company_id, user_id, kind, title, body, link, about)
        SELECT :company_id, id, :kind, :title, :body, CAST(:link AS text), CAST(:about AS uuid)
          FROM users WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[])) ORDER BY id
        {_KEEP}
    """  # noqa: S608 - constants
    await connection.execute(query, company_id=company_id, user_ids=list(user_ids), **vars(notice))


async def delete_about(
    connection: Connection, about: UUID, *, company_id: UUID, user_ids: Sequence[UUID] | None = None
) -> None:
    """Delete what was said about an import or a job, which is not true any more; None: to all."""
    said = delete(notifications).filter_by(company_id=company_id, about=about)
    await connection.execute(said if user_ids is None else said.where(notifications.c.user_id == any_id(user_ids)))


async def add_in_order(connection: Connection, notices: Sequence[Notice], *, company_id: UUID, user_id: UUID) -> None:
    """Several for one person at once, which are listed in this order."""
    query = """
        INSERT INTO notifications (company_id, user_id, kind, title, body, link, created_at)
        SELECT :company_id, :user_id, kind, title, body, link, now() - place * interval '1 millisecond'
          FROM unnest(CAST(:kinds AS text[]), CAST(:titles AS text[]), CAST(:bodies AS text[]), CAST(:links AS text[]))
               WITH ORDINALITY AS notice(kind, title, body, link, place)
    """
    await connection.execute(
        query,
        company_id=company_id,
        user_id=user_id,
        kinds=[notice.kind for notice in notices],
        titles=[notice.title for notice in notices],
        bodies=[notice.body for notice in notices],
        links=[notice.link for notice in notices],
    )


async def list_notifications(
    connection: Connection, *, company_id: UUID, user_id: UUID, offset: int, limit: int
) -> list[NotificationRecord]:
    own = select(notifications).filter_by(company_id=company_id, user_id=user_id)
    newest_first = notifications.c.created_at.desc(), notifications.c.id.desc()
    page = own.order_by(*newest_first).offset(offset).limit(limit)
    return await connection.fetch_records(NotificationRecord, page)


async def count_notifications(connection: Connection, *, company_id: UUID, user_id: UUID) -> tuple[int, int]:
    """How many there are, and how many of them are unread."""
    query = """
        SELECT count(*) AS total, count(*) FILTER (WHERE read_at IS NULL) AS unread FROM notifications
         WHERE company_id = :company_id AND user_id = :user_id
    """
    row: Row = await connection.fetch_one(query, company_id=company_id, user_id=user_id)
    return row.total, row.unread


async def mark_read(connection: Connection, *, company_id: UUID, user_id: UUID, ids: Collection[UUID] | None) -> None:
    """Mark those that belong to the user as read; None marks all."""
    unread = update(notifications).filter_by(company_id=company_id, user_id=user_id, read_at=None)
    chosen = unread if ids is None else unread.where(notifications.c.id.in_(ids))
    await connection.execute(chosen.values(read_at=func.now()))


async def find_administrators(connection: Connection, notice: Notice, *, company_id: UUID) -> list[UUID]:
    """The first hundred of the company; none where any of its accounts was notified of what the notice is about."""
    query = """
        SELECT id FROM users
         WHERE company_id = :company_id AND is_active AND profile IN ('SUPER_ADMIN', 'ADMIN')
           AND NOT EXISTS (SELECT FROM notifications
                            WHERE company_id = :company_id AND about = CAST(:about AS uuid) AND kind = :kind)
         ORDER BY id LIMIT 100
    """
    return await connection.fetch_column(query, company_id=company_id, about=notice.about, kind=notice.kind)


async def delete_naming(connection: Connection, *, company_id: UUID, email: str | None, full_name: str | None) -> None:
    """Delete those that name an erased person: by whole words, because a name may be one letter."""
    query = """
        DELETE FROM notifications
         WHERE company_id = :company_id AND kind = ANY(CAST(:kinds AS text[]))
           AND title || ' ' || body ~* ANY(CAST(:patterns AS text[]))
    """
    await connection.execute(
        query,
        company_id=company_id,
        kinds=list(NAMING),
        patterns=[rf"(?<![\w.+-]){re.escape(name)}(?![\w-]|\.\w)" for name in (email, full_name) if name],
    )
