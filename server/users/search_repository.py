"""SQL of the search for users: by parts of their name, email, phone or code, and by filters without an index."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from server.database import Connection
from server.query_plans import plan_by_bitmaps
from server.users.filter_conditions import filter_conditions, filter_values
from server.users.list_filters import Filters, InvitationFilter, Page, Sort
from server.users.list_repository import KEYS, MOST_COUNTED, PERSON, ListResult, first_people, order, own_order
from server.users.repository import UserRow, user_row
from server.users.search_conditions import search_conditions, search_values

# (key, id) of the people of a batch, in the order of its index; none for a batch of another company.
_MEMBERS: Final = """(
    SELECT member.* FROM batches b CROSS JOIN LATERAL (
        SELECT CAST(NULL AS text) AS key, m.user_id AS id FROM batch_members m WHERE m.batch_id = b.id
    ) AS member
    WHERE b.company_id = :company_id AND b.id = :batch_id
)"""
_WITHOUT_END: Final = "u.invitation = 'sent' AND u.temporary_password_expires_at IS NULL"
# The invitations that ix_users_invited holds by their end, as ranges of it.
_INVITED: Final[Mapping[InvitationFilter | None, tuple[str, ...]]] = {
    InvitationFilter.WAITING: (
        "u.invitation = 'queued'",
        "u.invitation = 'sent' AND u.temporary_password_expires_at > now()",
        _WITHOUT_END,
    ),
    InvitationFilter.LAPSED: ("u.invitation = 'sent' AND u.temporary_password_expires_at <= now()",),
    InvitationFilter.FAILED: ("u.invitation = 'failed'",),
}


@dataclass(frozen=True, kw_only=True)
class SearchQuery:
    """Users who match all of `terms`: a term of three letters or more stands anywhere, a shorter one begins a word.

    None: terms do not matter; an empty tuple: none match. `parts` are those that users have and the filters match; None
    where they are not known. `by_members`: all members of the batch are read, because they are few. `words` of the
    terms are those by which the index is asked, where there are any. `by_terms`: it is not asked for the company, whose
    users nearly all are; that would read a list of all of them.
    """

    company_id: UUID
    filters: Filters
    terms: tuple[str, ...] | None
    parts: tuple[str, ...] | None = None
    by_members: bool = False
    by_terms: bool = False
    words: tuple[str, ...] = ()

    def is_narrow(self, sort: Sort) -> bool:
        """Whether more decides than parts, and in the order of creation the time of it."""
        is_of_order = not self.filters.is_between or sort.field == "createdAt"
        return self.terms is not None or not self.filters.is_of_parts or not is_of_order


@dataclass(frozen=True, kw_only=True)
class ScanResult:
    """`rows` are the page's; `matches` counts those up to the page's end. `is_all`: there are no further users."""

    rows: list[UserRow]
    matches: int
    is_all: bool


@dataclass(frozen=True, kw_only=True)
class Selection:
    """A query of ids for a statement that stores them, and its parameters; `company_id` is one of them.

    Plan for its values (:func:`~server.query_plans.plan_for_values`) in the transaction that runs it.
    """

    sql: str
    values: Mapping[str, Any]


async def scan_first(connection: Connection, query: SearchQuery, *, page: Page, most: int) -> ScanResult:
    """A page of those who match among the first `most` candidates of the order."""
    rows = await connection.fetch_all(
        f"""
        WITH scanned AS MATERIALIZED (
            SELECT u.* FROM {_candidates(query, page.sort)} AS u {order(page.sort)} LIMIT :most
        ), matching AS MATERIALIZED (
            SELECT first.* FROM (SELECT * FROM scanned u {order(page.sort)}) AS first
            CROSS JOIN LATERAL (
                SELECT FROM users u WHERE u.company_id = :company_id AND u.id = first.id{_conditions(query)} OFFSET 0
            ) AS matched
            LIMIT :end
        )
        {_page("(SELECT count(*) FROM scanned) AS scanned, (SELECT count(*) FROM matching) AS matches", page)}
        """,  # noqa: S608 - made from constants
        most=most,
        end=page.end,
        **_values(query),
        **_page_values(page),
    )
    return ScanResult(rows=_users(rows), matches=rows[0].matches, is_all=rows[0].scanned < most)


async def gather_matches(connection: Connection, query: SearchQuery, *, page: Page) -> ListResult:
    """All who match, sorted, and a page of them.

    They are materialized first: asked for a page at once, Postgres may walk along the order through all of a company.
    """
    rows = await connection.fetch_all(
        f"""
        WITH matching AS MATERIALIZED (
            SELECT {KEYS[page.sort.field]} AS key, u.id FROM {_matching(query)}
        )
        {_page("(SELECT count(*) FROM matching) AS matches", page)}
        """,  # noqa: S608 - constants
        **_values(query),
        **_page_values(page),
    )
    return ListResult(rows=_users(rows), total=rows[0].matches)


async def sort_matches(connection: Connection, query: SearchQuery, *, page: Page) -> list[UserRow]:
    """A page of all who match, without their number: only the page is kept while they are read."""
    await plan_by_bitmaps(connection.raw)
    rows = await connection.fetch_all(
        f"""
        SELECT {PERSON} FROM (
            SELECT {KEYS[page.sort.field]} AS key, u.id FROM {_matching(query)}
            ORDER BY {own_order(page.sort)} OFFSET :offset LIMIT :limit
        ) AS u
        JOIN users person ON person.company_id = :company_id AND person.id = u.id
        {order(page.sort)}
        """,  # noqa: S608 - constants
        **_values(query),
        **_page_values(page),
    )
    return _users(rows)


async def count_matches(connection: Connection, query: SearchQuery, *, most: int | None = MOST_COUNTED) -> int:
    """How many match; one more than `most` stands for any larger number, None counts all."""
    matching = _matching(query)
    if query.terms is None and query.filters.invitation in _INVITED and not query.by_members:
        # Of those whose invitations are sent, the ones who wait come first.
        matching = _invited(query, sort=None)
    counted: int = await connection.fetch_value(
        f"SELECT count(*) FROM (SELECT FROM {matching} LIMIT CAST(:most AS bigint)) AS counted",  # noqa: S608 - made from constants
        most=None if most is None else most + 1,
        **_values(query),
    )
    return counted


def selection(query: SearchQuery, *, sort: Sort) -> Selection:
    """All who match, in the list's order."""
    return Selection(
        sql=f"""
        SELECT u.id FROM users u WHERE u.company_id = :company_id{_conditions(query)} ORDER BY {own_order(sort)}
        """,  # noqa: S608 - made from constants
        values=_values(query),
    )


