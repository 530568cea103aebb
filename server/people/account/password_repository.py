"""The passwords that accounts have chosen themselves."""

from uuid import UUID

from server.platform.database.connections import Connection


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
    proves_contact: bool,
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
               email_verified_at = coalesce(
                   email_verified_at, CASE WHEN :proves_contact AND email IS NOT NULL THEN now() END),
               phone_verified_at = coalesce(
                   phone_verified_at, CASE WHEN :proves_contact AND email IS NULL THEN now() END),
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
        proves_contact=proves_contact,
    )
    return stored is not None
