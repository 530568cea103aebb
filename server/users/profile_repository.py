"""What people change of their own account."""

from dataclasses import dataclass
from uuid import UUID

from server.database import Connection


@dataclass(frozen=True, kw_only=True)
class OwnDetails:
    full_name: str
    phone: str


async def lock_details(connection: Connection, *, company_id: UUID, user_id: UUID) -> OwnDetails | None:
    """As they are now; nobody changes them before this transaction ends."""
    row = await connection.fetch_one(
        "SELECT full_name, phone FROM users WHERE company_id = :company_id AND id = :user_id FOR NO KEY UPDATE",
        company_id=company_id,
        user_id=user_id,
    )
    return None if row is None else OwnDetails(full_name=row.full_name, phone=row.phone)


async def change_details(connection: Connection, details: OwnDetails, *, company_id: UUID, user_id: UUID) -> None:
    """A new phone is not verified; other accounts may have it as well."""
    await connection.execute(
        """
        UPDATE users
           SET full_name = :full_name, phone = :phone, version = version + 1,
               phone_verified_at = CASE WHEN phone = :phone THEN phone_verified_at END
         WHERE company_id = :company_id AND id = :user_id
        """,
        company_id=company_id,
        user_id=user_id,
        full_name=details.full_name,
        phone=details.phone,
    )
