"""Search in the list of users."""

from dataclasses import replace
from typing import Final

from server.database import Connection
from server.query_plans import planned_for_values
from server.users.list_filters import Filters, Page
from server.users.list_repository import MOST_COUNTED, ListResult, find_parts
from server.users.rare_word_repository import find_rare_words
from server.users.search_repository import (
    ScanResult,
    SearchQuery,
    count_matches,
    gather_matches,
    scan_first,
    sort_matches,
)
from server.users.survey_repository import Survey, survey

# The first few tell whether a page of those who match may be full among many.
SCANS: Final = (200, 1_000)
# Of a batch: so many users are looked up in a fifth of the time of reading a company of a million.
MOST_MEMBERS: Final = 50_000


async def search_users(
    connection: Connection,
    query: SearchQuery,
    *,
    page: Page,
    scans: tuple[int, int] = SCANS,
    most_counted: int = MOST_COUNTED,
    most_members: int = MOST_MEMBERS,
) -> ListResult:
    """A page of those who match: from the beginning of the order where it is full there, else all are read.

    Where the names that begin with the term are more than are counted, no match is counted, except on the last page.

    On a connection without a transaction: its own plans for values, as the best plan for a rare term is the worst for a
    common one.
    """
    known = await survey(connection, query, most_counted=most_counted)
    if not known.parts:
        return ListResult(rows=[], total=0)
    query = replace(
        query,
        parts=known.parts,
        by_members=query.filters.batch is not None and known.members <= most_members,
        by_terms=query.terms is not None and query.filters == Filters() and known.has_most,
    )
    async with planned_for_values(connection.raw):
        scan = await _scan(connection, query, page=page, scans=scans, known=known, most_counted=most_counted)
        is_full = scan.matches >= page.end
        if known.has_more_names and not scan.is_all:
            rows = scan.rows if is_full else await sort_matches(connection, query, page=page)
            if len(rows) == page.limit:
                return ListResult(rows=rows, total=most_counted + 1, is_exact=False)
        elif is_full:
            total = await count_matches(connection, query, most=most_counted)
            return ListResult(rows=scan.rows, total=total, is_exact=total <= most_counted)
        if scan.is_all:
            return ListResult(rows=scan.rows, total=scan.matches)
        query = replace(query, words=await find_rare_words(connection, company_id=query.company_id, terms=query.terms))
        return await gather_matches(connection, query, page=page)


async def know_parts(connection: Connection, query: SearchQuery) -> SearchQuery:
    """The query with the parts that users have, by which Postgres finds few among many."""
    parts = await find_parts(connection, company_id=query.company_id, filters=query.filters)
    return replace(query, parts=tuple(parts))


async def _scan(
    connection: Connection,
    query: SearchQuery,
    *,
    page: Page,
    scans: tuple[int, int],
    known: Survey,
    most_counted: int,
) -> ScanResult:
    few, many = scans
    scan = await scan_first(connection, query, page=page, most=few)
    share = scan.matches / few
    is_decided = scan.is_all or scan.matches >= page.end
    # So few would be gathered as quickly as counted.
    is_rare = share * known.people <= most_counted and not known.has_more_names
    # Half as many as the page needs are expected: the first few need not be like the others.
    is_hopeless = page.end > many or 2 * share * many < page.end
    return scan if is_decided or is_rare or is_hopeless else await scan_first(connection, query, page=page, most=many)
