"""The sockets of this process that a session or a flow holds: their rooms, their rights and their end."""

import asyncio
from collections import Counter
from collections.abc import Collection, Coroutine
from datetime import datetime
from typing import Any, Final

from structlog import get_logger

from server.platform.errors import ApplicationError, NotSignedInError
from server.platform.events import CompanyRoom, Message
from server.platform.live.holders import (
    FlowHolder,
    Flows,
    HeldSocket,
    SessionHolder,
    Sessions,
    Standing,
    refuse_by_policy,
)
from server.platform.live.sockets import Sockets, uncount
from server.platform.process.clock import utc_now
from server.platform.process.metrics import SOCKETS
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


class HeldSockets:
    """What is sent here goes to sockets of this process alone; the publisher reaches those of all.

    Rooms follow from the rights that Postgres has. Whichever read finds a change sends it to the client: the event of
    the change may precede the socket.
    """

    def __init__(
        self, sockets: Sockets, *, sessions: Sessions, flows: Flows, company_rooms: Collection[CompanyRoom]
    ) -> None:
        self._sockets = sockets
        self._server = sockets.server
        self._sessions = sessions
        self._flows = flows
        self._company_rooms = company_rooms
        self._held: dict[str, HeldSocket] = {}
        self._counts: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    def find(self, sid: str) -> HeldSocket | None:
        return self._held.get(sid)

    def all(self) -> list[HeldSocket]:
        return list(self._held.values())

    def members(self, room: str) -> list[HeldSocket]:
        participants = self._server.manager.get_participants(NAMESPACE, room)
        return [self._held[sid] for sid, _ in participants if sid in self._held]

    def count(self, limit: str) -> int:
        return self._counts[limit]

    async def add(self, socket: HeldSocket) -> None:
        self._held[socket.sid] = socket
        self._counts.update(socket.counted)
        SOCKETS.set(len(self._held))
        self._sockets.recognise(socket.transport)
        await self.place(socket)

    def remove(self, sid: str) -> HeldSocket | None:
        socket = self._held.pop(sid, None)
        if socket is not None:
            for limit in socket.counted:
                uncount(self._counts, limit)
            SOCKETS.set(len(self._held))
            if socket.timer is not None:
                socket.timer.cancel()
        return socket

    async def place(self, socket: HeldSocket) -> None:
        """Move the socket into the rooms of its present rights, out of all others."""
        if self._is_held(socket):
            due = socket.holder.due_rooms(self._company_rooms)
            for room in socket.rooms - due:
                await self._server.leave_room(socket.sid, room)
            for room in due - socket.rooms:
                await self._server.enter_room(socket.sid, room)
            socket.rooms = due

    async def send(self, socket: HeldSocket, message: Message) -> None:
        if self._is_held(socket):
            payload = message.payload.model_dump(mode="json", by_alias=True)
            await self._server.emit(message.event.name, payload, to=socket.sid)

    async def close(self, socket: HeldSocket) -> None:
        """Close it with a disconnect packet, after which the client does not reconnect."""
        if self._is_held(socket):
            await self._server.disconnect(socket.sid)

    async def drop(self, socket: HeldSocket) -> None:
        """Close it without a disconnect packet: our client reconnects."""
        if self.remove(socket.sid) is socket:
            for room in socket.rooms:
                await self._server.leave_room(socket.sid, room)
            socket.transport.end()

    async def end(self, socket: HeldSocket, reason: str | None = None) -> None:
        """Notify the client of a session that it has ended, and close the socket."""
        if isinstance(socket.holder, SessionHolder):
            await self.send(socket, self._sessions.ended(reason))
        await self.close(socket)

    def end_at(self, socket: HeldSocket, expires_at: datetime) -> None:
        """Close it then; a client that connects after a warning was due gets one now."""
        if not self._is_held(socket):
            return
        if socket.timer is not None:
            socket.timer.cancel()
        left = seconds_left(expires_at)
        if 0 < left <= WARNINGS[0]:
            self.spawn(self._warn(socket))
        self._schedule(socket, expires_at, left)

    async def look_up(self, socket: HeldSocket) -> Identity:
        """The present position of the socket's user.

        Raises:
            NotSignedInError: it holds none, or one that has expired; or its session has ended.
            NetworkNotAllowedError, FactorSetupRequiredError: see refuse_by_policy.

        """
        holder = socket.holder
        if not isinstance(holder, SessionHolder) or holder.claims.expires_at <= utc_now():
            raise NotSignedInError
        look = holder.begin_look()
        identity = await self._sessions.identify(holder.claims)
        refuse_by_policy(identity, address=socket.transport.address)
        await self._take_over(socket, holder, identity, look=look)
        return identity

    async def renew(self, socket: HeldSocket, *, token: str) -> bool:
        """Take over a new token; False when it is of another session than the socket's.

        Raises:
            NotSignedInError: it is not valid, or its session has ended.
            NetworkNotAllowedError, FactorSetupRequiredError: see refuse_by_policy.

        """
        holder = socket.holder
        if not isinstance(holder, SessionHolder):
            return False
        claims = self._sessions.read_token(token)
        if claims.session_id != holder.claims.session_id:
            return False
        look = holder.begin_look()
        identity = await self._sessions.identify(claims)
        refuse_by_policy(identity, address=socket.transport.address)
        holder.claims, holder.announced = claims, claims.position
        await self._take_over(socket, holder, identity, look=look)
        self.end_at(socket, identity.expires_at)
        await self.send(socket, self._sessions.state(identity))
        return True

    async def announce(self, socket: HeldSocket, found: Standing) -> None:
        """Notify a client whose token, or last event, gives it another position than it has."""
        holder = socket.holder
        if isinstance(holder, SessionHolder) and holder.announced != (found.role, found.profile):
            holder.announced = (found.role, found.profile)
            await self.send(socket, self._sessions.changed(found))

    async def suspend(self, socket: HeldSocket) -> None:
        """Until rights are read again, the socket receives nothing that needs them."""
        if isinstance(socket.holder, SessionHolder):
            socket.holder.forget()
            await self.place(socket)

    async def look_again(self, socket: HeldSocket) -> None:
        """Read whether the socket's session or flow is alive, and its rights."""
        try:
            if isinstance(socket.holder, FlowHolder):
                await self.recheck([socket])
            else:
                await self.look_up(socket)
        except NotSignedInError:
            await self.end(socket)
        except ApplicationError:
            # Its rights cannot be read now; they are when it connects again.
            await self.drop(socket)

    async def recheck(self, sockets: list[HeldSocket]) -> None:
        """Compare the sockets with Postgres, in case an event was lost: one query for sessions, one for flows."""
        flows = {each.holder.flow_id for each in sockets if isinstance(each.holder, FlowHolder)}
        looks = {
            each.sid: (each.holder, each.holder.begin_look())
            for each in sockets
            if isinstance(each.holder, SessionHolder)
        }
        sessions = {holder.claims.session_id for holder, _ in looks.values()}
        live_sessions = await self._sessions.find_live(sessions) if sessions else {}
        live_flows = await self._flows.find_live(flows) if flows else ()
        for socket in sockets:
            if isinstance(socket.holder, FlowHolder):
                if socket.holder.flow_id not in live_flows:
                    await self.close(socket)
                continue
            holder, look = looks[socket.sid]
            found = live_sessions.get(holder.claims.session_id)
            if found is None:
                await self.end(socket)
            elif found.lacks_factor or not found.may_call_from(socket.transport.address):
                # The session lives on: its client connects again once it is admitted.
                await self.drop(socket)
            else:
                await self._take_over(socket, holder, found, look=look)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def stop(self) -> None:
        for socket in self.all():
            await self.drop(socket)
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._server.shutdown()

    def _is_held(self, socket: HeldSocket) -> bool:
        return self._held.get(socket.sid) is socket

    async def _take_over(self, socket: HeldSocket, holder: SessionHolder, found: Standing, *, look: int) -> None:
        if holder.end_look(look, profile=found.profile):
            await self.place(socket)
            await self.announce(socket, found)

    def _schedule(self, socket: HeldSocket, expires_at: datetime, left: float) -> None:
        loop = asyncio.get_running_loop()
        socket.timer = loop.call_later(seconds_to_next(left), self._ring, socket, expires_at)

    def _ring(self, socket: HeldSocket, expires_at: datetime) -> None:
        left = seconds_left(expires_at)
        if left == 0:
            self.spawn(self._expire(socket))
        else:
            self.spawn(self._warn(socket))
            self._schedule(socket, expires_at, left)

    async def _warn(self, socket: HeldSocket) -> None:
        if isinstance(socket.holder, SessionHolder):
            expires_at = socket.holder.claims.expires_at
            await self.send(socket, self._sessions.expiring(expires_at, seconds_left=round(seconds_left(expires_at))))

    async def _expire(self, socket: HeldSocket) -> None:
        if isinstance(socket.holder, SessionHolder):
            await self.send(socket, self._sessions.expired())
        await self.close(socket)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("socket_task_failed", exc_info=task.exception())
