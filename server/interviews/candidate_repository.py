"""SQL of who is in a round: people, their times, and what is booked for panelists, places and people."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete

from server.interviews.repository import OfRound
from server.interviews.schemas import MOST_CANDIDATES, CandidatesQuery, InterviewState
from server.interviews.tables import bookings
from server.people.bulk.repository import Selection
from server.platform.database.connections import Connection, Row, quoted
from server.vocabulary.placement import REACHABLE

# Who waits, `i`, in any queue.
WAITS: Final = "i.state IN ('waiting', 'confirmed')"
# Behind all who have a time, in the order of their tickets.
LAST: Final = "extract(epoch FROM r.day + interval '2 days') + i.ticket"


@dataclass(frozen=True, kw_only=True)
class HeldInterview:
    id: UUID
    company_id: UUID
    user_id: UUID
    round_id: UUID
    panel_id: UUID | None
    ticket: int
    planned_at: datetime | None
    here_at: datetime | None
    called_at: datetime | None
    started_at: datetime | None
    absences: int
    state: InterviewState
    version: int

    @property
    def key(self) -> OfRound:
        return {"company_id": self.company_id, "round_id": self.round_id}


class ToPlace(NamedTuple):
    """Someone without a time, with the times at which the person is elsewhere, each from and to."""

    id: UUID
    user_id: UUID
    full_name: str
    busy: list[tuple[datetime, datetime]]


# Why a person cannot be a candidate, in this order; null: can be.
_WHY_NOT: Final = f"""
    CASE WHEN u.id IS NULL THEN 'not found'
         WHEN CAST(:for_opening AS uuid) IS NOT NULL AND NOT EXISTS (
              SELECT FROM candidacies y WHERE y.company_id = :company_id AND y.opening_id = :for_opening
                 AND y.user_id = u.id AND y.state IN ({quoted(REACHABLE)})) THEN 'not shortlisted'
         WHEN NOT u.is_active THEN 'inactive'
         WHEN u.profile IS NOT NULL AND u.profile <> 'TRAINEE' THEN 'profile'
         WHEN u.profile IS NULL AND NOT EXISTS (
              SELECT FROM applications a WHERE a.company_id = :company_id AND a.user_id = u.id
                 AND a.state <> 'declined') THEN 'no application' END
"""  # noqa: S608 - constants
_SHORTLISTED: Final = f"""
    SELECT y.user_id AS id FROM candidacies y
     WHERE y.company_id = :company_id AND y.opening_id = :for_opening AND y.state IN ({quoted(REACHABLE)})
