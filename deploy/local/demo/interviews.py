"""A day of interviews in the demo company: today, with four panels, of which each has met some people already."""

import random
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Final
from uuid import UUID

from server.platform.database.connections import Connection

NAME: Final = "Campus interviews"
LOCATION: Final = "Pune"
CRITERIA: Final = ("Communication", "Knowledge of the trade", "Reliability")
ROOMS: Final = ("Room 201", "Room 202", "Room 203", "Room 204")
PANELISTS: Final = 2
SLOT: Final = timedelta(minutes=15)
BEFORE: Final = timedelta(hours=2)
AFTER: Final = timedelta(hours=3)
CANDIDATES: Final = 72
ZONE: Final = timedelta(hours=5, minutes=30)
SEED: Final = 45
LOWEST, HIGHEST = 1, 4
# From this mean of a panelist's marks on the verdict is that; below all it is no.
VERDICTS: Final = ((3.0, "yes"), (2.3, "maybe"), (0.0, "no"))
# The share of scores that the second of a panel has not sent yet.
OPEN: Final = 0.1

_ROUND: Final = """
    INSERT INTO rounds (company_id, name, location, day, slot_minutes, break_minutes, criteria, stage_id, pass_stage_id,
                        state)
    SELECT $1, $2, $3, $4::date, $5, 0, $6::jsonb,
           (SELECT id FROM stages WHERE company_id = $1 AND name = 'Interview'),
           (SELECT id FROM stages WHERE company_id = $1 AND name = 'Selected'), 'running'
    RETURNING id
"""
_PANELS: Final = """
    INSERT INTO panels (company_id, round_id, name, place, starts_at, ends_at)
    SELECT $1, $2, 'Panel ' || chr(64 + p.number::int), p.place, $4, $5
      FROM unnest($3::text[]) WITH ORDINALITY AS p(place, number)
"""
_MEMBERS: Final = """
    INSERT INTO panel_members (company_id, panel_id, user_id)
    SELECT $1, p.id, u.id
      FROM (SELECT id, row_number() OVER (ORDER BY name) AS number FROM panels WHERE round_id = $2) AS p
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS number FROM users
             WHERE company_id = $1 AND profile = 'INTERVIEW_PANELIST' AND is_active) AS u
        ON (u.number - 1) / $3 + 1 = p.number
"""
# In turn to the panels; the fifth time of each is the present one.
_CANDIDATES: Final = """
    INSERT INTO interviews (company_id, round_id, user_id, panel_id, ticket, position, planned_at, here_at, called_at,
                            started_at, ended_at, absences, state)
    SELECT $1, $2, c.id, p.id, c.number, extract(epoch FROM m.planned_at), m.planned_at,
           CASE WHEN m.slot < $6 + 2 THEN m.planned_at - interval '20 minutes' END,
           CASE WHEN m.slot <= $6 THEN m.planned_at END,
           CASE WHEN m.slot <= $6 THEN m.planned_at + interval '2 minutes' END,
           CASE WHEN m.slot < $6 THEN m.planned_at + interval '14 minutes' END,
           0,
           CASE WHEN m.slot < $6 THEN 'done' WHEN m.slot = $6 THEN 'in_room'
                WHEN c.number % 9 = 5 THEN 'waiting' WHEN c.number % 23 = 7 THEN 'declined' ELSE 'confirmed' END
      FROM (SELECT u.id, row_number() OVER (ORDER BY u.sort_name, u.id) AS number
              FROM stage_entries e JOIN users u ON u.company_id = $1 AND u.id = e.user_id
              JOIN stages s ON s.company_id = $1 AND s.id = e.stage_id AND s.name IN ('Certified', 'Interview')
             WHERE e.company_id = $1 AND e.left_at IS NULL AND u.is_active AND u.profile = 'TRAINEE'
             LIMIT $5) AS c
     CROSS JOIN LATERAL (SELECT (c.number - 1) / 4 AS slot, $3::timestamptz + (c.number - 1) / 4 * $4::interval
                                AS planned_at) AS m
      JOIN (SELECT id, row_number() OVER (ORDER BY name) AS number FROM panels WHERE round_id = $2) AS p
        ON p.number = (c.number - 1) % 4 + 1
"""
_BOOKINGS: Final = """
    INSERT INTO bookings (company_id, panel_id, resource, during)
    SELECT $1, p.id, 'u:' || m.user_id, tstzrange(p.starts_at, p.ends_at)
      FROM panels p JOIN panel_members m ON m.company_id = $1 AND m.panel_id = p.id
     WHERE p.company_id = $1 AND p.round_id = $2
"""
_HELD: Final = """
    SELECT i.id, m.user_id AS panelist_id, i.ended_at + interval '1 minute' AS sent_at
      FROM interviews i JOIN panel_members m ON m.company_id = $1 AND m.panel_id = i.panel_id
     WHERE i.company_id = $1 AND i.round_id = $2 AND i.state = 'done'
     ORDER BY i.ticket, m.user_id
"""
_SCORES: Final = """
    INSERT INTO scores (company_id, interview_id, panelist_id, marks, verdict, note, sent_at)
    VALUES ($1, $2, $3, $4::jsonb, $5, NULL, $6)
"""


