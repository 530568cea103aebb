"""Who is at the other end of a socket, and which rooms follow from that."""

from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from server.identity.identity import Identity
from server.identity.profiles import Permission, Profile, permissions_of
from server.realtime import rooms
from server.realtime.budget import Budget
from server.sessions.access_token import AccessClaims, Position

# What one client may ask in a stretch of ten seconds.
EVENTS: Final = 40
EVENTS_SECONDS: Final = 10.0
MOST_WATCHED: Final = 20


@dataclass(frozen=True, kw_only=True)
class FlowHolder:
    """`network` is where the connection comes from."""

    flow_id: UUID
    network: str


@dataclass(kw_only=True, slots=True, eq=False)
class SessionHolder:
    """`profile` is what Postgres said at the last look; while it may be another one, `is_known` is false.

    `announced` is the position that the client knows of, from its token or from an event since.
    Looks are numbered as they begin: of two at once the later one counts.
    """

    claims: AccessClaims
    company_id: UUID
    profile: Profile | None
    announced: Position
    is_known: bool = True
    watched: set[UUID] = field(default_factory=set)
    looks: int = 0
    newest_look: int = 0

    def begin_look(self) -> int:
        self.looks += 1
        return self.looks

    def end_look(self, look: int, *, profile: Profile | None) -> bool:
        """Take over what was seen; False when a look that was begun later has seen more."""
        if look <= self.newest_look:
            return False
        self.newest_look, self.profile, self.is_known = look, profile, True
        return True

    def forget(self) -> None:
        """What was seen before now, or is being looked at, does not count any more."""
        self.newest_look, self.is_known = self.begin_look(), False

    def may(self, permission: Permission) -> bool:
        return self.is_known and permission in permissions_of(self.profile)


@dataclass(kw_only=True, slots=True, eq=False)
class SocketSession:
    """`eio_sid` names the connection; `rooms` are kept by the registry."""

    eio_sid: str
    holder: SessionHolder | FlowHolder
    rooms: frozenset[str] = frozenset()
    events: Budget = field(default_factory=lambda: Budget(most=EVENTS, seconds=EVENTS_SECONDS))

    def due_rooms(self) -> frozenset[str]:
        """The rooms that the holder has a right to."""
        if isinstance(self.holder, FlowHolder):
            return frozenset({rooms.flow_room(self.holder.flow_id), rooms.network_room(self.holder.network)})
        return frozenset(_rooms_of_session(self.holder))


def holder_of(identity: Identity, claims: AccessClaims) -> SessionHolder:
    return SessionHolder(
        claims=claims, company_id=identity.company_id, profile=identity.profile, announced=claims.position
    )


def _rooms_of_session(holder: SessionHolder) -> set[str]:
    due = {rooms.user_room(holder.claims.user_id), rooms.session_room(holder.claims.session_id)}
    if holder.may(Permission.USER_CREATE):
        due.add(rooms.importers_room(holder.company_id))
        due |= {rooms.import_room(import_id) for import_id in holder.watched}
    if holder.may(Permission.USER_VIEW):
        due.add(rooms.viewers_room(holder.company_id))
    return due