async def gather_ids(connection: Connection, query: SearchQuery, *, sort: Sort) -> list[UUID]:
    """Return the ids of all who match, in the list's order. They are materialized first, as in gather_matches."""
    rows = await connection.fetch_all(
        f"""
        WITH matching AS MATERIALIZED (SELECT {KEYS[sort.field]} AS key, u.id FROM {_matching(query)})
        SELECT u.id FROM matching u {order(sort)}
        """,  # noqa: S608 - constants
        **_values(query),
    )
    return [row.id for row in rows]


async def matching_ids(connection: Connection, query: SearchQuery, *, ids: Sequence[UUID]) -> set[UUID]:
    """Those of `ids` that match."""
    rows = await connection.fetch_all(
        f"""
        SELECT u.id FROM users u
        WHERE u.company_id = :company_id AND u.id = ANY(CAST(:ids AS uuid[])){_conditions(query)}
        """,  # noqa: S608 - constants
        ids=list(ids),
        **_values(query),
    )
    return {row.id for row in rows}


def _matching(query: SearchQuery) -> str:
    """The FROM clause of all who match, as `u`.

    Few members are looked up together, in the order of the index: Postgres would read all users instead.
    """
    if query.by_terms:
        # In a form that no index takes.
        return f"users u WHERE (u.company_id = :company_id) IS TRUE{_conditions(query)}"
    if not query.by_members:
        return f"users u WHERE u.company_id = :company_id{_conditions(query)}"
    members = f"u.id = ANY(ARRAY(SELECT m.id FROM {_MEMBERS} AS m))"  # noqa: S608 - a constant
    return f"users u WHERE u.company_id = :company_id AND {members}{_conditions(query, are_members=True)}"


def _candidates(query: SearchQuery, sort: Sort) -> str:
    """Relation of (key, id) that begins with the first users of the order, or of an invitation in it."""
    if sort.field == "createdAt" and query.filters.batch is not None:
        return _MEMBERS
    if query.filters.invitation not in _INVITED or sort.field != "createdAt":
        return first_people(sort, filters=query.filters)
    return _invited(query, sort=sort)


def _invited(query: SearchQuery, *, sort: Sort | None) -> str:
    """Relation of (key, id), in parentheses: the first `most` of each range, by creation or, without a sort, any."""
    # The invitations are in the ranges: where nothing else is filtered, the index alone is read.
    conditions = filter_conditions(replace(query.filters, invitation=None), parts=query.parts)
    ranges = (
        f"""(SELECT CAST(NULL AS text) AS key, u.id FROM users u
            WHERE u.company_id = :company_id AND {invited}{conditions}
            {_order_of_range(invited, sort)} LIMIT CAST(:most AS bigint))"""  # noqa: S608 - made from constants
        for invited in _INVITED[query.filters.invitation]
    )
    return f"({' UNION ALL '.join(ranges)})"


def _order_of_range(invited: str, sort: Sort | None) -> str:
    if sort is None:
        return "ORDER BY u.temporary_password_expires_at DESC"
    if invited != _WITHOUT_END:
        return order(sort)
    # By the index that begins with the few without an end: of the accounts that are not invited most have none, so that
    # Postgres expects many here, and would walk along all that are sent.
    turn = "DESC" if sort.falls else "ASC"
    return f"ORDER BY u.temporary_password_expires_at {turn}, u.id {turn}"


def _page(counts: str, page: Page) -> str:
    """The counts, on each row of a page of `matching`; an empty page is one row without a user."""
    return f"""
        SELECT counted.*, {PERSON} FROM (SELECT {counts}) AS counted
        LEFT JOIN (SELECT * FROM matching u {order(page.sort)} OFFSET :offset LIMIT :limit) AS u ON true
        LEFT JOIN users person ON person.company_id = :company_id AND person.id = u.id
        {order(page.sort)}
        """  # noqa: S608 - constants


def _page_values(page: Page) -> dict[str, int]:
    return {"offset": page.offset, "limit": page.limit}


def _users(rows: Sequence[Any]) -> list[UserRow]:
    return [user_row(row) for row in rows if row.id is not None]


def _conditions(query: SearchQuery, *, are_members: bool = False) -> str:
    """Of a user `u`; see :func:`filter_conditions`."""
    return search_conditions(query.terms, words=query.words) + filter_conditions(
        query.filters, parts=query.parts, are_members=are_members
    )


def _values(query: SearchQuery) -> dict[str, Any]:
    return {
        "company_id": query.company_id,
        **filter_values(query.filters, parts=query.parts),
        **search_values(query.terms, words=query.words),
    }
