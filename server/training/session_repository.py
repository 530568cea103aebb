"""SQL of sessions: their patterns, days and states. What is read of them is limited by a duty."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, Final
from uuid import UUID

from server.platform.database.connections import Connection
from server.training.repository import REACHED, TRAINERS, duty_values
from server.training.schemas import Clash, OwnSession, TrainingSession
from server.vocabulary.duties import Duty

MOST_LISTED: Final = 500
MOST_CLASHES: Final = 20
_SESSIONS: Final = f"""
    SELECT s.id, s.batch_id, b.name AS batch_name, s.starts_at, s.ends_at, s.topic, s.place, s.link, s.state, s.reason,
           s.marked, s.present, s.taken_at, s.version,
           (SELECT full_name FROM users WHERE company_id = :company_id AND id = s.taken_by) AS taken_by,
           CASE s.state WHEN 'taken' THEN s.people ELSE
               (SELECT coalesce(sum(f.people), 0) FROM batch_figures f
                 WHERE f.company_id = :company_id AND f.batch_id = b.id) END AS people
      FROM training_sessions s JOIN batches b ON b.company_id = :company_id AND b.id = s.batch_id
     WHERE s.company_id = :company_id AND {REACHED}
"""  # noqa: S608 - constants

# What an archived batch has left unmarked is no one's task any more.
_IS_UNMARKED: Final = "s.state = 'planned' AND s.ends_at <= now() AND b.archived_at IS NULL"
_TODAY: Final = f"""
    CASE WHEN {_IS_UNMARKED} THEN 0 WHEN s.ends_at > now() THEN 1 ELSE 2 END,
    s.starts_at, s.id
