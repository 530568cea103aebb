"""SQL of the list of a company's users, in any order, a page at a time.

An index holds each order within every part of the list: of the users who are alike in position, status, invitation,
and in whether they have signed in. A page is merged from the first rows of the parts that the filters match, so that
none of those filters makes an order slower.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.database import Connection
from server.users.filter_conditions import created_between, filter_values
from server.users.list_filters import Filters, Sort
from server.users.repository import UserRow, user_columns, user_row

MOST_COUNTED: Final = 10_000

# The sort key of each order before the id, as in its index; ids alone are the order of creation.
KEYS: Final[Mapping[str, str]] = {
    "createdAt": "CAST(NULL AS text)",
    "fullName": "u.sort_name",
    "email": "u.label",
}
PERSON: Final = user_columns("person")
# A relation `listed` of the parts that users have, of those that match the filters: by a probe of the index for each.
LISTED_PARTS: Final = """
    WITH RECURSIVE found AS (
        (SELECT u.part FROM users u WHERE u.company_id = :company_id ORDER BY u.part LIMIT 1)
        UNION ALL
        SELECT further.part FROM found CROSS JOIN LATERAL (
            SELECT u.part FROM users u WHERE u.company_id = :company_id AND u.part > found.part
            ORDER BY u.part LIMIT 1) AS further
    ), listed AS (SELECT part FROM found WHERE part LIKE ANY(CAST(:patterns AS text[])))
"""


@dataclass(frozen=True, kw_only=True)
class Place:
    """A user's place in an order; `key` is the name or label, or None where the id is enough."""

    key: str | None
    id: UUID


@dataclass(frozen=True, kw_only=True)
class ListResult:
    rows: list[UserRow]
    total: int
    is_exact: bool = True


async def find_parts(connection: Connection, *, company_id: UUID, filters: Filters) -> list[str]:
    """The parts that users have, of those that match the filters."""
    rows = await connection.fetch_all(
        f"{LISTED_PARTS} SELECT part FROM listed",  # noqa: S608 - constants
        company_id=company_id,
        patterns=filters.patterns,
    )
    return [row.part for row in rows]


async def list_page(
    connection: Connection,
    *,
    company_id: UUID,
    filters: Filters,
    sort: Sort,
    start: Place | None = None,
    offset: int,
    limit: int,
) -> list[UserRow]:
    """`limit` users, `offset` behind the one at `start`, or from the beginning; the work grows with both.

    Of the filters only those that parts answer, and in the order of creation those by creation.
    """
    parts = await _parts_of_order(connection, company_id=company_id, filters=filters, sort=sort)
    rows = await connection.fetch_all(
        _page_query(sort, filters=filters, started=start is not None),
        company_id=company_id,
        offset=offset,
        limit=limit,
        most=offset + limit,
        start_key=None if start is None else start.key,
        start_id=None if start is None else start.id,
        **filter_values(filters, parts=parts),
    )
    return [user_row(row) for row in rows]


async def sort_selected(connection: Connection, *, company_id: UUID, ids: Sequence[UUID], sort: Sort) -> list[UUID]:
    """Those of `ids` that the company has, in the list's order. Plan for their number in the transaction."""
    rows = await connection.fetch_all(
        f"SELECT u.id FROM {_selected(sort)} u {order(sort)}",  # noqa: S608 - constants
        company_id=company_id,
        ids=list(ids),
    )
    return [row.id for row in rows]


async def list_selected(connection: Connection, *, company_id: UUID, ids: Sequence[UUID], sort: Sort) -> list[UserRow]:
    """Return the accounts of `ids` that the company has, in the list's order. Plan for their number first."""
    rows = await connection.fetch_all(
        f"""
        SELECT {PERSON} FROM {_selected(sort)} AS u
        JOIN users person ON person.company_id = :company_id AND person.id = u.id
        {order(sort)}
        """,  # noqa: S608 - constants
        company_id=company_id,
        ids=list(ids),
    )
    return [user_row(row) for row in rows]


def _selected(sort: Sort) -> str:
    return f"""(
        SELECT {KEYS[sort.field]} AS key, u.id FROM users u
        WHERE u.company_id = :company_id AND u.id = ANY(CAST(:ids AS uuid[]))
    )"""  # noqa: S608 - constants


async def find_place(
    connection: Connection, *, company_id: UUID, filters: Filters, sort: Sort, start: Place | None, offset: int
) -> Place | None:
    """The place `offset` users behind `start`, by index-only scans; None beyond the end."""
    parts = await _parts_of_order(connection, company_id=company_id, filters=filters, sort=sort)
    row = await connection.fetch_one(
        f"""
        SELECT u.key, u.id FROM ({_merged(sort, filters=filters, parts=parts, started=start is not None)}) u
        {order(sort)} OFFSET :offset LIMIT 1
        """,  # noqa: S608 - made from constants
        company_id=company_id,
        offset=offset,
        start_key=None if start is None else start.key,
        start_id=None if start is None else start.id,
        **filter_values(filters, parts=parts),
        **{f"part_{number}": part for number, part in enumerate(parts or ())},
    )
    return None if row is None else Place(key=row.key, id=row.id)


