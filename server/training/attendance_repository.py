"""SQL of who was there: rosters, marks with their history, and what they sum up to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.platform.database.connections import Connection, Row, read_record
from server.training.repository import REACHED, duty_values
from server.training.schemas import GivenMark, Mark, OwnMark, RosterPerson, SheetFigures, TrainingSession
from server.vocabulary.duties import Duty
from server.vocabulary.profiles import Profile

# Who was in the batch at some time of the session; of one to come who is in it now.
_ENROLLED: Final = """
    SELECT m.user_id FROM batch_members m
     WHERE m.company_id = :company_id AND m.batch_id = s.batch_id
       AND (coalesce(m.joined_at, m.added_at) < s.ends_at OR s.ends_at > now())
     UNION
    SELECT l.user_id FROM batch_leavings l
     WHERE l.company_id = :company_id AND l.batch_id = s.batch_id AND l.joined_at < s.ends_at
       AND l.left_at > s.starts_at
"""
_IS_COVERED: Final = """
    (CAST(:profiles AS text[]) IS NULL OR p.profile IS NULL OR p.profile = ANY(CAST(:profiles AS text[])))
"""
_ROWS: Final = "SELECT user_id FROM attendance WHERE company_id = :company_id AND session_id = s.id"
_THERE: Final = "('present', 'late')"
_TOO_OLD: Final = """
    ARRAY(SELECT old.key FROM companies k CROSS JOIN LATERAL (
        SELECT {key} AS key FROM {table} a
         WHERE a.company_id = k.id AND a.{moment} < now() - make_interval(months => k.attendance_kept_months) {only}
         LIMIT :limit) AS old LIMIT :limit)
