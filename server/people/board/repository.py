"""SQL of the board of stages, and of the funnel."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.people.board.schemas import BoardColumn, FunnelStep
from server.people.list.list_repository import EVER_IN_BATCH, MOST_COUNTED, Matching
from server.platform.database.connections import Connection, Row
from server.platform.database.query_plans import planned_for_values

MOST_CARDS: Final = 20
_SUM: Final = """
    (SELECT coalesce(sum(f.people), 0) FROM stage_figures f WHERE f.company_id = :company_id AND f.stage_id = s.id)
"""
_OF_STAGE: Final = """
    FROM stage_entries e JOIN users u ON u.company_id = :company_id AND u.id = e.user_id
   WHERE e.company_id = :company_id AND e.stage_id = s.id AND e.left_at IS NULL
"""
# The history until the end of the last day, as if what came later had not; each time in a stage is read once.
_FUNNEL: Final = f"""
    WITH stays AS MATERIALIZED (
        SELECT e.stage_id, e.user_id, e.entered_at, e.entered_at >= :since AS is_new,
               CASE WHEN e.left_at < :until THEN e.left_at END AS left_at, e.left_to
          FROM stage_entries e
         WHERE e.company_id = :company_id AND e.undone_at IS NULL AND e.entered_at < :until
           AND (e.entered_at >= :since OR e.left_at IS NULL OR e.left_at >= :since)
           AND (CAST(:ever_in_id AS uuid) IS NULL OR e.user_id IN ({EVER_IN_BATCH}))
    ), reached AS (
        SELECT stage_id, count(*) AS people
          FROM (SELECT stage_id, user_id FROM stays WHERE is_new GROUP BY stage_id, user_id) AS each GROUP BY stage_id
    ), steps AS (
        SELECT stage_id, count(*) FILTER (WHERE left_at IS NULL) AS now,
               percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY EXTRACT(epoch FROM left_at - entered_at) / 86400)
                   FILTER (WHERE is_new AND left_at IS NOT NULL) AS days
          FROM stays GROUP BY stage_id
    ), leaps AS (
        SELECT stage_id, left_to, count(*) AS people FROM stays
         WHERE left_at >= :since AND left_to IS NOT NULL GROUP BY stage_id, left_to
    )
    SELECT s.id AS stage_id, s.name, coalesce(reached.people, 0) AS reached, coalesce(steps.now, 0) AS now,
           round(CAST(steps.days[1] AS numeric), 1) AS median_days,
           round(CAST(steps.days[2] AS numeric), 1) AS p90_days,
           coalesce((SELECT jsonb_agg(jsonb_build_object('stageId', left_to, 'people', people)
                                      ORDER BY people DESC, left_to)
                       FROM leaps WHERE leaps.stage_id = s.id), '[]') AS left_to
      FROM stages s LEFT JOIN steps ON steps.stage_id = s.id LEFT JOIN reached ON reached.stage_id = s.id
     WHERE s.company_id = :company_id AND (s.archived_at IS NULL OR steps.stage_id IS NOT NULL)
     ORDER BY s.archived_at IS NOT NULL, s.position
"""  # noqa: S608 - a constant


_CARD: Final = """jsonb_build_object('id', {0}.id, 'fullName', {0}.full_name, 'code', {0}.code,
                                         'enteredAt', {0}.entered_at)"""
# Where few people match, all are read once, and each stage has its share.
_OF_FEW: Final = """
    WITH matching AS MATERIALIZED (
        SELECT u.id, u.full_name, u.code, e.stage_id, e.entered_at
          FROM users u JOIN stage_entries e ON e.company_id = :company_id AND e.user_id = u.id AND e.left_at IS NULL
         WHERE u.company_id = :company_id {conditions} LIMIT :few + 1
    ), placed AS (
        SELECT *, row_number() OVER (PARTITION BY stage_id ORDER BY id DESC) AS place FROM matching
    )
    SELECT s.id, count(p.id) AS people, (SELECT count(*) FROM matching) AS matching, coalesce(
           jsonb_agg({card} ORDER BY p.place) FILTER (WHERE p.place <= {most}), '[]') AS first
      FROM stages s LEFT JOIN placed p ON p.stage_id = s.id
     WHERE s.company_id = :company_id AND s.archived_at IS NULL GROUP BY s.id ORDER BY s.position
"""
# Where many do, each stage is looked into until enough are found.
_OF_MANY: Final = """
    SELECT s.id, {people} AS people, coalesce((
           SELECT jsonb_agg({card}) FROM (
            SELECT u.id, u.full_name, u.code, e.entered_at
                   {of_stage} {conditions} ORDER BY e.user_id DESC LIMIT {most}) AS c), '[]') AS first
      FROM stages s WHERE s.company_id = :company_id AND s.archived_at IS NULL ORDER BY s.position
"""
FEW: Final = 100_000


async def find_board(connection: Connection, query: Matching, *, few: int = FEW) -> list[BoardColumn]:
    """The stages with their people who match; on a connection without a transaction.

    Without a filter numbers are kept ones, and exact; those of a filter are as long as they are not too many.
    """
    conditions, most = query.conditions, MOST_CARDS
    async with planned_for_values(connection):
        if not conditions:
            every = _OF_MANY.format(people=_SUM, card=_CARD.format("c"), of_stage=_OF_STAGE, conditions="", most=most)
            return _columns(await connection.fetch_all(every, **query.values))
        of_few = _OF_FEW.format(conditions=conditions, card=_CARD.format("p"), most=most)
        rows = await connection.fetch_all(of_few, **query.values, few=few)
        if not rows or rows[0].matching <= few:
            return _columns(rows)
        counted = f"(SELECT count(*) FROM (SELECT {_OF_STAGE} {conditions} LIMIT :most) AS counted)"  # noqa: S608 - constants
        many = _OF_MANY.format(
            people=counted, card=_CARD.format("c"), of_stage=_OF_STAGE, conditions=conditions, most=most
        )
        return _columns(await connection.fetch_all(many, **query.values, most=MOST_COUNTED + 1), most=MOST_COUNTED)


def _columns(rows: Sequence[Row], *, most: int | None = None) -> list[BoardColumn]:
    """`most`: where more were found, there are more than are counted."""
    return [
        BoardColumn(
            id=row.id,
            people=row.people if most is None else min(row.people, most),
            people_is_exact=most is None or row.people <= most,
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
