"""SQL of the day: who is called, who is next, and how late panels run. Expected times follow from the state."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from server.interviews.candidate_repository import WAITS, HeldInterview
from server.interviews.repository import CLOCKS, SEATED, HeldPanel, duty_values
from server.interviews.schemas import InterviewMine, InterviewState, OwnPanel, PanelLane, QueuedPerson, RoundState
from server.platform.database.connections import Connection
from server.vocabulary.duties import Duty

BUSY: Final = "('called', 'in_room')"
MOST_SHOWN: Final = 100
# What a board shows of a person `u` in an interview `i`.
PERSON: Final = """
    i.id, u.full_name, coalesce(u.code, '#' || i.ticket) AS label, i.state, i.here_at IS NOT NULL AS is_here,
    i.planned_at, i.called_at, i.started_at, i.version
"""
# The person of `i`, who waits and is called only with an active account: that of a merged person is none.
OF_PERSON: Final = "JOIN users u ON u.company_id = :company_id AND u.id = i.user_id AND u.is_active"
# When a panel `p` of a round `r` is free for the next person.
FREE: Final = f"""
    (SELECT CASE WHEN c.id IS NULL THEN greatest(now(), p.starts_at)
                 ELSE greatest(now(), coalesce(c.started_at, c.called_at) + make_interval(mins => r.slot_minutes)) END
       FROM (SELECT 1) AS one LEFT JOIN interviews c
            ON c.company_id = :company_id AND c.panel_id = p.id AND c.state IN {BUSY})
"""  # noqa: S608 - a constant
STEP: Final = "make_interval(mins => r.slot_minutes + r.break_minutes)"
# How much later than planned the next person of a panel `p` begins.
BEHIND: Final = f"""
    CASE WHEN r.state IN ('published', 'running') THEN coalesce((
        SELECT greatest(0, CAST(floor(extract(epoch FROM {FREE} - i.planned_at) / 60) AS int))
          FROM interviews i
         WHERE i.company_id = :company_id AND i.round_id = r.id AND i.panel_id = p.id AND {WAITS}
         ORDER BY i.position, i.ticket LIMIT 1), 0) ELSE 0 END
"""  # noqa: S608 - constants
_COUNTS: Final = f"""
    SELECT count(*) FILTER (WHERE {WAITS}) AS waiting, count(*) FILTER (WHERE i.state = 'done') AS done
      FROM interviews i WHERE i.company_id = :company_id AND i.round_id = r.id AND i.panel_id = p.id
"""  # noqa: S608 - constants
_OWN_PANELS: Final = f"""
    SELECT p.id, p.round_id, r.name AS round_name, r.state AS round_state, r.day, p.name, p.place, p.link, p.state,
           {CLOCKS}, counted.*, {BEHIND} AS behind_minutes,
           (SELECT count(*) FROM interviews i
             WHERE i.company_id = :company_id AND i.round_id = r.id AND i.panel_id = p.id AND i.state = 'done'
               AND NOT EXISTS (SELECT FROM scores s
                                WHERE s.company_id = :company_id AND s.interview_id = i.id
                                  AND s.panelist_id = CAST(:owner_id AS uuid))) AS missing_scores
      FROM panels p JOIN rounds r ON r.company_id = :company_id AND r.id = p.round_id
      JOIN companies c ON c.id = :company_id CROSS JOIN LATERAL ({_COUNTS}) AS counted
     WHERE p.company_id = :company_id AND {SEATED}
