from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from server.database import RawConnection
from server.identity.profiles import Profile, Role


@dataclass(frozen=True, kw_only=True)
class LiveSession:
    """What the user of a live session is now."""

    role: Role
    profile: Profile | None


async def live_sessions(connection: RawConnection, session_ids: Collection[UUID]) -> dict[UUID, LiveSession]:
    """Those of the sessions, of whatever company, that are still alive and whose users are active."""
    rows = await connection.fetch(
        """
        SELECT session.id, person.role, person.profile
          FROM sessions AS session
          JOIN users AS person ON person.company_id = session.company_id AND person.id = session.user_id
         WHERE session.id = ANY($1) AND session.ended_at IS NULL AND person.is_active
           AND session.idle_expires_at > now() AND session.absolute_expires_at > now()
        """,
        list(session_ids),
    )
    return {
        row["id"]: LiveSession(
            role=Role(row["role"]), profile=None if row["profile"] is None else Profile(row["profile"])
        )
        for row in rows
    }
