"""Emails that wait for their confirmation. The account's row is locked first."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Unpack

from server.platform.database.connections import Connection
from server.platform.process.crypto import token_hash
from server.vocabulary.identity import AccountKey
from server.vocabulary.profiles import Profile


@dataclass(frozen=True, kw_only=True)
class ConfirmedEmail:
    """An email, and the profile of the administrator who has entered it."""

    email: str
    requester: Profile | None


async def put_change(
    connection: Connection,
    *,
    email: str,
    token: str,
    life: timedelta,
    requester: Profile | None,
    **owner: Unpack[AccountKey],
) -> None:
    """Replace whatever the account waits for."""
    await connection.execute(
        """
        INSERT INTO email_changes (company_id, user_id, email, token_hash, expires_at, requester_profile)
        VALUES (:company_id, :user_id, :email, :token_hash, now() + CAST(:life AS interval), CAST(:requester AS text))
        ON CONFLICT (company_id, user_id) DO UPDATE
           SET email = excluded.email, token_hash = excluded.token_hash, created_at = now(),
               expires_at = excluded.expires_at, requester_profile = excluded.requester_profile
        """,
        **owner,
        email=email,
        token_hash=token_hash(token),
        life=life,
        requester=None if requester is None else requester.value,
    )


async def find_owner(connection: Connection, *, token: str) -> AccountKey | None:
    """Find the account that a token belongs to."""
    row = await connection.fetch_one(
        "SELECT company_id, user_id FROM email_changes WHERE token_hash = :token_hash AND expires_at > now()",
        token_hash=token_hash(token),
    )
    return None if row is None else AccountKey(company_id=row.company_id, user_id=row.user_id)


async def consume_token(connection: Connection, *, token: str, **owner: Unpack[AccountKey]) -> ConfirmedEmail | None:
    """Return the email that the token confirms, once; None where the token is used, replaced or expired."""
    row = await connection.fetch_one(
        """
        DELETE FROM email_changes
         WHERE company_id = :company_id AND user_id = :user_id AND token_hash = :token_hash AND expires_at > now()
        RETURNING email, requester_profile
        """,
        **owner,
        token_hash=token_hash(token),
    )
    if row is None:
        return None
    requester = None if row.requester_profile is None else Profile(row.requester_profile)
    return ConfirmedEmail(email=row.email, requester=requester)


async def delete_change(connection: Connection, **owner: Unpack[AccountKey]) -> str | None:
    """Delete what the account waits for. Returns the email, unless it has expired."""
    email: str | None = await connection.fetch_value(
        """
        DELETE FROM email_changes WHERE company_id = :company_id AND user_id = :user_id
        RETURNING CASE WHEN expires_at > now() THEN email END
        """,
        **owner,
    )
    return email


async def delete_expired_changes(connection: Connection) -> None:
    await connection.execute("DELETE FROM email_changes WHERE expires_at < now()")
