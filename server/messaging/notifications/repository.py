"""Stored notifications. Every function takes the company."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from server.messaging.notifications.kinds import NAMING, NotificationKind
from server.platform.database.connections import Connection, Row
from server.vocabulary.profiles import Profile

# An account that is being deleted gets none: it is locked against deletion, or no longer found.
# `unread` counts what was there before, and this one.
_ADD: Final = """
    WITH people AS (
        SELECT id FROM users
         WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[])) ORDER BY id FOR KEY SHARE),
    added AS (
        INSERT INTO notifications (company_id, user_id, kind, title, body, link, about)
        SELECT :company_id, id, :kind, :title, :body, CAST(:link AS text), CAST(:about AS uuid) FROM people
        ON CONFLICT DO NOTHING
        RETURNING id, user_id, kind, title, body, link, created_at, read_at)
    SELECT added.*, 1 + (SELECT count(*) FROM notifications earlier
                          WHERE earlier.company_id = :company_id AND earlier.user_id = added.user_id
                            AND earlier.read_at IS NULL) AS unread
      FROM added
"""


@dataclass(frozen=True, kw_only=True)
class Notice:
    """The content of a notification. `link` is a path of the client; an account gets one for the same `about`."""

    kind: NotificationKind
    title: str
    body: str
    link: str | None = None
    about: UUID | None = None


@dataclass(frozen=True, kw_only=True)
class Notification:
    id: UUID
    kind: NotificationKind
    title: str
    body: str
    link: str | None
    created_at: datetime
    read_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class AddedNotification:
    """A new notification, its recipient, and how many the recipient has not read."""

    user_id: UUID
    notification: Notification
    unread: int


@dataclass(frozen=True, kw_only=True)
class Counts:
    total: int
    unread: int


async def add_notification(
    connection: Connection, notice: Notice, *, company_id: UUID, user_ids: Collection[UUID]
) -> list[AddedNotification]:
    """One for each of these accounts that exists and has none about the same yet."""
    rows = await connection.fetch_all(
        _ADD,
        company_id=company_id,
        user_ids=list(user_ids),
        kind=notice.kind.value,
        title=notice.title,
        body=notice.body,
        link=notice.link,
        about=notice.about,
    )
    return [AddedNotification(user_id=row.user_id, notification=_notification(row), unread=row.unread) for row in rows]


async def add_in_order(connection: Connection, notices: Sequence[Notice], *, company_id: UUID, user_id: UUID) -> None:
    """Several for one person at once, which are listed in this order."""
    await connection.execute(
        """
        INSERT INTO notifications (company_id, user_id, kind, title, body, link, created_at)
        SELECT :company_id, :user_id, kind, title, body, link, now() - place * interval '1 millisecond'
          FROM unnest(CAST(:kinds AS text[]), CAST(:titles AS text[]), CAST(:bodies AS text[]), CAST(:links AS text[]))
               WITH ORDINALITY AS notice(kind, title, body, link, place)
        """,
        company_id=company_id,
        user_id=user_id,
        kinds=[notice.kind.value for notice in notices],
        titles=[notice.title for notice in notices],
        bodies=[notice.body for notice in notices],
        links=[notice.link for notice in notices],
    )


async def list_notifications(
    connection: Connection, *, company_id: UUID, user_id: UUID, offset: int, limit: int
) -> list[Notification]:
    rows = await connection.fetch_all(
        """
        SELECT id, kind, title, body, link, created_at, read_at FROM notifications
         WHERE company_id = :company_id AND user_id = :user_id
         ORDER BY created_at DESC, id DESC OFFSET :offset LIMIT :limit
        """,
        company_id=company_id,
        user_id=user_id,
        offset=offset,
        limit=limit,
    )
    return [_notification(row) for row in rows]


async def count_notifications(connection: Connection, *, company_id: UUID, user_id: UUID) -> Counts:
    row: Row = await connection.fetch_one(
        """
        SELECT count(*) AS total, count(*) FILTER (WHERE read_at IS NULL) AS unread FROM notifications
         WHERE company_id = :company_id AND user_id = :user_id
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return Counts(total=row.total, unread=row.unread)


async def mark_read(connection: Connection, *, company_id: UUID, user_id: UUID, ids: Collection[UUID] | None) -> None:
    """Mark those that belong to the user as read; None marks all."""
    await connection.execute(
        """
        UPDATE notifications SET read_at = now()
         WHERE company_id = :company_id AND user_id = :user_id AND read_at IS NULL
           AND (CAST(:ids AS uuid[]) IS NULL OR id = ANY(CAST(:ids AS uuid[])))
        """,
        company_id=company_id,
        user_id=user_id,
        ids=None if ids is None else list(ids),
    )


async def find_people(
    connection: Connection, *, company_id: UUID, profiles: Collection[Profile], most: int
) -> list[UUID]:
    """Active users with one of these profiles, oldest accounts first, at most `most`."""
    rows = await connection.fetch_all(
        """
        SELECT id FROM users
         WHERE company_id = :company_id AND is_active AND profile = ANY(CAST(:profiles AS text[]))
         ORDER BY id LIMIT :most
        """,
        company_id=company_id,
        profiles=[profile.value for profile in profiles],
        most=most,
    )
    return [row.id for row in rows]


async def was_notified_of(connection: Connection, *, company_id: UUID, about: UUID, kind: NotificationKind) -> bool:
    """Whether any account of the company was notified of it."""
    found: bool = await connection.fetch_value(
        """
        SELECT EXISTS (SELECT FROM notifications
                        WHERE about = :about AND kind = :kind AND company_id = :company_id)
        """,
        about=about,
        kind=kind.value,
        company_id=company_id,
    )
    return found


async def delete_old_notifications(connection: Connection, *, limit: int) -> None:
    """Delete notifications after 90 days, read or not."""
    await connection.execute(
        """
        DELETE FROM notifications WHERE id IN (
            SELECT id FROM notifications WHERE created_at < now() - interval '90 days'
             ORDER BY created_at LIMIT :limit)
        """,
        limit=limit,
    )


def _notification(row: Row) -> Notification:
    return Notification(
        id=row.id,
        kind=NotificationKind(row.kind),
        title=row.title,
        body=row.body,
        link=row.link,
        created_at=row.created_at,
        read_at=row.read_at,
    )


async def delete_naming(connection: Connection, *, company_id: UUID, email: str | None, full_name: str | None) -> None:
    """Delete those that name an erased person: by whole words, because a name may be one letter."""
    await connection.execute(
        """
        DELETE FROM notifications
         WHERE company_id = :company_id AND kind = ANY(CAST(:kinds AS text[]))
           AND title || ' ' || body ~* ANY(CAST(:patterns AS text[]))
        """,
        company_id=company_id,
        kinds=[kind.value for kind in NAMING],
        patterns=[rf"(?<![\w.+-]){re.escape(name)}(?![\w-]|\.\w)" for name in (email, full_name) if name],
    )
