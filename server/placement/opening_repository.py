"""SQL of employers, openings, and who is on these: what is read is limited by a duty."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import delete, insert, update

from server.placement.schemas import Employer, OpeningsQuery, OpeningState
from server.placement.tables import employers, opening_staff, openings
from server.platform.database.connections import Connection
from server.platform.schemas import PageQuery
from server.vocabulary.duties import Duty
from server.vocabulary.placement import OfferState, PlacementPolicy
from server.vocabulary.visible_text import fold_name

# The company's setting counts at once, since every query reads it.
SEES_ALL: Final = """
    (:is_company OR (CAST(:owner_id AS uuid) IS NOT NULL
        AND (SELECT c.placement_staff_see_all FROM companies c WHERE c.id = :company_id)))
"""
OWN: Final = """
    SELECT s.opening_id FROM opening_staff s
     WHERE s.company_id = :company_id AND s.user_id = CAST(:owner_id AS uuid)
"""
REACHED: Final = f"({SEES_ALL} OR o.id IN ({OWN}))"
_COLUMNS: Final = """
    o.id, o.employer_id, e.name AS employer_name, o.title, o.place, o.seats, o.pay_from, o.pay_to, o.tier,
    o.conditions, o.batch_ids, o.stage_ids, o.closes_at, o.state, o.answer_days, o.version
"""
_FROM: Final = "FROM openings o JOIN employers e ON e.company_id = :company_id AND e.id = o.employer_id"
_OPENINGS: Final = f"""
    SELECT {_COLUMNS}, {SEES_ALL} AS sees_all,
           coalesce((SELECT jsonb_object_agg(each.state, each.people) FROM (
                SELECT y.state, count(*) AS people FROM candidacies y
                 WHERE y.company_id = :company_id AND y.opening_id = o.id GROUP BY y.state) AS each), '{{}}')
                AS candidates,
           coalesce((SELECT jsonb_object_agg(each.state, each.people) FROM (
                SELECT f.state, count(*) AS people FROM offers f
                 WHERE f.company_id = :company_id AND f.opening_id = o.id GROUP BY f.state) AS each), '{{}}') AS offers,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'full_name', u.full_name) ORDER BY u.sort_name)
              FROM opening_staff s JOIN users u ON u.company_id = :company_id AND u.id = s.user_id
             WHERE s.company_id = :company_id AND s.opening_id = o.id), '[]') AS staff,
           coalesce((SELECT jsonb_object_agg(each.id, each.name) FROM (
                SELECT b.id, b.name FROM batches b WHERE b.company_id = :company_id AND b.id = ANY(o.batch_ids)
                 UNION ALL
                SELECT s.id, s.name FROM stages s WHERE s.company_id = :company_id AND s.id = ANY(o.stage_ids))
                AS each), '{{}}') AS place_names
      {_FROM} WHERE o.company_id = :company_id AND {REACHED}
"""  # noqa: S608 - constants
_CHOSEN: Final = """
    AND (CAST(:state AS text) IS NULL OR o.state = :state)
    AND (CAST(:employer_id AS uuid) IS NULL OR o.employer_id = :employer_id)
    AND position(:search IN concat_ws(chr(10), lower(o.title), e.folded_name)) > 0
"""
_EMPLOYERS: Final = f"""
      FROM employers e WHERE e.company_id = :company_id AND ({SEES_ALL} OR e.id IN (
        SELECT o.employer_id FROM openings o WHERE o.company_id = :company_id AND o.id IN ({OWN})))
"""  # noqa: S608 - constants
_EMPLOYER: Final = """
    SELECT e.id, e.name, e.industry, e.website, e.contacts, e.archived_at, e.version,
           (SELECT count(*) FROM openings p
             WHERE p.company_id = :company_id AND p.employer_id = e.id AND p.state = 'open') AS openings
