"""Who sits at which socket of this process."""

from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from server.realtime import rooms
from server.sessions.access_token import AccessClaims
from server.sessions.identity import Identity
from server.users.profiles import Permission

# What one client may ask in a stretch of ten seconds.
EVENTS: Final = 40
EVENTS_SECONDS: Final = 10.0
MOST_WATCHED: Final = 20


@dataclass(kw_only=True, slots=True)
class Seat:
    """A socket's holder: of a session (`claims`), or of a flow. `watched` are imports."""

    sid: str
    eio_sid: str
    claims: AccessClaims | None = None
    flow_id: UUID | None = None
    watched: set[UUID] = field(default_factory=set)
    events: int = 0
    events_since: float = 0.0

    def may_speak(self, now: float) -> bool:
        """Count one event; False when there were too many of late."""
        if now - self.events_since >= EVENTS_SECONDS:
            self.events_since, self.events = now, 0
        self.events += 1
        return self.events <= EVENTS


def claims_of(identity: Identity) -> AccessClaims:
    return AccessClaims(
        session_id=identity.session_id,
        user_id=identity.user_id,
        generation=identity.generation,
        expires_at=identity.expires_at,
    )


def rooms_of(identity: Identity) -> set[str]:
    """The rooms that an identity has a right to; imports are joined one by one."""
    joined = {rooms.user_room(identity.user_id), rooms.session_room(identity.session_id)}
    if identity.may(Permission.USER_CREATE):
        joined.add(rooms.importers_room(identity.company_id))
    if identity.may(Permission.USER_VIEW):
        joined.add(rooms.viewers_room(identity.company_id))
    return joined
