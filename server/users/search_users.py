"""Search in the list of users."""

from dataclasses import replace
from typing import Final

from server.database import Connection
from server.query_plans import plan_for_one_process
from server.users.list_filters import Page
from server.users.list_repository import MOST_COUNTED, ListResult, find_parts
from server.users.rare_word_repository import find_rare_words
from server.users.search_repository import (
    SearchQuery,
    count_matches,
    gather_matches,
    has_more_members,
    has_more_names,
    scan_first,
    sort_matches,
)

# A page is full among so many where a few users in a hundred match; those of fewer are quickly gathered.
MOST_SCANNED: Final = 1_000
# Of a batch: so many users are looked up in a fifth of the time of reading a company of a million.
MOST_MEMBERS: Final = 50_000


async def search_users(
    connection: Connection,
    query: SearchQuery,
    *,
    page: Page,
    most_scanned: int = MOST_SCANNED,
    most_counted: int = MOST_COUNTED,
    most_members: int = MOST_MEMBERS,
) -> ListResult:
    """A page of those who match: from the beginning of the order where it is full there, else all are read.

    Where the names that begin with the term are more than are counted, no match is counted, except on the last page.

    In a transaction, because the best plan for a rare term is the worst for a common one.
    """
    await plan_for_one_process(connection.raw)
    query = await know_parts(connection, query)
    if not query.parts:
        return ListResult(rows=[], total=0)
    query = replace(query, by_members=await _has_few_members(connection, query, most=most_members))
    scan = await scan_first(connection, query, page=page, most=most_scanned)
    is_full = scan.matches >= page.end
    if scan.scanned == most_scanned and await has_more_names(connection, query, than=most_counted):
        rows = scan.rows if is_full else await sort_matches(connection, query, page=page)
        if len(rows) == page.limit:
            return ListResult(rows=rows, total=most_counted + 1, is_exact=False)
    elif is_full:
        total = await count_matches(connection, query, most=most_counted)
        return ListResult(rows=scan.rows, total=total, is_exact=total <= most_counted)
    if scan.scanned < most_scanned:
        return ListResult(rows=scan.rows, total=scan.matches)
    query = replace(query, words=await find_rare_words(connection, company_id=query.company_id, terms=query.terms))
    return await gather_matches(connection, query, page=page)


async def know_parts(connection: Connection, query: SearchQuery) -> SearchQuery:
    """The query with the parts that users have, by which Postgres finds few among many."""
    parts = await find_parts(connection, company_id=query.company_id, filters=query.filters)
    return replace(query, parts=tuple(parts))


async def _has_few_members(connection: Connection, query: SearchQuery, *, most: int) -> bool:
    """Whether the filters are a batch of at most so many, and others."""
    return query.filters.batch is not None and not await has_more_members(connection, query, than=most)