"""


@dataclass(frozen=True, kw_only=True)
class StoredOpening:
    """`sees_all`: the caller sees people who are no candidates, too. Offers and candidates are numbers by state."""

    id: UUID
    employer_id: UUID
    employer_name: str
    title: str
    place: str | None
    seats: int
    pay_from: int | None
    pay_to: int | None
    tier: int
    conditions: list[dict[str, Any]]
    batch_ids: list[UUID]
    stage_ids: list[UUID]
    closes_at: datetime | None
    state: OpeningState
    answer_days: int
    version: int
    sees_all: bool
    candidates: dict[str, int]
    offers: dict[str, int]
    staff: list[dict[str, Any]]
    place_names: dict[str, str]

    def count(self, *states: OfferState) -> int:
        """How many offers are in these states."""
        return sum(self.offers.get(state, 0) for state in states)

    def takes_people(self, now: datetime) -> bool:
        return self.state == OpeningState.OPEN and (self.closes_at is None or self.closes_at > now)

    @property
    def name(self) -> str:
        """Its name in the trail, and where several are listed."""
        return f"{self.employer_name}: {self.title}"


@dataclass(frozen=True, kw_only=True)
class PlacementRule:
    """How many offers the company lets a person hold, and the zone of its days."""

    placement_policy: PlacementPolicy
    placement_most: int
    time_zone: str


def duty_values(duty: Duty) -> dict[str, Any]:
    return {"company_id": duty.company_id, "is_company": duty.is_company, "owner_id": duty.owner_id}


async def read_rule(connection: Connection, *, company_id: UUID) -> PlacementRule:
    query = "SELECT placement_policy, placement_most, time_zone FROM companies WHERE id = :company_id"
    found = await connection.fetch_record(PlacementRule, query, company_id=company_id)
    assert found is not None  # noqa: S101 - a company of a caller exists
    return found


async def sees_all(connection: Connection, *, duty: Duty) -> bool:
    return bool(await connection.fetch_value(f"SELECT {SEES_ALL}", **duty_values(duty)))


async def list_openings(connection: Connection, query: OpeningsQuery, *, duty: Duty) -> tuple[list[StoredOpening], int]:
    """(one page, how many there are)."""
    values = {**duty_values(duty), "state": query.state, "employer_id": query.employer}
    values["search"] = fold_name(query.search)
    page = f"""
        {_OPENINGS} {_CHOSEN} ORDER BY array_position(ARRAY['open', 'draft', 'closed'], o.state), o.closes_at, o.id DESC
        OFFSET :offset LIMIT :limit
    """
    found = await connection.fetch_records(StoredOpening, page, **values, offset=query.offset, limit=query.page_size)
    count = f"SELECT count(*) {_FROM} WHERE o.company_id = :company_id AND {REACHED} {_CHOSEN}"
    return found, await connection.fetch_number(count, **values)


async def find_opening(connection: Connection, opening_id: UUID, *, duty: Duty) -> StoredOpening | None:
    query = f"{_OPENINGS} AND o.id = :opening_id"
    return await connection.fetch_record(StoredOpening, query, **duty_values(duty), opening_id=opening_id)


# A trainee sees openings that take applications, and those at which the trainee is a candidate.
_OF_PERSON: Final = """
    o.state = 'open' AND (o.closes_at IS NULL OR o.closes_at > now() OR y.user_id IS NOT NULL)
"""
_JOINED: Final = (
    "LEFT JOIN candidacies y ON y.company_id = :company_id AND y.opening_id = o.id AND y.user_id = :user_id"
)
_OWN_OPENINGS: Final = f"""
    SELECT {_COLUMNS}, true AS sees_all, CAST('{{}}' AS jsonb) AS candidates, CAST('{{}}' AS jsonb) AS offers,
           CAST('[]' AS jsonb) AS staff, CAST('{{}}' AS jsonb) AS place_names
      {_FROM} {_JOINED} WHERE o.company_id = :company_id AND {_OF_PERSON}
"""


async def list_own_openings(
    connection: Connection, query: PageQuery, *, company_id: UUID, user_id: UUID
) -> tuple[list[StoredOpening], int]:
    """A page of what concerns a trainee, those of the person's candidacies first; and how many there are."""
    of_person = {"company_id": company_id, "user_id": user_id}
    page = f"{_OWN_OPENINGS} ORDER BY y.user_id IS NULL, o.closes_at, o.id DESC OFFSET :offset LIMIT :limit"
    place = {"offset": query.offset, "limit": query.page_size}
    found = await connection.fetch_records(StoredOpening, page, **of_person, **place)
    count = f"SELECT count(*) FROM openings o {_JOINED} WHERE o.company_id = :company_id AND {_OF_PERSON}"  # noqa: S608 - constants
    return found, await connection.fetch_number(count, **of_person)


async def find_own(
    connection: Connection, opening_id: UUID, *, company_id: UUID, user_id: UUID
) -> StoredOpening | None:
    query = f"{_OWN_OPENINGS} AND o.id = :opening_id"
    return await connection.fetch_record(
        StoredOpening, query, company_id=company_id, user_id=user_id, opening_id=opening_id
    )