"""


async def list_sessions(
    connection: Connection,
    *,
    duty: Duty,
    since: datetime,
    until: datetime,
    batch_id: UUID | None = None,
    unmarked: bool = False,
) -> list[TrainingSession]:
    """List the sessions that start in this time, by their start; `unmarked`: that have ended without attendance."""
    query = f"""
        {_SESSIONS} AND s.starts_at >= :since AND s.starts_at < :until
           AND (CAST(:batch_id AS uuid) IS NULL OR s.batch_id = :batch_id)
           AND (NOT :unmarked OR {_IS_UNMARKED})
         ORDER BY s.starts_at, s.id LIMIT {MOST_LISTED}
    """
    values = {"since": since, "until": until, "batch_id": batch_id, "unmarked": unmarked}
    return await connection.fetch_records(TrainingSession, query, **duty_values(duty), **values)


async def count_day(
    connection: Connection, *, duty: Duty, since: datetime, until: datetime, earlier: datetime
) -> dict[str, int]:
    """How many sessions start in this time, run now, have ended without attendance, and have it.

    `overdue`: have ended without it since `earlier`.
    """
    query = f"""
        SELECT count(*) FILTER (WHERE is_now) AS sessions,
               count(*) FILTER (WHERE is_now AND now() BETWEEN starts_at AND ends_at) AS running,
               count(*) FILTER (WHERE is_now AND is_unmarked) AS not_marked,
               count(*) FILTER (WHERE is_now AND state = 'taken') AS marked,
               count(*) FILTER (WHERE is_unmarked) AS overdue
          FROM (SELECT s.*, s.starts_at >= :since AS is_now, {_IS_UNMARKED} AS is_unmarked
                  FROM training_sessions s JOIN batches b ON b.company_id = :company_id AND b.id = s.batch_id
                 WHERE s.company_id = :company_id AND {REACHED} AND s.state <> 'cancelled'
                   AND s.starts_at >= :earlier AND s.starts_at < :until) AS s
    """  # noqa: S608 - constants
    values = {"since": since, "until": until, "earlier": earlier}
    return dict(await connection.fetch_one(query, **duty_values(duty), **values) or {})


async def list_today(
    connection: Connection, *, duty: Duty, since: datetime, until: datetime, limit: int
) -> list[TrainingSession]:
    """List the sessions of a day: those that ended without attendance first, then what runs and comes."""
    query = f"""
        {_SESSIONS} AND s.id = ANY(ARRAY(
            SELECT s.id FROM training_sessions s JOIN batches b ON b.company_id = :company_id AND b.id = s.batch_id
             WHERE s.company_id = :company_id AND {REACHED} AND s.state <> 'cancelled'
               AND s.starts_at >= :since AND s.starts_at < :until
             ORDER BY {_TODAY} LIMIT :limit))
         ORDER BY {_TODAY}
    """  # noqa: S608 - constants
    values = {"since": since, "until": until, "limit": limit}
    return await connection.fetch_records(TrainingSession, query, **duty_values(duty), **values)


async def list_taken(connection: Connection, *, duty: Duty, batch_id: UUID, limit: int) -> list[TrainingSession]:
    """The last sessions of a batch that were taken, the newest first."""
    query = f"{_SESSIONS} AND s.batch_id = :batch_id AND s.state = 'taken' ORDER BY s.starts_at DESC, s.id LIMIT :limit"
    return await connection.fetch_records(TrainingSession, query, **duty_values(duty), batch_id=batch_id, limit=limit)


async def list_held(connection: Connection, *, duty: Duty, batch_id: UUID, limit: int) -> list[TrainingSession]:
    """The last sessions of a batch that have begun and were not cancelled, by their start."""
    query = f"""
        SELECT * FROM ({_SESSIONS} AND s.batch_id = :batch_id AND s.state <> 'cancelled' AND s.starts_at <= now()
                       ORDER BY s.starts_at DESC LIMIT :limit) AS last ORDER BY starts_at, id
    """  # noqa: S608 - constants
    return await connection.fetch_records(TrainingSession, query, **duty_values(duty), batch_id=batch_id, limit=limit)


async def find_session(
    connection: Connection, session_id: UUID, *, duty: Duty, locks: bool = False
) -> TrainingSession | None:
    """`locks`: until the transaction ends."""
    query = f"{_SESSIONS} AND s.id = :session_id {'FOR NO KEY UPDATE OF s' if locks else ''}"
    return await connection.fetch_record(TrainingSession, query, **duty_values(duty), session_id=session_id)


async def next_session(connection: Connection, *, company_id: UUID, user_id: UUID) -> OwnSession | None:
    """The session that is now, or the next one, of the batches in which a person is."""
    query = """
        SELECT s.id, s.batch_id, b.name AS batch_name, s.starts_at, s.ends_at, s.topic, s.place, s.link, s.state
          FROM training_sessions s JOIN batches b ON b.company_id = :company_id AND b.id = s.batch_id
         WHERE s.company_id = :company_id AND s.ends_at > now() AND s.starts_at < now() + interval '60 days'
           AND s.state <> 'cancelled' AND b.archived_at IS NULL
           AND EXISTS (SELECT FROM batch_members m WHERE m.company_id = :company_id AND m.batch_id = s.batch_id
                                                     AND m.user_id = :user_id)
         ORDER BY s.starts_at, s.id LIMIT 1
    """
    return await connection.fetch_record(OwnSession, query, company_id=company_id, user_id=user_id)


async def find_trainers(connection: Connection, *, company_id: UUID, batch_id: UUID) -> list[UUID]:
    query = f"""
        SELECT found.user_id FROM batches b CROSS JOIN LATERAL ({TRAINERS}) AS found
         WHERE b.company_id = :company_id AND b.id = :batch_id
    """  # noqa: S608 - constants
    return await connection.fetch_column(query, company_id=company_id, batch_id=batch_id)


async def find_clashes(
    connection: Connection, *, company_id: UUID, batch_id: UUID, hours: Sequence[tuple[datetime, datetime]]
) -> list[Clash]:
    """The sessions of other batches in these hours that a trainer of the batch teaches."""
    query = f"""
        SELECT u.full_name AS trainer, other.name AS batch_name, s.starts_at
          FROM batches b CROSS JOIN LATERAL ({TRAINERS}) AS mine
          JOIN users u ON u.company_id = :company_id AND u.id = mine.user_id
          JOIN batch_trainers t ON t.company_id = :company_id AND t.user_id = mine.user_id AND t.batch_id <> b.id
          JOIN batches other ON other.company_id = :company_id AND other.id = t.batch_id
          JOIN training_sessions s ON s.company_id = :company_id AND s.batch_id = t.batch_id AND s.state <> 'cancelled'
          JOIN unnest(CAST(:starts AS timestamptz[]), CAST(:ends AS timestamptz[])) AS h(starts_at, ends_at)
            ON s.starts_at < h.ends_at AND s.ends_at > h.starts_at
         WHERE b.company_id = :company_id AND b.id = :batch_id
           AND s.starts_at BETWEEN CAST(:first AS timestamptz) - interval '1 day' AND CAST(:last AS timestamptz)
         ORDER BY s.starts_at, u.full_name LIMIT {MOST_CLASHES}
    """  # noqa: S608 - constants
    if not hours:
        return []
    starts, ends = [each[0] for each in hours], [each[1] for each in hours]
    values = {"starts": starts, "ends": ends, "first": min(starts), "last": max(ends)}
    return await connection.fetch_records(Clash, query, company_id=company_id, batch_id=batch_id, **values)


async def count_sessions(connection: Connection, *, company_id: UUID, batch_id: UUID) -> int:
    query = "SELECT count(*) FROM training_sessions WHERE company_id = :company_id AND batch_id = :batch_id"
    return await connection.fetch_number(query, company_id=company_id, batch_id=batch_id)


async def hold_pattern(
    connection: Connection, *, company_id: UUID, batch_id: UUID, weekdays: Sequence[int], starts: time, ends: time
) -> UUID:
    """The pattern of these hours, made where the batch had none; locked until the transaction ends."""
    query = """
        INSERT INTO session_patterns (company_id, batch_id, weekdays, starts, ends)
        VALUES (:company_id, :batch_id, CAST(:weekdays AS smallint[]), CAST(:starts AS time), CAST(:ends AS time))
        ON CONFLICT (company_id, batch_id, weekdays, starts, ends) DO UPDATE SET starts = excluded.starts RETURNING id
    """
    values = {"weekdays": list(weekdays), "starts": starts, "ends": ends}
    pattern_id: UUID = await connection.fetch_value(query, company_id=company_id, batch_id=batch_id, **values)
    return pattern_id


async def existing_days(
    connection: Connection,
    *,
    company_id: UUID,
    batch_id: UUID,
    weekdays: Sequence[int],
    hours: Mapping[date, tuple[datetime, datetime]],
    starts: time,
    ends: time,
) -> set[date]:
    """The days on which the batch has a session at this hour, or the pattern has made one whatever became of it."""
    query = """
        SELECT each.day
          FROM unnest(CAST(:days AS date[]), CAST(:moments AS timestamptz[])) AS each(day, starts_at)
         WHERE EXISTS (SELECT FROM training_sessions s WHERE s.company_id = :company_id AND s.batch_id = :batch_id
                          AND s.starts_at = each.starts_at AND s.state <> 'cancelled')
            OR EXISTS (SELECT FROM session_patterns p JOIN training_sessions s ON s.pattern_id = p.id
                        WHERE p.company_id = :company_id AND p.batch_id = :batch_id AND s.company_id = :company_id
                          AND p.weekdays = CAST(:weekdays AS smallint[]) AND p.starts = CAST(:starts AS time)
                          AND p.ends = CAST(:ends AS time) AND s.local_day = each.day)
    """
    moments = [each[0] for each in hours.values()]
    values = {"weekdays": list(weekdays), "starts": starts, "ends": ends, "days": list(hours), "moments": moments}
    return set(await connection.fetch_column(query, company_id=company_id, batch_id=batch_id, **values))


async def add_sessions(
    connection: Connection,
    hours: Mapping[date, tuple[datetime, datetime]],
    *,
    company_id: UUID,
    batch_id: UUID,
    about: Mapping[str, str | None],
    pattern_id: UUID | None = None,
) -> dict[datetime, UUID]:
    """Return the new ones by their start. A day that has one at this hour, or had one of the pattern, gets none."""
    query = """
        INSERT INTO training_sessions (company_id, batch_id, starts_at, ends_at, topic, place, link, pattern_id,
                                       local_day)
        SELECT :company_id, :batch_id, each.starts_at, each.ends_at, :topic, :place, :link, CAST(:pattern_id AS uuid),
               CASE WHEN CAST(:pattern_id AS uuid) IS NOT NULL THEN each.day END
          FROM unnest(CAST(:days AS date[]), CAST(:starts AS timestamptz[]), CAST(:ends AS timestamptz[]))
               AS each(day, starts_at, ends_at)
        ON CONFLICT DO NOTHING RETURNING starts_at, id
    """
    times = {"starts": [each[0] for each in hours.values()], "ends": [each[1] for each in hours.values()]}
    values = {"company_id": company_id, "batch_id": batch_id, "pattern_id": pattern_id, "days": list(hours)}
    return {row.starts_at: row.id for row in await connection.fetch_all(query, **values, **times, **about)}


async def change_session(connection: Connection, session_id: UUID, *, company_id: UUID, **after: Any) -> None:  # noqa: ANN401 - its columns
    """Raises asyncpg.UniqueViolationError: the batch has another session at this hour."""
    query = """
        UPDATE training_sessions SET starts_at = :starts_at, ends_at = :ends_at, topic = :topic, place = :place,
               link = :link, version = version + 1
         WHERE company_id = :company_id AND id = :session_id
    """
    await connection.execute(query, company_id=company_id, session_id=session_id, **after)


async def cancel_session(connection: Connection, session_id: UUID, *, company_id: UUID, reason: str) -> list[UUID]:
    """Return who had a mark: marks are kept, and taken off the figures; call it with the session locked."""
    query = """
        WITH cancelled AS (
            UPDATE training_sessions SET state = 'cancelled', reason = :reason, version = version + 1
             WHERE company_id = :company_id AND id = :session_id RETURNING id, batch_id
        )
        INSERT INTO attendance_figures AS f (company_id, batch_id, user_id, held, attended, excused)
        SELECT :company_id, c.batch_id, a.user_id, -CAST(a.mark <> 'excused' AS int),
               -CAST(a.mark IN ('present', 'late') AS int), -CAST(a.mark = 'excused' AS int)
          FROM cancelled c
          JOIN attendance a ON a.company_id = :company_id AND a.session_id = c.id AND a.mark IS NOT NULL
         ORDER BY a.user_id
        ON CONFLICT (batch_id, user_id) DO UPDATE SET held = f.held + excluded.held,
           attended = f.attended + excluded.attended, excused = f.excused + excluded.excused
        RETURNING user_id
    """
    return await connection.fetch_column(query, company_id=company_id, session_id=session_id, reason=reason)
