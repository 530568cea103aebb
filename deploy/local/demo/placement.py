"""Six openings of four employers in the demo company, with candidates, and offers in every state."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

from server.platform.database.connections import Connection
from server.vocabulary.placement import CandidacyState, OfferState
from server.vocabulary.visible_text import fold_name

# By name: what they do, and the mailbox that gets files of candidates.
EMPLOYERS: Final = {
    "Deccan Precision Works": ("Machine parts", "hr.deccan@example.com"),
    "Konkan Retail": ("Shops", "people.konkan@example.com"),
    "Nilgiri Electricals": ("Electrical work", "jobs.nilgiri@example.org"),
    "Vindhya Data Services": ("Back office", "hiring.vindhya@example.org"),
}


@dataclass(frozen=True, kw_only=True)
class _Opening:
    """`course` is the number of a choice; `days` until it closes, which is past where they are negative.

    `states` say what becomes of how many candidates, the best first; the others are shortlisted.
    """

    employer: str
    title: str
    place: str
    seats: int
    pay: tuple[int, int]
    tier: int
    course: int
    least: int
    days: int | None
    states: Mapping[OfferState | CandidacyState, int]


OPENINGS: Final = (
    _Opening(
        employer="Deccan Precision Works",
        title="CNC operator",
        place="Pune",
        seats=20,
        pay=(216_000, 264_000),
        tier=2,
        course=1,
        least=60,
        days=6,
        states={OfferState.ACCEPTED: 3, OfferState.OFFERED: 6, CandidacyState.SELECTED: 2},
    ),
    _Opening(
        employer="Deccan Precision Works",
        title="Fitter",
        place="Nashik",
        seats=10,
        pay=(180_000, 204_000),
        tier=1,
        course=3,
        least=55,
        days=2,
        states={OfferState.OFFERED: 4, CandidacyState.IN_ROUNDS: 6},
    ),
    _Opening(
        employer="Vindhya Data Services",
        title="Data entry operator",
        place="Nagpur",
        seats=15,
        pay=(156_000, 192_000),
        tier=1,
        course=4,
        least=55,
        days=12,
        states={CandidacyState.APPLIED: 9},
    ),
    _Opening(
        employer="Nilgiri Electricals",
        title="Electrician",
        place="Coimbatore",
        seats=8,
        pay=(192_000, 240_000),
        tier=2,
        course=2,
        least=60,
        days=-20,
        states={
            OfferState.JOINED: 4,
            OfferState.ENDED: 1,
            OfferState.ACCEPTED: 1,
            OfferState.DID_NOT_JOIN: 1,
            OfferState.DECLINED: 2,
            OfferState.EXPIRED: 1,
            OfferState.WITHDRAWN: 1,
            CandidacyState.REJECTED: 5,
        },
    ),
    _Opening(
        employer="Konkan Retail",
        title="Retail associate",
        place="Mumbai",
        seats=25,
        pay=(168_000, 198_000),
        tier=1,
        course=5,
        least=50,
        days=20,
        states={OfferState.OFFERED: 2, CandidacyState.REJECTED: 3},
    ),
    _Opening(
        employer="Vindhya Data Services",
        title="Web developer",
        place="Pune",
        seats=5,
        pay=(300_000, 420_000),
        tier=3,
        course=6,
        least=70,
        days=None,
        states={},
    ),
)
MOST_CANDIDATES: Final = 40
# Offers of a closed opening were made so long ago, and those of an open one.
SINCE_OLD: Final = timedelta(days=45)
SINCE_NEW: Final = timedelta(days=1)
ZONE: Final = timedelta(hours=5, minutes=30)

_POLICY: Final = "UPDATE companies SET placement_policy = 'one_then_higher' WHERE id = $1"
_EMPLOYERS: Final = """
    INSERT INTO employers (company_id, name, folded_name, industry, contacts)
    SELECT $1, e.name, e.folded_name, e.industry,
           jsonb_build_array(jsonb_build_object('name', 'Recruitment', 'email', e.email, 'phone', NULL))
      FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS e(name, folded_name, industry, email)
"""
_OPENING: Final = """
    INSERT INTO openings (company_id, employer_id, title, place, seats, pay_from, pay_to, tier, conditions, closes_at,
                          state)
    SELECT $1, e.id, $3, $4, $5, $6, $7, $8, $9::jsonb, $10,
           CASE WHEN $10::timestamptz IS NULL THEN 'draft' WHEN $10 < $11 THEN 'closed' ELSE 'open' END
      FROM employers e WHERE e.company_id = $1 AND e.name = $2 RETURNING id
"""
_STAFF: Final = """
    INSERT INTO opening_staff (company_id, opening_id, user_id)
    SELECT $1, $2, u.id FROM users u
     WHERE u.company_id = $1 AND u.profile = 'PLACEMENT' AND u.is_active ORDER BY u.id LIMIT 2
