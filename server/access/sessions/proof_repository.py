"""When the user of a session was last proved."""

from datetime import datetime
from uuid import UUID

from server.platform.database.connections import Connection


async def note_proof(connection: Connection, *, session_id: UUID, user_id: UUID) -> datetime | None:
    """The session's user has just proved a factor; None when the session has ended."""
    verified_at: datetime | None = await connection.fetch_value(
        """
        UPDATE sessions SET verified_at = now()
         WHERE id = :session_id AND user_id = :user_id AND ended_at IS NULL RETURNING verified_at
        """,
        session_id=session_id,
        user_id=user_id,
    )
    return verified_at


async def forget_proofs(connection: Connection, *, company_id: UUID, user_id: UUID, spared: UUID) -> None:
    """The account's other sessions need a proof again before a dangerous act."""
    await connection.execute(
        """
        UPDATE sessions SET verified_at = NULL
         WHERE company_id = :company_id AND user_id = :user_id AND ended_at IS NULL AND id <> :spared
        """,
        company_id=company_id,
        user_id=user_id,
        spared=spared,
    )


async def has_fresh_proof(connection: Connection, *, company_id: UUID, session_id: UUID) -> bool:
    """Whether its user was proved in the last ten minutes, and the session has not ended."""
    is_fresh: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM sessions
             WHERE company_id = :company_id AND id = :session_id AND ended_at IS NULL
               AND verified_at > now() - interval '10 minutes')
        """,
        company_id=company_id,
        session_id=session_id,
    )
    return is_fresh
