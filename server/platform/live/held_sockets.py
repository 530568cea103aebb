"""The sockets of this process that a session or a flow holds: their rooms, their rights and their end.

Features' `live.py` know sessions and flows.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Protocol
from uuid import UUID

from structlog import get_logger
from typing_extensions import override

from server.platform.errors import ApplicationError, FactorSetupRequiredError, NetworkNotAllowedError, NotSignedInError
from server.platform.events import FLOW, SESSION, USER, CompanyRoom, Message, Room
from server.platform.live.sockets import Budget, Sockets, Transport, uncount
from server.platform.process.clock import utc_now
from server.platform.process.metrics import SOCKETS
from server.vocabulary.identity import AccessClaims, Identity, Position
from server.vocabulary.profiles import Permission, Profile, Role, permissions_of

NAMESPACE: Final = "/"
MOST_WATCHED: Final = 20
# Seconds before the end of a token.
WARNINGS: Final = (300.0, 60.0)
# A timer may fire slightly early; the remaining time is rounded to so many decimals.
STEP_DECIMALS: Final = 1

logger = get_logger(__name__)


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


def seconds_left(expires_at: datetime) -> float:
    return max(0.0, round((expires_at - utc_now()).total_seconds(), STEP_DECIMALS))


def seconds_to_next(left: float) -> float:
    """Return the seconds to the next warning, or to the end when both have been sent."""
    return next((left - warning for warning in WARNINGS if left > warning), left)


@dataclass(kw_only=True, slots=True, eq=False)
class HeldSocket:
    """A socket. `sid` is its name at Socket.IO; `counted` are the limits that it counts against.

    What is sent here goes to this socket alone; the publisher reaches those of all processes.
    """

    sid: str
    transport: Transport
    held: "HeldSockets"
    counted: tuple[str, ...]
    budgets: tuple[Budget, ...]
    rooms: frozenset[str] = frozenset()
    # Rings before its end.
    timer: asyncio.TimerHandle | None = None

    def due_rooms(self) -> frozenset[str]:
        """The rooms that it has a right to."""
        raise NotImplementedError

    async def look_again(self) -> None:
        """Read whether its session or flow is alive, and its rights; end it where they are gone."""
        raise NotImplementedError

    async def identify(self) -> Identity:
        """The account of the socket's session, as Postgres knows it now.

        Raises:
            NotSignedInError: it holds no session, or the session has ended: then it is closed once that is answered.
            NetworkNotAllowedError, FactorSetupRequiredError: see refuse_by_policy.
        """
        raise NotSignedInError

    async def renew(self, _token: str) -> bool:
        """Take over a new token, with the present rights; False where it belongs to another session.

        Raises:
            NotSignedInError: it is not valid, or its session has ended.
            NetworkNotAllowedError, FactorSetupRequiredError: see refuse_by_policy.
        """
        return False

    async def watch(self, _room: Room, _owner_id: UUID) -> bool:
        """Enter a room, for as long as the rights for it last; False: the socket watches too many."""
        return False

    async def unwatch(self, room: Room, owner_id: UUID) -> None:
        """Leave a room, where the socket is in it."""

    async def suspend(self) -> None:
        """Until rights are read again, the socket receives nothing that needs them."""

    async def warn(self) -> None:
        """Notify the client of a session that its token ends soon."""

    async def end(self, _reason: str | None = None) -> None:
        """Notify the client of a session that it has ended, and close the socket."""
        await self.close()

    async def expire(self) -> None:
        """Do the same at the end of its token."""
        await self.close()

    @property
    def is_held(self) -> bool:
        return self.held.find(self.sid) is self

    async def place(self) -> None:
        """Move it into the rooms of its present rights, out of all others."""
        if self.is_held:
            due = self.due_rooms()
            for room in self.rooms - due:
                await self.held.server.leave_room(self.sid, room)
            for room in due - self.rooms:
                await self.held.server.enter_room(self.sid, room)
            self.rooms = due

    async def send(self, message: Message) -> None:
        if self.is_held:
            payload = message.payload.model_dump(mode="json", by_alias=True)
            await self.held.server.emit(message.event.name, payload, to=self.sid)

    async def close(self) -> None:
        """Close it with a disconnect packet, after which the client does not reconnect."""
        if self.is_held:
            await self.held.server.disconnect(self.sid)

    async def drop(self) -> None:
        """Close it without a disconnect packet: our client reconnects."""
        if self.is_held:
            self.held.remove(self.sid)
            for room in self.rooms:
                await self.held.server.leave_room(self.sid, room)
            self.transport.end()

    def end_at(self, expires_at: datetime) -> None:
        """Close it then; a client that connects after a warning was due gets one now."""
        if not self.is_held:
            return
        if self.timer is not None:
            self.timer.cancel()
        left = seconds_left(expires_at)
        if 0 < left <= WARNINGS[0]:
            self.held.spawn(self.warn())
        self._schedule(expires_at, left)

    def _schedule(self, expires_at: datetime, left: float) -> None:
        self.timer = asyncio.get_running_loop().call_later(seconds_to_next(left), self._ring, expires_at)

    def _ring(self, expires_at: datetime) -> None:
        left = seconds_left(expires_at)
        if left == 0:
            self.held.spawn(self.expire())
        else:
            self.held.spawn(self.warn())
            self._schedule(expires_at, left)


@dataclass(kw_only=True, slots=True, eq=False)
class FlowSocket(HeldSocket):
    flow_id: UUID

    @override
    def due_rooms(self) -> frozenset[str]:
        return frozenset({FLOW.of(self.flow_id)})

    @override
    async def look_again(self) -> None:
        try:
            await self.held.recheck([self])
        except ApplicationError:
            await self.drop()


@dataclass(kw_only=True, slots=True, eq=False)
class SessionSocket(HeldSocket):
    """`profile` is that of the last look at Postgres; while it may have changed, `is_known` is false.

    `announced` is the position that the client knows of, from its token or from an event since. Whichever read finds a
    change sends it to the client: the event of the change may precede the socket. Reads are numbered as they begin: of
    two concurrent ones the later one counts.
    """

    claims: AccessClaims
    company_id: UUID
    profile: Profile | None
    announced: Position
    is_known: bool = True
    watched: set[tuple[Room, UUID]] = field(default_factory=set)
    looks: int = 0
    newest_look: int = 0

    def may(self, permission: Permission | None) -> bool:
        return self.is_known and (permission is None or permission in permissions_of(self.profile))

    @override
    def due_rooms(self) -> frozenset[str]:
        due = {USER.of(self.claims.user_id), SESSION.of(self.claims.session_id)}
        due |= {room.of(self.company_id) for room in self.held.company_rooms if self.may(room.permission)}
        return frozenset(due | {room.of(owner_id) for room, owner_id in self.watched if self.may(room.permission)})

    @override
    async def identify(self) -> Identity:
        try:
            return await self._look_up()
        except NotSignedInError:
            self.held.spawn(self.end())
            raise

    @override
    async def renew(self, token: str) -> bool:
        claims = self.held.sessions.read_token(token)
        if claims.session_id != self.claims.session_id:
            return False
        look = self.begin_look()
        identity = await self._admitted(claims)
        self.claims, self.announced = claims, claims.position
        await self.take_over(identity, look=look)
        self.end_at(identity.expires_at)
        await self.send(self.held.sessions.state(identity))
        return True

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
    async def look_again(self) -> None:
        try:
            await self._look_up()
        except NotSignedInError:
            await self.end()
        except ApplicationError:
            # Its rights cannot be read now; they are when it connects again.
            await self.drop()

    @override
    async def warn(self) -> None:
        left = round(seconds_left(self.claims.expires_at))
        await self.send(self.held.sessions.expiring(self.claims.expires_at, seconds_left=left))

    @override
    async def end(self, reason: str | None = None) -> None:
        await self.send(self.held.sessions.ended(reason))
        await self.close()

    @override
    async def expire(self) -> None:
        await self.send(self.held.sessions.expired())
        await self.close()

    async def announce(self, found: Standing) -> None:
        """Notify a client whose token, or last event, gives it another position than it has."""
        if self.announced != (found.role, found.profile):
            self.announced = (found.role, found.profile)
            await self.send(self.held.sessions.changed(found))

    def begin_look(self) -> int:
        self.looks += 1
        return self.looks

    async def take_over(self, found: Standing, *, look: int) -> None:
        """Store the result of a read, unless a later one has ended already."""
        if look > self.newest_look:
            self.newest_look, self.profile, self.is_known = look, found.profile, True
            await self.place()
            await self.announce(found)

    async def _look_up(self) -> Identity:
        if self.claims.expires_at <= utc_now():
            raise NotSignedInError
        look = self.begin_look()
        identity = await self._admitted(self.claims)
        await self.take_over(identity, look=look)
        return identity

    async def _admitted(self, claims: AccessClaims) -> Identity:
        identity = await self.held.sessions.identify(claims)
        refuse_by_policy(identity, address=self.transport.address)
        return identity


class HeldSockets:
    """All of them; their rooms follow from the rights that Postgres has."""

    def __init__(
        self, sockets: Sockets, *, sessions: Sessions, flows: Flows, company_rooms: Collection[CompanyRoom]
    ) -> None:
        self._sockets = sockets
        self.server = sockets.server
        self.sessions = sessions
        self.company_rooms = company_rooms
        self._flows = flows
        self._held: dict[str, HeldSocket] = {}
        self._counts: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    def find(self, sid: str) -> HeldSocket | None:
        return self._held.get(sid)

    def all(self) -> list[HeldSocket]:
        return list(self._held.values())

    def members(self, room: str) -> list[HeldSocket]:
        participants = self.server.manager.get_participants(NAMESPACE, room)
        return [self._held[sid] for sid, _ in participants if sid in self._held]

    def count(self, limit: str) -> int:
        return self._counts[limit]

    async def add(self, socket: HeldSocket) -> None:
        self._held[socket.sid] = socket
        self._counts.update(socket.counted)
        SOCKETS.set(len(self._held))
        self._sockets.recognise(socket.transport)
        await socket.place()

    def remove(self, sid: str) -> HeldSocket | None:
        socket = self._held.pop(sid, None)
        if socket is not None:
            for limit in socket.counted:
                uncount(self._counts, limit)
            SOCKETS.set(len(self._held))
            if socket.timer is not None:
                socket.timer.cancel()
        return socket

    async def recheck(self, sockets: Collection[HeldSocket]) -> None:
        """Compare the sockets with Postgres, in case an event was lost: one query for sessions, one for flows."""
        of_flows = [socket for socket in sockets if isinstance(socket, FlowSocket)]
        of_sessions = [(socket, socket.begin_look()) for socket in sockets if isinstance(socket, SessionSocket)]
        sessions = {socket.claims.session_id for socket, _ in of_sessions}
        live_sessions = await self.sessions.find_live(sessions) if sessions else {}
        live_flows = await self._flows.find_live({socket.flow_id for socket in of_flows}) if of_flows else ()
        for flow_socket in of_flows:
            if flow_socket.flow_id not in live_flows:
                await flow_socket.close()
        for socket, look in of_sessions:
            found = live_sessions.get(socket.claims.session_id)
            if found is None:
                await socket.end()
            elif found.lacks_factor or not found.may_call_from(socket.transport.address):
                # The session lives on: its client connects again once it is admitted.
                await socket.drop()
            else:
                await socket.take_over(found, look=look)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def stop(self) -> None:
        for socket in self.all():
            await socket.drop()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.server.shutdown()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("socket_task_failed", exc_info=task.exception())