"""
_OLD_CHANGES: Final = _TOO_OLD.format(key="a.id", table="attendance_changes", moment="changed_at", only="")
_OLD_NOTES: Final = _TOO_OLD.format(
    key="a.ctid", table="attendance", moment="received_at", only="AND a.note IS NOT NULL"
)
DELETE_OLD_CHANGES: Final = f"DELETE FROM attendance_changes WHERE id = ANY({_OLD_CHANGES})"  # noqa: S608 - constants
# Marks and figures stay.
CLEAR_OLD_NOTES: Final = f"UPDATE attendance SET note = NULL WHERE ctid = ANY({_OLD_NOTES})"  # noqa: S608 - constants


def _of_session(session: TrainingSession, *, duty: Duty) -> dict[str, Any]:
    return {"company_id": duty.company_id, "session_id": session.id, "profiles": _profiles(duty)}


def _profiles(duty: Duty) -> list[str] | None:
    return None if duty.profiles is None else [each.value for each in duty.profiles]


async def read_roster(connection: Connection, session: TrainingSession, *, duty: Duty) -> list[RosterPerson]:
    """Who is expected, by name: with the first sheet they are rows, before it those who are enrolled."""
    expected = _ENROLLED if session.taken_at is None else _ROWS
    query = f"""
        SELECT p.id, p.full_name, p.code, a.mark, a.note, a.received_at,
               (SELECT full_name FROM users WHERE company_id = :company_id AND id = a.marked_by) AS marked_by
          FROM training_sessions s CROSS JOIN LATERAL ({expected}) AS expected
          JOIN users p ON p.company_id = :company_id AND p.id = expected.user_id
          LEFT JOIN attendance a ON a.company_id = :company_id AND a.session_id = s.id AND a.user_id = p.id
         WHERE s.company_id = :company_id AND s.id = :session_id AND {_IS_COVERED} ORDER BY p.sort_name, p.id
    """  # noqa: S608 - constants
    return await connection.fetch_records(RosterPerson, query, **_of_session(session, duty=duty))


async def hold_unmarked(connection: Connection, session_id: UUID, *, duty: Duty) -> list[UUID]:
    """Return who is expected at a session and has no mark yet; none of them is deleted until the transaction ends.

    Call it before the session is locked: a deletion locks its people before their sessions.
    """
    query = f"""
        SELECT p.id FROM training_sessions s JOIN batches b ON b.company_id = :company_id AND b.id = s.batch_id
         CROSS JOIN LATERAL ({_ENROLLED} EXCEPT {_ROWS} AND mark IS NOT NULL) AS missing
          JOIN users p ON p.company_id = :company_id AND p.id = missing.user_id
         WHERE s.company_id = :company_id AND s.id = :session_id AND {REACHED} ORDER BY p.id FOR KEY SHARE OF p
    """  # noqa: S608 - constants
    return await connection.fetch_column(query, **duty_values(duty), session_id=session_id)


async def hold_people(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> None:
    """Until the transaction ends none of these is deleted; see :func:`hold_unmarked`."""
    query = """
        SELECT FROM users WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[]))
         ORDER BY id FOR KEY SHARE
    """
    await connection.execute(query, company_id=company_id, user_ids=user_ids)


async def add_rows(connection: Connection, session: TrainingSession, user_ids: Sequence[UUID], *, duty: Duty) -> int:
    """Put people who are held on the roster of a session; how many were not on it."""
    query = """
        WITH added AS (
            INSERT INTO attendance (company_id, session_id, user_id)
            SELECT :company_id, :session_id, id FROM users
             WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[])) ORDER BY id
            ON CONFLICT DO NOTHING RETURNING user_id
        )
        SELECT count(*) FROM added
    """
    values = {"company_id": duty.company_id, "session_id": session.id, "user_ids": user_ids}
    return await connection.fetch_number(query, **values)


@dataclass(frozen=True, kw_only=True)
class RegisterPerson:
    id: UUID
    full_name: str
    code: str | None


async def list_ever(connection: Connection, *, duty: Duty, batch_id: UUID) -> list[RegisterPerson]:
    """List all who are or were in a batch, by name."""
    query = f"""
        SELECT p.id, p.full_name, p.code FROM (
            SELECT user_id FROM batch_members WHERE company_id = :company_id AND batch_id = :batch_id
             UNION SELECT user_id FROM batch_leavings WHERE company_id = :company_id AND batch_id = :batch_id) AS ever
          JOIN users p ON p.company_id = :company_id AND p.id = ever.user_id
         WHERE {_IS_COVERED} ORDER BY p.sort_name, p.id
    """  # noqa: S608 - constants
    values = {"company_id": duty.company_id, "batch_id": batch_id, "profiles": _profiles(duty)}
    return await connection.fetch_records(RegisterPerson, query, **values)


@dataclass(frozen=True, kw_only=True)
class MarkOutcome:
    """What became of a mark: `applied`, `unchanged`, `conflict` (with the present one) or `notMember`."""

    user_id: UUID
    outcome: str
    yours: Mark
    theirs: Mark | None
    by: str | None
    at: datetime | None


async def apply_marks(
    connection: Connection,
    marks: Sequence[GivenMark],
    *,
    session: TrainingSession,
    duty: Duty,
    by: UUID,
    reason: str | None,
) -> list[MarkOutcome]:
    """Change those that still are what the sheet believed; call it with the session locked.

    An empty note removes the present one.
    """
    query = f"""
        WITH sheet AS MATERIALIZED (
            SELECT * FROM unnest(CAST(:user_ids AS uuid[]), CAST(:marks AS text[]), CAST(:were AS text[]),
                                 CAST(:notes AS text[])) AS given(user_id, mark, was, note)
        ), before AS MATERIALIZED (
            SELECT a.user_id, a.mark, a.note, a.marked_by, a.received_at
              FROM sheet JOIN attendance a ON a.company_id = :company_id AND a.session_id = :session_id
                                          AND a.user_id = sheet.user_id
              JOIN users p ON p.company_id = :company_id AND p.id = a.user_id
             WHERE {_IS_COVERED}
        ), changed AS (
            UPDATE attendance a SET mark = s.mark, note = nullif(coalesce(s.note, b.note), ''), marked_by = :by,
                   received_at = clock_timestamp()
              FROM sheet s JOIN before b USING (user_id)
             WHERE a.company_id = :company_id AND a.session_id = :session_id AND a.user_id = s.user_id
               AND (b.mark IS NOT DISTINCT FROM s.was OR b.mark = s.mark)
               AND (b.mark IS DISTINCT FROM s.mark OR s.note <> coalesce(b.note, ''))
            RETURNING a.user_id
        ), history AS (
            INSERT INTO attendance_changes (company_id, session_id, user_id, before, after, changed_by, reason)
            SELECT :company_id, :session_id, s.user_id, b.mark, s.mark, :by, :reason
              FROM changed JOIN sheet s USING (user_id) JOIN before b USING (user_id)
             WHERE b.mark IS DISTINCT FROM s.mark
        )
        SELECT s.user_id, s.mark AS yours, b.mark AS theirs, b.received_at AS at,
               (SELECT full_name FROM users WHERE company_id = :company_id AND id = b.marked_by) AS by,
               CASE WHEN b.user_id IS NULL THEN 'notMember' WHEN c.user_id IS NOT NULL THEN 'applied'
                    WHEN b.mark = s.mark THEN 'unchanged' ELSE 'conflict' END AS outcome
          FROM sheet s LEFT JOIN before b USING (user_id) LEFT JOIN changed c USING (user_id)
    """  # noqa: S608 - constants
    values = {
        "user_ids": [each.user_id for each in marks],
        "marks": [each.mark for each in marks],
        "were": [each.was for each in marks],
        "notes": [each.note for each in marks],
        "by": by,
        "reason": reason,
    }
    return await connection.fetch_records(MarkOutcome, query, **_of_session(session, duty=duty), **values)


async def note_taken(connection: Connection, session: TrainingSession, *, by: UUID, company_id: UUID) -> SheetFigures:
    """Count the marks into the session, which is taken from now on."""
    query = f"""
        UPDATE training_sessions s
           SET state = 'taken', taken_at = coalesce(taken_at, clock_timestamp()),
               taken_by = CASE WHEN taken_at IS NULL THEN CAST(:by AS uuid) ELSE taken_by END, version = version + 1,
               (people, marked, present) = (
                   SELECT count(*), count(mark), count(*) FILTER (WHERE mark IN {_THERE})
                     FROM attendance a WHERE a.company_id = :company_id AND a.session_id = s.id)
         WHERE s.company_id = :company_id AND s.id = :session_id RETURNING people, marked, present
    """  # noqa: S608 - constants
    counted = await connection.fetch_record(SheetFigures, query, company_id=company_id, session_id=session.id, by=by)
    assert counted is not None  # noqa: S101 - the session is locked
    return counted


async def list_unmarked(connection: Connection, session: TrainingSession, *, duty: Duty) -> list[UUID]:
    query = f"""
        SELECT a.user_id FROM attendance a JOIN users p ON p.company_id = :company_id AND p.id = a.user_id
         WHERE a.company_id = :company_id AND a.session_id = :session_id AND a.mark IS NULL AND {_IS_COVERED}
         ORDER BY a.user_id
    """  # noqa: S608 - constants
    return await connection.fetch_column(query, **_of_session(session, duty=duty))


@dataclass(frozen=True, kw_only=True)
class Rule:
    """So many per cent of the sessions, within so many days of a batch; None: in all of it."""

    attendance_threshold: int
    attendance_days: int | None
    time_zone: str


async def read_rule(connection: Connection, *, company_id: UUID) -> Rule:
    query = "SELECT attendance_threshold, attendance_days, time_zone FROM companies WHERE id = :company_id"
    found = await connection.fetch_record(Rule, query, company_id=company_id)
    assert found is not None  # noqa: S101 - a company of a caller exists
    return found


@dataclass(frozen=True, kw_only=True)
class Figures:
    """What a person's marks in a batch sum up to; `left`: the planned sessions to come that count by the rule."""

    user_id: UUID
    batch_id: UUID
    batch_name: str
    held: int
    attended: int
    excused: int
    left: int


