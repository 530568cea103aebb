"""Sockets of sessions: their rooms, what they learn of their session, and how a client renews its token."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Self
from uuid import UUID

from pydantic import Field
from typing_extensions import override

from server.access.sessions import events
from server.access.sessions.access_token import LONGEST_TOKEN, identify_claims, note_refused_network, read_access_token
from server.access.sessions.repository import FoundSession, RunningSession, find_running_sessions
from server.platform import errors
from server.platform.events import SESSION, USER, Room
from server.platform.live.client_events import ClientEvent, Done
from server.platform.live.held_sockets import HeldSocket, seconds_left
from server.platform.process.clock import utc_now
from server.platform.schemas import RequestSchema
from server.platform.services import Services
from server.vocabulary.identity import AccessClaims, Actor, Position, Session
from server.vocabulary.profiles import Permission, Profile, permissions_of

# One for each tab, and dead connections that have not timed out yet.
MOST_SOCKETS_OF_A_USER: Final = 60
MOST_WATCHED: Final = 20
# In as many seconds as a socket has its own.
ACCOUNT_EVENTS: Final = 120
COMPANY_EVENTS: Final = 1_200


class AnotherSessionError(errors.ForbiddenError):
    """The new token belongs to another session than the socket's."""


@dataclass(kw_only=True, slots=True, eq=False)
class SessionSocket(HeldSocket):
    """`profile` is that of the last look at Postgres; while it may have changed, `is_known` is false.

    `announced` is the position that the client knows of, from its token or from an event since. Whichever read finds a
    change sends it to the client: the event of the change may precede the socket. Reads are numbered as they begin: of
    two concurrent ones the later one counts.
    """

    claims: AccessClaims = field(init=False)
    company_id: UUID = field(init=False)
    profile: Profile | None = field(init=False)
    announced: Position = field(init=False)
    is_known: bool = True
    watched: set[tuple[Room, UUID]] = field(default_factory=set)
    looks: int = 0
    newest_look: int = 0

    @override
    async def recognise(self, secret: str) -> Callable[[], Awaitable[None]]:
        """Raises NotSignedInError, NetworkNotAllowedError, FactorSetupRequiredError."""
        services, address = self.held.services, self.transport.address
        self.claims = read_access_token(services.keys, secret)
        found = await identify_claims(services, claims=self.claims)
        actor = found.actor
        if not actor.may_call_from(address):
            await note_refused_network(services, actor, address=address)
        self._refuse_by_policy(found)
        self.company_id, self.profile, self.announced = actor.company_id, actor.profile, self.claims.position
        return partial(self._greet, found)

    async def _greet(self, found: FoundSession) -> None:
        quiet = self.held.publisher.quiet_seconds(self.rooms - {SESSION.of(self.claims.session_id)})
        await self.send_state(found.session, quiet_ms=int(quiet * 1000))
        await self._announce(found.actor)
        self.end_at(found.session.expires_at)

    @override
    def limits(self, scale: float) -> Mapping[str, int | None]:
        of_user = round(MOST_SOCKETS_OF_A_USER * scale)
        return {USER.of(self.claims.user_id): of_user, f"company:{self.company_id}": None}

    @property
    @override
    def event_limits(self) -> Mapping[UUID, int]:
        return {self.claims.user_id: ACCOUNT_EVENTS, self.company_id: COMPANY_EVENTS}

    @override
    def due_rooms(self) -> frozenset[str]:
        due = {USER.of(self.claims.user_id), SESSION.of(self.claims.session_id)}
        due |= {room.of(self.company_id) for room in self.held.company_rooms if self._may(room.permission)}
        return frozenset(due | {room.of(owner_id) for room, owner_id in self.watched if self._may(room.permission)})

    @classmethod
    @override
    async def recheck(cls, sockets: Sequence[Self]) -> None:
        looks = [socket.begin_look() for socket in sockets]
        async with sockets[0].held.services.database.reading(is_kept=True) as connection:
            live = await find_running_sessions(connection, {socket.claims.session_id for socket in sockets})
        for socket, look in zip(sockets, looks, strict=True):
            found = live.get(socket.claims.session_id)
            if found is None:
                await socket.end()
            elif not found.is_alive:
                await socket.end_by_limit(found)
            elif found.lacks_factor or not found.may_call_from(socket.transport.address):
                # The session lives on: its client connects again once it is admitted.
                await socket.drop()
            else:
                await socket.take_over(found, look=look)
                if found.idle_expires_at < socket.claims.expires_at:
                    await socket.send_state(found)

    @override
    async def look_again(self) -> None:
        try:
            await self._look_up()
        except errors.NotSignedInError:
            await self.end()
        except errors.ApplicationError:
            # Its rights cannot be read now; they are when it connects again.
            await self.drop()

    @override
    async def identify(self) -> Actor:
        try:
            return await self._look_up()
        except errors.NotSignedInError:
            self.held.spawn(self.end())
            raise

    async def renew(self, token: str) -> None:
        """Take over a new token, with the present rights.

        Raises:
            AnotherSessionError: it belongs to another session.
            NotSignedInError: it is not valid, or its session has ended.
            NetworkNotAllowedError, FactorSetupRequiredError: the company's policy does not admit the account.
        """
        claims = read_access_token(self.held.services.keys, token)
        if claims.session_id != self.claims.session_id:
            raise AnotherSessionError
        look = self.begin_look()
        found = await self._admitted(claims)
        self.claims, self.announced = claims, claims.position
        await self.take_over(found.actor, look=look)
        self.end_at(found.session.expires_at)
        await self.send_state(found.session)

    @override
    async def watch(self, room: Room, owner_id: UUID) -> bool:
        if (room, owner_id) not in self.watched and len(self.watched) >= MOST_WATCHED:
            return False
        self.watched.add((room, owner_id))
        await self.place()
        return True

    @override
    async def unwatch(self, room: Room, owner_id: UUID) -> None:
        self.watched.discard((room, owner_id))
        await self.place()

    @override
    async def suspend(self) -> None:
        # The results of reads that have begun before are discarded.
        self.newest_look, self.is_known = self.begin_look(), False
        await self.place()

    @override
    async def warn(self) -> None:
        left, until = round(seconds_left(self.claims.expires_at)), self.claims.expires_at
        await self.send(
            events.SESSION_EXPIRING, events.SessionExpiring(seconds_left=left, expires_at=until, server_time=utc_now())
        )

    @override
    async def end(self, reason: str | None = None) -> None:
        """Tell the client why; no reason means that Postgres no longer has the session alive."""
        await self.send(
            events.SESSION_ENDED,
            events.SessionEnded(reason=events.SessionEndReason(reason or events.SessionEndReason.REVOKED)),
        )
        await self.close()

    async def end_by_limit(self, session: RunningSession) -> None:
        """Tell the client which limit of its company was reached, or that it has expired by the installation's."""
        if session.reached is None:
            await self.expire()
            return
        await self.send(events.SESSION_ENDED, events.SessionEnded(reason=session.reached, limit=session.limit))
        await self.close()

    @override
    async def expire(self) -> None:
        await self.send(events.SESSION_EXPIRED, events.SessionExpired(server_time=utc_now()))
        await self.close()

    async def send_state(self, found: Session | RunningSession, *, quiet_ms: int | None = None) -> None:
        more = {"expires_at": self.claims.expires_at, "server_time": utc_now(), "quiet_ms": quiet_ms}
        await self.send(events.SESSION_STATE, events.SessionState.model_validate(vars(found) | more))

    async def _announce(self, found: Actor | RunningSession) -> None:
        """Notify a client whose token, or last event, gives it another position than it has."""
        if self.announced != (found.role, found.profile):
            self.announced = (found.role, found.profile)
            await self.send(events.SESSION_CHANGED, events.SessionChanged(role=found.role, profile=found.profile))

    def _may(self, permission: Permission | None) -> bool:
        return self.is_known and (permission is None or permission in permissions_of(self.profile))

    def begin_look(self) -> int:
        self.looks += 1
        return self.looks

    async def take_over(self, found: Actor | RunningSession, *, look: int) -> None:
        """Store the result of a read, unless a later one has ended already."""
        if look > self.newest_look:
            self.newest_look, self.profile, self.is_known = look, found.profile, True
            await self.place()
            await self._announce(found)

    async def _look_up(self) -> Actor:
        if self.claims.expires_at <= utc_now():
            raise errors.NotSignedInError
        look = self.begin_look()
        found = await self._admitted(self.claims)
        await self.take_over(found.actor, look=look)
        return found.actor

    async def _admitted(self, claims: AccessClaims) -> FoundSession:
        found = await identify_claims(self.held.services, claims=claims)
        self._refuse_by_policy(found)
        return found

    def _refuse_by_policy(self, found: FoundSession) -> None:
        if not found.actor.may_call_from(self.transport.address):
            raise errors.NetworkNotAllowedError
        if found.session.lacks_factor:
            raise errors.FactorSetupRequiredError


class Authenticate(RequestSchema):
    token: str = Field(max_length=LONGEST_TOKEN, description="an access token")


async def authenticate(_services: Services, socket: HeldSocket, request: Authenticate) -> Done:
    """Raises as SessionSocket.renew does; the socket of a flow belongs to no session."""
    if not isinstance(socket, SessionSocket):
        raise AnotherSessionError
    await socket.renew(request.token)
    return Done()


SESSION_AUTHENTICATE: Final = ClientEvent(
    name="session:authenticate",
    request=Authenticate,
    answer=Done,
    handler=authenticate,
    effect="A new access token of the same session: the socket lives as long as that, with the present rights.",
    answered="Nothing more; a `session:state` follows.",
    refusals=("not_signed_in", "another_session", "validation_failed"),
)
