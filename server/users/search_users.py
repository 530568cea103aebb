"""Search in the list of users."""

from typing import Final

from server.database import Connection, plan_for_values
from server.users.list_filters import Page
from server.users.list_repository import MOST_COUNTED, ListResult
from server.users.search_repository import SearchQuery, count_matches, gather_matches, scan_first

# A page is full among so many where a few users in a hundred match; those of fewer are quickly gathered.
MOST_SCANNED: Final = 1_000


async def search_users(
    connection: Connection, query: SearchQuery, *, page: Page, most_scanned: int = MOST_SCANNED
) -> ListResult:
    """A page of those who match: from the beginning of the order where it is full there, else all are gathered.

    In a transaction, because the best plan for a rare term is the worst for a common one.
    """
    await plan_for_values(connection.raw)
    scan = await scan_first(connection, query, page=page, most=most_scanned)
    if scan.matches >= page.end:
        total = await count_matches(connection, query)
        return ListResult(rows=scan.rows, total=total, is_exact=total <= MOST_COUNTED)
    if scan.scanned < most_scanned:
        return ListResult(rows=scan.rows, total=scan.matches)
    return await gather_matches(connection, query, page=page)
