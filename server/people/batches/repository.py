"""SQL of batches, with their figures, and of who is in which or was. Triggers check the people's company, and count."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from sqlalchemy import delete, func, insert, select, update

from server.people.batches.batch_form import BatchFields
from server.people.batches.schemas import BatchesQuery, BatchRecord, LeavingRecord
from server.people.batches.tables import batch_leavings, batch_members, batches
from server.platform.database.connections import Connection, Row, any_id
from server.platform.database.query_plans import update_statistics
from server.platform.schemas import PageQuery
from server.vocabulary.visible_text import fold_name

OPEN: Final = BatchesQuery()
_STATE: Final = "(archived_at IS NOT NULL) = :archived"
# A part of any of the three, compared in the form of names.
_SEARCHED: Final = (
    "position(:search IN concat_ws(chr(10), folded_name, folded_code, lower(coalesce(location, '')))) > 0"
)
# Locks of batches, in one order.
_LOCK: Final = """
    SELECT {lock}(hashtextextended('waymark batch ' || each.id, 0))
      FROM (SELECT DISTINCT id FROM unnest(CAST(:batch_ids AS uuid[])) AS named(id) ORDER BY id) AS each
"""
_FIGURES: Final = """
    LEFT JOIN LATERAL (
        SELECT sum(people) AS people, sum(invited) AS invited, sum(signed_in) AS signed_in, sum(inactive) AS inactive
          FROM batch_figures f WHERE f.company_id = b.company_id AND f.batch_id = b.id) AS figures ON true
"""
_COLUMNS: Final = """
    b.id, b.name, b.code, b.location, b.starts_on, b.ends_on, b.archived_at, b.created_at, b.version,
    coalesce(figures.people, 0) AS people, coalesce(figures.invited, 0) AS invited,
    coalesce(figures.signed_in, 0) AS signed_in, coalesce(figures.inactive, 0) AS inactive