async def add_interviews(connection: Connection, *, company_id: UUID, now: datetime) -> None:
    """Add it after the stages, of which people are chosen."""
    raw = connection.raw
    day, first, last = hours_of(now)
    criteria = [{"key": str(number), "label": label} for number, label in enumerate(CRITERIA, start=1)]
    minutes = SLOT // timedelta(minutes=1)
    round_id = await raw.fetchval(_ROUND, company_id, NAME, LOCATION, day, minutes, criteria)
    key = (company_id, round_id)
    await raw.execute(_PANELS, *key, list(ROOMS), first, last)
    await raw.execute(_MEMBERS, *key, PANELISTS)
    await raw.execute(_CANDIDATES, *key, first, SLOT, CANDIDATES, (now - first) // SLOT)
    await raw.execute(_BOOKINGS, *key)
    held = [tuple(row.values()) for row in await raw.fetch(_HELD, *key)]
    scores = [(company_id, *score) for score in _scores(random.Random(SEED), held)]  # noqa: S311 - nothing secret
    await raw.executemany(_SCORES, scores)


def hours_of(now: datetime) -> tuple[date, datetime, datetime]:
    """Today by the clock of India, and hours around the present moment that lie within it."""
    day = (now + ZONE).date()
    midnight = datetime.combine(day, time.min, tzinfo=now.tzinfo) - ZONE
    present = midnight + (now - midnight) // SLOT * SLOT
    return day, max(midnight, present - BEFORE), min(midnight + timedelta(days=1), present + AFTER)


def _scores(
    chance: random.Random, held: Sequence[tuple[UUID, UUID, datetime]]
) -> Iterator[tuple[UUID, UUID, dict[str, int], str, datetime]]:
    """The marks of a panel are near each other: it has met the same person, whose strengths differ by criterion."""
    for interview_id, panel in groupby(held, key=itemgetter(0)):
        person = chance.gauss(2.7, 0.6)
        strengths = [person + chance.gauss(0, 0.5) for _ in CRITERIA]
        for seat, (_, panelist_id, sent_at) in enumerate(panel):
            marks = [min(max(round(each + chance.gauss(0, 0.4)), LOWEST), HIGHEST) for each in strengths]
            mean = sum(marks) / len(marks)
            verdict = next(verdict for least, verdict in VERDICTS if mean >= least)
            if seat == 0 or chance.random() >= OPEN:
                given = {str(number): mark for number, mark in enumerate(marks, start=1)}
                yield interview_id, panelist_id, given, verdict, sent_at
