"""SQL of scores: each panelist's own, those of a panel, and what they sum up to."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.interviews.repository import SEATED, SITS, duty_values
from server.interviews.schemas import (
    Criterion,
    InterviewState,
    MetPerson,
    OwnScore,
    PanelScore,
    ResultItem,
    ResultOrder,
    RoundResultsQuery,
)
from server.platform.database.connections import Connection
from server.vocabulary.duties import Duty

MOST_MET: Final = 100
# The members of a panel who can score an interview `i`.
_MEMBERS: Final = f"""
    SELECT m.user_id FROM panel_members m
      JOIN users u ON u.company_id = :company_id AND u.id = m.user_id AND {SITS}
     WHERE m.company_id = :company_id AND m.panel_id = i.panel_id
"""  # noqa: S608 - constants
MISSING: Final = f"""
    CASE WHEN i.state = 'done' THEN (
        SELECT count(*) FROM ({_MEMBERS}) AS members WHERE NOT EXISTS (
            SELECT FROM scores s WHERE s.company_id = :company_id AND s.interview_id = i.id
               AND s.panelist_id = members.user_id)) ELSE 0 END
"""  # noqa: S608 - constants
# Notes and what has happened, older than the months of their companies.
_TOO_OLD: Final = """
    ARRAY(SELECT old.id FROM companies k CROSS JOIN LATERAL (
        SELECT o.id FROM {table} o
         WHERE o.company_id = k.id AND o.{moment} < now() - make_interval(months => k.interviews_kept_months) {only}
         LIMIT :limit) AS old LIMIT :limit)
