"""Put the people of the demo company into stages, with what they have been through in three months."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from deploy.local.demo.batches import make_intakes
from deploy.local.demo.people import Person, happens
from server.platform.database.connections import Connection
from server.vocabulary.profiles import Profile

# Beside that of the people, who stay the same.
SEED: Final = 43
# Each stage with the days that people stay in it, and how many of a hundred then leave.
STEPS: Final = (
    ("Applied", (0.5, 4), 6),
    ("Screening", (0.5, 6), 9),
    ("Interview", (1, 5), 12),
    ("Selected", (1, 9), 3),
    ("In training", (28, 50), 7),
    ("Certified", (3, 60), 2),
)
BEFORE_TRAINING: Final = ("Applied", "Screening", "Interview", "Selected")
LAST: Final = "Placed"
LEFT: Final = "Left"
# An applicant is in one of these, as so many of a hundred, and who is in a batch is in training.
OF_APPLICANTS: Final = {"Applied": 50, "Screening": 30, "Interview": 20}
OF_BATCHES: Final = "In training"
# Trainees have been selected within so many days, or within the time since they were added.
SELECTED_WITHIN: Final = timedelta(days=30)
# The trigger of new accounts has put each into the first stage.
_BEGUN: Final = "DELETE FROM stage_entries WHERE company_id = $1 AND user_id = ANY($2::uuid[])"
_MOVES: Final = """
    INSERT INTO stage_entries (company_id, user_id, stage_id, entered_at, left_at, left_to, moved_by)
    SELECT $1, m.user_id, s.id, m.entered_at, m.left_at,
           lead(s.id) OVER (PARTITION BY m.user_id ORDER BY m.entered_at), CASE WHEN s.kind <> 'entry' THEN $2::uuid END
      FROM unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::timestamptz[])
           AS m(user_id, name, entered_at, left_at)
      JOIN stages s ON s.company_id = $1 AND s.name = m.name
"""


async def add_ways(
    connection: Connection, people: list[Person], *, company_id: UUID, owner_id: UUID, now: datetime
) -> None:
    chance = random.Random(SEED)  # noqa: S311 - nothing secret
    on_the_way = [person for person in people if person.profile in {None, Profile.TRAINEE}]
    in_batches = {person.id for intake in make_intakes(people) for person in intake.people}
    rows = [
        (person.id, *entry)
        for person in on_the_way
        for entry in _entries(_way(chance, person, is_in_batch=person.id in in_batches, now=now))
    ]
    await connection.raw.execute(_BEGUN, company_id, [person.id for person in on_the_way])
    await connection.raw.execute(_MOVES, company_id, owner_id, *map(list, zip(*rows, strict=True)))


def _entries(way: Iterator[tuple[str, datetime]]) -> Iterator[tuple[str, datetime, datetime | None]]:
    """Each stage, since when and until when; the last one goes on."""
    names, moments = zip(*way, strict=True)
    yield from zip(names, moments, (*moments[1:], None), strict=True)


def _way(chance: random.Random, person: Person, *, is_in_batch: bool, now: datetime) -> Iterator[tuple[str, datetime]]:
    """The stages of a person, and when they came to each."""
    at = person.created_at
    last = OF_BATCHES if is_in_batch else LAST
    if person.profile is None:
        [last] = chance.choices(list(OF_APPLICANTS), list(OF_APPLICANTS.values()))
    pace = min(1.0, (now - at) / SELECTED_WITHIN)
    for name, days, leaving in STEPS:
        yield name, at
        if name == last:
            return
        at += timedelta(days=chance.uniform(*days)) * (pace if name in BEFORE_TRAINING else 1)
        if at >= now:
            return
        if last == LAST and happens(chance, percent=leaving):
            yield LEFT, at
            return
    yield LAST, at
