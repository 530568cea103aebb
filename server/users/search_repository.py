"""SQL of the search for users: by parts of their name, email or phone, and by the state of their invitation."""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.database import Connection
from server.query_plans import plan_by_bitmaps
from server.users.list_filters import Filters, InvitationFilter, Page, Sort
from server.users.list_repository import KEYS, MOST_COUNTED, PERSON, ListResult, first_people, order, own_order
from server.users.repository import UserRow, user_row
from server.users.search_terms import words_of

SHORTEST_PART: Final = 3
# The text whose trigrams ix_users_search holds.
_SEARCHED: Final = "(u.sort_name || ' ' || u.email || ' ' || u.phone)"
# Characters before a word. Listed, because pg_trgm extracts no trigrams from a character class.
_BEFORE_WORD: Final = "(^|[ -/:-@[-`{-~\u00a0\u00b7])"
_INVITATIONS: Final[Mapping[InvitationFilter, str]] = {
    InvitationFilter.WAITING: """(u.invitation = 'queued' OR u.invitation = 'sent' AND
        (u.temporary_password_expires_at > now() OR u.temporary_password_expires_at IS NULL))""",
    InvitationFilter.LAPSED: "u.invitation = 'sent' AND u.temporary_password_expires_at <= now()",
    InvitationFilter.FAILED: "u.invitation = 'failed'",
}
_STATES: Final[Mapping[InvitationFilter, tuple[str, ...]]] = {
    InvitationFilter.WAITING: ("queued", "sent"),
    InvitationFilter.LAPSED: ("sent",),
    InvitationFilter.FAILED: ("failed",),
}


@dataclass(frozen=True, kw_only=True)
class SearchQuery:
    """Users who match all of `terms`: a term of three letters or more stands anywhere, a shorter one begins a word.

    None: terms do not matter; an empty tuple: none match.
    """

    company_id: UUID
    filters: Filters
    terms: tuple[str, ...] | None


@dataclass(frozen=True, kw_only=True)
class ScanResult:
    """`rows` are the page's; `matches` counts those up to the page's end, `scanned` the users searched for them."""

    rows: list[UserRow]
    matches: int
    scanned: int


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
    return ScanResult(rows=_users(rows), matches=rows[0].matches, scanned=rows[0].scanned)


async def gather_matches(connection: Connection, query: SearchQuery, *, page: Page) -> ListResult:
    """All who match, sorted, and a page of them.

    They are materialized first: asked for a page at once, Postgres may walk along the order through all of a company.
    """
    rows = await connection.fetch_all(
        f"""
        WITH matching AS MATERIALIZED (
            SELECT {KEYS[page.sort.field]} AS key, u.id FROM users u
            WHERE u.company_id = :company_id{_conditions(query)}
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
            SELECT {KEYS[page.sort.field]} AS key, u.id FROM users u
            WHERE u.company_id = :company_id{_conditions(query)}
            ORDER BY {own_order(page.sort)} OFFSET :offset LIMIT :limit
        ) AS u
        JOIN users person ON person.company_id = :company_id AND person.id = u.id
        {order(page.sort)}
        """,  # noqa: S608 - constants
        **_values(query),
        **_page_values(page),
    )
    return _users(rows)


async def has_more_names(connection: Connection, query: SearchQuery, *, than: int) -> bool:
    """Whether more than `than` users match because their names begin with the only term: by index-only scans."""
    if query.filters.invitation is not None or query.terms is None or len(query.terms) != 1:
        return False
    counted: int = await connection.fetch_value(
        """
        SELECT count(*) FROM (
            SELECT FROM unnest(CAST(:posts AS text[])) AS listed (post)
            CROSS JOIN LATERAL (
                SELECT FROM users u
                WHERE u.company_id = :company_id AND u.post = listed.post
                  AND u.sort_name >= lower(CAST(:term AS text)) AND u.sort_name < lower(CAST(:term AS text)) || :last
                LIMIT :most
            ) AS begun
            LIMIT :most
        ) AS counted
        """,
        company_id=query.company_id,
        posts=query.filters.posts(),
        term=query.terms[0],
        last=chr(sys.maxunicode),
        most=than + 1,
    )
    return counted > than


async def count_matches(connection: Connection, query: SearchQuery, *, most: int | None = MOST_COUNTED) -> int:
    """How many match; one more than `most` stands for any larger number, None counts all."""
    matching = f"users u WHERE u.company_id = :company_id{_conditions(query)}"
    if query.terms is None and query.filters.invitation is not None:
        # Of those whose invitations are sent, the ones who wait come first.
        matching = _invited(query, "ORDER BY u.temporary_password_expires_at DESC")
    counted: int = await connection.fetch_value(
        f"SELECT count(*) FROM (SELECT FROM {matching} LIMIT CAST(:most AS bigint)) AS counted",  # noqa: S608 - made from constants
        most=None if most is None else most + 1,
        **_values(query),
    )
    return counted


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


def _candidates(query: SearchQuery, sort: Sort) -> str:
    """Relation of (key, id) that begins with the first users of the order, or of an invitation in it."""
    if query.filters.invitation is None or sort.field != "createdAt":
        return first_people(sort, is_open=query.filters.is_open)
    return _invited(query, order(sort))


def _invited(query: SearchQuery, order_by: str) -> str:
    return f"""(
        SELECT first.* FROM unnest(CAST(:invitations AS text[])) AS wanted (invitation)
        CROSS JOIN LATERAL (
            SELECT CAST(NULL AS text) AS key, u.id FROM users u
            WHERE u.company_id = :company_id AND u.invitation = wanted.invitation{_filter_conditions(query.filters)}
            {order_by} LIMIT :most
        ) AS first
    )"""  # noqa: S608 - made from constants


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


def _conditions(query: SearchQuery) -> str:
    """Of a user `u`."""
    conditions = [
        f" AND {_SEARCHED} {'~' if _is_short(term) else 'LIKE'} lower(CAST(:term_{number} AS text))"
        for number, term in enumerate(query.terms or ())
    ]
    if query.terms == ():
        conditions.append(" AND false")
    return "".join(conditions) + _filter_conditions(query.filters)


def _filter_conditions(filters: Filters) -> str:
    posts = "" if filters.is_open else " AND u.post = ANY(CAST(:posts AS text[]))"
    return posts if filters.invitation is None else f"{posts} AND {_INVITATIONS[filters.invitation]}"


def _values(query: SearchQuery) -> dict[str, Any]:
    terms = {f"term_{number}": _pattern(term) for number, term in enumerate(query.terms or ())}
    filters = query.filters
    invitations = [] if filters.invitation is None else _STATES[filters.invitation]
    return {"company_id": query.company_id, "posts": filters.posts(), "invitations": invitations, **terms}


def _is_short(term: str) -> bool:
    """Without a word that has a trigram, only beginnings are found by the index."""
    return all(len(word) < SHORTEST_PART for word in words_of(term))


def _pattern(term: str) -> str:
    if _is_short(term):
        return _BEFORE_WORD + re.escape(term)
    return "%" + re.sub(r"([%_\\])", r"\\\1", term) + "%"
