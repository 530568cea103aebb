"""Challenges that were handed in: each is accepted once."""

from datetime import datetime

from server.platform.database.connections import Connection


async def spend_challenge(connection: Connection, *, challenge_hash: bytes, expires_at: datetime) -> bool:
    """Spend a challenge. Returns True for the first submission of a solution."""
    spent = await connection.fetch_value(
        """
        INSERT INTO spent_challenges (challenge_hash, expires_at)
        VALUES (CAST(:challenge_hash AS bytea), CAST(:expires_at AS timestamptz))
        ON CONFLICT DO NOTHING RETURNING true
        """,
        challenge_hash=challenge_hash,
        expires_at=expires_at,
    )
    return spent is not None


async def delete_expired_challenges(connection: Connection) -> None:
    """Delete expired challenges, which are refused anyway, with an hour's tolerance for clocks."""
    await connection.execute("DELETE FROM spent_challenges WHERE expires_at < now() - interval '1 hour'")
