"""SQL of candidates: who becomes one, their states, their order, and what becomes of these with an offer elsewhere."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.people.list.list_repository import OFFERS
from server.placement.fit_repository import BATCHES
from server.placement.offer_repository import HAS_OFFER, StoredOffer
from server.placement.schemas import OpeningCandidatesQuery, PlacementEvent
from server.platform.database.connections import Connection, quoted
from server.vocabulary.placement import OPEN_CANDIDACIES, REACHABLE, CandidacyState

MOST_EVENTS: Final = 200
MOST_LISTED: Final = 10_000
IS_OPEN: Final = f"state IN ({quoted(OPEN_CANDIDACIES)})"
# The company's policy closes the opening `{}` to a person `u`, for what the person has accepted elsewhere.
PLACED: Final = """
    (SELECT CASE c.placement_policy
            WHEN 'one' THEN count(f.id) > 0
            WHEN 'one_then_higher' THEN coalesce(bool_or(p.tier >= own.tier OR f.state = 'joined'), false)
            WHEN 'most' THEN count(f.id) >= c.placement_most ELSE false END
       FROM companies c JOIN openings own ON own.company_id = c.id AND own.id = {}
       LEFT JOIN offers f ON f.company_id = c.id AND f.user_id = u.id AND f.state IN ('accepted', 'joined')
                         AND f.opening_id <> own.id
       LEFT JOIN openings p ON p.company_id = c.id AND p.id = f.opening_id
      WHERE c.id = :company_id GROUP BY c.id)
"""
SAME: Final = "They are in this state already"
_JUDGED: Final = f"""
    WITH judged AS (
        SELECT given.id, y.state AS before,
               CASE WHEN u.id IS NULL OR NOT (:sees_all OR y.user_id IS NOT NULL) THEN :not_found
                    WHEN y.state = :state THEN :same
                    WHEN {HAS_OFFER} THEN :has_offer
                    WHEN :state = 'rejected' AND y.user_id IS NULL THEN :no_candidate
                    WHEN y.state = 'withdrawn' AND y.closed_by_offer IS NULL THEN :has_withdrawn
                    WHEN :state <> 'rejected' AND {PLACED.format(":opening_id")} THEN :is_placed END AS why
          FROM (SELECT DISTINCT each.id FROM unnest(CAST(:user_ids AS uuid[])) AS each(id)) AS given
          LEFT JOIN users u ON u.company_id = :company_id AND u.id = given.id AND u.is_active AND u.profile = 'TRAINEE'
          LEFT JOIN candidacies y ON y.opening_id = :opening_id AND y.user_id = given.id
    )
"""  # noqa: S608 - constants
_REASONS: Final = {
    "not_found": "There is no such trainee who is active",
    "same": SAME,
    "has_offer": "They have an offer",
    "no_candidate": "They are no candidates of this opening",
    "has_withdrawn": "They have withdrawn",
    "is_placed": "They have accepted an offer, and the company's policy allows no other",
}
# What follows rows of candidacies `y` that are written: of an opening, and of a reason.
_OVERWRITTEN: Final = """
    ON CONFLICT (opening_id, user_id) DO UPDATE SET state = excluded.state, reason = excluded.reason,
       is_own = y.is_own OR excluded.is_own, facts = coalesce(excluded.facts, y.facts), closed_by_offer = NULL,
       state_before = NULL, version = y.version + 1, changed_at = clock_timestamp()
    RETURNING company_id, opening_id, user_id, state, reason
"""
_NOTED: Final = """
    INSERT INTO placement_events (company_id, opening_id, user_id, state, reason, changed_by)
    SELECT company_id, opening_id, user_id, state, reason, CAST(:changed_by AS uuid) FROM moved
