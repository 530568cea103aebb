"""Accounts across companies, by what their owners sign in with."""

from typing import Final
from uuid import UUID

from server.access.flows.repository import PHONE_HOLDERS
from server.people.account.account_repository import ACCOUNT_COLUMNS, Account, account_of
from server.platform.database.connections import Connection
from server.vocabulary.identifiers import Identifier, IdentifierKind

_SOURCE: Final = f"""
    SELECT {ACCOUNT_COLUMNS}, d.user_id IS NOT NULL AS knows_device
      FROM users u
      JOIN companies c ON c.id = u.company_id
      LEFT JOIN remembered_devices d ON d.company_id = u.company_id AND d.user_id = u.id
            AND d.device_hash = CAST(:device_hash AS bytea) AND d.expires_at > now()
"""  # noqa: S608 - fixed text
# A phone names the account that has verified it first. Before one has, it may be that of each company's only account
# without an email: the password decides, and the login begins with a code to the phone, which verifies it.
_OF_PHONE: Final = f"""
    SELECT id FROM ({PHONE_HOLDERS}) AS counted
     WHERE proved > 0 AND place = 1 OR proved = 0 AND in_company = 1 ORDER BY place LIMIT 20
"""  # noqa: S608 - fixed text
_FIND: Final = {
    IdentifierKind.EMAIL: f"{_SOURCE} WHERE u.email = :value",
    IdentifierKind.PHONE: f"{_SOURCE} WHERE u.id IN ({_OF_PHONE}) ORDER BY u.id",
    IdentifierKind.CODE: f"{_SOURCE} WHERE c.slug = :company AND u.code = :value",
}
_GET: Final = f"{_SOURCE} WHERE u.company_id = :company_id AND u.id = :user_id"


async def find_accounts(
    connection: Connection, identifier: Identifier, *, device_hash: bytes | None
) -> list[tuple[Account, bool]]:
    """The account that this names, and whether it knows the device; several share a phone that none has verified."""
    values = {} if identifier.company is None else {"company": identifier.company}
    rows = await connection.fetch_all(_FIND[identifier.kind], value=identifier.value, device_hash=device_hash, **values)
    return [(account_of(row), row.knows_device) for row in rows]


async def get_account(
    connection: Connection, *, company_id: UUID, user_id: UUID, device_hash: bytes | None = None
) -> tuple[Account | None, bool]:
    """The account with this id, and whether it knows the device."""
    row = await connection.fetch_one(_GET, company_id=company_id, user_id=user_id, device_hash=device_hash)
    return (None, False) if row is None else (account_of(row), row.knows_device)
