"""SQL of the values of a field that people are filtered by, and how many people each has."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.platform.database.connections import Connection
from server.vocabulary.fields import Field

# More than so many are counted in one pass over all people, which takes twice as long where locations are few.
MOST_COUNTED_EACH: Final = 1_000


@dataclass(frozen=True, kw_only=True)
class ValueRow:
    value: str
    people: int


async def count_values(
    connection: Connection, field: Field, *, company_id: UUID, most: int, counted_each: int = MOST_COUNTED_EACH
) -> list[ValueRow]:
    """The `most` values of a field that most people have; accounts without one are not counted."""
    rows = await connection.fetch_all(
        _counted_each(field.column), company_id=company_id, most=most, limit=counted_each + 1
    )
    if rows and rows[0].found > counted_each:
        rows = await connection.fetch_all(_counted_together(field.column), company_id=company_id, most=most)
    return [ValueRow(value=row.value, people=row.people) for row in rows]


def _counted_each(column: str) -> str:
    """Probe the index for each next value, and count its entries of each."""
    return f"""
        WITH RECURSIVE listed AS (
            (SELECT u.{column} AS value FROM users u
              WHERE u.company_id = :company_id AND u.{column} IS NOT NULL ORDER BY u.{column} LIMIT 1)
            UNION ALL
            SELECT further.value FROM listed CROSS JOIN LATERAL (
                SELECT u.{column} AS value FROM users u
                 WHERE u.company_id = :company_id AND u.{column} > listed.value
                 ORDER BY u.{column} LIMIT 1) AS further
        ), first AS MATERIALIZED (SELECT value FROM listed LIMIT :limit)
        SELECT first.value, counted.people, (SELECT count(*) FROM first) AS found FROM first
        CROSS JOIN LATERAL (
            SELECT count(*) AS people FROM users u
             WHERE u.company_id = :company_id AND u.{column} = first.value
               AND (SELECT count(*) FROM first) < :limit) AS counted
        ORDER BY counted.people DESC, first.value LIMIT :most
    """  # noqa: S608 - a column


def _counted_together(column: str) -> str:
    return f"""
        SELECT {column} AS value, count(*) AS people FROM users
         WHERE company_id = :company_id AND {column} IS NOT NULL
         GROUP BY {column} ORDER BY people DESC, value LIMIT :most
    """  # noqa: S608 - a column