"""


@dataclass(frozen=True, kw_only=True)
class Move:
    """People are brought to a state at an opening, by staff who see all people or its candidates alone.

    The values of the fields of these `numbers` are kept as facts with the shortlist.
    """

    company_id: UUID
    opening_id: UUID
    sees_all: bool
    state: str
    reason: str | None
    changed_by: UUID
    numbers: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class CandidateRow:
    id: UUID
    full_name: str
    code: str | None
    batches: list[str]
    email: str | None
    phone: str | None
    state: CandidacyState
    is_own: bool
    rank: int | None
    reason: str | None
    facts: dict[str, Any] | None
    changed_at: datetime
    version: int
    offer_id: UUID | None
    has_offer: bool


@dataclass(frozen=True, kw_only=True)
class OwnCandidacy:
    """What a person is a candidate of."""

    opening_id: UUID
    state: CandidacyState
    closed_by_offer: UUID | None
    has_offer: bool
    name: str
    tier: int


async def hold_people(connection: Connection, user_ids: Collection[UUID], *, company_id: UUID) -> None:
    """Until the transaction ends no other one judges or changes what these have. Held before the opening."""
    query = """
        SELECT FROM users WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[]))
         ORDER BY id FOR NO KEY UPDATE
    """
    await connection.execute(query, company_id=company_id, user_ids=list(user_ids))


async def move_people(
    connection: Connection, user_ids: Collection[UUID], move: Move, *, is_dry: bool = False
) -> dict[str | None, int]:
    """Bring held people to a state; return how many stay as they are for which reason, and of None: are changed."""
    moved = f""", moved AS (
            INSERT INTO candidacies AS y (company_id, opening_id, user_id, state, is_own, reason, facts)
            SELECT :company_id, :opening_id, j.id, :state, false, CAST(:reason AS text),
                   CASE WHEN :state = 'shortlisted' THEN coalesce(
                        (SELECT jsonb_object_agg(v.key, v.value) FROM person_fields k, jsonb_each(k.own_values) AS v
                          WHERE k.company_id = :company_id AND k.user_id = j.id
                            AND v.key = ANY(CAST(:numbers AS text[]))), '{{}}') END
              FROM judged j WHERE j.why IS NULL ORDER BY j.id {_OVERWRITTEN}
        ), noted AS ({_NOTED})
    """  # noqa: S608 - constants
    query = f"{_JUDGED} {'' if is_dry else moved} SELECT why, count(*) AS people FROM judged GROUP BY why"  # noqa: S608 - constants
    rows = await connection.fetch_all(query, user_ids=list(user_ids), **vars(move), **_REASONS)
    return {row.why: row.people for row in rows}


async def set_states(
    connection: Connection,
    states: Mapping[UUID, CandidacyState],
    *,
    company_id: UUID,
    opening_id: UUID,
    changed_by: UUID | None = None,
    is_own: bool = False,
    among: CandidacyState | None = None,
) -> bool:
    """Set states of people who are held and judged; return whether one was in another.

    `is_own`: it adds an own one; `among`: of those alone who are in this state.
    """
    query = f"""
        WITH moved AS (
            INSERT INTO candidacies AS y (company_id, opening_id, user_id, state, is_own)
            SELECT :company_id, :opening_id, each.id, each.state, :is_own
              FROM unnest(CAST(:user_ids AS uuid[]), CAST(:states AS text[])) AS each(id, state)
              LEFT JOIN candidacies c ON c.opening_id = :opening_id AND c.user_id = each.id
             WHERE c.state IS DISTINCT FROM each.state AND (:is_own OR c.user_id IS NOT NULL)
               AND (CAST(:among AS text) IS NULL OR c.state = :among)
             ORDER BY each.id {_OVERWRITTEN}
        ), noted AS ({_NOTED})
        SELECT FROM moved LIMIT 1
    """  # noqa: S608 - constants
    values = {"user_ids": list(states), "states": [each.value for each in states.values()], "among": among}
    of_opening = {"company_id": company_id, "opening_id": opening_id}
    return await connection.has_row(query, **values, **of_opening, changed_by=changed_by, is_own=is_own)


async def close_others(
    connection: Connection, opening_ids: Collection[UUID], offer: StoredOffer, *, former: Collection[UUID]
) -> list[UUID]:
    """Close a locked person's candidacies at these openings for an offer that is accepted; return where.

    What the `former` offers have closed, which are given up for it, is closed by this one from now on.
    """
    query = f"""
        WITH closed AS (
            UPDATE candidacies SET state_before = state, state = 'withdrawn', closed_by_offer = :offer_id,
                   version = version + 1, changed_at = clock_timestamp()
             WHERE company_id = :company_id AND user_id = :user_id AND {IS_OPEN}
               AND opening_id = ANY(CAST(:opening_ids AS uuid[]))
            RETURNING opening_id
        ), noted AS (
            INSERT INTO placement_events (company_id, opening_id, user_id, state, reason)
            SELECT :company_id, opening_id, :user_id, 'withdrawn', 'accepted elsewhere' FROM closed
        ), passed_on AS (
            UPDATE candidacies SET closed_by_offer = :offer_id
             WHERE company_id = :company_id AND user_id = :user_id AND closed_by_offer = ANY(CAST(:former AS uuid[]))
        )
        SELECT opening_id FROM closed
    """  # noqa: S608 - constants
    of_offer = {"company_id": offer.company_id, "user_id": offer.user_id, "offer_id": offer.id}
    return await connection.fetch_column(query, **of_offer, opening_ids=list(opening_ids), former=list(former))


async def open_again(connection: Connection, offer: StoredOffer) -> list[UUID]:
    """Open what an offer has closed that comes to nothing, where the opening is still open; return where."""
    query = """
        WITH opened AS (
            UPDATE candidacies y SET state = y.state_before, state_before = NULL, closed_by_offer = NULL,
                   version = y.version + 1, changed_at = clock_timestamp()
              FROM openings o
             WHERE y.company_id = :company_id AND y.user_id = :user_id AND y.closed_by_offer = :offer_id
               AND o.company_id = :company_id AND o.id = y.opening_id AND o.state = 'open'
            RETURNING y.opening_id, y.state
        ), noted AS (
            INSERT INTO placement_events (company_id, opening_id, user_id, state, reason)
            SELECT :company_id, opening_id, :user_id, state, 'opened again' FROM opened
        )
        SELECT opening_id FROM opened
    """
    of_offer = {"company_id": offer.company_id, "user_id": offer.user_id, "offer_id": offer.id}
    return await connection.fetch_column(query, **of_offer)


async def list_own(connection: Connection, *, company_id: UUID, user_id: UUID) -> list[OwnCandidacy]:
    query = f"""
        SELECT y.opening_id, y.state, y.closed_by_offer, {HAS_OFFER} AS has_offer, e.name || ': ' || o.title AS name,
               o.tier
          FROM candidacies y JOIN openings o ON o.company_id = :company_id AND o.id = y.opening_id
          JOIN employers e ON e.company_id = :company_id AND e.id = o.employer_id
         WHERE y.company_id = :company_id AND y.user_id = :user_id ORDER BY y.opening_id
    """  # noqa: S608 - constants
    return await connection.fetch_records(OwnCandidacy, query, company_id=company_id, user_id=user_id)


async def find_refused(
    connection: Connection, opening_ids: Collection[UUID], *, company_id: UUID, user_id: UUID
) -> set[UUID]:
    """Find which of these openings the company's policy closes to a person."""
    query = f"""
        SELECT o.id FROM unnest(CAST(:opening_ids AS uuid[])) AS o(id)
          JOIN users u ON u.company_id = :company_id AND u.id = :user_id WHERE {PLACED.format("o.id")}
    """  # noqa: S608 - a constant
    values = {"user_id": user_id, "opening_ids": list(opening_ids)}
    return set(await connection.fetch_column(query, company_id=company_id, **values))


