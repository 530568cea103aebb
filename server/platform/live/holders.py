"""Who may hold a socket, a session or a flow, and the rooms that follow from it. Features' `live.py` know both."""

from asyncio import TimerHandle
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Protocol
from uuid import UUID

from server.platform.errors import FactorSetupRequiredError, NetworkNotAllowedError
from server.platform.events import FLOW, SESSION, USER, CompanyRoom, Message, Room
from server.platform.live.sockets import Budget, Transport
from server.vocabulary.identity import AccessClaims, Identity, Position
from server.vocabulary.profiles import Permission, Profile, Role, permissions_of

# Events of one client in so many seconds.
EVENTS: Final = 40
EVENTS_SECONDS: Final = 10.0


class Standing(Protocol):
    """The present role and profile of an account."""

    @property
    def role(self) -> Role: ...

    @property
    def profile(self) -> Profile | None: ...

    @property
    def lacks_factor(self) -> bool: ...

    def may_call_from(self, address: str) -> bool: ...


class Sessions(Protocol):
    """Reads of sessions, and the messages that their sockets get."""

    def read_token(self, token: str) -> AccessClaims:
        """Raises NotSignedInError: it is not valid."""

    async def identify(self, claims: AccessClaims) -> Identity:
        """Raises NotSignedInError: the session has ended."""

    async def note_refused(self, identity: Identity, *, address: str) -> None:
        """Record that it may not be connected from this address."""

    async def find_live(self, session_ids: Collection[UUID]) -> Mapping[UUID, Standing]:
        """Return which of the sessions are alive."""

    def state(self, identity: Identity, *, quiet_ms: int | None = None) -> Message: ...

    def changed(self, standing: Standing) -> Message: ...

    def ended(self, reason: str | None) -> Message:
        """Handle the end of a session; None means that Postgres no longer has it alive."""

    def expiring(self, expires_at: datetime, *, seconds_left: int) -> Message: ...

    def expired(self) -> Message: ...


@dataclass(frozen=True, kw_only=True)
class FoundFlow:
    """`remaining` is how long it lives on, by the database's clock."""

    id: UUID
    remaining: timedelta
    state: Message


class Flows(Protocol):
    async def find(self, secret: str) -> FoundFlow:
        """Raises an ApplicationError: no flow has this secret."""

    async def find_live(self, flow_ids: Collection[UUID]) -> Collection[UUID]:
        """Return which of the flows have not ended."""


@dataclass(frozen=True, kw_only=True)
class FlowHolder:
    flow_id: UUID

    def due_rooms(self, _company_rooms: Collection[CompanyRoom]) -> frozenset[str]:
        return frozenset({FLOW.of(self.flow_id)})


@dataclass(kw_only=True, slots=True, eq=False)
class SessionHolder:
    """`profile` is that of the last look at Postgres; while it may have changed, `is_known` is false.

    `announced` is the position that the client knows of, from its token or from an event since. Reads are numbered as
    they begin: of two concurrent ones the later one counts.
    """

    claims: AccessClaims
    company_id: UUID
    profile: Profile | None
    announced: Position
    is_known: bool = True
    watched: set[tuple[Room, UUID]] = field(default_factory=set)
    looks: int = 0
    newest_look: int = 0

    def begin_look(self) -> int:
        self.looks += 1
        return self.looks

    def end_look(self, look: int, *, profile: Profile | None) -> bool:
        """Store the result of a read; False when a later read has ended already."""
        if look <= self.newest_look:
            return False
        self.newest_look, self.profile, self.is_known = look, profile, True
        return True

    def forget(self) -> None:
        """Discard the results of reads that have begun before."""
        self.newest_look, self.is_known = self.begin_look(), False

    def may(self, permission: Permission | None) -> bool:
        return self.is_known and (permission is None or permission in permissions_of(self.profile))

    def due_rooms(self, company_rooms: Collection[CompanyRoom]) -> frozenset[str]:
        """The rooms that it has a right to."""
        due = {USER.of(self.claims.user_id), SESSION.of(self.claims.session_id)}
        due |= {room.of(self.company_id) for room in company_rooms if self.may(room.permission)}
        return frozenset(due | {room.of(owner_id) for room, owner_id in self.watched if self.may(room.permission)})


@dataclass(kw_only=True, slots=True, eq=False)
class HeldSocket:
    """`sid` is its name at Socket.IO. `counted` are the limits that it counts against, `timer` rings before its end."""

    sid: str
    transport: Transport
    holder: SessionHolder | FlowHolder
    counted: tuple[str, ...]
    budgets: tuple[Budget, ...]
    rooms: frozenset[str] = frozenset()
    timer: TimerHandle | None = None


def refuse_by_policy(found: Standing, *, address: str) -> None:
    """Refuse an account that the company's policy does not admit.

    Raises:
        NetworkNotAllowedError: an administrator may not be connected from this address.
        FactorSetupRequiredError: the company demands a second factor, which the session has not proved.

    """
    if not found.may_call_from(address):
        raise NetworkNotAllowedError
    if found.lacks_factor:
        raise FactorSetupRequiredError