"""
_OLD_NOTES: Final = _TOO_OLD.format(table="scores", moment="sent_at", only="AND o.note IS NOT NULL")
_OLD_EVENTS: Final = _TOO_OLD.format(table="interview_events", moment="happened_at", only="")
CLEAR_OLD_INTERVIEW_NOTES: Final = f"UPDATE scores SET note = NULL WHERE id = ANY({_OLD_NOTES})"  # noqa: S608 - constants
DELETE_OLD_INTERVIEW_EVENTS: Final = f"DELETE FROM interview_events WHERE id = ANY({_OLD_EVENTS})"  # noqa: S608 - constants


@dataclass(frozen=True, kw_only=True)
class Scored:
    """An interview with what decides who scores it, and who sees scores."""

    id: UUID
    round_id: UUID
    state: InterviewState
    is_closed: bool
    is_seated: bool
    is_managed: bool
    criteria: list[Criterion]
    missing: int


async def read_criteria(connection: Connection, round_id: UUID, *, company_id: UUID) -> list[Criterion]:
    query = "SELECT criteria FROM rounds WHERE company_id = :company_id AND id = :round_id"
    found = await connection.find_value(list[Criterion], query, company_id=company_id, round_id=round_id)
    return found or []


async def find_scored(
    connection: Connection, interview_id: UUID, *, duty: Duty, is_managed: bool, locks: bool = False
) -> Scored | None:
    """An interview of a published round of the company; `locks`: it is scored by one at a time."""
    query = f"""
        SELECT i.id, i.round_id, i.state, r.state = 'closed' AS is_closed, r.criteria, {MISSING} AS missing,
               coalesce((SELECT {SEATED} FROM panels p WHERE p.company_id = :company_id AND p.id = i.panel_id), false)
               AS is_seated, CAST(:is_managed AS boolean) AS is_managed
          FROM interviews i JOIN rounds r ON r.company_id = :company_id AND r.id = i.round_id
         WHERE i.company_id = :company_id AND i.id = :interview_id AND r.state <> 'draft'
           {"FOR SHARE OF r FOR NO KEY UPDATE OF i" if locks else ""}
    """  # noqa: S608 - constants
    values = {**duty_values(duty), "interview_id": interview_id, "is_managed": is_managed}
    return await connection.fetch_record(Scored, query, **values)


async def has_met(connection: Connection, interview_id: UUID, *, company_id: UUID, user_id: UUID) -> bool:
    """Whether an account has taken part in an interview, also where it has left the panel since."""
    query = """
        SELECT FROM interview_events WHERE company_id = :company_id AND interview_id = :interview_id
           AND done_by = :user_id LIMIT 1
    """
    return await connection.has_row(query, company_id=company_id, interview_id=interview_id, user_id=user_id)


async def find_score(connection: Connection, interview_id: UUID, *, company_id: UUID, user_id: UUID) -> OwnScore | None:
    query = """
        SELECT marks, verdict, note, sent_at FROM scores
         WHERE company_id = :company_id AND interview_id = :interview_id AND panelist_id = :user_id
    """
    return await connection.fetch_record(
        OwnScore, query, company_id=company_id, interview_id=interview_id, user_id=user_id
    )


async def write_score(
    connection: Connection, interview_id: UUID, *, company_id: UUID, user_id: UUID, score: dict[str, Any]
) -> None:
    query = """
        INSERT INTO scores (company_id, interview_id, panelist_id, marks, verdict, note)
        VALUES (:company_id, :interview_id, :user_id, CAST(:marks AS jsonb), :verdict, :note)
        ON CONFLICT (interview_id, panelist_id) DO UPDATE SET marks = excluded.marks, verdict = excluded.verdict,
           note = excluded.note, sent_at = clock_timestamp()
    """
    await connection.execute(query, company_id=company_id, interview_id=interview_id, user_id=user_id, **score)


async def list_scores(
    connection: Connection, interview_id: UUID, *, company_id: UUID, user_id: UUID, is_open: bool
) -> list[PanelScore]:
    """The scores of an interview, or only those of this panelist."""
    query = """
        SELECT s.marks, s.verdict, s.note, s.sent_at, u.full_name AS panelist,
               s.panelist_id IS NOT DISTINCT FROM CAST(:user_id AS uuid) AS is_own
          FROM scores s LEFT JOIN users u ON u.company_id = :company_id AND u.id = s.panelist_id
         WHERE s.company_id = :company_id AND s.interview_id = :interview_id
           AND (:is_open OR s.panelist_id = :user_id)
         ORDER BY is_own DESC, s.sent_at
    """
    values = {"company_id": company_id, "interview_id": interview_id, "user_id": user_id}
    return await connection.fetch_records(PanelScore, query, **values, is_open=is_open)


async def list_met(connection: Connection, panel_id: UUID, *, company_id: UUID, user_id: UUID) -> list[MetPerson]:
    """The people that a panel has met, the latest first, before them those without a score of this panelist."""
    query = f"""
        SELECT i.id AS interview_id, u.full_name, coalesce(u.code, '#' || i.ticket) AS label, i.ended_at,
               s.id IS NOT NULL AS is_scored
          FROM interviews i JOIN users u ON u.company_id = :company_id AND u.id = i.user_id
          LEFT JOIN scores s ON s.company_id = :company_id AND s.interview_id = i.id AND s.panelist_id = :user_id
         WHERE i.company_id = :company_id AND i.panel_id = :panel_id AND i.state = 'done'
         ORDER BY s.id IS NOT NULL, i.ended_at DESC LIMIT {MOST_MET}
    """  # noqa: S608 - constants
    return await connection.fetch_records(MetPerson, query, company_id=company_id, panel_id=panel_id, user_id=user_id)


# A row for each interview of a round that was held, or is under way, with what its panel says.
_RESULTS: Final = f"""
    SELECT i.id AS interview_id, i.user_id, i.ticket, p.name AS panel_name, i.state, said.mean, said.spread,
           coalesce(said.means, '{{}}') AS means, coalesce(said.yes, 0) AS yes, coalesce(said.no, 0) AS no,
           coalesce(said.maybe, 0) AS maybe, {MISSING} AS missing
      FROM interviews i LEFT JOIN panels p ON p.company_id = :company_id AND p.id = i.panel_id
      LEFT JOIN LATERAL (
        SELECT round(avg(own.mean), 2) AS mean, round(max(own.mean) - min(own.mean), 2) AS spread,
               count(*) FILTER (WHERE s.verdict = 'yes') AS yes, count(*) FILTER (WHERE s.verdict = 'no') AS no,
               count(*) FILTER (WHERE s.verdict = 'maybe') AS maybe,
               (SELECT jsonb_object_agg(each.key, each.mean) FROM (
                   SELECT mark.key, round(avg(CAST(mark.value AS numeric)), 2) AS mean
                     FROM scores t CROSS JOIN LATERAL jsonb_each(t.marks) AS mark
                    WHERE t.company_id = :company_id AND t.interview_id = i.id GROUP BY mark.key) AS each) AS means
          FROM scores s CROSS JOIN LATERAL (
               SELECT avg(CAST(mark.value AS numeric)) AS mean FROM jsonb_each(s.marks) AS mark) AS own
         WHERE s.company_id = :company_id AND s.interview_id = i.id HAVING count(*) > 0) AS said ON true
     WHERE i.company_id = :company_id AND i.round_id = :round_id
