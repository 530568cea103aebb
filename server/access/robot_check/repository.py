"""Challenges that were handed in: each is accepted once."""

from datetime import datetime
from typing import Final

from sqlalchemy.dialects.postgresql import insert as upsert

from server.access.robot_check.tables import spent_challenges
from server.platform.database.connections import Connection

# Expired ones are refused anyway; an hour is the tolerance for clocks.
DELETE_EXPIRED_CHALLENGES: Final = "DELETE FROM spent_challenges WHERE expires_at < now() - interval '1 hour'"


async def spend_challenge(connection: Connection, *, challenge_hash: bytes, expires_at: datetime) -> bool:
    """Spend a challenge. Returns True for the first submission of a solution."""
    spent = upsert(spent_challenges).values(challenge_hash=challenge_hash, expires_at=expires_at)
    return await connection.has_row(spent.on_conflict_do_nothing().returning(spent_challenges.c.expires_at))
