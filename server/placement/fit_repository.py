"""SQL of who fits an opening, who nearly does, and why a person does not."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from server.people.fields.conditions import Operator, Term
from server.people.list.list_repository import Matching, fulfilled
from server.placement.opening_repository import StoredOpening
from server.placement.schemas import FitPerson
from server.platform.database.connections import Connection
from server.vocabulary.own_fields import OwnKind

IN_BATCHES: Final = """u.id IN (SELECT m.user_id FROM batch_members m
    WHERE m.company_id = :company_id AND m.batch_id = ANY(CAST(:batch_ids AS uuid[])))"""
IN_STAGES: Final = """u.id IN (SELECT e.user_id FROM stage_entries e
    WHERE e.company_id = :company_id AND e.stage_id = ANY(CAST(:stage_ids AS uuid[])) AND e.left_at IS NULL)"""
CANDIDATES: Final = """u.id IN (SELECT y.user_id FROM candidacies y
    WHERE y.company_id = :company_id AND y.opening_id = :opening_id)"""
BATCHES: Final = """
    ARRAY(SELECT b.name FROM batch_members m JOIN batches b ON b.company_id = :company_id AND b.id = m.batch_id
           WHERE m.company_id = :company_id AND m.user_id = u.id ORDER BY b.folded_name)
