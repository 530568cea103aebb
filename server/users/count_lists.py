"""Keep the counts of the list few and its ranges small, for the sweeper."""

from server.database import Connection
from server.users.list_count_repository import RANGE, divide_ranges, find_large_range, hold_counts, merge_counts


async def count_lists(connection: Connection, *, size: int = RANGE) -> None:
    """Merge all counts, and divide the large ranges of one company; those of the others are left to the next rounds.

    In a transaction, one at a time.
    """
    await merge_counts(connection)
    company_id = await find_large_range(connection, size=size)
    if company_id is not None and await hold_counts(connection, company_id=company_id):
        await divide_ranges(connection, company_id=company_id, size=size)