"""  # noqa: S608 - constants


def shortlisted(*, company_id: UUID) -> Selection:
    """All who are shortlisted for the opening of a round."""
    return Selection(_SHORTLISTED, {"company_id": company_id})


async def judge_people(
    connection: Connection, people: Selection, *, round_id: UUID, opening_id: UUID | None
) -> list[Row]:
    """How many of the selected people are alike: `why` they cannot be candidates, or whether they are already."""
    query = f"""
        SELECT {_WHY_NOT} AS why, i.id IS NOT NULL AS is_there, count(*) AS people
          FROM ({people.sql}) AS chosen LEFT JOIN users u ON u.company_id = :company_id AND u.id = chosen.id
          LEFT JOIN interviews i ON i.company_id = :company_id AND i.round_id = :round_id AND i.user_id = chosen.id
         GROUP BY 1, 2
    """  # noqa: S608 - constants
    return list(await connection.fetch_all(query, **people.values, round_id=round_id, for_opening=opening_id))


async def add_candidates(
    connection: Connection, people: Selection, *, round_id: UUID, opening_id: UUID | None
) -> list[UUID]:
    """Add those of the selected people who can be, and return them.

    They are locked in the order of their ids: none is deleted or accepts an offer meanwhile.
    """
    query = f"""
        WITH chosen AS MATERIALIZED (
            SELECT u.id, u.sort_name FROM ({people.sql}) AS selected
              JOIN users u ON u.company_id = :company_id AND u.id = selected.id
             WHERE ({_WHY_NOT}) IS NULL ORDER BY u.id FOR SHARE OF u
        ), numbered AS (
            SELECT c.id, CAST(row_number() OVER (ORDER BY c.sort_name, c.id) AS smallint) + coalesce(
                   (SELECT max(ticket) FROM interviews WHERE company_id = :company_id AND round_id = :round_id), 0)
                   AS ticket
              FROM chosen c WHERE NOT EXISTS (
                   SELECT FROM interviews i
                    WHERE i.company_id = :company_id AND i.round_id = :round_id AND i.user_id = c.id)
        )
        INSERT INTO interviews AS i (company_id, round_id, user_id, ticket, position)
        SELECT :company_id, r.id, i.id, i.ticket, {LAST}
          FROM numbered i JOIN rounds r ON r.company_id = :company_id AND r.id = :round_id
        ON CONFLICT (round_id, user_id) DO NOTHING RETURNING i.user_id
    """  # noqa: S608 - constants
    return await connection.fetch_column(query, **people.values, round_id=round_id, for_opening=opening_id)


async def count_candidates(connection: Connection, *, company_id: UUID, round_id: UUID) -> int:
    query = "SELECT count(*) FROM interviews WHERE company_id = :company_id AND round_id = :round_id"
    return await connection.fetch_number(query, company_id=company_id, round_id=round_id)


async def list_candidates(
    connection: Connection, query: CandidatesQuery, *, company_id: UUID, round_id: UUID
) -> tuple[list[HeldInterview], int]:
    """(a page in the order of the queue; how many there are)."""
    found = f"""
          FROM interviews i WHERE i.company_id = :company_id AND i.round_id = :round_id
        AND (CAST(:state AS text) IS NULL OR i.state = :state)
        AND (CAST(:panel_id AS uuid) IS NULL OR i.panel_id = :panel_id)
        AND (NOT :unplaced OR {WAITS} AND i.planned_at IS NULL)
        AND (:search = '' OR '#' || i.ticket = :search OR CAST(i.ticket AS text) = :search OR EXISTS (
             SELECT FROM users u WHERE u.company_id = :company_id AND u.id = i.user_id
                AND (strpos(lower(u.full_name), lower(:search)) > 0 OR strpos(lower(u.code), lower(:search)) > 0)))
    """
    values: dict[str, Any] = {"company_id": company_id, "round_id": round_id}
    values["state"] = query.state and query.state.value
    values |= {"panel_id": query.panel, "unplaced": query.unplaced, "search": query.search.strip()}
    page = f"SELECT i.* {found} ORDER BY i.position, i.ticket OFFSET :offset LIMIT :limit"
    rows = await connection.fetch_records(HeldInterview, page, **values, offset=query.offset, limit=query.page_size)
    return rows, await connection.fetch_number(f"SELECT count(*) {found}", **values)


async def find_interview(
    connection: Connection, interview_id: UUID, *, company_id: UUID, locks: bool = False
) -> HeldInterview | None:
    lock = "FOR NO KEY UPDATE" if locks else ""
    query = f"SELECT * FROM interviews WHERE company_id = :company_id AND id = :interview_id {lock}"  # noqa: S608 - constants
    return await connection.fetch_record(HeldInterview, query, company_id=company_id, interview_id=interview_id)


async def list_people(connection: Connection, *, company_id: UUID, round_id: UUID) -> list[UUID]:
    """All who are in a round and have not declined."""
    query = """
        SELECT user_id FROM interviews
         WHERE company_id = :company_id AND round_id = :round_id AND state NOT IN ('declined', 'withdrawn')
    """
    return await connection.fetch_column(query, company_id=company_id, round_id=round_id)


async def list_to_place(connection: Connection, *, company_id: UUID, round_id: UUID) -> list[ToPlace]:
    """List who has no time, in the order of their tickets."""
    query = f"""
        SELECT i.id, i.user_id, u.full_name, busy.*
          FROM interviews i JOIN users u ON u.company_id = :company_id AND u.id = i.user_id AND u.is_active
          JOIN rounds r ON r.company_id = :company_id AND r.id = i.round_id
         CROSS JOIN LATERAL (
               SELECT coalesce(array_agg(lower(b.during)), '{{}}') AS busy_from,
                      coalesce(array_agg(upper(b.during)), '{{}}') AS busy_to
                 FROM bookings b WHERE b.company_id = :company_id AND b.resource = 'u:' || i.user_id
                  AND b.during && tstzrange(CAST(r.day - 1 AS timestamptz), CAST(r.day + 3 AS timestamptz))) AS busy
         WHERE i.company_id = :company_id AND i.round_id = :round_id AND {WAITS} AND i.planned_at IS NULL
         ORDER BY i.ticket LIMIT {MOST_CANDIDATES}
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, company_id=company_id, round_id=round_id)
    return [
        ToPlace(row.id, row.user_id, row.full_name, list(zip(row.busy_from, row.busy_to, strict=True))) for row in rows
    ]