async def list_candidates(
    connection: Connection,
    *,
    company_id: UUID,
    opening_id: UUID,
    query: OpeningCandidatesQuery | None = None,
    user_id: UUID | None = None,
    states: Sequence[CandidacyState] = (),
) -> tuple[list[CandidateRow], int]:
    """(a page, or the one person; how many there are)."""
    state, offer = (query.state, query.offer) if query else (None, None)
    chosen = [f"y.state IN ({quoted(states)})" if states else "true"]
    if offer is not None:
        chosen.append(
            "EXISTS (SELECT FROM offers f WHERE f.company_id = y.company_id AND f.opening_id = y.opening_id"
            f" AND f.user_id = y.user_id AND {OFFERS[offer][0]})"
        )
    rows = f"""
          FROM candidacies y JOIN users u ON u.company_id = :company_id AND u.id = y.user_id
         WHERE y.company_id = :company_id AND y.opening_id = :opening_id
           AND (CAST(:state AS text) IS NULL OR y.state = :state)
           AND (CAST(:user_id AS uuid) IS NULL OR y.user_id = :user_id) AND {" AND ".join(chosen)}
    """
    reachable = f"y.state IN ({quoted(REACHABLE)})"
    page = f"""
        SELECT u.id, u.full_name, u.code, {BATCHES} AS batches, CASE WHEN {reachable} THEN u.email END AS email,
               CASE WHEN {reachable} THEN u.phone END AS phone, y.state, y.is_own, y.rank, y.reason, y.facts,
               y.changed_at, y.version,
               (SELECT f.id FROM offers f
                 WHERE f.company_id = :company_id AND f.opening_id = y.opening_id AND f.user_id = y.user_id
                 ORDER BY f.made_at DESC LIMIT 1) AS offer_id,
               {HAS_OFFER} AS has_offer
        {rows} ORDER BY y.rank NULLS LAST, u.sort_name, u.id OFFSET :offset LIMIT :limit
    """  # noqa: S608 - constants
    values = {"company_id": company_id, "opening_id": opening_id, "state": state, "user_id": user_id}
    place = {"offset": query.offset if query else 0, "limit": query.page_size if query else MOST_LISTED}
    found = await connection.fetch_records(CandidateRow, page, **values, **place)
    return found, await connection.fetch_number(f"SELECT count(*) {rows}", **values)