# When the days of a batch that count are over; null: never before it ends.
_END: Final = """
    CASE WHEN CAST(:days AS int) IS NOT NULL THEN
        CAST(coalesce(b.starts_on, (
            SELECT CAST(min(s.starts_at) AT TIME ZONE :time_zone AS date) FROM training_sessions s
             WHERE s.company_id = :company_id AND s.batch_id = b.id AND s.state <> 'cancelled')) + CAST(:days AS int)
        AS timestamp) AT TIME ZONE :time_zone END
"""
_LEFT: Final = """
    (SELECT count(*) FROM training_sessions s
      WHERE s.company_id = :company_id AND s.batch_id = b.id AND s.state = 'planned' AND s.starts_at > now()
        AND (b.counts_until IS NULL OR s.starts_at < b.counts_until))
"""
# The figures of a person of a batch; where its days are over, those of its days.
_COUNTED: Final = f"""
    SELECT f.held, f.attended, f.excused FROM attendance_figures f
     WHERE f.company_id = :company_id AND f.batch_id = b.id AND f.user_id = p.id
       AND (b.counts_until IS NULL OR b.counts_until > now())
     UNION ALL
    SELECT count(*) FILTER (WHERE a.mark <> 'excused'), count(*) FILTER (WHERE a.mark IN {_THERE}),
           count(*) FILTER (WHERE a.mark = 'excused')
      FROM training_sessions s JOIN attendance a ON a.company_id = :company_id AND a.session_id = s.id
                                                AND a.user_id = p.id
     WHERE s.company_id = :company_id AND s.batch_id = b.id AND s.state <> 'cancelled'
       AND s.starts_at < b.counts_until AND b.counts_until <= now()
    HAVING b.counts_until <= now()
"""  # noqa: S608 - constants
# The open batches within reach, each once.
_BATCHES: Final = f"""
    SELECT b.id, b.name, {_END} AS counts_until FROM batches b
     WHERE b.company_id = :company_id AND b.archived_at IS NULL AND {REACHED}
       AND (CAST(:batch_id AS uuid) IS NULL OR b.id = :batch_id)
"""  # noqa: S608 - constants
_COUNTING: Final = f"SELECT * FROM ({_BATCHES}) AS b WHERE coalesce(b.counts_until, 'infinity') > now()"  # noqa: S608
# A plan serves every duty and threshold: joined with batches it would visit each, and without a lower end each figure.
# The profiles that a duty does not cover are those of few, who are left out.
_LOW: Final = """
      FROM attendance_figures f
     WHERE f.company_id = :company_id AND f.held > 0 AND f.permille BETWEEN 0 AND :below - 1 AND f.is_member
       AND f.user_id NOT IN (SELECT p.id FROM users p WHERE p.company_id = :company_id
                                                        AND p.profile = ANY(CAST(:hidden AS text[])))
"""
MOST_COUNTED: Final = 10_000