async def taken_slots(connection: Connection, *, company_id: UUID, round_id: UUID) -> set[tuple[UUID, datetime]]:
    query = f"""
        SELECT i.panel_id, i.planned_at FROM interviews i
         WHERE i.company_id = :company_id AND i.round_id = :round_id AND {WAITS} AND i.panel_id IS NOT NULL
           AND i.planned_at IS NOT NULL
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, company_id=company_id, round_id=round_id)
    return {(row.panel_id, row.planned_at) for row in rows}


async def place_people(
    connection: Connection, placed: Mapping[UUID, tuple[UUID, datetime]], *, company_id: UUID, length: timedelta
) -> set[UUID]:
    """Give people times of panels, as no one else has booked them; return the interviews that have theirs now.

    An exclusion constraint refuses two bookings of one person: who was booked meanwhile is left out. Raises
    asyncpg.UniqueViolationError: another person has this time.
    """
    query = """
        WITH given AS (
            SELECT * FROM unnest(CAST(:ids AS uuid[]), CAST(:panel_ids AS uuid[]), CAST(:moments AS timestamptz[]))
                     AS given (id, panel_id, planned_at)
        ), booked AS (
            INSERT INTO bookings (company_id, interview_id, resource, during)
            SELECT :company_id, i.id, 'u:' || i.user_id,
                   tstzrange(g.planned_at, g.planned_at + CAST(:length AS interval))
              FROM given g JOIN interviews i ON i.company_id = :company_id AND i.id = g.id
             ORDER BY i.user_id
            ON CONFLICT DO NOTHING RETURNING interview_id
        )
        UPDATE interviews i SET panel_id = g.panel_id, planned_at = g.planned_at,
               position = extract(epoch FROM g.planned_at), version = version + 1
          FROM given g JOIN booked b ON b.interview_id = g.id
         WHERE i.company_id = :company_id AND i.id = g.id RETURNING i.id
    """
    values: dict[str, Any] = {"company_id": company_id, "length": length, "ids": list(placed)}
    values |= {"panel_ids": [each[0] for each in placed.values()], "moments": [each[1] for each in placed.values()]}
    return set(await connection.fetch_column(query, **values))


async def unplace(connection: Connection, *, company_id: UUID, round_id: UUID, panel_id: UUID | None = None) -> None:
    """Take back the times of all who wait in a round, or for one of its panels."""
    query = f"""
        WITH freed AS (
            UPDATE interviews i SET panel_id = NULL, planned_at = NULL, position = {LAST}, version = i.version + 1
              FROM rounds r
             WHERE r.company_id = :company_id AND r.id = i.round_id AND i.company_id = :company_id
               AND i.round_id = :round_id AND {WAITS} AND i.panel_id IS NOT NULL
               AND (CAST(:panel_id AS uuid) IS NULL OR i.panel_id = :panel_id)
            RETURNING i.id
        )
        DELETE FROM bookings WHERE company_id = :company_id AND interview_id IN (SELECT id FROM freed)
    """  # noqa: S608 - constants
    await connection.execute(query, company_id=company_id, round_id=round_id, panel_id=panel_id)


async def free_person(connection: Connection, interview_id: UUID, *, company_id: UUID) -> None:
    await connection.execute(delete(bookings).filter_by(company_id=company_id, interview_id=interview_id))


async def book_panel(
    connection: Connection,
    resources: Collection[str],
    *,
    company_id: UUID,
    panel_id: UUID,
    starts_at: datetime,
    ends_at: datetime,
) -> list[str]:
    """Book people and a place for the hours of a panel, in place of what was booked for it.

    Return those that are taken in these hours: the caller gives up.
    """
    wanted = sorted(resources)
    await connection.execute(delete(bookings).filter_by(company_id=company_id, panel_id=panel_id))
    query = """
        INSERT INTO bookings (company_id, panel_id, resource, during)
        SELECT :company_id, :panel_id, each.resource,
               tstzrange(CAST(:starts_at AS timestamptz), CAST(:ends_at AS timestamptz))
          FROM unnest(CAST(:resources AS text[])) AS each(resource) ORDER BY each.resource
        ON CONFLICT DO NOTHING RETURNING resource
    """
    values: dict[str, Any] = {"company_id": company_id, "panel_id": panel_id, "resources": wanted}
    booked = set(await connection.fetch_column(query, **values, starts_at=starts_at, ends_at=ends_at))
    return [each for each in wanted if each not in booked]


async def who_books(
    connection: Connection, resource: str, *, company_id: UUID, starts_at: datetime, ends_at: datetime
) -> Row | None:
    """The panel or round that has a person or place in these hours, and when by the company's clock."""
    query = """
        SELECT u.full_name, coalesce(p.name, r.name) AS elsewhere,
               to_char(lower(b.during) AT TIME ZONE c.time_zone, 'HH24:MI') AS first,
               to_char(upper(b.during) AT TIME ZONE c.time_zone, 'HH24:MI') AS last
          FROM bookings b JOIN companies c ON c.id = :company_id
          LEFT JOIN panels p ON p.company_id = :company_id AND p.id = b.panel_id
          LEFT JOIN interviews i ON i.company_id = :company_id AND i.id = b.interview_id
          LEFT JOIN rounds r ON r.company_id = :company_id AND r.id = i.round_id
          LEFT JOIN users u ON u.company_id = :company_id AND u.id = CASE
                    WHEN b.resource LIKE 'u:%' THEN CAST(substr(b.resource, 3) AS uuid) END
         WHERE b.company_id = :company_id AND b.resource = :resource
           AND b.during && tstzrange(CAST(:starts_at AS timestamptz), CAST(:ends_at AS timestamptz))
         ORDER BY b.during LIMIT 1
    """
    values: dict[str, Any] = {"company_id": company_id, "resource": resource}
    return await connection.fetch_one(query, **values, starts_at=starts_at, ends_at=ends_at)


