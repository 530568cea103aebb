"""SQL of the counts of a company's users by ranges of ids. Triggers write them too: see the revision `0053`."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.database import Connection

# A range of more than twice as many people is divided.
RANGE: Final = 4_000
# The turned order is counted from its own beginning.
_AHEAD: Final = {
    False: "sum(people) OVER (ORDER BY before_id)",
    True: "coalesce(sum(people) OVER (ORDER BY before_id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)",
}


@dataclass(frozen=True, kw_only=True)
class Counted:
    """`ahead` users of the order of creation are before `id`, which need not be a user's."""

    id: UUID
    ahead: int


async def find_counted(connection: Connection, *, company_id: UUID, falls: bool, offset: int) -> Counted | None:
    """The last id of the order with at most `offset` users before it; None where that is the beginning."""
    row = await connection.fetch_one(
        f"""
        SELECT before_id, ahead FROM (
            SELECT before_id, CAST({_AHEAD[falls]} AS bigint) AS ahead FROM (
                SELECT before_id, sum(people) AS people FROM list_counts WHERE company_id = :company_id
                 GROUP BY before_id) AS ranges
        ) AS ends
        WHERE ahead BETWEEN 1 AND :offset ORDER BY ahead DESC LIMIT 1
        """,  # noqa: S608 - constants
        company_id=company_id,
        offset=offset,
    )
    if row is None:
        return None
    return Counted(id=UUID(int=row.before_id.int - 1) if falls else row.before_id, ahead=row.ahead)


async def count_all(connection: Connection, *, company_id: UUID) -> int:
    people: int = await connection.fetch_value(
        "SELECT coalesce(sum(people), 0) FROM list_counts WHERE company_id = :company_id", company_id=company_id
    )
    return people


async def merge_counts(connection: Connection) -> None:
    """Replace what changes have added to a range by its sum. Of two at once the second finds no row and adds none."""
    await connection.execute(
        """
        WITH many AS (
            SELECT company_id, before_id FROM list_counts GROUP BY company_id, before_id HAVING count(*) > 1
        ), taken AS (
            DELETE FROM list_counts l USING many
             WHERE l.company_id = many.company_id AND l.before_id = many.before_id
            RETURNING l.*
        )
        INSERT INTO list_counts (company_id, before_id, people)
        SELECT company_id, before_id, sum(people) FROM taken GROUP BY company_id, before_id
        """
    )


async def find_large_range(connection: Connection, *, size: int) -> UUID | None:
    """The company of the largest range, where that is to be divided."""
    company_id: UUID | None = await connection.fetch_value(
        """
        SELECT company_id FROM list_counts GROUP BY company_id, before_id HAVING sum(people) > 2 * CAST(:size AS bigint)
         ORDER BY sum(people) DESC LIMIT 1
        """,
        size=size,
    )
    return company_id


async def hold_counts(connection: Connection, *, company_id: UUID) -> bool:
    """Keep all others from counting in this company until this transaction ends; False while others are counting.

    It does not wait, so that those who come later do not wait behind it.
    """
    held: bool = await connection.fetch_value(
        "SELECT pg_try_advisory_xact_lock(hashtextextended('waymark list ' || :company_id, 0))",
        company_id=str(company_id),
    )
    return held


async def divide_ranges(connection: Connection, *, company_id: UUID, size: int) -> None:
    """Count the people of each large range anew, `size` to a range. Hold the counts, in a statement before."""
    await connection.execute(
        """
        WITH large AS MATERIALIZED (
            SELECT ranges.*, (
                SELECT count(*) FROM users u
                 WHERE u.company_id = :company_id AND u.id >= ranges.first_id AND u.id < ranges.before_id) AS counted
            FROM (
                SELECT before_id, sum(people) AS people,
                       lag(before_id, 1, CAST(:lowest AS uuid)) OVER (ORDER BY before_id) AS first_id
                  FROM list_counts WHERE company_id = :company_id GROUP BY before_id
            ) AS ranges WHERE people > 2 * CAST(:size AS bigint)
        ), gone AS (
            DELETE FROM list_counts l USING large WHERE l.company_id = :company_id AND l.before_id = large.before_id
        )
        INSERT INTO list_counts (company_id, before_id, people)
        SELECT :company_id, divided.* FROM large CROSS JOIN LATERAL (
            SELECT coalesce(lead(id) OVER (ORDER BY number), large.before_id),
                   coalesce(lead(number) OVER (ORDER BY number), large.counted + 1) - number
            FROM (
                SELECT u.id, row_number() OVER (ORDER BY u.id) AS number FROM users u
                 WHERE u.company_id = :company_id AND u.id >= large.first_id AND u.id < large.before_id
            ) AS people WHERE (number - 1) % CAST(:size AS bigint) = 0
        ) AS divided
        """,
        company_id=company_id,
        size=size,
        lowest=UUID(int=0),
    )
