"""Extend a session: a new access token and a new idle limit."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from server.access.sessions.open_session import issue
from server.access.sessions.refresh_session import announce_times
from server.access.sessions.repository import SessionTimes, prolong_session
from server.platform.errors import NotSignedInError
from server.platform.services import Services
from server.vocabulary.identity import Identity


@dataclass(frozen=True, kw_only=True)
class ExtendedSession:
    access_token: str = field(repr=False)
    expires_at: datetime
    times: SessionTimes


async def extend_session(services: Services, *, identity: Identity) -> ExtendedSession:
    """A new access token and a new idle limit, within the absolute one; the refresh token stays.

    Raises:
        NotSignedInError: the session has ended meanwhile.

    """
    idle = timedelta(seconds=services.settings.session_idle_ttl)
    async with services.database.unit_of_work() as unit:
        times = await prolong_session(unit.connection, session_id=identity.session_id, idle=idle)
        if times is None:
            raise NotSignedInError
        access_token, expires_at = issue(
            services.keys,
            services.settings,
            bearer=identity,
            session_id=identity.session_id,
            generation=identity.generation,
            times=times,
        )
        announce_times(services, unit, session_id=identity.session_id, expires_at=expires_at, times=times)
    return ExtendedSession(access_token=access_token, expires_at=expires_at, times=times)
