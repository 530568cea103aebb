"""The sessions, and the flows on their way to one, that sign-ins at providers have opened."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from server.platform.database.connections import Connection


@dataclass(frozen=True, kw_only=True)
class ProviderSession:
    """Where a session was opened. `is_linked`: the subject is its user's still; `email` is that of the user."""

    connection_id: UUID
    issuer: str
    subject: str
    is_linked: bool
    email: str | None


class Opened(NamedTuple):
    """What a provider's session has opened here: a session, or a flow."""

    session_id: UUID | None
    flow_id: UUID | None
    user_id: UUID


async def keep_flow(
    connection: Connection, *, flow_id: UUID, connection_id: UUID, issuer: str, subject: str, sid: str | None
) -> None:
    await connection.execute(
        """
        INSERT INTO sso_sessions (flow_id, connection_id, issuer, subject, sid)
        VALUES (:flow_id, :connection_id, :issuer, :subject, :sid)
        """,
        flow_id=flow_id,
        connection_id=connection_id,
        issuer=issuer,
        subject=subject,
        sid=sid,
    )


async def attach_session(connection: Connection, *, flow_id: UUID, session_id: UUID) -> None:
    """A flow has become a session."""
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
    if row is None:
        return None
    return ProviderSession(
        connection_id=row.connection_id,
        issuer=row.issuer,
        subject=row.subject,
        is_linked=row.is_linked,
        email=row.email,
    )


async def is_recent(connection: Connection, moment: datetime, *, within: timedelta) -> bool:
    recent: bool = await connection.fetch_value(
        "SELECT CAST(:moment AS timestamptz) > now() - CAST(:within AS interval)", moment=moment, within=within
    )
    return recent


async def opened_by(
    connection: Connection, *, company_id: UUID, connection_id: UUID, issuer: str, subject: str | None, sid: str | None
) -> Sequence[Opened]:
    """What runs still of the provider's session `sid`, else of all sessions of `subject`; given both, of both alike."""
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
        company_id=company_id,
        connection_id=connection_id,
        issuer=issuer,
        subject=subject,
        sid=sid,
    )
    return [Opened(row.session_id, row.flow_id, row.user_id) for row in rows]


async def opened_for(connection: Connection, *, company_id: UUID, user_id: UUID) -> Sequence[Opened]:
    """What runs still of a user that any provider has opened."""
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
    return [Opened(row.session_id, row.flow_id, row.user_id) for row in rows]
