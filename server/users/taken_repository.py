"""Emails that are registered already: in the same company, or in another one, which is counted."""

from uuid import UUID

from server.database import Connection


async def is_in_company(connection: Connection, *, company_id: UUID, email: str) -> bool:
    found: bool = await connection.fetch_value(
        "SELECT EXISTS (SELECT FROM users WHERE company_id = :company_id AND email = :email)",
        company_id=company_id,
        email=email,
    )
    return found


async def count_elsewhere(connection: Connection, *, company_id: UUID, number: int) -> int:
    """Add to the emails of other companies that the company has met today; the new total."""
    total: int = await connection.fetch_value(
        """
        INSERT INTO company_daily_usage AS usage (company_id, day, taken_elsewhere)
        VALUES (:company_id, CAST(now() AT TIME ZONE 'UTC' AS date), :number)
        ON CONFLICT (company_id, day) DO UPDATE SET taken_elsewhere = usage.taken_elsewhere + excluded.taken_elsewhere
        RETURNING taken_elsewhere
        """,
        company_id=company_id,
        number=number,
    )
    return total


async def elsewhere_today(connection: Connection, *, company_id: UUID) -> int:
    counted: int | None = await connection.fetch_value(
        """
        SELECT taken_elsewhere FROM company_daily_usage
         WHERE company_id = :company_id AND day = CAST(now() AT TIME ZONE 'UTC' AS date)
        """,
        company_id=company_id,
    )
    return counted or 0