def _of_rule(rule: Rule, *, duty: Duty, batch_id: UUID | None) -> dict[str, Any]:
    hidden = [] if duty.profiles is None else sorted({*Profile} - duty.profiles)
    own = {"days": rule.attendance_days, "time_zone": rule.time_zone, "batch_id": batch_id, "hidden": hidden}
    return {**duty_values(duty), **own, "profiles": _profiles(duty)}


async def list_at_risk(
    connection: Connection,
    *,
    rule: Rule,
    duty: Duty,
    below: int,
    offset: int,
    limit: int,
    batch_id: UUID | None = None,
) -> tuple[list[Figures], int]:
    """(people below so many per cent in an open batch whose days still count, the lowest first; how many there are)."""
    values = {**_of_rule(rule, duty=duty, batch_id=batch_id), "below": below * 10, "offset": offset, "limit": limit}
    # One row without a person where the page is beyond the end.
    query = f"""
        WITH batch_list AS MATERIALIZED ({_COUNTING}),
             low AS MATERIALIZED (SELECT f.batch_id, f.user_id, f.permille, f.held, f.attended, f.excused {_LOW}),
             found AS (SELECT * FROM low JOIN batch_list ON batch_list.id = low.batch_id)
        SELECT counted.total, b.user_id, b.id AS batch_id, b.name AS batch_name, b.held, b.attended, b.excused,
               {_LEFT} AS left
          FROM (SELECT count(*) AS total FROM found) AS counted LEFT JOIN (
            SELECT * FROM found ORDER BY permille, user_id, id OFFSET :offset LIMIT :limit) AS b ON true
         ORDER BY b.permille, b.user_id, b.id
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, **values)
    return [read_record(Figures, dict(row)) for row in rows if row.user_id is not None], rows[0].total


async def count_at_risk(connection: Connection, *, rule: Rule, duty: Duty, limit: int) -> Sequence[Row]:
    """The batches with most people below the threshold, and with each how many of all batches there are."""
    query = f"""
        SELECT b.id, b.name, c.people, CAST(sum(c.people) OVER () AS int) AS total
          FROM (SELECT f.batch_id, count(*) AS people {_LOW} GROUP BY f.batch_id) AS c
          JOIN ({_COUNTING}) AS b ON b.id = c.batch_id ORDER BY c.people DESC, b.id DESC LIMIT :limit
    """  # noqa: S608 - constants
    values = {**_of_rule(rule, duty=duty, batch_id=None), "below": rule.attendance_threshold * 10, "limit": limit}
    return await connection.fetch_all(query, **values)


async def percents_of(connection: Connection, batch_ids: Sequence[UUID], *, company_id: UUID) -> dict[UUID, float]:
    """The attendance of batches in per cent of all that was held in them."""
    query = """
        SELECT batch_id, CAST(round(100.0 * sum(attended) / sum(held), 1) AS float) AS percent FROM attendance_figures
         WHERE company_id = :company_id AND batch_id = ANY(CAST(:batch_ids AS uuid[]))
         GROUP BY batch_id HAVING sum(held) > 0
    """
    rows = await connection.fetch_all(query, company_id=company_id, batch_ids=batch_ids)
    return {row.batch_id: row.percent for row in rows}


async def find_away(connection: Connection, batch_ids: Sequence[UUID], *, company_id: UUID) -> dict[UUID, list[str]]:
    """The names of those who are in a batch and were absent at each of its last three sessions."""
    query = """
        SELECT b.id, array_agg(b.full_name ORDER BY b.sort_name) AS names FROM (
            SELECT m.batch_id AS id, p.full_name, p.sort_name
              FROM unnest(CAST(:batch_ids AS uuid[])) AS batch(id)
             CROSS JOIN LATERAL (
                SELECT id FROM training_sessions s
                 WHERE s.company_id = :company_id AND s.batch_id = batch.id AND s.state = 'taken'
                 ORDER BY s.starts_at DESC LIMIT 3) AS last
              JOIN attendance a ON a.company_id = :company_id AND a.session_id = last.id AND a.mark = 'absent'
              JOIN batch_members m ON m.company_id = :company_id AND m.batch_id = batch.id AND m.user_id = a.user_id
              JOIN users p ON p.company_id = :company_id AND p.id = a.user_id
             GROUP BY m.batch_id, p.id, p.full_name, p.sort_name HAVING count(*) = 3) AS b
         GROUP BY b.id
    """
    rows = await connection.fetch_all(query, company_id=company_id, batch_ids=batch_ids)
    return {row.id: row.names for row in rows}


async def figures_of_batch(connection: Connection, *, rule: Rule, duty: Duty, batch_id: UUID) -> list[Figures]:
    """The figures of all who are in a batch; where its days are over, those of its days."""
    query = f"""
        WITH batch_list AS MATERIALIZED ({_BATCHES.replace("b.archived_at IS NULL AND ", "")})
        SELECT p.id AS user_id, b.id AS batch_id, b.name AS batch_name, {_LEFT} AS left,
               coalesce(f.held, 0) AS held, coalesce(f.attended, 0) AS attended, coalesce(f.excused, 0) AS excused
          FROM batch_list b JOIN batch_members m ON m.company_id = :company_id AND m.batch_id = b.id
          JOIN users p ON p.company_id = :company_id AND p.id = m.user_id
          LEFT JOIN LATERAL ({_COUNTED}) AS f ON true
         WHERE {_IS_COVERED} ORDER BY p.sort_name, p.id
    """  # noqa: S608 - constants
    return await connection.fetch_records(Figures, query, **_of_rule(rule, duty=duty, batch_id=batch_id))


async def figures_of_person(connection: Connection, *, rule: Rule, company_id: UUID, user_id: UUID) -> list[Figures]:
    """The figures of one person in the open batches that they are in, the newest first."""
    query = f"""
        WITH batch_list AS MATERIALIZED (
            {_BATCHES} AND EXISTS (SELECT FROM batch_members m WHERE m.company_id = :company_id AND m.batch_id = b.id
                                                                   AND m.user_id = :user_id))
        SELECT CAST(:user_id AS uuid) AS user_id, b.id AS batch_id, b.name AS batch_name, {_LEFT} AS left,
               coalesce(f.held, 0) AS held, coalesce(f.attended, 0) AS attended, coalesce(f.excused, 0) AS excused
          FROM batch_list b JOIN users p ON p.company_id = :company_id AND p.id = :user_id
          LEFT JOIN LATERAL ({_COUNTED}) AS f ON true
         ORDER BY b.id DESC LIMIT 10
    """  # noqa: S608 - constants
    everything = Duty(company_id=company_id, is_company=True)
    values = _of_rule(rule, duty=everything, batch_id=None)
    return await connection.fetch_records(Figures, query, **values, user_id=user_id)


async def list_marks(
    connection: Connection, *, company_id: UUID, session_ids: Sequence[UUID]
) -> dict[UUID, list[Mark | None]]:
    """Return, by person, a mark for each of these sessions in their order, or none."""
    query = """
        SELECT a.user_id, array_agg(s.place) AS places, array_agg(a.mark) AS marks
          FROM unnest(CAST(:session_ids AS uuid[])) WITH ORDINALITY AS s(id, place)
          JOIN attendance a ON a.company_id = :company_id AND a.session_id = s.id AND a.mark IS NOT NULL
         GROUP BY a.user_id
    """
    found = dict[UUID, list[Mark | None]]()
    for row in await connection.fetch_all(query, company_id=company_id, session_ids=list(session_ids)):
        marks = found.setdefault(row.user_id, [None] * len(session_ids))
        for place, mark in zip(row.places, row.marks, strict=True):
            marks[place - 1] = Mark(mark)
    return found


async def list_own_marks(connection: Connection, *, company_id: UUID, user_id: UUID, limit: int) -> list[OwnMark]:
    """The last marks of a person, without those of cancelled sessions, the newest first."""
    query = """
        SELECT s.id AS session_id, b.name AS batch_name, s.starts_at, s.topic, a.mark
          FROM attendance a JOIN training_sessions s ON s.company_id = :company_id AND s.id = a.session_id
          JOIN batches b ON b.company_id = :company_id AND b.id = s.batch_id
         WHERE a.company_id = :company_id AND a.user_id = :user_id AND a.mark IS NOT NULL AND s.state <> 'cancelled'
         ORDER BY s.starts_at DESC, s.id LIMIT :limit
    """
    return await connection.fetch_records(OwnMark, query, company_id=company_id, user_id=user_id, limit=limit)
