"""Sign-ins at providers: those under way, what they have opened, and the subjects that accounts are linked to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Unpack
from uuid import UUID

from server.access.sso.connection import STATE_SECONDS, SsoConnection
from server.platform.database.connections import Connection
from server.platform.process.crypto import token_hash
from server.vocabulary.identity import AccountKey


@dataclass(frozen=True, kw_only=True)
class PendingSignIn:
    company_id: UUID
    connection_id: UUID
    issuer: str
    sealed_proof: bytes
    asked_at: datetime
    answered_at: datetime


async def keep_state(
    connection: Connection, found: SsoConnection, *, state: str, browser: str, sealed_proof: bytes
) -> None:
    await connection.execute(
        """
        INSERT INTO sso_states (state_hash, browser_hash, company_id, connection_id, issuer, sealed_proof, expires_at)
        VALUES (:state_hash, :browser_hash, :company_id, :connection_id, :issuer, :sealed_proof,
                now() + make_interval(secs => :seconds))
        """,
        **_key(found),
        state_hash=token_hash(state),
        browser_hash=token_hash(browser),
        sealed_proof=sealed_proof,
        seconds=float(STATE_SECONDS),
    )


async def consume_state(connection: Connection, *, state: str, browser: str) -> PendingSignIn | None:
    """Find the sign-in that this browser has begun, once."""
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
    return None if row is None else PendingSignIn(**row)


async def delete_expired_states(connection: Connection) -> None:
    await connection.execute("DELETE FROM sso_states WHERE expires_at < now()")


async def find_linked(connection: Connection, found: SsoConnection, *, subject: str) -> UUID | None:
    """Find the account that the provider's subject belongs to."""
    user_id: UUID | None = await connection.fetch_value(
        """
        SELECT user_id FROM sso_identities
         WHERE company_id = :company_id AND connection_id = :connection_id AND issuer = :issuer AND subject = :subject
        """,
        **_key(found),
        subject=subject,
    )
    return user_id


async def link(connection: Connection, found: SsoConnection, *, subject: str, user_id: UUID) -> bool:
    """Link an account. Returns False where the subject has another account, or the account another subject."""
    linked = await connection.fetch_value(
        """
        INSERT INTO sso_identities (company_id, connection_id, issuer, subject, user_id)
        VALUES (:company_id, :connection_id, :issuer, :subject, :user_id)
        ON CONFLICT DO NOTHING RETURNING true
        """,
        **_key(found),
        subject=subject,
        user_id=user_id,
    )
    return linked is not None


@dataclass(frozen=True, kw_only=True)
class SsoLink:
    """`name` is what the company calls its provider."""

    name: str
    created_at: datetime


async def list_links(connection: Connection, **owner: Unpack[AccountKey]) -> list[SsoLink]:
    rows = await connection.fetch_all(
        """
        SELECT c.name, i.created_at FROM sso_identities i
          JOIN sso_connections c ON c.company_id = i.company_id AND c.id = i.connection_id
         WHERE i.company_id = :company_id AND i.user_id = :user_id ORDER BY i.created_at
        """,
        **owner,
    )
    return [SsoLink(**row) for row in rows]


async def unlink(connection: Connection, *, company_id: UUID, user_id: UUID) -> int:
    """Unlink the account. Returns how many subjects it had."""
    rows = await connection.fetch_all(
        "DELETE FROM sso_identities WHERE company_id = :company_id AND user_id = :user_id RETURNING true AS gone",
        company_id=company_id,
        user_id=user_id,
    )
    return len(rows)


@dataclass(frozen=True, kw_only=True)
class ProviderSession:
    """The provider that has opened a session. `is_linked`: the subject is still its user's; `email` is the user's."""

    connection_id: UUID
    issuer: str
    subject: str
    is_linked: bool
    email: str | None


class OpenedAtProvider(NamedTuple):
    """A session or a flow that a provider's session has opened here."""

    session_id: UUID | None
    flow_id: UUID | None
    user_id: UUID


