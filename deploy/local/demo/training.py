"""Eight weeks of sessions and attendance of the demo company's two batches, and today's sessions."""

import random
from datetime import UTC, datetime, time, timedelta
from typing import Final
from uuid import UUID

from server.platform.database.connections import Connection
from server.platform.process.clock import utc_now
from server.training.repository import add_trainers
from server.training.session_repository import add_sessions, hold_pattern

SEED: Final = 39
WEEKS: Final = 8
AHEAD: Final = 28
DAYS: Final = (1, 2, 3, 4, 5)
# By batch: from when to when on each weekday, what about, and where.
HOURS: Final = (
    (time(9, 30), time(11, 30), "Machine practice", "Workshop 1"),
    (time(14, 0), time(16, 0), "Customer dialogue", "Room 204"),
)
# Some come nearly always, some often, a few rarely.
HABITS: Final = ((0.97, 70), (0.86, 22), (0.55, 8))

_BATCHES: Final = "SELECT id FROM batches WHERE company_id = :company_id ORDER BY id LIMIT 2"
_TRAINERS: Final = """
    SELECT id FROM users WHERE company_id = :company_id AND profile = 'TRAINER' AND is_active ORDER BY id LIMIT 2
"""
_SINCE: Final = "UPDATE batch_members SET joined_at = :since WHERE company_id = :company_id AND batch_id = :batch_id"
_PEOPLE: Final = "SELECT user_id FROM batch_members WHERE company_id = :company_id AND batch_id = :batch_id ORDER BY 1"
_TAKEN: Final = """
    UPDATE training_sessions SET state = 'taken', taken_at = ends_at, taken_by = :trainer_id
     WHERE company_id = :company_id AND batch_id = :batch_id AND ends_at < :today RETURNING id
"""
_MARKS: Final = """
    INSERT INTO attendance (company_id, session_id, user_id, mark, marked_by)
    SELECT :company_id, given.session_id, given.user_id, given.mark, :trainer_id
      FROM unnest(CAST(:sessions AS uuid[]), CAST(:people AS uuid[]), CAST(:marks AS text[]))
           AS given(session_id, user_id, mark)
"""
_COUNTED: Final = """
    UPDATE training_sessions s SET (people, marked, present) = (
        SELECT count(*), count(*), count(*) FILTER (WHERE mark IN ('present', 'late')) FROM attendance a
         WHERE a.company_id = :company_id AND a.session_id = s.id)
     WHERE s.company_id = :company_id AND s.batch_id = :batch_id AND s.state = 'taken'
"""


async def add_training(connection: Connection, *, company_id: UUID) -> None:
    """A trainer teaches each of the two batches; what lies before today was marked."""
    chance = random.Random(SEED)  # noqa: S311 - nothing secret
    batches = await connection.fetch_column(_BATCHES, company_id=company_id)
    trainers = await connection.fetch_column(_TRAINERS, company_id=company_id)
    for batch_id, trainer_id, hours in zip(batches, trainers, HOURS, strict=False):
        of_batch = {"company_id": company_id, "batch_id": batch_id}
        await add_trainers(connection, [trainer_id], **of_batch)
        await _plan(connection, hours, **of_batch)
        people = await connection.fetch_column(_PEOPLE, **of_batch)
        taken = await connection.fetch_column(_TAKEN, **of_batch, trainer_id=trainer_id, today=_today())
        habits = {each: chance.choices(*zip(*HABITS, strict=True))[0] for each in people}
        rows = [(session_id, each, _mark(chance, habit)) for session_id in taken for each, habit in habits.items()]
        sessions, marked, marks = map(list, zip(*rows, strict=True))
        given = {"sessions": sessions, "people": marked, "marks": marks}
        await connection.execute(_MARKS, company_id=company_id, trainer_id=trainer_id, **given)
        await connection.execute(_COUNTED, **of_batch)


def _today() -> datetime:
    return datetime.combine(utc_now().date(), time.min, tzinfo=UTC)


async def _plan(
    connection: Connection, hours: tuple[time, time, str, str], *, company_id: UUID, batch_id: UUID
) -> None:
    starts, ends, topic, place = hours
    today = utc_now().date()
    zone = timedelta(hours=5, minutes=30)
    days = [today + timedelta(days=number) for number in range(-7 * WEEKS, AHEAD)]
    planned = {
        day: tuple(datetime.combine(day, each, tzinfo=UTC) - zone for each in (starts, ends))
        for day in days
        # Today has sessions also where it is a Sunday.
        if day.isoweekday() in DAYS or day == today
    }
    of_batch = {"company_id": company_id, "batch_id": batch_id}
    since = datetime.combine(days[0], time.min, tzinfo=UTC)
    await connection.execute(_SINCE, **of_batch, since=since)
    pattern_id = await hold_pattern(connection, **of_batch, weekdays=list(DAYS), starts=starts, ends=ends)
    about = {"topic": topic, "place": place, "link": None}
    await add_sessions(connection, planned, **of_batch, about=about, pattern_id=pattern_id)  # type: ignore[arg-type] # pairs


def _mark(chance: random.Random, habit: float) -> str:
    if chance.random() < habit:
        return "late" if chance.random() < 0.06 else "present"  # noqa: PLR2004 - a share
    return "excused" if chance.random() < 0.2 else "absent"  # noqa: PLR2004 - a share
