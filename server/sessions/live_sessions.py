from collections.abc import Collection
from uuid import UUID

from server.services import Services
from server.sessions.live_repository import live_session_ids


async def find_live_sessions(services: Services, *, session_ids: Collection[UUID]) -> set[UUID]:
    """Those of the sessions, of whatever company, that are still alive and whose users are active."""
    async with services.database.acquire() as connection:
        return await live_session_ids(connection, session_ids)
