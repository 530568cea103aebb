"""SQL of announcements as their authors read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from server.messaging.announcements.repository import MAIL_OF
from server.people.announce.schemas import RecipientRow, RecipientState
from server.people.bulk.repository import Selection
from server.platform.database.connections import Connection, Row
from server.vocabulary.profiles import Profile

_COLUMNS: Final = """
    a.id, a.title, a.body, a.audience, a.batch_id, a.author_id, a.by_mail, a.publish_at, a.retracted_at, a.created_at,
    a.version, author.full_name AS author_name, author.profile AS author_profile, j.state = 'processing' AS is_sending,
    counted.*
"""
# Its state is that of the job which stores the recipients; the job may be deleted long after.
_FROM: Final = """
    LEFT JOIN users author ON author.company_id = a.company_id AND author.id = a.author_id
    LEFT JOIN bulk_jobs j ON j.company_id = a.company_id AND j.id = a.id
    CROSS JOIN LATERAL (
        SELECT count(*) AS total, count(r.seen_at) AS seen,
               count(*) FILTER (WHERE r.mail_state = 'sent') AS mailed,
               count(*) FILTER (WHERE r.mail_state IN ('failed', 'expired')) AS failed,
               count(*) FILTER (WHERE r.mail_state IN ('queued', 'digest')) AS waiting,
               count(*) FILTER (WHERE a.by_mail AND r.mail_state IS NULL) AS unreachable
          FROM announcement_recipients r WHERE r.company_id = a.company_id AND r.announcement_id = a.id) AS counted
"""
_MATCHING: Final = """
    a.company_id = :company_id AND (CAST(:batch_id AS uuid) IS NULL OR a.batch_id = :batch_id)
    AND (CAST(:author_id AS uuid) IS NULL OR a.author_id = :author_id)
"""
_STATES: Final = {
    RecipientState.SEEN: "r.seen_at IS NOT NULL",
    RecipientState.UNSEEN: "r.seen_at IS NULL",
    RecipientState.MAILED: "r.mail_state = 'sent'",
    RecipientState.FAILED: "r.mail_state IN ('failed', 'expired')",
    RecipientState.UNREACHABLE: "a.by_mail AND r.mail_state IS NULL",
}


@dataclass(frozen=True, kw_only=True)
class Written:
    """An announcement with its author and its counts."""

    id: UUID
    title: str
    body: str
    audience: str
    batch_id: UUID | None
    author_id: UUID | None
    author_name: str | None
    author_profile: Profile | None
    by_mail: bool
    publish_at: datetime
    retracted_at: datetime | None
    created_at: datetime
    version: int
    is_sending: bool | None
    total: int
    seen: int
    mailed: int
    failed: int
    waiting: int
    unreachable: int


class Filters(NamedTuple):
    """Which announcements of a company; None: all."""

    company_id: UUID
    batch_id: UUID | None = None
    author_id: UUID | None = None


async def list_written(
    connection: Connection, filters: Filters, *, offset: int, limit: int
) -> tuple[list[Written], int]:
    """(a page, the newest first; how many there are)."""
    query = f"""
        SELECT {_COLUMNS} FROM (
            SELECT * FROM announcements a WHERE {_MATCHING}
             ORDER BY created_at DESC, id DESC OFFSET :offset LIMIT :limit
        ) AS a {_FROM} ORDER BY a.created_at DESC, a.id DESC
    """  # noqa: S608 - constants
    values = filters._asdict()
    found = await connection.fetch_records(Written, query, **values, offset=offset, limit=limit)
    total = await connection.fetch_number(f"SELECT count(*) FROM announcements a WHERE {_MATCHING}", **values)  # noqa: S608 - constants
    return found, total


async def find_written(connection: Connection, *, company_id: UUID, announcement_id: UUID) -> Written | None:
    query = (
        f"SELECT {_COLUMNS} FROM announcements a {_FROM} WHERE a.company_id = :company_id AND a.id = :announcement_id"  # noqa: S608 - constants
    )
    return await connection.fetch_record(Written, query, company_id=company_id, announcement_id=announcement_id)


async def list_recipients(
    connection: Connection,
    *,
    company_id: UUID,
    announcement_id: UUID,
    state: RecipientState | None,
    after: UUID | None = None,
    offset: int = 0,
    limit: int,
) -> Sequence[RecipientRow]:
    """Return the recipients in the order of their ids."""
    query = f"""
        SELECT r.user_id, u.full_name, u.email, r.seen_at, r.mail_state, r.mail_error
          FROM announcements a
          JOIN announcement_recipients r ON r.company_id = a.company_id AND r.announcement_id = a.id
          JOIN users u ON u.company_id = r.company_id AND u.id = r.user_id
         WHERE a.company_id = :company_id AND a.id = :announcement_id AND {_STATES[state] if state else "true"}
           AND (CAST(:after AS uuid) IS NULL OR r.user_id > :after)
         ORDER BY r.user_id OFFSET :offset LIMIT :limit
    """  # noqa: S608 - constants
    values: dict[str, Any] = {"company_id": company_id, "announcement_id": announcement_id, "after": after}
    return await connection.fetch_records(RecipientRow, query, **values, offset=offset, limit=limit)


async def count_mails(
    connection: Connection, people: Selection, *, publish_at: datetime, profiles: Sequence[str] | None
) -> tuple[int, int]:
    """(people who would get a mail at once; whose mail would wait for the morning), of those who may be written to.

    `profiles` are those that the author covers; None: any.
    """
    query = f"""
        WITH mails AS (
            SELECT {MAIL_OF} AS mail_state
              FROM ({people.sql}) AS chosen JOIN users u ON u.company_id = :company_id AND u.id = chosen.id
             CROSS JOIN (SELECT CAST(:company_id AS uuid) AS company_id, true AS by_mail,
                                CAST(:publish_at AS timestamptz) AS publish_at) AS a
             WHERE u.is_active AND (CAST(:profiles AS text[]) IS NULL OR coalesce(u.profile, '') = ANY(:profiles))
        )
        SELECT count(*) FILTER (WHERE mail_state = 'queued') AS now,
               count(*) FILTER (WHERE mail_state = 'digest') AS later FROM mails
    """  # noqa: S608 - constants
    row: Row = await connection.fetch_one(query, **people.values, publish_at=publish_at, profiles=profiles)
    return row.now, row.later