"""  # noqa: S608 - constants


async def start_round(connection: Connection, round_id: UUID, *, company_id: UUID) -> bool:
    """Whether a published round runs from now on: its people hold no times any more."""
    query = """
        WITH begun AS (
            UPDATE rounds SET state = 'running', version = version + 1
             WHERE company_id = :company_id AND id = :round_id AND state = 'published' RETURNING id
        ), freed AS (
            DELETE FROM bookings WHERE company_id = :company_id AND interview_id IN (
                SELECT i.id FROM interviews i JOIN begun ON begun.id = i.round_id WHERE i.company_id = :company_id)
        )
        SELECT id FROM begun
    """
    return await connection.has_row(query, company_id=company_id, round_id=round_id)


async def read_state(connection: Connection, *, company_id: UUID, round_id: UUID, locks: bool) -> RoundState | None:
    """`locks`: it stays until the transaction ends."""
    lock = "FOR SHARE" if locks else ""
    query = f"SELECT state FROM rounds WHERE company_id = :company_id AND id = :round_id {lock}"  # noqa: S608 - constants
    return await connection.find_value(RoundState, query, company_id=company_id, round_id=round_id)


async def hold_seat(connection: Connection, panel_id: UUID, *, duty: Duty) -> HeldPanel | None:
    """An own panel of who has the duty, locked until the transaction ends."""
    query = f"""
        SELECT p.* FROM panels p JOIN rounds r ON r.company_id = :company_id AND r.id = p.round_id
         WHERE p.company_id = :company_id AND p.id = :panel_id AND {SEATED} FOR NO KEY UPDATE OF p
    """  # noqa: S608 - constants
    return await connection.fetch_record(HeldPanel, query, **duty_values(duty), panel_id=panel_id)


async def list_own_panels(
    connection: Connection, *, duty: Duty, panel_id: UUID | None = None, limit: int = MOST_SHOWN
) -> list[OwnPanel]:
    """The panels of who has the duty, those of today first, then what comes, then what was."""
    query = f"""
        {_OWN_PANELS} AND (CAST(:panel_id AS uuid) IS NULL OR p.id = :panel_id)
         ORDER BY r.day < CAST(now() AT TIME ZONE c.time_zone AS date), p.starts_at, p.id LIMIT :limit
    """
    rows = await connection.fetch_all(query, **duty_values(duty), panel_id=panel_id, limit=limit)
    return [OwnPanel.model_validate(dict(row)) for row in rows]


async def find_current(connection: Connection, panel_id: UUID, *, company_id: UUID) -> HeldInterview | None:
    """Who is called by a panel, or in its room."""
    query = f"""
        SELECT i.* FROM interviews i
         WHERE i.company_id = :company_id AND i.panel_id = :panel_id AND i.state IN {BUSY} FOR NO KEY UPDATE
    """  # noqa: S608 - constants
    return await connection.fetch_record(HeldInterview, query, company_id=company_id, panel_id=panel_id)


async def set_interview_state(
    connection: Connection, interview: HeldInterview, state: InterviewState, *, is_absence: bool = False
) -> None:
    """Write a state with its moment, by the clock after all locks. Who waits anew is not called."""
    query = """
        UPDATE interviews SET state = CAST(:state AS text), version = version + 1,
               absences = absences + CAST(:is_absence AS int),
               started_at = CASE WHEN :state = 'in_room' THEN clock_timestamp()
                                 WHEN :state NOT IN ('waiting', 'absent') THEN started_at END,
               ended_at = CASE WHEN :state = 'done' THEN clock_timestamp() ELSE ended_at END,
               called_at = CASE WHEN :state NOT IN ('waiting', 'absent') THEN called_at END,
               panel_id = CASE WHEN :state IN ('declined', 'withdrawn') THEN NULL ELSE panel_id END,
               planned_at = CASE WHEN :state IN ('declined', 'withdrawn') THEN NULL ELSE planned_at END
         WHERE company_id = :company_id AND id = :interview_id
    """
    values = {"company_id": interview.company_id, "interview_id": interview.id, "state": state.value}
    await connection.execute(query, **values, is_absence=is_absence)


async def end_interviews(connection: Connection, *, company_id: UUID, round_id: UUID, by: UUID) -> None:
    """End those that are under way in a round: who stayed called in it could be called by no other any more.

    Nothing is booked for it from now on.
    """
    query = f"""
        WITH freed AS (
            DELETE FROM bookings WHERE company_id = :company_id AND (
                interview_id IN (SELECT id FROM interviews WHERE company_id = :company_id AND round_id = :round_id)
                OR panel_id IN (SELECT id FROM panels WHERE company_id = :company_id AND round_id = :round_id))
        ), ended AS (
            UPDATE interviews SET state = 'done', ended_at = clock_timestamp(), version = version + 1
             WHERE company_id = :company_id AND round_id = :round_id AND state IN {BUSY} RETURNING id
        )
        INSERT INTO interview_events (company_id, interview_id, done_by, what, after)
        SELECT :company_id, id, :by, 'done', CAST('"done"' AS jsonb) FROM ended
    """  # noqa: S608 - constants
    await connection.execute(query, company_id=company_id, round_id=round_id, by=by)


# A call that was left open on a day before is over from six in the morning on: today others can call the person.
END_OLD_CALLS: Final = f"""
    WITH ended AS (
        UPDATE interviews SET state = 'done', ended_at = clock_timestamp(), version = version + 1
         WHERE id IN (
            SELECT i.id FROM interviews i JOIN companies c ON c.id = i.company_id
             WHERE i.state IN {BUSY} AND CAST(i.called_at AT TIME ZONE c.time_zone AS date)
                   < CAST((now() - interval '6 hours') AT TIME ZONE c.time_zone AS date)
             LIMIT :limit FOR NO KEY UPDATE OF i SKIP LOCKED)
        RETURNING id, company_id
    )
    INSERT INTO interview_events (company_id, interview_id, what, after)
    SELECT company_id, id, 'done', CAST('"done"' AS jsonb) FROM ended
