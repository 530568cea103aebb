"""List the caller's sessions."""

from server.access.sessions.repository import ListedSession, list_live_sessions
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def list_sessions(services: Services, *, identity: Identity) -> list[ListedSession]:
    """The caller's live sessions, the last used first."""
    async with services.database.reading() as connection:
        return await list_live_sessions(connection, company_id=identity.company_id, user_id=identity.user_id)
