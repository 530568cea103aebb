"""SQL of the list of a company's users, in any order, a page at a time.

An index holds each order within every position. A page is merged from the first rows of the positions that the filters
match, so that no filter makes an order slower.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.database import Connection
from server.users.list_filters import Filters, Sort
from server.users.repository import UserRow, user_columns, user_row

MOST_COUNTED: Final = 10_000

# The sort key of each order before the id, as in its index; ids alone are the order of creation.
KEYS: Final[Mapping[str, str]] = {
    "createdAt": "CAST(NULL AS text)",
    "fullName": "u.sort_name",
    "email": "u.email",
}
PERSON: Final = user_columns("person")


@dataclass(frozen=True, kw_only=True)
class Place:
    """A user's place in an order; `key` is the case-folded name or email, or None where the id is enough."""

    key: str | None
    id: UUID


@dataclass(frozen=True, kw_only=True)
class ListResult:
    rows: list[UserRow]
    total: int
    is_exact: bool = True


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
    """`limit` users, `offset` behind the one at `start`, or from the beginning; the work grows with both."""
    rows = await connection.fetch_all(
        _page_query(sort, is_open=filters.is_open, started=start is not None),
        company_id=company_id,
        posts=filters.posts(),
        offset=offset,
        limit=limit,
        most=offset + limit,
        start_key=None if start is None else start.key,
        start_id=None if start is None else start.id,
    )
    return [user_row(row) for row in rows]


async def find_place(
    connection: Connection, *, company_id: UUID, filters: Filters, sort: Sort, start: Place | None, offset: int
) -> Place | None:
    """The place `offset` users behind `start`, by index-only scans; None beyond the end."""
    posts = await _existing_posts(connection, company_id=company_id, filters=filters, sort=sort)
    row = await connection.fetch_one(
        f"""
        SELECT u.key, u.id FROM ({_merged(sort, posts=posts, started=start is not None)}) u
        {order(sort)} OFFSET :offset LIMIT 1
        """,  # noqa: S608 - made from constants
        company_id=company_id,
        offset=offset,
        start_key=None if start is None else start.key,
        start_id=None if start is None else start.id,
        **_post_values(posts),
    )
    return None if row is None else Place(key=row.key, id=row.id)


async def _existing_posts(
    connection: Connection, *, company_id: UUID, filters: Filters, sort: Sort
) -> list[str] | None:
    """The positions that users have, of those that match the filters; None where an order needs none."""
    if filters.is_open and sort.field == "createdAt":
        return None
    rows = await connection.fetch_all(
        """
        SELECT listed.post FROM unnest(CAST(:posts AS text[])) AS listed (post)
        WHERE EXISTS (SELECT FROM users u WHERE u.company_id = :company_id AND u.post = listed.post)
        """,
        company_id=company_id,
        posts=filters.posts(),
    )
    return [row.post for row in rows]


async def count_people(
    connection: Connection, *, company_id: UUID, filters: Filters, most: int | None = MOST_COUNTED
) -> int:
    """The number of users, counted up to one more than `most`; None counts all."""
    condition = "" if filters.is_open else "AND post = ANY(CAST(:posts AS text[]))"
    counted: int = await connection.fetch_value(
        f"""
        SELECT count(*) FROM (
            SELECT FROM users WHERE company_id = :company_id {condition} LIMIT CAST(:most AS bigint)
        ) AS people
        """,  # noqa: S608 - constants
        company_id=company_id,
        posts=filters.posts(),
        most=None if most is None else most + 1,
    )
    return counted


def order(sort: Sort) -> str:
    """The ORDER BY of a relation `u` with key and id."""
    turn = "DESC" if sort.falls else "ASC"
    return f"ORDER BY u.id {turn}" if sort.field == "createdAt" else f"ORDER BY u.key {turn}, u.id {turn}"


def first_people(sort: Sort, *, is_open: bool, started: bool = False) -> str:
    """A relation of (key, id) that contains the first `most` users of the order, and others behind them.

    Its parameters are company_id, posts, most, and start_key and start_id if `started`.
    """
    select = _select(sort, started=started)
    if is_open and sort.field == "createdAt":
        return f"({select})"
    return f"""(
        SELECT first.* FROM unnest(CAST(:posts AS text[])) AS listed (post)
        CROSS JOIN LATERAL ({select} AND u.post = listed.post ORDER BY {own_order(sort)} LIMIT :most) AS first
    )"""  # noqa: S608 - constants


def _merged(sort: Sort, *, posts: Sequence[str] | None, started: bool) -> str:
    """(key, id) of all users of these posts, of every post for None: Postgres reads each along its index and merges.

    Its parameters are company_id, those of :func:`_post_values`, and start_key and start_id if `started`.
    """
    select = _select(sort, started=started)
    if posts is None:
        return select
    # Each ordered by itself: otherwise Postgres would sort the whole relation.
    arms = (f"({select} AND u.post = :post_{number} ORDER BY {own_order(sort)})" for number in range(len(posts)))
    return " UNION ALL ".join(arms) or f"{select} AND false"


def _post_values(posts: Sequence[str] | None) -> dict[str, str]:
    return {f"post_{number}": post for number, post in enumerate(posts or ())}


def _select(sort: Sort, *, started: bool) -> str:
    select = f"SELECT {KEYS[sort.field]} AS key, u.id FROM users u WHERE u.company_id = :company_id"  # noqa: S608 - constants
    if not started:
        return select
    compare = "<=" if sort.falls else ">="
    if sort.field == "createdAt":
        return f"{select} AND u.id {compare} CAST(:start_id AS uuid)"
    start = "lower(CAST(:start_key AS text)), CAST(:start_id AS uuid)"
    return f"{select} AND ({KEYS[sort.field]}, u.id) {compare} ({start})"


def own_order(sort: Sort) -> str:
    """The ORDER BY of the indexes, without company and position."""
    turn = "DESC" if sort.falls else "ASC"
    return f"u.id {turn}" if sort.field == "createdAt" else f"{KEYS[sort.field]} {turn}, u.id {turn}"


def _page_query(sort: Sort, *, is_open: bool, started: bool) -> str:
    """Rows of users are read only for the ids of the page."""
    return f"""
        SELECT {PERSON}
        FROM (
            SELECT u.* FROM {first_people(sort, is_open=is_open, started=started)} AS u
            {order(sort)} OFFSET :offset LIMIT :limit
        ) AS u
        JOIN users person ON person.company_id = :company_id AND person.id = u.id
        {order(sort)}
        """  # noqa: S608 - constants
