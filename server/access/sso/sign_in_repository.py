"""Sign-ins that are at a provider, and the people that a provider's subjects belong to."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.access.sso.connection import STATE_SECONDS
from server.platform.database.connections import Connection
from server.platform.process.crypto import token_hash


@dataclass(frozen=True, kw_only=True)
class PendingSignIn:
    company_id: UUID
    connection_id: UUID
    issuer: str
    sealed_proof: bytes
    asked_at: datetime
    answered_at: datetime


async def keep_state(
    connection: Connection,
    *,
    state: str,
    browser: str,
    company_id: UUID,
    connection_id: UUID,
    issuer: str,
    sealed_proof: bytes,
) -> None:
    await connection.execute(
        """
        INSERT INTO sso_states (state_hash, browser_hash, company_id, connection_id, issuer, sealed_proof, expires_at)
        VALUES (:state_hash, :browser_hash, :company_id, :connection_id, :issuer, :sealed_proof,
                now() + make_interval(secs => :seconds))
        """,
        state_hash=token_hash(state),
        browser_hash=token_hash(browser),
        company_id=company_id,
        connection_id=connection_id,
        issuer=issuer,
        sealed_proof=sealed_proof,
        seconds=float(STATE_SECONDS),
    )


async def consume_state(connection: Connection, *, state: str, browser: str) -> PendingSignIn | None:
    """The sign-in that this browser has begun; it is found once."""
    row = await connection.fetch_one(
        """
        DELETE FROM sso_states
         WHERE state_hash = :state_hash AND browser_hash = :browser_hash AND expires_at > now()
        RETURNING company_id, connection_id, issuer, sealed_proof, now() AS answered_at,
                  expires_at - make_interval(secs => :seconds) AS asked_at
        """,
        state_hash=token_hash(state),
        browser_hash=token_hash(browser),
        seconds=float(STATE_SECONDS),
    )
    if row is None:
        return None
    return PendingSignIn(
        company_id=row.company_id,
        connection_id=row.connection_id,
        issuer=row.issuer,
        sealed_proof=row.sealed_proof,
        asked_at=row.asked_at,
        answered_at=row.answered_at,
    )


async def delete_expired_states(connection: Connection) -> None:
    await connection.execute("DELETE FROM sso_states WHERE expires_at < now()")


async def find_linked(
    connection: Connection, *, company_id: UUID, connection_id: UUID, issuer: str, subject: str
) -> UUID | None:
    """The id of the account that the subject belongs to."""
    found: UUID | None = await connection.fetch_value(
        """
        SELECT user_id FROM sso_identities
         WHERE company_id = :company_id AND connection_id = :connection_id AND issuer = :issuer AND subject = :subject
        """,
        company_id=company_id,
        connection_id=connection_id,
        issuer=issuer,
        subject=subject,
    )
    return found


async def link(
    connection: Connection, *, company_id: UUID, connection_id: UUID, issuer: str, subject: str, user_id: UUID
) -> bool:
    """False where the subject has another account, or the account another subject."""
    linked = await connection.fetch_value(
        """
        INSERT INTO sso_identities (company_id, connection_id, issuer, subject, user_id)
        VALUES (:company_id, :connection_id, :issuer, :subject, :user_id)
        ON CONFLICT DO NOTHING RETURNING true
        """,
        company_id=company_id,
        connection_id=connection_id,
        issuer=issuer,
        subject=subject,
        user_id=user_id,
    )
    return linked is not None


@dataclass(frozen=True, kw_only=True)
class Link:
    """`name` is what the company calls its provider."""

    name: str
    created_at: datetime


async def list_links(connection: Connection, *, company_id: UUID, user_id: UUID) -> list[Link]:
    rows = await connection.fetch_all(
        """
        SELECT c.name, i.created_at FROM sso_identities i
          JOIN sso_connections c ON c.company_id = i.company_id AND c.id = i.connection_id
         WHERE i.company_id = :company_id AND i.user_id = :user_id ORDER BY i.created_at
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return [Link(name=row.name, created_at=row.created_at) for row in rows]


async def unlink(connection: Connection, *, company_id: UUID, user_id: UUID) -> int:
    """How many subjects the account had."""
    rows = await connection.fetch_all(
        "DELETE FROM sso_identities WHERE company_id = :company_id AND user_id = :user_id RETURNING true AS gone",
        company_id=company_id,
        user_id=user_id,
    )
    return len(rows)
