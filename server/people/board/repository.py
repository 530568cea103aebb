"""SQL of the board of stages, and of the funnel."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.people.board.schemas import BoardColumn, FunnelStep
from server.people.list.list_repository import EVER_IN_BATCH, MOST_COUNTED, Matching
from server.platform.database.connections import Connection
from server.platform.database.query_plans import planned_for_values

MOST_CARDS: Final = 20
_SUM: Final = """
    (SELECT coalesce(sum(f.people), 0) FROM stage_figures f WHERE f.company_id = :company_id AND f.stage_id = s.id)
"""
_OF_STAGE: Final = """
    FROM stage_entries e JOIN users u ON u.company_id = :company_id AND u.id = e.user_id
   WHERE e.company_id = :company_id AND e.stage_id = s.id AND e.left_at IS NULL
"""
# The history until the end of the last day, as if what came later had not.
_FUNNEL: Final = f"""
    WITH history AS MATERIALIZED (
        SELECT e.user_id, e.stage_id, e.entered_at, e.entered_at >= :since AS is_new,
               CASE WHEN e.left_at < :until THEN e.left_at END AS left_at,
               lead(e.stage_id) OVER (PARTITION BY e.user_id ORDER BY e.entered_at) AS next_id
          FROM stage_entries e
         WHERE e.company_id = :company_id AND e.undone_at IS NULL AND e.entered_at < :until
           AND (CAST(:ever_in_id AS uuid) IS NULL OR e.user_id IN ({EVER_IN_BATCH}))
    ), stays AS (
        SELECT stage_id, count(DISTINCT user_id) FILTER (WHERE is_new) AS reached,
               count(*) FILTER (WHERE left_at IS NULL) AS now,
               percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY EXTRACT(epoch FROM left_at - entered_at) / 86400)
                   FILTER (WHERE is_new AND left_at IS NOT NULL) AS days
          FROM history GROUP BY stage_id
    ), leaps AS (
        SELECT stage_id, next_id, count(*) AS people FROM history
         WHERE left_at >= :since AND next_id IS NOT NULL GROUP BY stage_id, next_id
    )
    SELECT s.id AS stage_id, s.name, coalesce(stays.reached, 0) AS reached, coalesce(stays.now, 0) AS now,
           round(CAST(stays.days[1] AS numeric), 1) AS median_days,
           round(CAST(stays.days[2] AS numeric), 1) AS p90_days,
           coalesce((SELECT jsonb_agg(jsonb_build_object('stageId', next_id, 'people', people)
                                      ORDER BY people DESC, next_id)
                       FROM leaps WHERE leaps.stage_id = s.id), '[]') AS left_to
      FROM stages s LEFT JOIN stays ON stays.stage_id = s.id
     WHERE s.company_id = :company_id AND (s.archived_at IS NULL OR stays.stage_id IS NOT NULL)
     ORDER BY s.archived_at IS NOT NULL, s.position
"""  # noqa: S608 - a constant


async def find_board(connection: Connection, query: Matching) -> list[BoardColumn]:
    """The stages with their people who match; on a connection without a transaction.

    Without a filter numbers are kept ones, and exact.
    """
    is_filtered = bool(query.conditions)
    counted = f"(SELECT count(*) FROM (SELECT {_OF_STAGE} {query.conditions} LIMIT :most) AS counted)"  # noqa: S608 - constants
    statement = f"""
        SELECT s.id, {counted if is_filtered else _SUM} AS people, coalesce((
               SELECT jsonb_agg(to_jsonb(c)) FROM (
                SELECT u.id, u.full_name AS "fullName", u.code, e.entered_at AS "enteredAt"
                       {_OF_STAGE} {query.conditions} ORDER BY e.user_id DESC LIMIT {MOST_CARDS}) AS c), '[]') AS first
          FROM stages s WHERE s.company_id = :company_id AND s.archived_at IS NULL ORDER BY s.position
    """  # noqa: S608 - constants
    async with planned_for_values(connection):
        most = {"most": MOST_COUNTED + 1} if is_filtered else {}
        rows = await connection.fetch_all(statement, **query.values, **most)
    return [
        BoardColumn(
            id=row.id,
            people=min(row.people, MOST_COUNTED) if is_filtered else row.people,
            people_is_exact=not is_filtered or row.people <= MOST_COUNTED,
            first=row.first,
        )
        for row in rows
    ]


async def read_funnel(
    connection: Connection, *, company_id: UUID, since: datetime, until: datetime, batch_id: UUID | None
) -> list[FunnelStep]:
    """The steps of the time from `since` until before `until`; archived stages that people were in come last."""
    values: dict[str, Any] = {"company_id": company_id, "since": since, "until": until, "ever_in_id": batch_id}
    return await connection.fetch_records(FunnelStep, _FUNNEL, **values)
