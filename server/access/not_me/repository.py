"""The account that a notice's link belongs to."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.platform.database.connections import Connection


@dataclass(frozen=True, kw_only=True)
class NotifiedAccount:
    """`read_at` is the database's clock."""

    company_id: UUID
    user_id: UUID
    email: str
    full_name: str
    read_at: datetime


async def lock_notified(connection: Connection, *, company_id: UUID, user_id: UUID) -> NotifiedAccount | None:
    """Lock it, as every step of a sign-in and every change of its factors does. None without one that gets mail."""
    row = await connection.fetch_one(
        """
        SELECT email, full_name, clock_timestamp() AS read_at FROM users
         WHERE company_id = :company_id AND id = :user_id AND is_active AND email IS NOT NULL FOR NO KEY UPDATE
        """,
        company_id=company_id,
        user_id=user_id,
    )
    if row is None:
        return None
    return NotifiedAccount(
        company_id=company_id, user_id=user_id, email=row.email, full_name=row.full_name, read_at=row.read_at
    )
