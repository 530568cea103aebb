"""SQL of a candidate's own interviews, of the dashboards, and of hall screens."""

from typing import Any, Final
from uuid import UUID

from server.interviews.candidate_repository import WAITS
from server.interviews.day_repository import BUSY, ENDS, FREE, STEP
from server.interviews.repository import MANAGED, duty_values
from server.interviews.schemas import ScreenCall
from server.interviews.score_repository import MISSING_OF_ROUND
from server.platform.database.connections import Connection, Row
from server.vocabulary.duties import Duty

MOST_OWN: Final = 20
MOST_ROUNDS: Final = 10
# The place of who waits, `i`, in the queue of its panel, or of those who wait for any.
_PLACE: Final = """
    (SELECT count(*) + 1 FROM interviews o
      WHERE o.company_id = :company_id AND o.round_id = i.round_id AND o.panel_id IS NOT DISTINCT FROM i.panel_id
        AND o.state IN ('waiting', 'confirmed') AND (o.position, o.ticket) < (i.position, i.ticket))
"""
# All open panels call people who have none.
_ANY: Final = f"""
    (SELECT min({FREE}) + (queue.place - 1) / greatest(1, count(*)) * {STEP}
       FROM panels p WHERE p.company_id = :company_id AND p.round_id = r.id AND p.state = 'open')
"""  # noqa: S608 - constants


async def list_own(connection: Connection, *, company_id: UUID, user_id: UUID) -> list[Row]:
    """A person's interviews of published rounds, from a week ago on: what is over is last."""
    query = f"""
        SELECT i.id, r.name AS round_name, r.state AS round_state, r.location, r.day, r.slot_minutes, i.state,
               r.day = CAST(now() AT TIME ZONE c.time_zone AS date) AS is_today, p.name AS panel, p.place, p.link,
               i.planned_at, i.called_at, i.here_at IS NOT NULL AS is_here, i.version,
               coalesce(u.code, '#' || i.ticket) AS label, queue.place AS place_in_queue,
               CASE WHEN queue.place IS NOT NULL THEN greatest(i.planned_at, CASE WHEN p.id IS NULL THEN {_ANY}
                    ELSE {FREE} + (queue.place - 1) * {STEP} END) END AS expected_at,
               (SELECT coalesce(v.code, '#' || o.ticket) FROM interviews o
                  JOIN users v ON v.company_id = :company_id AND v.id = o.user_id
                 WHERE o.company_id = :company_id AND o.panel_id = p.id AND o.called_at IS NOT NULL
                   AND queue.place IS NOT NULL
                 ORDER BY o.called_at DESC LIMIT 1) AS last_called
          FROM interviews i JOIN rounds r ON r.company_id = :company_id AND r.id = i.round_id
          JOIN companies c ON c.id = :company_id JOIN users u ON u.company_id = :company_id AND u.id = i.user_id
          LEFT JOIN panels p ON p.company_id = :company_id AND p.id = i.panel_id
          LEFT JOIN LATERAL (SELECT {_PLACE} AS place WHERE {WAITS} AND r.state <> 'closed') AS queue ON true
         WHERE i.company_id = :company_id AND i.user_id = :user_id AND r.state <> 'draft' AND i.state <> 'withdrawn'
           AND r.day >= CAST(now() AT TIME ZONE c.time_zone AS date) - 7
         ORDER BY i.state IN ('done', 'declined') OR r.state = 'closed', i.state NOT IN {BUSY}, r.day, i.planned_at,
                  i.id
         LIMIT {MOST_OWN}
    """  # noqa: S608 - constants
    return list(await connection.fetch_all(query, company_id=company_id, user_id=user_id))


async def list_coming(connection: Connection, *, duty: Duty) -> list[Row]:
    """The rounds of today and the next seven days, with their figures."""
    query = f"""
        SELECT r.id, r.name, r.day, r.state, {ENDS} AS ends_at, counted.*, {MISSING_OF_ROUND} AS missing_scores
          FROM rounds r JOIN companies c ON c.id = :company_id CROSS JOIN LATERAL (
               SELECT count(*) FILTER (WHERE i.state NOT IN ('declined', 'withdrawn')) AS candidates,
                      count(*) FILTER (WHERE {WAITS}) AS waiting, count(*) FILTER (WHERE i.state IN {BUSY}) AS in_rooms,
                      count(*) FILTER (WHERE i.state = 'done') AS done,
                      count(*) FILTER (WHERE i.state = 'absent') AS aside
                 FROM interviews i WHERE i.company_id = :company_id AND i.round_id = r.id) AS counted
         WHERE r.company_id = :company_id AND {MANAGED}
           AND r.day BETWEEN CAST(now() AT TIME ZONE c.time_zone AS date)
                         AND CAST(now() AT TIME ZONE c.time_zone AS date) + 7
         ORDER BY r.day, r.name, r.id LIMIT {MOST_ROUNDS}
    """  # noqa: S608 - constants
    return list(await connection.fetch_all(query, **duty_values(duty)))


async def find_screen(connection: Connection, screen_hash: bytes) -> Row | None:
    """The round that this screen is of, on the days until its own one ends."""
    query = """
        SELECT r.company_id, r.id, r.name, r.day, r.state FROM rounds r JOIN companies c ON c.id = r.company_id
         WHERE r.screen_hash = :screen_hash AND r.state <> 'draft' AND c.suspended_at IS NULL
           AND CAST(now() AT TIME ZONE c.time_zone AS date) <= r.day
    """
    return await connection.fetch_one(query, screen_hash=screen_hash)


async def list_calls(connection: Connection, *, company_id: UUID, round_id: UUID) -> list[ScreenCall]:
    query = f"""
        SELECT p.name AS panel, p.place, p.state, i.called_at, coalesce(i.state = 'in_room', false) AS is_in_room,
               coalesce(u.code, '#' || i.ticket) AS label
          FROM panels p
          LEFT JOIN interviews i ON i.company_id = :company_id AND i.panel_id = p.id AND i.state IN {BUSY}
          LEFT JOIN users u ON u.company_id = :company_id AND u.id = i.user_id
         WHERE p.company_id = :company_id AND p.round_id = :round_id ORDER BY p.name, p.id
    """  # noqa: S608 - constants
    values: dict[str, Any] = {"company_id": company_id, "round_id": round_id}
    return await connection.fetch_records(ScreenCall, query, **values)
