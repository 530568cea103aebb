"""Accounts across companies, by what their owners sign in with."""

from typing import Final
from uuid import UUID

from server.database import Connection
from server.identity.identifiers import Identifier, IdentifierKind
from server.users.account_repository import ACCOUNT_COLUMNS, Account, account_of

_SOURCE: Final = f"""
    SELECT {ACCOUNT_COLUMNS}, d.user_id IS NOT NULL AS knows_device
      FROM users u
      JOIN companies c ON c.id = u.company_id
      LEFT JOIN remembered_devices d ON d.company_id = u.company_id AND d.user_id = u.id
            AND d.device_hash = CAST(:device_hash AS bytea) AND d.expires_at > now()
"""  # noqa: S608 - fixed text
# A phone is known by being one account's alone: of several who share it none is found. Where no account has verified
# it, it is that of the one without an email to whose invitation it belongs, and whose login begins with a code to it.
_OF_PHONE: Final = """
    SELECT CASE WHEN count(*) FILTER (WHERE is_verified) = 1 THEN (array_agg(id) FILTER (WHERE is_verified))[1]
                WHEN count(*) = 1 THEN (array_agg(id))[1] END
      FROM (SELECT id, true AS is_verified FROM users WHERE phone = :value AND phone_verified_at IS NOT NULL
             UNION
            SELECT id, phone_verified_at IS NOT NULL FROM users WHERE phone = :value AND email IS NULL) AS holders
"""
_FIND: Final = {
    IdentifierKind.EMAIL: f"{_SOURCE} WHERE u.email = :value",
    IdentifierKind.PHONE: f"{_SOURCE} WHERE u.id = ({_OF_PHONE})",
    IdentifierKind.CODE: f"{_SOURCE} WHERE c.slug = :company AND u.code = :value",
}
_GET: Final = f"{_SOURCE} WHERE u.company_id = :company_id AND u.id = :user_id"


async def find_account(
    connection: Connection, identifier: Identifier, *, device_hash: bytes | None
) -> tuple[Account | None, bool]:
    """The account that this names, and whether it knows the device."""
    values = {} if identifier.company is None else {"company": identifier.company}
    row = await connection.fetch_one(_FIND[identifier.kind], value=identifier.value, device_hash=device_hash, **values)
    return (None, False) if row is None else (account_of(row), row.knows_device)


async def get_account(
    connection: Connection, *, company_id: UUID, user_id: UUID, device_hash: bytes | None = None
) -> tuple[Account | None, bool]:
    """The account with this id, and whether it knows the device."""
    row = await connection.fetch_one(_GET, company_id=company_id, user_id=user_id, device_hash=device_hash)
    return (None, False) if row is None else (account_of(row), row.knows_device)