"""
# The best first; each is a candidate of one opening.
_CANDIDATES: Final = """
    INSERT INTO candidacies (company_id, opening_id, user_id, state, is_own, rank, facts, changed_at)
    SELECT $1, $2, p.user_id, coalesce(($6::text[])[p.place], 'shortlisted'), p.place % 3 = 0, p.place,
           p.facts, $5::timestamptz + p.place * interval '1 minute'
      FROM (SELECT f.user_id, jsonb_build_object('1', f.own_values -> '1', '2', f.own_values -> '2') AS facts,
                   row_number() OVER (ORDER BY (f.own_values ->> '2')::numeric DESC, f.user_id) AS place
              FROM person_fields f JOIN users u ON u.company_id = $1 AND u.id = f.user_id
             WHERE f.company_id = $1 AND u.profile = 'TRAINEE' AND u.is_active
               AND (f.own_values -> '1')::int = $3 AND (f.own_values -> '2')::numeric >= $4) AS p
     WHERE p.place <= $7
"""
# Given before the moments of the states; those that wait end within three days.
_OFFERS: Final = """
    INSERT INTO offers (company_id, opening_id, user_id, state, pay, joins_on, answer_by, is_binding, is_confirmed,
                        made_at, changed_at, accepted_at, joined_at, left_on)
    SELECT $1, $2, c.user_id, o.state, $5, ($4::timestamptz + interval '10 days')::date,
           CASE o.state WHEN 'offered' THEN $6::timestamptz + o.place * interval '11 hours'
                        ELSE $4::timestamptz + interval '3 days' END,
           o.state IN ('accepted', 'joined'),
           CASE WHEN o.state = 'joined' AND o.place % 3 > 0 OR o.state = 'ended' THEN true END,
           $4, $4::timestamptz + interval '2 days',
           CASE WHEN o.state IN ('accepted', 'joined', 'ended', 'did_not_join')
                THEN $4::timestamptz + o.place * interval '3 hours' END,
           CASE WHEN o.state IN ('joined', 'ended') THEN $4::timestamptz + interval '12 days' END,
           CASE WHEN o.state = 'ended' THEN ($4::timestamptz + interval '20 days')::date END
      FROM unnest($3::text[]) WITH ORDINALITY AS o(state, place)
      JOIN candidacies c ON c.opening_id = $2 AND c.rank = o.place
"""
_VERSIONS: Final = """
    INSERT INTO offer_versions (company_id, offer_id, version, pay, joins_on, answer_by, changed_at)
    SELECT company_id, id, version, pay, joins_on, answer_by, made_at FROM offers WHERE company_id = $1
"""
_EVENTS: Final = """
    INSERT INTO placement_events (company_id, opening_id, user_id, offer_id, state, reason, changed_at)
    SELECT company_id, opening_id, user_id, NULL, state, reason, changed_at FROM candidacies WHERE company_id = $1
     UNION ALL
    SELECT company_id, opening_id, user_id, id, 'offered', NULL, made_at FROM offers WHERE company_id = $1
     UNION ALL
    SELECT company_id, opening_id, user_id, id, state,
           CASE state WHEN 'withdrawn' THEN 'The employer has fewer seats' WHEN 'did_not_join' THEN 'Did not come' END,
           changed_at
      FROM offers
     WHERE company_id = $1 AND state <> 'offered'
"""


async def add_placement(connection: Connection, *, company_id: UUID, now: datetime) -> None:
    """Add it after the people's own fields: conditions and facts are of these."""
    raw = connection.raw
    await raw.execute(_POLICY, company_id)
    named = [(name, fold_name(name), *about) for name, about in EMPLOYERS.items()]
    await raw.execute(_EMPLOYERS, company_id, *map(list, zip(*named, strict=True)))
    for opening in OPENINGS:
        opening_id = await raw.fetchval(_OPENING, company_id, *_values(opening, now=now))
        await raw.execute(_STAFF, company_id, opening_id)
        if opening.days is not None:
            await _add_candidates(connection, opening, company_id=company_id, opening_id=opening_id, now=now)
    await raw.execute(_VERSIONS, company_id)
    await raw.execute(_EVENTS, company_id)


def _values(opening: _Opening, *, now: datetime) -> tuple[Any, ...]:
    terms = [{"field": "course", "is": [opening.course]}, {"field": "10th", "from": opening.least}]
    closes = None
    if opening.days is not None:
        last_day = (now + ZONE).date() + timedelta(days=opening.days + 1)
        closes = datetime.combine(last_day, time.min, tzinfo=now.tzinfo) - ZONE
    about = (opening.employer, opening.title, opening.place, opening.seats, *opening.pay, opening.tier)
    return (*about, terms, closes, now)


async def _add_candidates(
    connection: Connection, opening: _Opening, *, company_id: UUID, opening_id: UUID, now: datetime
) -> None:
    each = [state for state, people in opening.states.items() for _ in range(people)]
    offers = [state.value for state in each if isinstance(state, OfferState)]
    # All who have an offer were selected.
    states = ["selected" if isinstance(state, OfferState) else state.value for state in each]
    given_at = now - (SINCE_OLD if opening.days is not None and opening.days < 0 else SINCE_NEW)
    since = given_at - timedelta(days=5)
    key = (company_id, opening_id)
    await connection.raw.execute(_CANDIDATES, *key, opening.course, opening.least, since, states, MOST_CANDIDATES)
    await connection.raw.execute(_OFFERS, *key, offers, given_at, opening.pay[0], now)