async def _parts_of_order(
    connection: Connection, *, company_id: UUID, filters: Filters, sort: Sort
) -> list[str] | None:
    """None where an order needs none: all users in the order of creation."""
    if filters.is_open and sort.field == "createdAt":
        return None
    return await find_parts(connection, company_id=company_id, filters=filters)


async def count_people(
    connection: Connection, *, company_id: UUID, filters: Filters, most: int | None = MOST_COUNTED
) -> int:
    """The number of users, counted up to one more than `most`; None counts all."""
    parts = None if filters.is_open else await find_parts(connection, company_id=company_id, filters=filters)
    people = f"FROM users u WHERE u.company_id = :company_id{created_between(filters)}"
    if parts is not None:
        people = f"""
            FROM unnest(CAST(:parts AS text[])) AS listed (part)
            CROSS JOIN LATERAL (SELECT {people} AND u.part = listed.part LIMIT CAST(:most AS bigint)) AS people
        """
    counted: int = await connection.fetch_value(
        f"SELECT count(*) FROM (SELECT {people} LIMIT CAST(:most AS bigint)) AS counted",  # noqa: S608 - constants
        company_id=company_id,
        most=None if most is None else most + 1,
        **filter_values(filters, parts=parts),
    )
    return counted


def order(sort: Sort) -> str:
    """The ORDER BY of a relation `u` with key and id."""
    turn = "DESC" if sort.falls else "ASC"
    return f"ORDER BY u.id {turn}" if sort.field == "createdAt" else f"ORDER BY u.key {turn}, u.id {turn}"


def first_people(sort: Sort, *, filters: Filters, started: bool = False) -> str:
    """A relation of (key, id) that contains the first `most` users of the order, and others behind them.

    Its parameters are company_id, those of :func:`filter_values`, most, and start_key and start_id if `started`.
    """
    select = _select(sort, filters=filters, started=started)
    if filters.is_open and sort.field == "createdAt":
        return f"({select})"
    return f"""(
        SELECT first.* FROM unnest(CAST(:parts AS text[])) AS listed (part)
        CROSS JOIN LATERAL ({select} AND u.part = listed.part ORDER BY {own_order(sort)} LIMIT :most) AS first
    )"""  # noqa: S608 - constants


def _merged(sort: Sort, *, filters: Filters, parts: Sequence[str] | None, started: bool) -> str:
    """(key, id) of all users of these parts, of every part for None: Postgres reads each along its index and merges.

    Its parameters are company_id, a `part_0` for each part, and start_key and start_id if `started`.
    """
    select = _select(sort, filters=filters, started=started)
    if parts is None:
        return select
    # Each ordered by itself: otherwise Postgres would sort the whole relation.
    arms = (f"({select} AND u.part = :part_{number} ORDER BY {own_order(sort)})" for number in range(len(parts)))
    return " UNION ALL ".join(arms) or f"{select} AND false"


def _select(sort: Sort, *, filters: Filters, started: bool) -> str:
    between = created_between(filters) if sort.field == "createdAt" else ""
    select = f"SELECT {KEYS[sort.field]} AS key, u.id FROM users u WHERE u.company_id = :company_id{between}"  # noqa: S608 - constants
    if not started:
        return select
    compare = "<=" if sort.falls else ">="
    if sort.field == "createdAt":
        return f"{select} AND u.id {compare} CAST(:start_id AS uuid)"
    key = "lower(CAST(:start_key AS text))" if sort.field == "fullName" else "CAST(:start_key AS text)"
    start = f"{key}, CAST(:start_id AS uuid)"
    return f"{select} AND ({KEYS[sort.field]}, u.id) {compare} ({start})"


def own_order(sort: Sort) -> str:
    """The ORDER BY of the indexes, without company and position."""
    turn = "DESC" if sort.falls else "ASC"
    return f"u.id {turn}" if sort.field == "createdAt" else f"{KEYS[sort.field]} {turn}, u.id {turn}"


def _page_query(sort: Sort, *, filters: Filters, started: bool) -> str:
    """Rows of users are read only for the ids of the page."""
    return f"""
        SELECT {PERSON}
        FROM (
            SELECT u.* FROM {first_people(sort, filters=filters, started=started)} AS u
            {order(sort)} OFFSET :offset LIMIT :limit
        ) AS u
        JOIN users person ON person.company_id = :company_id AND person.id = u.id
        {order(sort)}
        """  # noqa: S608 - constants