async def lock_opening(connection: Connection, opening_id: UUID, *, company_id: UUID, changes: bool = True) -> None:
    """Until the transaction ends no other changes the opening; nor, if this one `changes` it, takes a seat of it."""
    query = f"""
        SELECT FROM openings WHERE company_id = :company_id AND id = :opening_id
           FOR {"NO KEY UPDATE" if changes else "SHARE"}
    """
    await connection.execute(query, company_id=company_id, opening_id=opening_id)


async def add_opening(connection: Connection, *, company_id: UUID, values: Mapping[str, Any]) -> UUID:
    new = insert(openings).values(company_id=company_id, **values).returning(openings.c.id)
    found: UUID = await connection.fetch_value(new)
    return found


async def change_opening(
    connection: Connection, opening_id: UUID, *, company_id: UUID, values: Mapping[str, Any]
) -> None:
    changed = update(openings).filter_by(company_id=company_id, id=opening_id)
    await connection.execute(changed.values(version=openings.c.version + 1, **values))


async def choose_staff(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, opening_id: UUID) -> None:
    """Replace who is on the opening. The accounts are locked."""
    await connection.execute(delete(opening_staff).filter_by(company_id=company_id, opening_id=opening_id))
    query = """
        INSERT INTO opening_staff (company_id, opening_id, user_id)
        SELECT :company_id, :opening_id, each.id FROM unnest(CAST(:user_ids AS uuid[])) AS each(id)
    """
    await connection.execute(query, company_id=company_id, opening_id=opening_id, user_ids=list(user_ids))


async def find_watchers(connection: Connection, opening_id: UUID, *, company_id: UUID) -> list[UUID]:
    """Active placement staff who see the opening."""
    query = """
        SELECT u.id FROM users u JOIN companies c ON c.id = u.company_id
         WHERE u.company_id = :company_id AND u.profile = 'PLACEMENT' AND u.is_active
           AND (c.placement_staff_see_all OR u.id IN (
                SELECT s.user_id FROM opening_staff s WHERE s.company_id = :company_id AND s.opening_id = :opening_id))
         ORDER BY u.id LIMIT 500
    """
    return await connection.fetch_column(query, company_id=company_id, opening_id=opening_id)


async def has_places(
    connection: Connection, batch_ids: Sequence[UUID], stage_ids: Sequence[UUID], *, company_id: UUID
) -> bool:
    """Whether the company has all of these batches and stages; an archived stage is none."""
    query = """
        SELECT NOT EXISTS (SELECT unnest(CAST(:batch_ids AS uuid[])) EXCEPT
                           SELECT id FROM batches WHERE company_id = :company_id)
           AND NOT EXISTS (SELECT unnest(CAST(:stage_ids AS uuid[])) EXCEPT
                           SELECT id FROM stages WHERE company_id = :company_id AND archived_at IS NULL)
    """
    values = {"batch_ids": list(batch_ids), "stage_ids": list(stage_ids)}
    return bool(await connection.fetch_value(query, company_id=company_id, **values))


async def list_employers(connection: Connection, query: PageQuery, *, duty: Duty) -> tuple[list[Employer], int]:
    page = f"{_EMPLOYER} {_EMPLOYERS} ORDER BY e.archived_at IS NOT NULL, e.folded_name OFFSET :offset LIMIT :limit"
    values = duty_values(duty)
    found = await connection.fetch_records(Employer, page, **values, offset=query.offset, limit=query.page_size)
    return found, await connection.fetch_number(f"SELECT count(*) {_EMPLOYERS}", **values)


async def find_employer(
    connection: Connection, employer_id: UUID, *, duty: Duty, locks: bool = False
) -> Employer | None:
    """`locks`: against other changes, until the transaction ends."""
    query = f"{_EMPLOYER} {_EMPLOYERS} AND e.id = :employer_id {'FOR NO KEY UPDATE OF e' if locks else ''}"
    return await connection.fetch_record(Employer, query, **duty_values(duty), employer_id=employer_id)


async def add_employer(connection: Connection, *, company_id: UUID, values: Mapping[str, Any]) -> UUID:
    """Raises asyncpg.UniqueViolationError: the name is taken."""
    new = insert(employers).values(company_id=company_id, **values).returning(employers.c.id)
    found: UUID = await connection.fetch_value(new)
    return found


async def change_employer(
    connection: Connection, employer_id: UUID, *, company_id: UUID, values: Mapping[str, Any]
) -> None:
    """Raises asyncpg.UniqueViolationError: the name is taken."""
    changed = update(employers).filter_by(company_id=company_id, id=employer_id)
    await connection.execute(changed.values(version=employers.c.version + 1, **values))
