"""SQL of rounds and their panels. What is read and locked of them is limited by a duty."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, TypedDict
from uuid import UUID

from sqlalchemy import delete, insert, update

from server.interviews.schemas import (
    Panelist,
    PanelRecord,
    PanelState,
    RoundRecord,
    RoundsQuery,
    RoundState,
)
from server.interviews.tables import panels, rounds
from server.placement.opening_repository import REACHED
from server.platform.database.connections import Connection, any_id, quoted
from server.vocabulary.duties import REACH, Act, Duty

MOST_FOUND: Final = 30
PANELIST_PROFILES: Final = sorted(REACH[Act.INTERVIEW_SCORE])
# Who may sit on a panel, `u`.
SITS: Final = f"u.is_active AND u.profile IN ({quoted(PANELIST_PROFILES)})"
# The rounds `r` that who has the duty manages: all of the company, or those for openings within reach.
MANAGED: Final = f"""
    (:is_company OR r.opening_id IN (
        SELECT o.id FROM openings o WHERE o.company_id = :company_id AND {REACHED}))
"""  # noqa: S608 - constants
# Panels `p` on which the owner of the duty sits, of rounds `r` that are published, from the day before until a week
# after.
SEATED: Final = f"""
    r.state <> 'draft' AND EXISTS (
        SELECT FROM panel_members m
          JOIN users u ON u.company_id = :company_id AND u.id = m.user_id AND {SITS}
         WHERE m.company_id = :company_id AND m.panel_id = p.id AND m.user_id = CAST(:owner_id AS uuid))
    AND (SELECT CAST(now() AT TIME ZONE c.time_zone AS date) BETWEEN r.day - 1 AND r.day + 7
           FROM companies c WHERE c.id = :company_id)
"""  # noqa: S608 - constants
_ROUNDS: Final = f"""
    SELECT r.id, r.name, r.location, r.day, r.slot_minutes, r.break_minutes, r.criteria, r.stage_id, r.pass_stage_id,
           r.opening_id, (SELECT e.name || ': ' || o.title FROM openings o
                             JOIN employers e ON e.company_id = :company_id AND e.id = o.employer_id
                            WHERE o.company_id = :company_id AND o.id = r.opening_id) AS opening_name,
           r.state, r.version, r.screen_hash IS NOT NULL AS has_screen,
           (SELECT count(*) FROM panels p WHERE p.company_id = :company_id AND p.round_id = r.id) AS panels,
           EXISTS (SELECT FROM scores s JOIN interviews i ON i.company_id = :company_id AND i.id = s.interview_id
                    WHERE s.company_id = :company_id AND i.round_id = r.id) AS has_scores, counted.*
      FROM rounds r CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE i.state NOT IN ('declined', 'withdrawn')) AS candidates,
                  count(*) FILTER (WHERE i.planned_at IS NOT NULL AND i.state NOT IN ('declined', 'withdrawn'))
                  AS placed,
                  count(*) FILTER (WHERE i.state = 'confirmed') AS confirmed,
                  count(*) FILTER (WHERE i.state = 'declined') AS declined,
                  count(*) FILTER (WHERE i.state = 'done') AS done
             FROM interviews i WHERE i.company_id = :company_id AND i.round_id = r.id) AS counted
     WHERE r.company_id = :company_id AND {MANAGED}
"""  # noqa: S608 - constants
# The hours of a panel `p` by the clock of a company `c`.
CLOCKS: Final = """
    to_char(p.starts_at AT TIME ZONE c.time_zone, 'HH24:MI') AS first,
    to_char(p.ends_at AT TIME ZONE c.time_zone, 'HH24:MI') AS last
