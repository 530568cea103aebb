"""SQL of merges. An open one can be undone; its row is locked after both accounts, which are locked by their ids."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import and_, delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from server.people.account.tables import users
from server.people.duplicates.tables import merges
from server.platform.database.connections import Connection, any_id

HOURS: Final = 24
MOST_LISTED: Final = 200
_IS_DUE: Final = merges.c.merged_at < func.now() - func.make_interval(0, 0, 0, 0, HOURS)
# Nothing can be given back once one of the two is deleted.
_IS_OPEN: Final = and_(
    merges.c.ended_at.is_(None),
    merges.c.survivor_id.is_not(None),
    exists().where(users.c.company_id == merges.c.company_id, users.c.id == merges.c.merged_id),
)


@dataclass(frozen=True, kw_only=True)
class Merge:
    """`changes` is None once the merge has ended, `survivor_id` once the survivor is deleted."""

    id: UUID
    company_id: UUID
    survivor_id: UUID | None
    merged_id: UUID
    contacts: dict[str, str | None]
    changes: dict[str, Any] | None
    merged_at: datetime


async def add_merge(
    connection: Connection,
    *,
    company_id: UUID,
    survivor_id: UUID,
    merged_id: UUID,
    contacts: Mapping[str, str | None],
    changes: Mapping[str, Any],
) -> None:
    """It takes the place of an earlier merge of the same account, which has ended and left the account in being."""
    values = {"survivor_id": survivor_id, "contacts": dict(contacts), "changes": dict(changes)}
    new = insert(merges).values(company_id=company_id, merged_id=merged_id, **values)
    fresh = {"id": func.waymark_uuid7(), "merged_at": func.now(), "ended_at": None}
    await connection.execute(
        new.on_conflict_do_update(index_elements=[merges.c.company_id, merges.c.merged_id], set_=values | fresh)
    )


async def list_open(connection: Connection, *, company_id: UUID) -> list[Merge]:
    """The merges that can be undone, the newest first and so many of them that an answer stays short."""
    opened = select(merges).where(merges.c.company_id == company_id, _IS_OPEN, ~_IS_DUE)
    return await connection.fetch_records(Merge, opened.order_by(merges.c.id.desc()).limit(MOST_LISTED))


async def find_merge(connection: Connection, *, company_id: UUID, merge_id: UUID) -> Merge | None:
    return await connection.fetch_record(Merge, select(merges).filter_by(company_id=company_id, id=merge_id))


async def lock_open(connection: Connection, *, company_id: UUID, merge_id: UUID) -> Merge | None:
    """The merge where it can be undone, locked until the transaction ends."""
    found = select(merges).filter_by(company_id=company_id, id=merge_id).where(merges.c.ended_at.is_(None), ~_IS_DUE)
    return await connection.fetch_record(Merge, found.with_for_update())


async def is_in_open_merge(
    connection: Connection, *, company_id: UUID, merged: Sequence[UUID], survivors: Sequence[UUID] = ()
) -> bool:
    """Whether one of `merged` is the merged account of an open merge, or one of `survivors` the survivor of one."""
    takes_part = or_(merges.c.merged_id == any_id(merged), merges.c.survivor_id == any_id(survivors))
    opened = select(merges.c.id).where(merges.c.company_id == company_id, _IS_OPEN, takes_part)
    return await connection.has_row(opened.limit(1))


async def is_followed(connection: Connection, merge: Merge) -> bool:
    """Whether another account was merged into the same one since, and may have changed the same fields and batches."""
    same = select(merges.c.id).filter_by(company_id=merge.company_id, survivor_id=merge.survivor_id)
    return await connection.has_row(same.where(_IS_OPEN, merges.c.id > merge.id).limit(1))


async def delete_merge(connection: Connection, merge: Merge) -> bool:
    """False where it is gone."""
    gone = delete(merges).filter_by(company_id=merge.company_id, id=merge.id)
    return await connection.has_row(gone.returning(merges.c.id))


async def due_merges(connection: Connection, *, limit: int) -> list[Merge]:
    """Merges that are a day old, the oldest first, and what is left of those whose survivor is deleted."""
    due = select(merges).where(or_(merges.c.ended_at.is_(None), merges.c.survivor_id.is_(None)), _IS_DUE)
    return await connection.fetch_records(Merge, due.order_by(merges.c.merged_at).limit(limit))


async def end_merge(connection: Connection, merge: Merge) -> bool:
    """Keep no more than who was merged; False where it is no longer open.

    Accounts that were merged into this one before are now those of the survivor.
    """
    ended = update(merges).filter_by(company_id=merge.company_id, id=merge.id).where(merges.c.ended_at.is_(None))
    if not await connection.has_row(ended.values(ended_at=func.now(), changes=None).returning(merges.c.id)):
        return False
    earlier = update(merges).filter_by(company_id=merge.company_id, survivor_id=merge.merged_id)
    await connection.execute(earlier.values(survivor_id=merge.survivor_id))
    return True


async def move_duties(connection: Connection, merge: Merge) -> None:
    """Let the survivor teach what the merged account did, which is about to be deleted."""
    query = """
        INSERT INTO batch_trainers (company_id, batch_id, user_id)
        SELECT company_id, batch_id, :survivor_id FROM batch_trainers
         WHERE company_id = :company_id AND user_id = :merged_id ON CONFLICT DO NOTHING
    """
    ids = {"survivor_id": merge.survivor_id, "merged_id": merge.merged_id}
    await connection.execute(query, company_id=merge.company_id, **ids)


async def move_attendance(connection: Connection, merge: Merge) -> None:
    """Give the survivor the marks of the merged account, which is about to be deleted.

    Of two in one session the better one counts, and the session has a person less; the history keeps both. Sessions are
    locked before their marks, as by sheets.
    """
    held = """
        SELECT FROM training_sessions WHERE company_id = :company_id
           AND id IN (SELECT session_id FROM attendance WHERE company_id = :company_id AND user_id = :merged_id)
         ORDER BY id FOR NO KEY UPDATE
    """
    there = "('present', 'late')"
    better = "coalesce(array_position(ARRAY['present', 'late', 'excused', 'absent'], {0}), 5)"
    query = f"""
        WITH moved AS (
            DELETE FROM attendance WHERE company_id = :company_id AND user_id = :merged_id RETURNING *
        ), counts AS (
            UPDATE training_sessions s SET people = people - 1, version = version + 1,
                   marked = marked - CAST(a.mark IS NOT NULL AND moved.mark IS NOT NULL AS int),
                   present = present - CASE WHEN a.mark IN {there} AND moved.mark IN {there} THEN 1 ELSE 0 END
              FROM moved JOIN attendance a ON a.company_id = :company_id AND a.session_id = moved.session_id
                                          AND a.user_id = :survivor_id
             WHERE s.company_id = :company_id AND s.id = moved.session_id
        ), changes AS (
            UPDATE attendance_changes SET user_id = :survivor_id WHERE company_id = :company_id AND user_id = :merged_id
        )
        INSERT INTO attendance AS a (company_id, session_id, user_id, mark, note, marked_by, received_at)
        SELECT company_id, session_id, :survivor_id, mark, note, marked_by, received_at FROM moved ORDER BY session_id
        ON CONFLICT (session_id, user_id) DO UPDATE SET mark = excluded.mark, note = excluded.note,
           marked_by = excluded.marked_by, received_at = excluded.received_at
         WHERE {better.format("excluded.mark")} < {better.format("a.mark")}
    """  # noqa: S608 - constants
    ids = {"survivor_id": merge.survivor_id, "merged_id": merge.merged_id}
    await connection.execute(held, company_id=merge.company_id, merged_id=merge.merged_id)
    await connection.execute(query, company_id=merge.company_id, **ids)


async def move_interviews(connection: Connection, merge: Merge) -> None:
    """Give the survivor the interviews, panels and scores of the merged account, which is about to be deleted.

    Of two in one round that counts which was held; the other one goes, or stays without a name.
    """
    queries = (
        """
        UPDATE interviews SET state = CASE state WHEN 'in_room' THEN 'done' ELSE 'withdrawn' END, version = version + 1
         WHERE company_id = :company_id AND user_id = :merged_id AND state IN ('called', 'in_room')
        """,
        """
        DELETE FROM interviews i
         WHERE i.company_id = :company_id AND i.user_id = :survivor_id AND i.state NOT IN ('called', 'in_room', 'done')
           AND EXISTS (SELECT FROM interviews m WHERE m.company_id = :company_id AND m.user_id = :merged_id
                          AND m.round_id = i.round_id AND m.state = 'done')
        """,
        """
        UPDATE interviews i SET user_id = :survivor_id, version = version + 1
         WHERE i.company_id = :company_id AND i.user_id = :merged_id
           AND NOT EXISTS (SELECT FROM interviews o WHERE o.company_id = :company_id AND o.user_id = :survivor_id
                              AND o.round_id = i.round_id)
        """,
        """
        INSERT INTO panel_members (company_id, panel_id, user_id)
        SELECT company_id, panel_id, :survivor_id FROM panel_members
         WHERE company_id = :company_id AND user_id = :merged_id ON CONFLICT DO NOTHING
        """,
        """
        WITH freed AS (
            DELETE FROM bookings WHERE company_id = :company_id AND resource = 'u:' || CAST(:merged_id AS uuid)
            RETURNING *
        )
        INSERT INTO bookings (company_id, panel_id, interview_id, resource, during)
        SELECT company_id, panel_id, interview_id, 'u:' || CAST(:survivor_id AS uuid), during FROM freed
        ON CONFLICT DO NOTHING
        """,
        """
        UPDATE scores s SET panelist_id = :survivor_id WHERE s.company_id = :company_id AND s.panelist_id = :merged_id
           AND NOT EXISTS (SELECT FROM scores o WHERE o.company_id = :company_id AND o.panelist_id = :survivor_id
                              AND o.interview_id = s.interview_id)
        """,
    )
    ids = {"survivor_id": merge.survivor_id, "merged_id": merge.merged_id}
    for query in queries:
        await connection.execute(query, company_id=merge.company_id, **ids)


async def share_offers(connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]) -> bool:
    """Whether these people have offers that stand at one opening, or each hold one that is to be the only one."""
    query = """
        SELECT EXISTS (
            SELECT FROM offers a JOIN offers b ON b.company_id = :company_id AND b.user_id > a.user_id
                   AND (b.opening_id = a.opening_id OR (a.is_binding AND b.is_binding
                        AND a.state IN ('accepted', 'joined') AND b.state IN ('accepted', 'joined')))
             WHERE a.company_id = :company_id AND a.user_id = ANY(CAST(:user_ids AS uuid[]))
               AND b.user_id = ANY(CAST(:user_ids AS uuid[]))
               AND a.state IN ('offered', 'accepted', 'joined') AND b.state IN ('offered', 'accepted', 'joined'))
    """
    return bool(await connection.fetch_value(query, company_id=company_id, user_ids=list(user_ids)))


async def move_placement(connection: Connection, merge: Merge) -> None:
    """Give the survivor the openings, candidacies and offers of the merged account, which is about to be deleted.

    At one opening the survivor's candidacy stays. What the survivor was offered there since the merge stands, and of
    two offers of which one may be held, the survivor's.
    """
    ids = {"survivor_id": merge.survivor_id, "merged_id": merge.merged_id, "company_id": merge.company_id}
    standing = "('offered', 'accepted', 'joined')"
    statements = (
        """
        INSERT INTO opening_staff (company_id, opening_id, user_id)
        SELECT company_id, opening_id, :survivor_id FROM opening_staff
         WHERE company_id = :company_id AND user_id = :merged_id ON CONFLICT DO NOTHING
        """,
        f"""
        UPDATE offers m SET user_id = :survivor_id, version = m.version + 1,
               state = CASE WHEN m.state IN {standing} AND EXISTS (
                        SELECT FROM offers s WHERE s.company_id = :company_id AND s.user_id = :survivor_id
                           AND s.opening_id = m.opening_id AND s.state IN {standing}) THEN 'withdrawn' ELSE m.state END,
               is_binding = m.is_binding AND NOT EXISTS (
                        SELECT FROM offers s WHERE s.company_id = :company_id AND s.user_id = :survivor_id
                           AND s.is_binding AND s.state IN ('accepted', 'joined'))
         WHERE m.company_id = :company_id AND m.user_id = :merged_id
        """,  # noqa: S608 - a constant
        """
        UPDATE candidacies m SET user_id = :survivor_id WHERE m.company_id = :company_id AND m.user_id = :merged_id
           AND NOT EXISTS (SELECT FROM candidacies s WHERE s.opening_id = m.opening_id AND s.user_id = :survivor_id)
        """,
        "UPDATE placement_events SET user_id = :survivor_id WHERE company_id = :company_id AND user_id = :merged_id",
    )
    for statement in statements:
        await connection.execute(statement, **ids)


async def merged_into(connection: Connection, *, company_id: UUID, user_id: UUID) -> list[UUID]:
    """The accounts that were merged into this one, also those that are deleted by now."""
    return await connection.fetch_column(
        select(merges.c.merged_id).filter_by(company_id=company_id, survivor_id=user_id)
    )


async def forget_merges(connection: Connection, *, company_id: UUID, user_id: UUID) -> list[Merge]:
    """Delete all merges of an account; returns those into it."""
    either = or_(merges.c.survivor_id == user_id, merges.c.merged_id == user_id)
    gone = delete(merges).where(merges.c.company_id == company_id, either).returning(merges)
    return [merge for merge in await connection.fetch_records(Merge, gone) if merge.survivor_id == user_id]
