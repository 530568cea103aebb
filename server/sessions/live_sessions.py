from collections.abc import Collection
from uuid import UUID

from server.services import Services
from server.sessions.live_repository import LiveSession, live_sessions


async def find_live_sessions(services: Services, *, session_ids: Collection[UUID]) -> dict[UUID, LiveSession]:
    """Those of the sessions, of whatever company, that are still alive and whose users are active."""
    async with services.database.acquire() as connection:
        return await live_sessions(connection, session_ids)
