"""SQL of what a search asks first: it tells how the matches are best found."""

import sys
from dataclasses import dataclass
from typing import Final

from server.database import Connection
from server.users.list_repository import LISTED_PARTS
from server.users.search_repository import SearchQuery

# A company of most users: visiting those of the others who match costs less than reading a list of all of its own.
_MOST: Final = 0.8
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
    """`parts` are those that users have and the filters match; `members` are how many users the filter's batch has.

    `has_more_names`: more users than are counted match because their names begin with the only term. `is_of_most`:
    nearly all users are the company's.
    """

    parts: tuple[str, ...]
    members: int
    has_more_names: bool
    is_of_most: bool


async def survey(connection: Connection, query: SearchQuery, *, most_counted: int) -> Survey:
    """Postgres keeps a plan of it: ask outside a transaction that plans for values."""
    term = query.terms[0] if query.terms is not None and len(query.terms) == 1 else None
    is_counted = term is not None and query.filters.is_of_parts and not query.filters.is_between
    row = await connection.fetch_one(
        f"""
        {LISTED_PARTS}
        SELECT ARRAY(SELECT part FROM listed) AS parts, ({_BEGUN if is_counted else "SELECT 0"}) AS names,
               (SELECT coalesce(sum(people), 0) FROM batch_figures
                 WHERE company_id = :company_id AND batch_id = :batch_id) AS members,
               (SELECT coalesce(sum(people), 0) FROM list_counts WHERE company_id = :company_id) > {_MOST} *
               (SELECT reltuples FROM pg_class WHERE oid = CAST('users' AS regclass)) AS is_of_most
        """,  # noqa: S608 - made from constants
        company_id=query.company_id,
        patterns=query.filters.patterns,
        batch_id=query.filters.batch,
        term=term,
        last=chr(sys.maxunicode),
        most=most_counted + 1,
    )
    if row is None:
        raise LookupError
    return Survey(
        parts=tuple(row.parts),
        members=row.members,
        has_more_names=row.names > most_counted,
        is_of_most=row.is_of_most,
    )
