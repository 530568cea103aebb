"""Accounts across companies, by what their owners sign in with."""

from typing import Final
from uuid import UUID

from server.database import Connection
from server.users.account_repository import ACCOUNT_COLUMNS, Account, account_of

_SOURCE: Final = f"""
    SELECT {ACCOUNT_COLUMNS}, d.user_id IS NOT NULL AS knows_device
      FROM users u
      JOIN companies c ON c.id = u.company_id
      LEFT JOIN remembered_devices d ON d.company_id = u.company_id AND d.user_id = u.id
            AND d.device_hash = CAST(:device_hash AS bytea) AND d.expires_at > now()
"""  # noqa: S608 - fixed text
_FIND: Final = f"{_SOURCE} WHERE u.email = :email"
_GET: Final = f"{_SOURCE} WHERE u.company_id = :company_id AND u.id = :user_id"


async def find_account(connection: Connection, *, email: str, device_hash: bytes | None) -> tuple[Account | None, bool]:
    """The account with this email, and whether it knows the device."""
    row = await connection.fetch_one(_FIND, email=email, device_hash=device_hash)
    return (None, False) if row is None else (account_of(row), row.knows_device)


async def get_account(
    connection: Connection, *, company_id: UUID, user_id: UUID, device_hash: bytes | None = None
) -> tuple[Account | None, bool]:
    """The same, by its id."""
    row = await connection.fetch_one(_GET, company_id=company_id, user_id=user_id, device_hash=device_hash)
    return (None, False) if row is None else (account_of(row), row.knows_device)
