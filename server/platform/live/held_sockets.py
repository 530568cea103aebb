"""The sockets of this process that a session or a flow holds: their rooms and their end.

Features' `live.py` declare both kinds: what opens them, what they have a right to, and what their clients are sent.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Self
from uuid import UUID

from structlog import get_logger

from server.platform.errors import NotSignedInError
from server.platform.events import CompanyRoom, Event, Payload, Room
from server.platform.live.bus import RedisPublisher
from server.platform.live.sockets import Budget, Sockets, Transport, uncount
from server.platform.process.clock import utc_now
from server.platform.process.metrics import SOCKETS
from server.platform.services import Services
from server.vocabulary.identity import Identity

NAMESPACE: Final = "/"
# Seconds before the end of a token.
WARNINGS: Final = (300.0, 60.0)
# A timer may fire slightly early; the remaining time is rounded to so many decimals.
STEP_DECIMALS: Final = 1

logger = get_logger(__name__)


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
    counted: tuple[str, ...] = ()
    budgets: tuple[Budget, ...] = ()
    rooms: frozenset[str] = frozenset()
    # Rings before its end.
    timer: asyncio.TimerHandle | None = None

    async def recognise(self, secret: str) -> Callable[[], Awaitable[None]]:
        """Find what holds the socket. The function that is returned greets the client once it is connected.

        Raises ApplicationError: no session or flow is alive with this secret, or it may not be connected from here.
        """
        raise NotImplementedError

    def limits(self, scale: float) -> Mapping[str, int | None]:
        """How many sockets may count against each limit; None: a share of the free places."""
        raise NotImplementedError

    @property
    def event_limits(self) -> Mapping[UUID, int]:
        """The owners that share their budgets of events with other sockets, and how many events each has."""
        return {}

    def due_rooms(self) -> frozenset[str]:
        """The rooms that it has a right to."""
        raise NotImplementedError

    @classmethod
    async def recheck(cls, sockets: Sequence[Self]) -> None:
        """Compare sockets of this kind with Postgres, by one query, and end those that have no right to stay."""
        raise NotImplementedError

    async def look_again(self) -> None:
        """Read whether its session or flow is alive, and its rights; end it where they are gone."""
        raise NotImplementedError

    async def identify(self) -> Identity:
        """The account of the socket's session, as Postgres knows it now.

        Raises:
            NotSignedInError: it holds no session, or the session has ended: then it is closed once that is answered.
            NetworkNotAllowedError, FactorSetupRequiredError: the company's policy does not admit the account.
        """
        raise NotSignedInError

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

    async def send(self, event: Event[Payload], payload: Payload) -> None:
        if self.is_held:
            await self.held.server.emit(event.name, payload.model_dump(mode="json", by_alias=True), to=self.sid)

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


class HeldSockets:
    """All of them, with what they are served by; their rooms follow from the rights that Postgres has."""

    def __init__(
        self,
        services: Services,
        sockets: Sockets,
        *,
        publisher: RedisPublisher,
        company_rooms: Collection[CompanyRoom],
    ) -> None:
        self.services = services
        self.publisher = publisher
        self.company_rooms = company_rooms
        self.server = sockets.server
        self._sockets = sockets
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

    async def recheck(self) -> None:
        """Compare all of them with Postgres, in case an event was lost."""
        for kind in {type(socket) for socket in self.all()}:
            # The last of a kind may have left while those of another were compared.
            if sockets := [socket for socket in self.all() if isinstance(socket, kind)]:
                await kind.recheck(sockets)

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