"""
_PANELS: Final = f"""
    SELECT p.id, p.round_id, p.name, p.place, p.link, p.state, p.version,
           {CLOCKS},
           CAST(1 + floor((extract(epoch FROM p.ends_at - p.starts_at) - 60 * r.slot_minutes)
                          / (60 * (r.slot_minutes + r.break_minutes))) AS int) AS slots,
           (SELECT count(*) FROM interviews i
             WHERE i.company_id = :company_id AND i.round_id = r.id AND i.panel_id = p.id
               AND i.state IN ('waiting', 'confirmed')) AS queue
      FROM panels p JOIN rounds r ON r.company_id = :company_id AND r.id = p.round_id
      JOIN companies c ON c.id = :company_id
     WHERE p.company_id = :company_id
"""  # noqa: S608 - constants


class OfRound(TypedDict):
    """What repositories find the rows of a round by."""

    company_id: UUID
    round_id: UUID


class PanelHours(TypedDict):
    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, kw_only=True)
class HeldRound:
    """A round as acts need it."""

    id: UUID
    company_id: UUID
    name: str
    location: str | None
    day: date
    slot_minutes: int
    break_minutes: int
    opening_id: UUID | None
    state: RoundState
    version: int

    @property
    def key(self) -> OfRound:
        return {"company_id": self.company_id, "round_id": self.id}


@dataclass(frozen=True, kw_only=True)
class HeldPanel:
    id: UUID
    round_id: UUID
    name: str
    place: str | None
    starts_at: datetime
    ends_at: datetime
    state: PanelState
    version: int

    @property
    def hours(self) -> PanelHours:
        return {"starts_at": self.starts_at, "ends_at": self.ends_at}


def duty_values(duty: Duty) -> dict[str, Any]:
    return {"company_id": duty.company_id, "is_company": duty.is_company, "owner_id": duty.owner_id}


async def list_rounds(connection: Connection, query: RoundsQuery, *, duty: Duty) -> tuple[list[RoundRecord], int]:
    """(a page, the newest day first; how many there are)."""
    values = {**duty_values(duty), "day": query.day, "opening_id": query.opening}
    found = f"""
        rounds r WHERE r.company_id = :company_id AND {MANAGED} AND (CAST(:day AS date) IS NULL OR r.day = :day)
           AND (CAST(:opening_id AS uuid) IS NULL OR r.opening_id = :opening_id)
    """
    page = f"""
        {_ROUNDS} AND r.id = ANY(ARRAY(
            SELECT r.id FROM {found} ORDER BY r.day DESC, r.id DESC OFFSET :offset LIMIT :limit))
         ORDER BY r.day DESC, r.id DESC
    """  # noqa: S608 - constants
    rows = await connection.fetch_records(RoundRecord, page, **values, offset=query.offset, limit=query.page_size)
    return rows, await connection.fetch_number(f"SELECT count(*) FROM {found}", **values)  # noqa: S608 - constants


async def find_round(connection: Connection, round_id: UUID, *, duty: Duty) -> RoundRecord | None:
    return await connection.fetch_record(RoundRecord, f"{_ROUNDS} AND r.id = :id", **duty_values(duty), id=round_id)


async def may_manage(connection: Connection, round_id: UUID, *, duty: Duty) -> bool:
    query = f"SELECT FROM rounds r WHERE r.company_id = :company_id AND r.id = :round_id AND {MANAGED}"
    return await connection.has_row(query, **duty_values(duty), round_id=round_id)


async def hold_round(connection: Connection, round_id: UUID, *, duty: Duty, shares: bool = False) -> HeldRound | None:
    """A round that who has the duty manages, locked until the transaction ends; `shares`: others may, too."""
    query = f"""
        SELECT r.* FROM rounds r WHERE r.company_id = :company_id AND r.id = :id AND {MANAGED}
           FOR {"SHARE" if shares else "NO KEY UPDATE"} OF r
    """  # noqa: S608 - constants
    return await connection.fetch_record(HeldRound, query, **duty_values(duty), id=round_id)


async def add_round(connection: Connection, *, company_id: UUID, **values: Any) -> UUID:  # noqa: ANN401 - columns
    added = insert(rounds).values(company_id=company_id, **values).returning(rounds.c.id)
    round_id: UUID = await connection.fetch_value(added)
    return round_id


async def change_round(connection: Connection, *, company_id: UUID, round_id: UUID, **values: Any) -> None:  # noqa: ANN401 - columns
    changed = update(rounds).filter_by(company_id=company_id, id=round_id)
    await connection.execute(changed.values(**values, version=rounds.c.version + 1))


async def delete_round(connection: Connection, *, company_id: UUID, round_id: UUID) -> None:
    await connection.execute(delete(rounds).filter_by(company_id=company_id, id=round_id))


async def list_panels(
    connection: Connection, *, company_id: UUID, round_id: UUID, panel_id: UUID | None = None
) -> list[PanelRecord]:
    """The panels of a round by name, or one of them."""
    query = f"""
        {_PANELS} AND p.round_id = :round_id AND (CAST(:panel_id AS uuid) IS NULL OR p.id = :panel_id)
         ORDER BY p.name, p.id
    """
    rows = await connection.fetch_all(query, company_id=company_id, round_id=round_id, panel_id=panel_id)
    members = await list_members(connection, [row.id for row in rows], company_id=company_id)
    return [PanelRecord.model_validate({**row, "panelists": members.get(row.id, [])}) for row in rows]


async def list_members(
    connection: Connection, panel_ids: Collection[UUID], *, company_id: UUID
) -> dict[UUID, list[Panelist]]:
    """The active panelists of each of these panels, by name."""
    query = f"""
        SELECT m.panel_id, u.id, u.full_name FROM panel_members m
          JOIN users u ON u.company_id = :company_id AND u.id = m.user_id AND {SITS}
         WHERE m.company_id = :company_id AND m.panel_id = ANY(CAST(:panel_ids AS uuid[])) ORDER BY u.sort_name, u.id
    """  # noqa: S608 - constants
    found: dict[UUID, list[Panelist]] = {}
    for row in await connection.fetch_all(query, company_id=company_id, panel_ids=list(panel_ids)):
        found.setdefault(row.panel_id, []).append(Panelist(id=row.id, full_name=row.full_name))
    return found


async def list_seated(connection: Connection, *, company_id: UUID, round_id: UUID) -> list[UUID]:
    """The active panelists of a round."""
    query = f"""
        SELECT DISTINCT u.id FROM panels p
          JOIN panel_members m ON m.company_id = :company_id AND m.panel_id = p.id
          JOIN users u ON u.company_id = :company_id AND u.id = m.user_id AND {SITS}
         WHERE p.company_id = :company_id AND p.round_id = :round_id
    """  # noqa: S608 - constants
    return await connection.fetch_column(query, company_id=company_id, round_id=round_id)


async def round_of(connection: Connection, panel_id: UUID, *, company_id: UUID) -> UUID | None:
    query = "SELECT round_id FROM panels WHERE company_id = :company_id AND id = :panel_id"
    return await connection.find_value(UUID, query, company_id=company_id, panel_id=panel_id)


async def hold_panels(
    connection: Connection, *, company_id: UUID, round_id: UUID, panel_ids: Collection[UUID] | None = None
) -> dict[UUID, HeldPanel]:
    """Read those panels of a round, or all of it, locked in the order of their ids until the transaction ends."""
    query = """
        SELECT * FROM panels WHERE company_id = :company_id AND round_id = :round_id
           AND (CAST(:panel_ids AS uuid[]) IS NULL OR id = ANY(CAST(:panel_ids AS uuid[])))
         ORDER BY id FOR NO KEY UPDATE
    """
    ids = None if panel_ids is None else list(panel_ids)
    found = await connection.fetch_records(HeldPanel, query, company_id=company_id, round_id=round_id, panel_ids=ids)
    return {each.id: each for each in found}


async def add_panel(connection: Connection, *, company_id: UUID, round_id: UUID, **values: Any) -> UUID:  # noqa: ANN401 - columns
    added = insert(panels).values(company_id=company_id, round_id=round_id, **values).returning(panels.c.id)
    panel_id: UUID = await connection.fetch_value(added)
    return panel_id


async def change_panels(connection: Connection, ids: Collection[UUID], *, company_id: UUID, **values: Any) -> None:  # noqa: ANN401 - columns
    """Raise their version, too: it tells that their queue is another one."""
    changed = update(panels).filter_by(company_id=company_id).where(panels.c.id == any_id([*ids]))
    await connection.execute(changed.values(**values, version=panels.c.version + 1))


async def delete_panel(connection: Connection, panel_id: UUID, *, company_id: UUID) -> bool:
    """Whether it is deleted: one that has called a person stays."""
    query = """
        DELETE FROM panels p WHERE p.company_id = :company_id AND p.id = :panel_id
           AND NOT EXISTS (SELECT FROM interviews i WHERE i.company_id = :company_id AND i.panel_id = p.id
                              AND i.state NOT IN ('waiting', 'confirmed', 'declined', 'withdrawn'))
        RETURNING p.id
    """
    return await connection.has_row(query, company_id=company_id, panel_id=panel_id)


async def set_members(
    connection: Connection, user_ids: Collection[UUID], *, company_id: UUID, panel_id: UUID
) -> set[UUID]:
    """Let these people sit on a panel; return those who did not, and those who do not any more."""
    query = """
        WITH gone AS (
            DELETE FROM panel_members WHERE company_id = :company_id AND panel_id = :panel_id
               AND NOT user_id = ANY(CAST(:user_ids AS uuid[])) RETURNING user_id
        ), added AS (
            INSERT INTO panel_members (company_id, panel_id, user_id)
            SELECT :company_id, :panel_id, each.id FROM unnest(CAST(:user_ids AS uuid[])) AS each(id)
            ON CONFLICT DO NOTHING RETURNING user_id
        )
        SELECT user_id FROM gone UNION ALL SELECT user_id FROM added
    """
    values = {"company_id": company_id, "panel_id": panel_id, "user_ids": list(user_ids)}
    return set(await connection.fetch_column(query, **values))


async def panelists_among(connection: Connection, user_ids: Collection[UUID], *, company_id: UUID) -> set[UUID]:
    """Find which of these accounts may sit on a panel; they are held until the transaction ends."""
    query = f"""
        SELECT u.id FROM users u WHERE u.company_id = :company_id AND u.id = ANY(CAST(:user_ids AS uuid[]))
           AND {SITS} ORDER BY u.id FOR KEY SHARE
    """  # noqa: S608 - constants
    return set(await connection.fetch_column(query, company_id=company_id, user_ids=list(user_ids)))


async def find_panelists(connection: Connection, search: str, *, company_id: UUID) -> list[Panelist]:
    """The first of those who may sit on a panel and have this in their name."""
    query = f"""
        SELECT u.id, u.full_name FROM users u WHERE u.company_id = :company_id AND {SITS}
           AND strpos(lower(u.full_name), lower(:search)) > 0 ORDER BY u.sort_name, u.id LIMIT {MOST_FOUND}
    """  # noqa: S608 - constants
    return await connection.fetch_records(Panelist, query, company_id=company_id, search=search.strip())


async def panelists_by_email(connection: Connection, emails: Collection[str], *, company_id: UUID) -> dict[str, UUID]:
    query = f"""
        SELECT u.email, u.id FROM users u
         WHERE u.company_id = :company_id AND u.email = ANY(CAST(:emails AS text[])) AND {SITS}
    """  # noqa: S608 - constants
    rows = await connection.fetch_all(query, company_id=company_id, emails=list(emails))
    return {row.email: row.id for row in rows}
