"""SQL of what a search asks first: it tells how the matches are best found."""

import sys
from dataclasses import dataclass
from typing import Final

from server.database import Connection
from server.users.list_repository import LISTED_PARTS
from server.users.search_repository import SearchQuery

# So few users of other companies: visiting those who match costs less than reading a list of all of the company's own.
_MOST_OTHERS: Final = 10_000
_MOST_OTHERS_TO_OWN: Final = 0.25
# By index-only scans.
_BEGUN: Final = """
    SELECT count(*) FROM (
        SELECT FROM listed CROSS JOIN LATERAL (
            SELECT FROM users u
            WHERE u.company_id = :company_id AND u.part = listed.part
              AND u.sort_name >= lower(CAST(:term AS text)) AND u.sort_name < lower(CAST(:term AS text)) || :last
            LIMIT :most
        ) AS begun
        LIMIT :most
    ) AS counted
"""


@dataclass(frozen=True, kw_only=True)
class Survey:
    """`parts` are those that users have and the filters match.

    `people` are how many users the company has, `members` how many of the filter's batch. `has_more_names`: more users
    than are counted match because their names begin with the only term. `has_most`: few users are of other companies.
    """

    parts: tuple[str, ...]
    people: int
    members: int
    has_more_names: bool
    has_most: bool


async def survey(connection: Connection, query: SearchQuery, *, most_counted: int) -> Survey:
    """Postgres keeps a plan of it: ask outside a transaction that plans for values."""
    term = query.terms[0] if query.terms is not None and len(query.terms) == 1 else None
    is_counted = term is not None and query.filters.is_of_parts and not query.filters.is_between
    (row,) = await connection.fetch_all(
        f"""
        {LISTED_PARTS}
        SELECT ARRAY(SELECT part FROM listed) AS parts, ({_BEGUN if is_counted else "SELECT 0"}) AS names,
               (SELECT coalesce(sum(people), 0) FROM batch_figures
                 WHERE company_id = :company_id AND batch_id = :batch_id) AS members,
               (SELECT coalesce(sum(people), 0) FROM list_counts WHERE company_id = :company_id) AS people,
               (SELECT reltuples FROM pg_class WHERE oid = CAST('users' AS regclass)) AS users
        """,  # noqa: S608 - made from constants
        company_id=query.company_id,
        patterns=query.filters.patterns,
        batch_id=query.filters.batch,
        term=term,
        last=chr(sys.maxunicode),
        most=most_counted + 1,
    )
    # Without statistics of the table, Postgres says that it has -1 users, or none.
    others = row.users - row.people
    return Survey(
        parts=tuple(row.parts),
        people=row.people,
        members=row.members,
        has_more_names=row.names > most_counted,
        has_most=row.users > 0 and others <= min(_MOST_OTHERS, _MOST_OTHERS_TO_OWN * row.people),
    )