"""  # noqa: S608 - a constant


async def note_here(connection: Connection, interview_id: UUID, *, company_id: UUID) -> None:
    query = """
        UPDATE interviews SET here_at = coalesce(here_at, clock_timestamp()), version = version + 1
         WHERE company_id = :company_id AND id = :interview_id
    """
    await connection.execute(query, company_id=company_id, interview_id=interview_id)


async def call(
    connection: Connection, panel: HeldPanel, *, company_id: UUID, besides: UUID | None
) -> HeldInterview | None:
    """Call the next person who waits for this panel or for any, and is with no other one now.

    Rows that others hold are passed by. Raises asyncpg.UniqueViolationError: another panel was quicker.
    """
    query = f"""
        UPDATE interviews SET state = 'called', panel_id = :panel_id, called_at = clock_timestamp(),
               version = version + 1
         WHERE id = (
            SELECT i.id FROM interviews i {OF_PERSON}
             WHERE i.company_id = :company_id AND i.round_id = :round_id AND {WAITS}
               AND (i.panel_id = :panel_id OR i.panel_id IS NULL) AND i.id IS DISTINCT FROM CAST(:besides AS uuid)
               AND NOT EXISTS (SELECT FROM interviews o
                                WHERE o.company_id = :company_id AND o.user_id = i.user_id AND o.state IN {BUSY})
             ORDER BY i.position, i.ticket LIMIT 1 FOR NO KEY UPDATE OF i SKIP LOCKED)
           AND company_id = :company_id
        RETURNING *
    """  # noqa: S608 - constants
    values = {"panel_id": panel.id, "round_id": panel.round_id, "company_id": company_id, "besides": besides}
    return await connection.fetch_record(HeldInterview, query, **values)


async def put_in_queue(
    connection: Connection, interview: HeldInterview, *, panel_id: UUID | None, place: int | None
) -> None:
    """Let a person wait at this place of the queue of a panel, or of that for any; None: last.

    A position between two others has a digit more than they have: no other row changes.
    """
    query = f"""
        WITH queue AS MATERIALIZED (
            SELECT i.position, row_number() OVER (ORDER BY i.position, i.ticket) AS place FROM interviews i {OF_PERSON}
             WHERE i.company_id = :company_id AND i.round_id = :round_id AND {WAITS}
               AND i.panel_id IS NOT DISTINCT FROM CAST(:panel_id AS uuid) AND i.id <> :interview_id
        ), wanted AS (
            SELECT least(coalesce(CAST(:place AS int), count(*) + 1), count(*) + 1) AS place FROM queue
        ), around AS (
            SELECT (SELECT q.position FROM queue q WHERE q.place = w.place - 1) AS before,
                   (SELECT q.position FROM queue q WHERE q.place = w.place) AS after FROM wanted w
        )
        UPDATE interviews i SET panel_id = CAST(:panel_id AS uuid), planned_at = NULL, version = i.version + 1,
               position = CASE WHEN a.before IS NULL AND a.after IS NULL THEN i.position
                               WHEN a.before IS NULL THEN a.after - 60 WHEN a.after IS NULL THEN a.before + 60
                               ELSE (a.before + a.after) * 0.5 END
          FROM around a WHERE i.company_id = :company_id AND i.id = :interview_id
    """  # noqa: S608 - constants
    values = {**interview.key, "interview_id": interview.id, "panel_id": panel_id, "place": place}
    await connection.execute(query, **values)


async def move_queue(
    connection: Connection, *, company_id: UUID, round_id: UUID, panel_id: UUID, to: UUID | None
) -> list[UUID]:
    """Give all who wait for a panel to another one, or to any; return whose turn is elsewhere now.

    Their times are over, and what is booked for these: what holds from now on is their place.
    """
    query = f"""
        WITH moved AS (
            UPDATE interviews i SET panel_id = CAST(:to AS uuid), planned_at = NULL, version = i.version + 1
             WHERE i.company_id = :company_id AND i.round_id = :round_id AND i.panel_id = :panel_id AND {WAITS}
            RETURNING i.id, i.user_id
        ), freed AS (
            DELETE FROM bookings WHERE company_id = :company_id AND interview_id IN (SELECT id FROM moved)
        )
        SELECT user_id FROM moved
    """  # noqa: S608 - constants
    return await connection.fetch_column(query, company_id=company_id, round_id=round_id, panel_id=panel_id, to=to)


async def add_event(
    connection: Connection,
    interview_id: UUID,
    what: str,
    *,
    company_id: UUID,
    user_id: UUID,
    before: Any = None,  # noqa: ANN401 - any JSON
    after: Any = None,  # noqa: ANN401 - any JSON
    reason: str | None = None,
) -> None:
    query = """
        INSERT INTO interview_events (company_id, interview_id, done_by, what, before, after, reason)
        VALUES (:company_id, :interview_id, :user_id, :what, CAST(:before AS jsonb), CAST(:after AS jsonb), :reason)
    """
    values = {"company_id": company_id, "interview_id": interview_id, "user_id": user_id, "what": what}
    await connection.execute(query, **values, before=before, after=after, reason=reason)


async def read_lanes(
    connection: Connection, *, company_id: UUID, round_id: UUID | None = None, panel_ids: Collection[UUID] = ()
) -> list[PanelLane]:
    """These panels as the boards of their rounds have them, or all of a round."""
    values: dict[str, Any] = {"company_id": company_id, "round_id": round_id, "panel_ids": list(panel_ids)}
    chosen = """
        p.company_id = :company_id AND (p.round_id = :round_id OR p.id = ANY(CAST(:panel_ids AS uuid[])))
    """
    query = f"""
        SELECT p.id, p.name, p.place, p.state, p.version, counted.*, {BEHIND} AS behind_minutes
          FROM panels p JOIN rounds r ON r.company_id = :company_id AND r.id = p.round_id
         CROSS JOIN LATERAL ({_COUNTS}) AS counted
         WHERE {chosen} ORDER BY p.name, p.id
    """  # noqa: S608 - constants
    panels = await connection.fetch_all(query, **values)
    query = f"""
        SELECT each.panel_id, each.* FROM panels p CROSS JOIN LATERAL (
            (SELECT i.panel_id, i.position, i.ticket, {PERSON} FROM interviews i
               JOIN users u ON u.company_id = :company_id AND u.id = i.user_id
              WHERE i.company_id = :company_id AND i.panel_id = p.id AND i.state IN {BUSY})
            UNION ALL
            (SELECT i.panel_id, i.position, i.ticket, {PERSON} FROM interviews i {OF_PERSON}
              WHERE i.company_id = :company_id AND i.round_id = p.round_id AND i.panel_id = p.id AND {WAITS}
              ORDER BY i.position, i.ticket LIMIT 3)) AS each
         WHERE {chosen} ORDER BY each.position, each.ticket
    """  # noqa: S608 - constants
    people: dict[UUID, list[QueuedPerson]] = {}
    for row in await connection.fetch_all(query, **values):
        people.setdefault(row.panel_id, []).append(QueuedPerson.model_validate(dict(row)))
    busy = {InterviewState.CALLED, InterviewState.IN_ROOM}
    return [
        PanelLane.model_validate(
            {
                **row,
                "current": next((each for each in people.get(row.id, ()) if each.state in busy), None),
                "next": [each for each in people.get(row.id, ()) if each.state not in busy],
            }
        )
        for row in panels
    ]


async def list_without_panel(
    connection: Connection, *, company_id: UUID, round_id: UUID, is_aside: bool
) -> tuple[list[QueuedPerson], int]:
    """(the first of those who are aside, or who wait for any panel; how many there are)."""
    which = "i.state = 'absent'" if is_aside else f"{WAITS} AND i.panel_id IS NULL"
    query = f"""
        SELECT {PERSON}, count(*) OVER () AS total FROM interviews i {OF_PERSON}
         WHERE i.company_id = :company_id AND i.round_id = :round_id AND {which}
         ORDER BY i.position, i.ticket LIMIT {MOST_SHOWN}
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, company_id=company_id, round_id=round_id)
    return [QueuedPerson.model_validate(dict(row)) for row in rows], rows[0].total if rows else 0


