from collections.abc import Collection
from uuid import UUID

from server.database import RawConnection


async def live_session_ids(connection: RawConnection, session_ids: Collection[UUID]) -> set[UUID]:
    """Those of the sessions, of whatever company, that are still alive and whose users are active."""
    rows = await connection.fetch(
        """
        SELECT session.id
          FROM sessions AS session
          JOIN users AS person ON person.company_id = session.company_id AND person.id = session.user_id
         WHERE session.id = ANY($1) AND session.ended_at IS NULL AND person.is_active
           AND session.idle_expires_at > now() AND session.absolute_expires_at > now()
        """,
        list(session_ids),
    )
    return {row["id"] for row in rows}