"""


@dataclass(frozen=True, kw_only=True)
class KnownBatch:
    """A batch as files name it."""

    id: UUID
    name: str
    folded_name: str
    folded_code: str | None
    is_archived: bool


async def known_batches(connection: Connection, *, company_id: UUID) -> list[KnownBatch]:
    columns = [batches.c[name] for name in ("id", "name", "folded_name", "folded_code")]
    known = select(*columns, batches.c.archived_at.is_not(None).label("is_archived"))
    return await connection.fetch_records(KnownBatch, known.filter_by(company_id=company_id))


async def lock_names(connection: Connection, *, company_id: UUID) -> None:
    """Until this transaction ends no other adds, renames or restores a batch of the company."""
    await connection.hold_lock(f"waymark batches {company_id}")


async def list_batches(connection: Connection, query: BatchesQuery, *, company_id: UUID) -> list[BatchRecord]:
    """A page of them, the newest first."""
    statement = f"""
        SELECT {_COLUMNS} FROM (
            SELECT * FROM batches WHERE company_id = :company_id AND {_STATE} AND {_SEARCHED}
             ORDER BY id DESC OFFSET :offset LIMIT :limit) AS b
        {_FIGURES} ORDER BY b.id DESC
    """  # noqa: S608 - constants
    values = {**_filters(query, company_id=company_id), "offset": query.offset, "limit": query.page_size}
    return await connection.fetch_records(BatchRecord, statement, **values)


async def count_batches(connection: Connection, query: BatchesQuery = OPEN, *, company_id: UUID) -> int:
    statement = f"SELECT count(*) FROM batches WHERE company_id = :company_id AND {_STATE} AND {_SEARCHED}"  # noqa: S608 - constants
    return await connection.fetch_number(statement, **_filters(query, company_id=company_id))


def _filters(query: BatchesQuery, *, company_id: UUID) -> dict[str, Any]:
    return {"company_id": company_id, "search": fold_name(query.search), "archived": bool(query.archived)}


async def find_batch(connection: Connection, *, company_id: UUID, batch_id: UUID) -> BatchRecord | None:
    query = f"SELECT {_COLUMNS} FROM batches b {_FIGURES} WHERE b.company_id = :company_id AND b.id = :batch_id"  # noqa: S608 - constants
    return await connection.fetch_record(BatchRecord, query, company_id=company_id, batch_id=batch_id)


async def take_batches(connection: Connection, batch_ids: Sequence[UUID]) -> None:
    """Until this transaction ends no people are added to them, after those that are being added.

    No lock of rows: chunks that overlap share one, and a change would wait for the end of all of them.
    """
    await connection.execute(_LOCK.format(lock="pg_advisory_xact_lock"), batch_ids=batch_ids)


async def hold_batches(connection: Connection, batch_ids: Sequence[UUID]) -> None:
    """Until this transaction ends none of them is changed: see :func:`take_batches`."""
    await connection.execute(_LOCK.format(lock="pg_advisory_xact_lock_shared"), batch_ids=batch_ids)


async def lock_batch(connection: Connection, *, company_id: UUID, batch_id: UUID) -> BatchRecord | None:
    """Locked until the transaction ends: no people are added meanwhile."""
    await take_batches(connection, [batch_id])
    found = select(batches.c.id).filter_by(company_id=company_id, id=batch_id)
    await connection.execute(found.with_for_update(key_share=True))
    return await find_batch(connection, company_id=company_id, batch_id=batch_id)


async def find_namesakes(
    connection: Connection, typed: BatchFields, *, company_id: UUID, besides: UUID | None = None
) -> Sequence[Row]:
    """The other batches that have this name or code; call it after :func:`lock_names`."""
    others = select(batches).filter_by(company_id=company_id).where(batches.c.id.is_distinct_from(besides))
    has_name, has_code = batches.c.folded_name == typed.folded_name, batches.c.folded_code == typed.folded_code
    return await connection.fetch_all(others.where(has_name if typed.folded_code is None else has_name | has_code))


async def add_batch(connection: Connection, typed: BatchFields, *, company_id: UUID) -> UUID:
    added = insert(batches).values(company_id=company_id, **_values(typed)).returning(batches.c.id)
    batch_id: UUID = await connection.fetch_value(added)
    return batch_id


async def change_batch(
    connection: Connection, typed: BatchFields, *, company_id: UUID, batch_id: UUID, is_archived: bool
) -> None:
    archived_at = func.coalesce(batches.c.archived_at, func.now()) if is_archived else None
    batch = update(batches).filter_by(company_id=company_id, id=batch_id)
    await connection.execute(batch.values(version=batches.c.version + 1, archived_at=archived_at, **_values(typed)))


async def delete_unused_batches(
    connection: Connection, batch_ids: Sequence[UUID], *, company_id: UUID
) -> dict[UUID, str]:
    """Delete those that never had people or trainers and were never changed; return their names.

    They are locked first, so that no people are added meanwhile.
    """
    await take_batches(connection, batch_ids)
    query = """
        DELETE FROM batches b
         WHERE b.company_id = :company_id AND b.id = ANY(CAST(:batch_ids AS uuid[])) AND b.version = 1
           AND NOT EXISTS (SELECT FROM batch_members m WHERE m.company_id = :company_id AND m.batch_id = b.id)
           AND NOT EXISTS (SELECT FROM batch_leavings l WHERE l.company_id = :company_id AND l.batch_id = b.id)
           AND NOT EXISTS (SELECT FROM batch_trainers t WHERE t.company_id = :company_id AND t.batch_id = b.id)
        RETURNING b.id, b.name
    """
    rows = await connection.fetch_all(query, company_id=company_id, batch_ids=batch_ids)
    return {row["id"]: row["name"] for row in rows}


def _values(typed: BatchFields) -> dict[str, Any]:
    return {**dict(typed), "folded_name": typed.folded_name, "folded_code": typed.folded_code}


# From here on lists need statistics of the members: by plans made before, each page would scan all of them.
MANY_MEMBERS: Final = 1_000


async def hold_open_batch(connection: Connection, *, company_id: UUID, batch_id: UUID) -> bool | None:
    """Return what :func:`is_batch_open` does, and keep it so until this transaction ends."""
    await hold_batches(connection, [batch_id])
    return await is_batch_open(connection, company_id=company_id, batch_id=batch_id)


async def is_batch_open(connection: Connection, *, company_id: UUID, batch_id: UUID) -> bool | None:
    """Whether the batch is open; None where the company has none of this id."""
    found = select(batches.c.archived_at.is_(None)).where(batches.c.company_id == company_id, batches.c.id == batch_id)
    return await connection.find_value(bool, found)


async def add_members(
    connection: Connection,
    user_ids: Sequence[UUID],
    *,
    company_id: UUID,
    batch_id: UUID,
    joined_at: datetime | None = None,
) -> list[UUID]:
    """Add people of the company, now or since `joined_at`; return those who were not in the batch.

    Others are left out.

    They are locked as a foreign key locks them: an account that is deleted meanwhile is waited for.
    """
    query = """
        WITH people AS MATERIALIZED (
            SELECT id FROM users WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[]))
             ORDER BY id FOR KEY SHARE
        )
        INSERT INTO batch_members (company_id, batch_id, user_id, joined_at)
        SELECT :company_id, :batch_id, id, coalesce(CAST(:joined_at AS timestamptz), clock_timestamp()) FROM people
        ON CONFLICT DO NOTHING RETURNING user_id
    """
    values = {"company_id": company_id, "batch_id": batch_id, "user_ids": user_ids, "joined_at": joined_at}
    rows = await connection.fetch_all(query, **values)
    if len(rows) >= MANY_MEMBERS:
        await update_statistics(connection, "batch_members", rows=MANY_MEMBERS)
    return [row["user_id"] for row in rows]


async def remove_members(
    connection: Connection,
    user_ids: Sequence[UUID],
    *,
    company_id: UUID,
    batch_id: UUID,
    left_by: UUID | None,
    reason: str | None = None,
) -> list[UUID]:
    """Move people, by their ids as they are added, to those who have left; return those who were in the batch.

    A merge gives a survivor the moment of the merged person: of two leavings since one moment the later one counts.
    """
    query = """
        WITH removed AS (
            DELETE FROM batch_members
             WHERE company_id = :company_id AND batch_id = :batch_id AND user_id = ANY(CAST(:user_ids AS uuid[]))
            RETURNING user_id, coalesce(joined_at, added_at) AS joined_at
        )
        INSERT INTO batch_leavings (company_id, batch_id, user_id, joined_at, left_by, reason)
        SELECT :company_id, :batch_id, user_id, joined_at,
               (SELECT id FROM users WHERE company_id = :company_id AND id = :left_by), :reason
          FROM removed
        ON CONFLICT (batch_id, user_id, joined_at)
            DO UPDATE SET left_at = excluded.left_at, left_by = excluded.left_by, reason = excluded.reason
        RETURNING user_id
    """
    values = {"company_id": company_id, "batch_id": batch_id, "left_by": left_by, "reason": reason}
    return await connection.fetch_column(query, **values, user_ids=sorted(user_ids))


async def take_back_members(
    connection: Connection,
    user_ids: Sequence[UUID],
    *,
    company_id: UUID,
    batch_id: UUID,
    joined_at: datetime | None = None,
) -> dict[UUID, datetime]:
    """Remove people as if they had not been added; return since when each was in the batch.

    With `joined_at` also those who were in it since then and have left.
    """
    members = delete(batch_members).filter_by(company_id=company_id, batch_id=batch_id)
    removed = members.where(batch_members.c.user_id == any_id(sorted(user_ids)))
    moment = func.coalesce(batch_members.c.joined_at, batch_members.c.added_at).label("joined_at")
    rows = await connection.fetch_all(removed.returning(batch_members.c.user_id, moment))
    since = {row.user_id: row.joined_at for row in rows}
    past = ({} if joined_at is None else dict.fromkeys(user_ids, joined_at)) | since
    query = """
        DELETE FROM batch_leavings l
         USING unnest(CAST(:user_ids AS uuid[]), CAST(:joined AS timestamptz[])) AS removed(user_id, joined_at)
         WHERE l.company_id = :company_id AND l.batch_id = :batch_id AND l.user_id = removed.user_id
           AND l.joined_at = removed.joined_at
    """
    await connection.execute(
        query, company_id=company_id, batch_id=batch_id, user_ids=list(past), joined=list(past.values())
    )
    return since


async def take_back_leavings(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, batch_id: UUID
) -> None:
    """Let people who were added again be in the batch as if they had not left it the last time."""
    query = """
        WITH back AS (
            DELETE FROM batch_leavings l
             WHERE l.company_id = :company_id AND l.batch_id = :batch_id AND l.user_id = ANY(CAST(:user_ids AS uuid[]))
               AND NOT EXISTS (SELECT FROM batch_leavings later WHERE later.company_id = :company_id
                                AND later.batch_id = :batch_id AND later.user_id = l.user_id
                                AND later.joined_at > l.joined_at)
            RETURNING l.user_id, l.joined_at
        )
        UPDATE batch_members m SET joined_at = back.joined_at FROM back
         WHERE m.company_id = :company_id AND m.batch_id = :batch_id AND m.user_id = back.user_id
    """
    await connection.execute(query, company_id=company_id, batch_id=batch_id, user_ids=user_ids)


async def forget_people(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> None:
    """Delete all that is known of batches of people who are about to be deleted as if they had never been there."""
    people = any_id(sorted(user_ids))
    members = delete(batch_members).filter_by(company_id=company_id)
    await connection.execute(members.where(batch_members.c.user_id == people))
    leavings = delete(batch_leavings).filter_by(company_id=company_id)
    await connection.execute(leavings.where(batch_leavings.c.user_id == people))


async def move_leavings(connection: Connection, user_id: UUID, *, company_id: UUID, to: UUID) -> None:
    """Give another account what an account that is about to be deleted has left."""
    query = """
        WITH moved AS (
            DELETE FROM batch_leavings WHERE company_id = :company_id AND user_id = :user_id RETURNING *
        )
        INSERT INTO batch_leavings (company_id, batch_id, user_id, joined_at, left_at, left_by, reason)
        SELECT company_id, batch_id, :to, joined_at, left_at, left_by, reason FROM moved ON CONFLICT DO NOTHING
    """
    await connection.execute(query, company_id=company_id, user_id=user_id, to=to)


async def list_leavings(
    connection: Connection, query: PageQuery, *, company_id: UUID, of: Literal["batch_id", "user_id"], row_id: UUID
) -> tuple[list[LeavingRecord], int]:
    """A page of those who have left a batch, or of what a person has left, the last first; how many there are."""
    statement = f"""
        SELECT l.batch_id, b.name AS batch_name, u.id AS user_id, u.full_name, l.joined_at, l.left_at,
               by.full_name AS left_by, l.reason
          FROM batch_leavings l JOIN batches b ON b.company_id = :company_id AND b.id = l.batch_id
          LEFT JOIN users u ON u.company_id = :company_id AND u.id = l.user_id
          LEFT JOIN users by ON by.company_id = :company_id AND by.id = l.left_by
         WHERE l.company_id = :company_id AND l.{of} = :row_id
         ORDER BY l.left_at DESC, l.user_id OFFSET :offset LIMIT :limit
    """  # noqa: S608 - constants
    values = {"company_id": company_id, "row_id": row_id}
    page = {"offset": query.offset, "limit": query.page_size}
    found = await connection.fetch_records(LeavingRecord, statement, **values, **page)
    count = f"SELECT count(*) FROM batch_leavings WHERE company_id = :company_id AND {of} = :row_id"  # noqa: S608 - constants
    return found, await connection.fetch_number(count, **values)


async def merge_figures(connection: Connection) -> None:
    """Replace what changes have added to a batch's figures by its sum, where there are more than eight rows.

    Of two at once the second finds no row and adds none.
    """
    query = """
        WITH many AS (
            SELECT company_id, batch_id FROM batch_figures GROUP BY company_id, batch_id HAVING count(*) > 8
        ), taken AS (
            DELETE FROM batch_figures f USING many
             WHERE f.company_id = many.company_id AND f.batch_id = many.batch_id
            RETURNING f.*
        )
        INSERT INTO batch_figures (company_id, batch_id, people, invited, signed_in, inactive)
        SELECT company_id, batch_id, sum(people), sum(invited), sum(signed_in), sum(inactive)
          FROM taken GROUP BY company_id, batch_id
    """
    await connection.execute(query)