# When the last who wait in a round `r` are through: of each panel, and of all who wait for any.
ENDS: Final = f"""
    (SELECT max(free_at + left_over * {STEP}) FROM (
        SELECT {FREE} AS free_at,
               (SELECT count(*) FROM interviews i
                 WHERE i.company_id = :company_id AND i.round_id = r.id AND i.panel_id = p.id AND {WAITS})
               + (SELECT count(*) FROM interviews i
                   WHERE i.company_id = :company_id AND i.round_id = r.id AND i.panel_id IS NULL AND {WAITS})
               / greatest(1, count(*) OVER ()) AS left_over
          FROM panels p WHERE p.company_id = :company_id AND p.round_id = r.id AND p.state <> 'closed') AS each)
"""  # noqa: S608 - constants


async def find_end(connection: Connection, *, company_id: UUID, round_id: UUID) -> datetime | None:
    query = f"SELECT {ENDS} FROM rounds r WHERE r.company_id = :company_id AND r.id = :round_id"  # noqa: S608 - constants
    return await connection.find_value(datetime, query, company_id=company_id, round_id=round_id)


async def read_called(
    connection: Connection, *, company_id: UUID, panel_ids: Collection[UUID], ids: Collection[UUID], nearest: int
) -> list[tuple[UUID, InterviewMine]]:
    """Read who is called by these panels, then the nearest who wait for each, and these interviews."""
    query = f"""
        WITH near AS MATERIALIZED (
            SELECT each.* FROM panels p JOIN rounds r ON r.company_id = :company_id AND r.id = p.round_id
             CROSS JOIN LATERAL (
                SELECT i.id, row_number() OVER (ORDER BY i.position, i.ticket) AS place_in_queue,
                       {FREE} + (row_number() OVER (ORDER BY i.position, i.ticket) - 1) * {STEP} AS free_at
                  FROM interviews i {OF_PERSON}
                 WHERE i.company_id = :company_id AND i.round_id = r.id AND i.panel_id = p.id AND {WAITS}
                 ORDER BY i.position, i.ticket LIMIT :nearest) AS each
             WHERE p.company_id = :company_id AND p.id = ANY(CAST(:panel_ids AS uuid[]))
        ), chosen AS (
            SELECT id FROM near UNION SELECT unnest(CAST(:ids AS uuid[])) UNION
            SELECT id FROM interviews
             WHERE company_id = :company_id AND panel_id = ANY(CAST(:panel_ids AS uuid[])) AND state IN {BUSY}
        )
        SELECT i.id, i.user_id, i.state, p.name AS panel, p.place, near.place_in_queue,
               greatest(i.planned_at, near.free_at) AS expected_at, i.version
          FROM chosen JOIN interviews i ON i.company_id = :company_id AND i.id = chosen.id
          LEFT JOIN near ON near.id = i.id LEFT JOIN panels p ON p.company_id = :company_id AND p.id = i.panel_id
         ORDER BY i.state NOT IN {BUSY}, near.place_in_queue
    """  # noqa: S608 - constants
    values = {"company_id": company_id, "panel_ids": list(panel_ids), "ids": list(ids)}
    rows = await connection.fetch_all(query, **values, nearest=nearest)
    return [(row.user_id, InterviewMine.model_validate(dict(row))) for row in rows]
