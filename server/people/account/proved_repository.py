"""Accounts whose owner has proved the email without a password."""

from dataclasses import dataclass
from uuid import UUID

from server.platform.database.connections import Connection, Row
from server.vocabulary.profiles import Profile, Role


@dataclass(frozen=True, kw_only=True)
class ProvedAccount:
    """An account of the person who has proved its email; `is_new` where it was made for that."""

    id: UUID
    full_name: str
    company_name: str
    is_new: bool


async def lock_account_of_email(connection: Connection, *, company_id: UUID, email: str) -> ProvedAccount | None:
    """The company's account with this email, locked until the transaction ends."""
    row = await connection.fetch_one(
        """
        SELECT u.id, u.full_name, c.name AS company_name FROM users u JOIN companies c ON c.id = u.company_id
         WHERE u.company_id = :company_id AND u.email = :email FOR NO KEY UPDATE OF u
        """,
        company_id=company_id,
        email=email,
    )
    return None if row is None else _proved(row, is_new=False)


async def add_proved_person(
    connection: Connection,
    *,
    company_id: UUID,
    email: str,
    phone: str,
    full_name: str,
    role: Role,
    profile: Profile,
) -> ProvedAccount | None:
    """An account without a password, or the company's own that another transaction has made meanwhile.

    None where an account of another company has the email.
    """
    row = await connection.fetch_one(
        """
        WITH person AS (
            INSERT INTO users (company_id, email, phone, full_name, role, profile, email_verified_at)
            VALUES (:company_id, :email, :phone, :full_name, :role, :profile, now())
            ON CONFLICT DO NOTHING RETURNING *)
        SELECT u.id, u.full_name, c.name AS company_name FROM person u JOIN companies c ON c.id = u.company_id
        """,
        company_id=company_id,
        email=email,
        phone=phone,
        full_name=full_name,
        role=role.value,
        profile=profile.value,
    )
    if row is not None:
        return _proved(row, is_new=True)
    return await lock_account_of_email(connection, company_id=company_id, email=email)


async def accept_without_password(connection: Connection, *, company_id: UUID, user_id: UUID, contact: str) -> None:
    """The contact's owner has signed in without a password: a temporary one ends, an invitation is accepted.

    The email, or without one the phone, is proved where it is the account's.
    """
    await connection.execute(
        """
        UPDATE users
           SET password_hash = CASE WHEN password_is_temporary THEN NULL ELSE password_hash END,
               temporary_password_mac = NULL, password_is_temporary = false, temporary_password_expires_at = NULL,
               email_verified_at = coalesce(email_verified_at, CASE WHEN email = :contact THEN now() END),
               phone_verified_at = coalesce(phone_verified_at,
                                            CASE WHEN email IS NULL AND phone = :contact THEN now() END),
               invitation = CASE WHEN invitation = 'none' THEN 'none' ELSE 'accepted' END
         WHERE company_id = :company_id AND id = :user_id AND is_active
           AND (password_is_temporary OR temporary_password_mac IS NOT NULL OR email_verified_at IS NULL
                OR invitation NOT IN ('none', 'accepted'))
        """,
        company_id=company_id,
        user_id=user_id,
        contact=contact,
    )


def _proved(row: Row, *, is_new: bool) -> ProvedAccount:
    return ProvedAccount(id=row.id, full_name=row.full_name, company_name=row.company_name, is_new=is_new)


async def end_own_password(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    """A reset by email gives a new one. A temporary password stays: it needs a code to the same mailbox anyway."""
    ended = await connection.fetch_value(
        """
        UPDATE users SET password_hash = NULL
         WHERE company_id = :company_id AND id = :user_id AND password_hash IS NOT NULL
           AND NOT password_is_temporary AND temporary_password_mac IS NULL
        RETURNING true
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return ended is not None
