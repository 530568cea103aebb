"""An account with its password, found by email across companies; the one place where a password is written."""

from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from server.database import Connection, Row
from server.identity.identity import Bearer
from server.identity.profiles import Profile, Role

ACCOUNT_COLUMNS: Final = """
    u.id, u.company_id, u.email, u.phone, u.full_name, u.role, u.profile, u.is_active, u.password_hash,
    u.temporary_password_mac, u.password_is_temporary,
    coalesce(u.temporary_password_expires_at > now(), false) AS temporary_password_is_valid,
    u.phone_verified_at IS NOT NULL AS phone_is_verified, c.name AS company_name
"""
_FIND: Final = f"""
    SELECT {ACCOUNT_COLUMNS}, d.user_id IS NOT NULL AS knows_device
      FROM users u
      JOIN companies c ON c.id = u.company_id
      LEFT JOIN remembered_devices d ON d.company_id = u.company_id AND d.user_id = u.id
            AND d.device_hash = CAST(:device_hash AS bytea) AND d.expires_at > now()
     WHERE u.email = :email
"""  # noqa: S608 - fixed text


@dataclass(frozen=True, kw_only=True)
class Account(Bearer):
    phone: str
    is_active: bool
    password_hash: str | None = field(repr=False)
    temporary_password_mac: bytes | None = field(repr=False)
    password_is_temporary: bool
    temporary_password_is_valid: bool
    phone_is_verified: bool

    @property
    def has_temporary_password(self) -> bool:
        return self.temporary_password_mac is not None or self.password_is_temporary


async def find_account(connection: Connection, *, email: str, device_hash: bytes | None) -> tuple[Account | None, bool]:
    """The account with this email, and whether it knows the device."""
    row = await connection.fetch_one(
        _FIND,
        email=email,
        device_hash=device_hash,
    )
    return (None, False) if row is None else (account_of(row), row.knows_device)


async def replace_hash(connection: Connection, *, company_id: UUID, user_id: UUID, before: str, after: str) -> None:
    """The same password under today's parameters, unless it has been changed meanwhile."""
    await connection.execute(
        """
        UPDATE users SET password_hash = :after
         WHERE company_id = :company_id AND id = :user_id AND password_hash = :before
        """,
        company_id=company_id,
        user_id=user_id,
        before=before,
        after=after,
    )


async def store_password(
    connection: Connection,
    *,
    company_id: UUID,
    user_id: UUID,
    password_hash: str,
    former_hash: str | None,
    former_is_temporary: bool | None,
    proves_email: bool,
) -> bool:
    """The only password from now on; an invitation is accepted by it.

    False when the account is not active, or its password is no longer `former_hash` or no longer of the kind that
    `former_is_temporary` says; None accepts any.
    """
    stored = await connection.fetch_value(
        """
        UPDATE users
           SET password_hash = :password_hash, temporary_password_mac = NULL, password_is_temporary = false,
               temporary_password_expires_at = NULL,
               email_verified_at = coalesce(email_verified_at, CASE WHEN :proves_email THEN now() END),
               invitation = CASE WHEN invitation = 'none' THEN 'none' ELSE 'accepted' END
         WHERE company_id = :company_id AND id = :user_id AND is_active
           AND coalesce(password_hash = CAST(:former_hash AS text), CAST(:former_hash AS text) IS NULL)
           AND coalesce((password_is_temporary OR temporary_password_mac IS NOT NULL)
                        = CAST(:former_is_temporary AS boolean), true)
        RETURNING true
        """,
        company_id=company_id,
        user_id=user_id,
        password_hash=password_hash,
        former_hash=former_hash,
        former_is_temporary=former_is_temporary,
        proves_email=proves_email,
    )
    return stored is not None


def account_of(row: Row) -> Account:
    return Account(
        user_id=row.id,
        company_id=row.company_id,
        company_name=row.company_name,
        email=row.email,
        phone=row.phone,
        full_name=row.full_name,
        role=Role(row.role),
        profile=None if row.profile is None else Profile(row.profile),
        is_active=row.is_active,
        password_hash=row.password_hash,
        temporary_password_mac=row.temporary_password_mac,
        password_is_temporary=row.password_is_temporary,
        temporary_password_is_valid=row.temporary_password_is_valid,
        phone_is_verified=row.phone_is_verified,
    )