async def keep_flow(
    connection: Connection, found: SsoConnection, *, flow_id: UUID, subject: str, sid: str | None
) -> None:
    await connection.execute(
        """
        INSERT INTO sso_sessions (flow_id, connection_id, issuer, subject, sid)
        VALUES (:flow_id, :connection_id, :issuer, :subject, :sid)
        """,
        flow_id=flow_id,
        connection_id=found.id,
        issuer=found.issuer,
        subject=subject,
        sid=sid,
    )


async def attach_session(connection: Connection, *, flow_id: UUID, session_id: UUID) -> None:
    """Note that a flow has become a session."""
    await connection.execute(
        "UPDATE sso_sessions SET session_id = :session_id, flow_id = NULL WHERE flow_id = :flow_id",
        flow_id=flow_id,
        session_id=session_id,
    )


async def find_provider_session(
    connection: Connection, *, company_id: UUID, session_id: UUID
) -> ProviderSession | None:
    row = await connection.fetch_one(
        """
        SELECT p.connection_id, p.issuer, p.subject, i.user_id IS NOT NULL AS is_linked, u.email
          FROM sso_sessions p
          JOIN sessions s ON s.id = p.session_id AND s.company_id = :company_id
          JOIN users u ON u.company_id = s.company_id AND u.id = s.user_id
          LEFT JOIN sso_identities i
            ON i.company_id = s.company_id AND i.connection_id = p.connection_id AND i.issuer = p.issuer
               AND i.subject = p.subject AND i.user_id = s.user_id
         WHERE p.session_id = :session_id
        """,
        company_id=company_id,
        session_id=session_id,
    )
    return None if row is None else ProviderSession(**row)


async def is_recent(connection: Connection, moment: datetime, *, within: timedelta) -> bool:
    recent: bool = await connection.fetch_value(
        "SELECT CAST(:moment AS timestamptz) > now() - CAST(:within AS interval)", moment=moment, within=within
    )
    return recent


async def opened_by(
    connection: Connection, found: SsoConnection, *, subject: str | None, sid: str | None
) -> Sequence[OpenedAtProvider]:
    """List what still runs of the provider's session `sid`, of all sessions of `subject`, or given both, of both."""
    rows = await connection.fetch_all(
        """
        SELECT s.id AS session_id, f.id AS flow_id, coalesce(s.user_id, f.user_id) AS user_id
          FROM sso_sessions p
          LEFT JOIN sessions s ON s.id = p.session_id AND s.company_id = :company_id AND s.ended_at IS NULL
          LEFT JOIN flows f ON f.id = p.flow_id AND f.company_id = :company_id AND f.state NOT IN ('completed', 'ended')
         WHERE p.connection_id = :connection_id AND p.issuer = :issuer
           AND (CAST(:subject AS text) IS NULL OR p.subject = :subject)
           AND (CAST(:sid AS text) IS NULL OR p.sid = :sid)
           AND (s.id IS NOT NULL OR f.id IS NOT NULL)
        """,
        **_key(found),
        subject=subject,
        sid=sid,
    )
    return [OpenedAtProvider(row.session_id, row.flow_id, row.user_id) for row in rows]


async def opened_for(connection: Connection, *, company_id: UUID, user_id: UUID) -> Sequence[OpenedAtProvider]:
    """List the sessions and flows of a user that any provider has opened and that still run."""
    rows = await connection.fetch_all(
        """
        SELECT s.id AS session_id, NULL AS flow_id, s.user_id FROM sso_sessions p
          JOIN sessions s ON s.id = p.session_id
         WHERE s.company_id = :company_id AND s.user_id = :user_id AND s.ended_at IS NULL
         UNION ALL
        SELECT NULL, f.id, f.user_id FROM sso_sessions p
          JOIN flows f ON f.id = p.flow_id
         WHERE f.company_id = :company_id AND f.user_id = :user_id AND f.state NOT IN ('completed', 'ended')
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return [OpenedAtProvider(row.session_id, row.flow_id, row.user_id) for row in rows]


def _key(found: SsoConnection) -> dict[str, Any]:
    return {"company_id": found.company_id, "connection_id": found.id, "issuer": found.issuer}