"""  # noqa: S608 - constants


_ORDERS: Final = {
    ResultOrder.MEAN: "",
    ResultOrder.SPREAD: "spread DESC NULLS LAST,",
    ResultOrder.MISSING: "missing DESC,",
    ResultOrder.NAME: "(SELECT u.sort_name FROM users u WHERE u.company_id = :company_id AND u.id = user_id),",
}


async def list_results(
    connection: Connection, query: RoundResultsQuery, *, company_id: UUID, round_id: UUID, limit: int
) -> tuple[list[tuple[UUID, ResultItem]], int]:
    """(a page, each of an account, in the order of the query; how many there are).

    The people have this verdict of most of their panel, or miss scores.
    """
    chosen = f"""
          FROM ({_RESULTS}) AS found
         WHERE (CAST(:verdict AS text) IS NULL OR CASE :verdict WHEN 'yes' THEN yes > greatest(no, maybe)
                WHEN 'no' THEN no > greatest(yes, maybe) ELSE yes + no + maybe > 0
                     AND NOT (yes > greatest(no, maybe) OR no > greatest(yes, maybe)) END)
           AND (NOT :missing OR missing > 0)
    """
    page = f"""
        SELECT * {chosen}
         ORDER BY {_ORDERS[query.sort]} mean DESC NULLS LAST, yes DESC, ticket OFFSET :offset LIMIT :limit
    """
    values: dict[str, Any] = {"company_id": company_id, "round_id": round_id, "missing": query.missing}
    values["verdict"] = query.verdict and query.verdict.value
    rows = await connection.fetch_all(page, **values, offset=query.offset, limit=limit)
    found = [(row.user_id, ResultItem.model_validate({**row, "person": None})) for row in rows]
    return found, await connection.fetch_number(f"SELECT count(*) {chosen}", **values)


# Scores that panels of a round `r` owe.
MISSING_OF_ROUND: Final = f"""
    (SELECT count(*) FROM interviews i
       JOIN panel_members m ON m.company_id = :company_id AND m.panel_id = i.panel_id
       JOIN users u ON u.company_id = :company_id AND u.id = m.user_id AND {SITS}
       LEFT JOIN scores s ON s.company_id = :company_id AND s.interview_id = i.id AND s.panelist_id = u.id
      WHERE i.company_id = :company_id AND i.round_id = r.id AND i.state = 'done' AND s.id IS NULL)
"""  # noqa: S608 - constants


async def count_missing(connection: Connection, *, company_id: UUID, round_id: UUID) -> int:
    query = f"SELECT {MISSING_OF_ROUND} FROM rounds r WHERE r.company_id = :company_id AND r.id = :round_id"  # noqa: S608 - constants
    return await connection.fetch_number(query, company_id=company_id, round_id=round_id)
