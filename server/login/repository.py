"""What a sign-in reads and writes of an account. It is found by email or by a flow, across companies."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final
from uuid import UUID

from server.database import Connection, Row
from server.identity.identity import Bearer
from server.identity.profiles import Profile, Role

DEVICE_LIFE: Final = timedelta(days=30)

_COLUMNS: Final = """
    u.id, u.company_id, u.email, u.phone, u.full_name, u.role, u.profile, u.is_active, u.password_hash,
    u.temporary_password_mac, u.password_is_temporary,
    coalesce(u.temporary_password_expires_at > now(), false) AS temporary_password_is_valid,
    u.phone_verified_at IS NOT NULL AS phone_is_verified, c.name AS company_name
"""
_FIND: Final = f"""
    SELECT {_COLUMNS}, d.user_id IS NOT NULL AS knows_device
      FROM users u
      JOIN companies c ON c.id = u.company_id
      LEFT JOIN remembered_devices d ON d.company_id = u.company_id AND d.user_id = u.id
            AND d.device_hash = CAST(:device_hash AS bytea) AND d.expires_at > now()
     WHERE u.email = :email
"""  # noqa: S608 - fixed text
# The account is locked before the flow, as in every step, and in a statement of its own: one that locks a row and
# updates it too still reads the version from before its wait, and three of them at once deadlock.
_LOCK: Final = """
    SELECT FROM flows f JOIN users u ON u.company_id = f.company_id AND u.id = f.user_id
     WHERE f.secret_hash = :secret_hash AND f.handle = :handle
       FOR NO KEY UPDATE OF u
"""
_SIGN_IN: Final = f"""
    WITH entrant AS (
        SELECT u.company_id, u.id, u.last_sign_in_at IS NULL AS is_first, f.id AS flow_id
          FROM flows f JOIN users u ON u.company_id = f.company_id AND u.id = f.user_id
         WHERE f.secret_hash = :secret_hash AND f.handle = :handle AND f.context IN ('LOGIN', 'SIGNUP')
           AND f.state = 'ready' AND f.expires_at > now() AND u.is_active
           AND NOT u.password_is_temporary AND u.temporary_password_mac IS NULL),
    person AS (
        UPDATE users u SET last_sign_in_at = now() FROM entrant, companies c
         WHERE u.company_id = entrant.company_id AND u.id = entrant.id AND c.id = u.company_id
        RETURNING {_COLUMNS}, entrant.flow_id, entrant.is_first),
    consumed AS (
        UPDATE flows f SET state = 'completed', version = f.version + 1 FROM person
         WHERE f.id = person.flow_id AND f.state = 'ready'
        RETURNING f.sends > 0 AS was_verified)
    SELECT * FROM person CROSS JOIN consumed
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


@dataclass(frozen=True, kw_only=True)
class EarnedSession:
    """What a completed flow leads to: `was_verified` by a code, `is_first` of this account."""

    flow_id: UUID
    account: Account
    was_verified: bool
    is_first: bool


async def find_account(connection: Connection, *, email: str, device_hash: bytes | None) -> tuple[Account | None, bool]:
    """The account with this email, and whether it knows the device."""
    row = await connection.fetch_one(
        _FIND,
        email=email,
        device_hash=device_hash,
    )
    return (None, False) if row is None else (_account(row), row.knows_device)


async def consume_login_flow(connection: Connection, *, secret_hash: bytes, handle: UUID) -> EarnedSession | None:
    """Complete a flow that is ready; None for any other flow."""
    await connection.execute(_LOCK, secret_hash=secret_hash, handle=handle)
    row = await connection.fetch_one(_SIGN_IN, secret_hash=secret_hash, handle=handle)
    if row is None:
        return None
    return EarnedSession(
        flow_id=row.flow_id, account=_account(row), was_verified=row.was_verified, is_first=row.is_first
    )


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


async def replace_temporary_password(
    connection: Connection, *, company_id: UUID, user_id: UUID, password_hash: str
) -> bool:
    """Set the person's own password; an invitation is accepted by it. False when there was none to replace."""
    replaced = await connection.fetch_value(
        """
        UPDATE users
           SET password_hash = :password_hash, temporary_password_mac = NULL, password_is_temporary = false,
               temporary_password_expires_at = NULL,
               invitation = CASE WHEN invitation = 'none' THEN 'none' ELSE 'accepted' END
         WHERE company_id = :company_id AND id = :user_id
           AND (password_is_temporary OR temporary_password_mac IS NOT NULL)
        RETURNING true
        """,
        company_id=company_id,
        user_id=user_id,
        password_hash=password_hash,
    )
    return replaced is not None


async def remember_device(
    connection: Connection, *, company_id: UUID, user_id: UUID, old_hash: bytes | None, new_hash: bytes
) -> None:
    """Know a browser by a new secret: also for the other accounts that knew it by its old one.

    A secret that somebody else may have put there is thus worth nothing for the account that now signs in.
    """
    if old_hash is not None:
        await connection.execute(
            "DELETE FROM remembered_devices WHERE device_hash = :old_hash AND user_id = :user_id",
            old_hash=old_hash,
            user_id=user_id,
        )
        await connection.execute(
            "UPDATE remembered_devices SET device_hash = :new_hash WHERE device_hash = :old_hash",
            old_hash=old_hash,
            new_hash=new_hash,
        )
    await connection.execute(
        """
        INSERT INTO remembered_devices (device_hash, company_id, user_id, expires_at)
        VALUES (:new_hash, :company_id, :user_id, now() + CAST(:life AS interval))
        """,
        new_hash=new_hash,
        company_id=company_id,
        user_id=user_id,
        life=DEVICE_LIFE,
    )


async def delete_expired_devices(connection: Connection) -> None:
    await connection.execute("DELETE FROM remembered_devices WHERE expires_at < now()")


def _account(row: Row) -> Account:
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