"""


@dataclass(frozen=True, kw_only=True)
class NearlyRow:
    place: int
    people: int
    relaxed_people: int


def within(found: Matching, opening: StoredOpening) -> Matching:
    """Match who is where the opening wants people, and is a candidate if its reader sees these alone."""
    wanted = (
        (bool(opening.batch_ids), IN_BATCHES),
        (bool(opening.stage_ids), IN_STAGES),
        (not opening.sees_all, CANDIDATES),
    )
    more = "".join(f" AND {condition}" for holds, condition in wanted if holds)
    places = {"batch_ids": opening.batch_ids, "stage_ids": opening.stage_ids, "opening_id": opening.id}
    return Matching(found.conditions + more, found.values | places, is_all=found.is_all and not more)


async def find_people(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, opening_id: UUID
) -> list[FitPerson]:
    """These people, by name, without what is open of their fields."""
    query = f"""
        SELECT u.id, u.full_name, u.code, {BATCHES} AS batches, y.state,
               EXISTS (SELECT FROM offers f WHERE f.company_id = :company_id AND f.user_id = u.id
                          AND f.state IN ('accepted', 'joined')) AS is_placed
          FROM users u LEFT JOIN candidacies y ON y.opening_id = :opening_id AND y.user_id = u.id
         WHERE u.company_id = :company_id AND u.id = ANY(CAST(:user_ids AS uuid[])) ORDER BY u.sort_name, u.id
    """  # noqa: S608 - constants
    values = {"opening_id": opening_id, "user_ids": list(user_ids)}
    return await connection.fetch_records(FitPerson, query, company_id=company_id, **values)


def relaxed_bound(term: Term) -> float | None:
    """A lower bound a step below that of the term: 55 for 60; a step is a round twelfth."""
    bound = term.values[0] if term.operator is Operator.FROM and term.field.own_kind is OwnKind.NUMBER else None
    if not isinstance(bound, int | float) or isinstance(bound, bool) or bound <= 0:
        return None
    magnitude = 10.0 ** floor(log10(bound / 12))
    step = max(size * magnitude for size in (1, 2, 5) if size * magnitude <= bound / 12)
    return round(bound - step, 6)


async def count_nearly(connection: Connection, query: Matching, *, terms: Sequence[Term]) -> list[NearlyRow]:
    """How many of those who match fail one term alone, by its place, and reach its relaxed bound.

    Each person's values are read once. Plan for values.
    """
    tests, values = [], dict[str, Any]()
    for place, term in enumerate(terms):
        test, given = fulfilled(term, place, by_values=True)
        tests.append(f"CASE WHEN NOT {test} THEN {place} END")
        values |= given
    relaxed = []
    for place, term in enumerate(terms):
        if (bound := relaxed_bound(term)) is not None:
            value = f"each.own_values -> '{term.field.number}'"
            relaxed.append(f"(each.failed[1] = {place} AND {value} >= CAST(:relaxed_{place} AS jsonb))")
            values[f"relaxed_{place}"] = bound
    statement = f"""
        SELECT failed[1] AS place, count(*) AS people,
               count(*) FILTER (WHERE {" OR ".join(relaxed) or "false"}) AS relaxed_people
          FROM (SELECT array_remove(ARRAY[{", ".join(tests)}]::int[], NULL) AS failed, k.own_values
                  FROM users u LEFT JOIN person_fields k ON k.company_id = :company_id AND k.user_id = u.id
                 WHERE u.company_id = :company_id{query.conditions}) AS each
         WHERE cardinality(failed) = 1 GROUP BY failed[1] ORDER BY people DESC
    """  # noqa: S608 - constants
    return await connection.fetch_records(NearlyRow, statement, **query.values, **values)


class Place(NamedTuple):
    """A person is wanted in one of these batches, or stages."""

    kind: Literal["batch", "stage"]
    ids: Sequence[UUID]


def places_of(opening: StoredOpening) -> list[Place]:
    each = Place("batch", opening.batch_ids), Place("stage", opening.stage_ids)
    return [place for place in each if place.ids]


async def find_failed(
    connection: Connection, user_id: UUID, *, company_id: UUID, asked: Sequence[Term | Place]
) -> set[int]:
    """Return the places of what a person does not fulfil, of several openings, all looked at in one statement."""
    values: dict[str, Any] = {"company_id": company_id, "user_id": user_id}
    tests: list[str] = []
    for place, wanted in enumerate(asked):
        if isinstance(wanted, Place):
            test, name = (IN_BATCHES, ":batch_ids") if wanted.kind == "batch" else (IN_STAGES, ":stage_ids")
            test, given = test.replace(name, f":place_{place}"), {f"place_{place}": list(wanted.ids)}
        else:
            test, given = fulfilled(wanted, place, by_values=True)
        tests.append(test)
        values |= given
    if not tests:
        return set()
    query = f"""
        SELECT ARRAY[{", ".join(tests)}] AS met
          FROM users u LEFT JOIN person_fields k ON k.company_id = :company_id AND k.user_id = u.id
         WHERE u.company_id = :company_id AND u.id = :user_id
    """  # noqa: S608 - constants
    met: list[bool] = await connection.fetch_value(query, **values)
    return {place for place, is_met in enumerate(met) if not is_met}


async def find_names(connection: Connection, ids: Sequence[UUID], *, company_id: UUID) -> dict[UUID, tuple[str, str]]:
    """Return the names of batches and stages, among colleagues and for their people."""
    query = """
        SELECT id, name, name AS public_name FROM batches
         WHERE company_id = :company_id AND id = ANY(CAST(:ids AS uuid[]))
         UNION ALL
        SELECT id, name, public_name FROM stages WHERE company_id = :company_id AND id = ANY(CAST(:ids AS uuid[]))
    """
    rows = await connection.fetch_all(query, company_id=company_id, ids=list(ids))
    return {row.id: (row.name, row.public_name) for row in rows}


async def is_seen(connection: Connection, user_id: UUID, *, company_id: UUID, opening_id: UUID, sees_all: bool) -> bool:
    """Whether the company has such a trainee, who is a candidate of the opening if the caller sees these alone."""
    query = """
        SELECT EXISTS (SELECT FROM users u WHERE u.company_id = :company_id AND u.id = :user_id
                          AND u.profile = 'TRAINEE' AND (:sees_all OR EXISTS (
                                SELECT FROM candidacies y WHERE y.opening_id = :opening_id AND y.user_id = u.id)))
    """
    values = {"user_id": user_id, "opening_id": opening_id, "sees_all": sees_all}
    return bool(await connection.fetch_value(query, company_id=company_id, **values))