async def read_names(connection: Connection, user_ids: Collection[UUID], *, company_id: UUID) -> list[str]:
    query = "SELECT full_name FROM users WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[]))"
    return await connection.fetch_column(query, company_id=company_id, user_ids=list(user_ids))


async def invite(connection: Connection, user_ids: Collection[UUID], *, company_id: UUID, round_id: UUID) -> int:
    """Queue a mail for each of these people who waits in a round and has an address; return how many.

    They leave twenty a second, so that the mails of others leave between them, and none after the day.
    """
    query = """
        INSERT INTO messages (company_id, user_id, kind, channel, recipient, parameters, next_attempt_at, expires_at)
        SELECT :company_id, u.id, 'interview', 'EMAIL', u.email,
               jsonb_build_object('full_name', u.full_name, 'company_name', c.name, 'place', coalesce(p.place, ''),
                   'day', to_char(r.day, 'YYYY-MM-DD'),
                   'at', coalesce(to_char(i.planned_at AT TIME ZONE c.time_zone, 'HH24:MI'), '')),
               now() + interval '50 milliseconds' * row_number() OVER (ORDER BY i.position, i.ticket),
               CAST(r.day + 1 AS timestamp) AT TIME ZONE c.time_zone
          FROM interviews i JOIN rounds r ON r.company_id = :company_id AND r.id = i.round_id
          JOIN companies c ON c.id = :company_id
          JOIN users u ON u.company_id = :company_id AND u.id = i.user_id AND u.is_active AND u.email IS NOT NULL
          LEFT JOIN panels p ON p.company_id = :company_id AND p.id = i.panel_id
         WHERE i.company_id = :company_id AND i.round_id = :round_id AND i.state IN ('waiting', 'confirmed')
           AND i.user_id = ANY(CAST(:user_ids AS uuid[]))
        RETURNING id
    """
    values: dict[str, Any] = {"company_id": company_id, "round_id": round_id, "user_ids": list(user_ids)}
    return len(await connection.fetch_column(query, **values))
