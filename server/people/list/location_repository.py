"""SQL of work locations and how many people each has."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.platform.database.connections import Connection

# More than so many are counted in one pass over all people, which takes twice as long where locations are few.
MOST_COUNTED_EACH: Final = 1_000


@dataclass(frozen=True, kw_only=True)
class LocationRow:
    location: str
    people: int


async def count_locations(
    connection: Connection, *, company_id: UUID, most: int, counted_each: int = MOST_COUNTED_EACH
) -> list[LocationRow]:
    """The `most` locations with most people; accounts without one are not counted."""
    rows = await connection.fetch_all(_COUNTED_EACH, company_id=company_id, most=most, limit=counted_each + 1)
    if rows and rows[0].found > counted_each:
        rows = await connection.fetch_all(_COUNTED_TOGETHER, company_id=company_id, most=most)
    return [LocationRow(location=row.location, people=row.people) for row in rows]


# The index is probed for each next location, and its entries of each are counted.
_COUNTED_EACH: Final = """
    WITH RECURSIVE listed AS (
        (SELECT u.work_location AS location FROM users u
          WHERE u.company_id = :company_id AND u.work_location IS NOT NULL ORDER BY u.work_location LIMIT 1)
        UNION ALL
        SELECT further.location FROM listed CROSS JOIN LATERAL (
            SELECT u.work_location AS location FROM users u
             WHERE u.company_id = :company_id AND u.work_location > listed.location
             ORDER BY u.work_location LIMIT 1) AS further
    ), first AS MATERIALIZED (SELECT location FROM listed LIMIT :limit)
    SELECT first.location, counted.people, (SELECT count(*) FROM first) AS found FROM first
    CROSS JOIN LATERAL (
        SELECT count(*) AS people FROM users u
         WHERE u.company_id = :company_id AND u.work_location = first.location
           AND (SELECT count(*) FROM first) < :limit) AS counted
    ORDER BY counted.people DESC, first.location LIMIT :most
"""
_COUNTED_TOGETHER: Final = """
    SELECT work_location AS location, count(*) AS people FROM users
     WHERE company_id = :company_id AND work_location IS NOT NULL
     GROUP BY work_location ORDER BY people DESC, location LIMIT :most
"""