async def list_events(
    connection: Connection, *, company_id: UUID, opening_id: UUID, user_id: UUID
) -> list[PlacementEvent]:
    query = """
        SELECT v.offer_id IS NOT NULL AS of_offer, v.state, v.reason, by.full_name AS changed_by, v.changed_at
          FROM placement_events v LEFT JOIN users by ON by.company_id = :company_id AND by.id = v.changed_by
         WHERE v.company_id = :company_id AND v.opening_id = :opening_id AND v.user_id = :user_id
         ORDER BY v.changed_at DESC, v.id DESC LIMIT :limit
    """
    values = {"opening_id": opening_id, "user_id": user_id, "limit": MOST_EVENTS}
    return await connection.fetch_records(PlacementEvent, query, company_id=company_id, **values)


async def rank(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, opening_id: UUID) -> None:
    """Rank the candidates of a locked opening in this order; the others have no rank then."""
    query = """
        UPDATE candidacies y SET rank = r.place, version = y.version + 1
          FROM (SELECT c.user_id, min(given.place) AS place
                  FROM candidacies c
                  LEFT JOIN unnest(CAST(:user_ids AS uuid[])) WITH ORDINALITY AS given(id, place)
                       ON given.id = c.user_id
                 WHERE c.company_id = :company_id AND c.opening_id = :opening_id GROUP BY c.user_id) AS r
         WHERE y.company_id = :company_id AND y.opening_id = :opening_id AND y.user_id = r.user_id
           AND y.rank IS DISTINCT FROM r.place
    """
    await connection.execute(query, company_id=company_id, opening_id=opening_id, user_ids=list(user_ids))


# Reasons and facts are kept for the months that a company has chosen.
CLEAR_OLD_FACTS: Final = """
    UPDATE candidacies SET facts = NULL, reason = NULL WHERE (opening_id, user_id) IN (
        SELECT y.opening_id, y.user_id FROM companies c CROSS JOIN LATERAL (
            SELECT opening_id, user_id FROM candidacies
             WHERE company_id = c.id AND (facts IS NOT NULL OR reason IS NOT NULL)
               AND changed_at < now() - make_interval(months => c.placement_kept_months) LIMIT :limit) AS y
         LIMIT :limit)
"""
CLEAR_OLD_REASONS: Final = """
    UPDATE placement_events SET reason = NULL WHERE id IN (
        SELECT v.id FROM companies c CROSS JOIN LATERAL (
            SELECT id FROM placement_events WHERE company_id = c.id AND reason IS NOT NULL
               AND changed_at < now() - make_interval(months => c.placement_kept_months) LIMIT :limit) AS v
         LIMIT :limit)
"""
