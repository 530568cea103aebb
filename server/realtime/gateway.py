"""The sockets of this process: who may open one, what is said on it, and when it ends."""

import asyncio
from typing import Any, Final
from uuid import UUID

from socketio.exceptions import ConnectionRefusedError as Refused
from structlog import get_logger
from structlog.contextvars import bound_contextvars

from server.clock import utc_now
from server.errors import INTERNAL_MESSAGE, ApplicationError, TooManyRequestsError, UnavailableError
from server.realtime.acknowledge import INTERNAL_CODE, refusal
from server.realtime.bus import Bus
from server.realtime.client_events import ClientEvents, session_state
from server.realtime.events import (
    Event,
    SessionChanged,
    SessionEnded,
    SessionEndReason,
    SessionExpired,
    SessionExpiring,
)
from server.realtime.floor import NAMESPACE, Floor
from server.realtime.handshake import recognise
from server.realtime.rooms import flow_room, session_room, user_room
from server.realtime.seats import Seat, claims_of, rooms_of
from server.realtime.session_clock import SessionClock, seconds_left
from server.realtime.sockets import MOST_SILENT_PER_NETWORK, Application, Sockets, around
from server.services import Services
from server.sessions.identity import Identity
from server.sessions.live_sessions import find_live_sessions
from server.verification.answers import state_answer
from server.verification.flows import Flow

MOST_SOCKETS_OF_A_USER: Final = 40
RECHECK_SECONDS: Final = 60.0
RECONNECT_SPREAD_SECONDS: Final = 2.0

logger = get_logger(__name__)


class Gateway:
    """`sockets` listens on the bus that the services' publisher speaks on."""

    def __init__(self, services: Services, *, sockets: Sockets) -> None:
        self._services = services
        self._sockets = sockets
        self._floor = Floor(sockets)
        self._clock = SessionClock(warn=self._warn, expire=self._expire)
        self._events = ClientEvents(services, floor=self._floor, clock=self._clock)
        self._tasks: set[asyncio.Task[None]] = set()
        self._most_of_a_user = round(MOST_SOCKETS_OF_A_USER * services.settings.rate_limit_scale)
        sockets.on("connect", self._connect)
        sockets.on("disconnect", self._disconnect)
        sockets.on("*", self._events.handle)
        sockets.bus.on_session_ended = self.end_session
        sockets.bus.on_rights_changed = self.change_rights_soon
        sockets.bus.on_recovered = self.recover

    @classmethod
    def make(cls, services: Services, *, bus: Bus) -> "Gateway":
        settings = services.settings
        most_silent = round(MOST_SILENT_PER_NETWORK * settings.rate_limit_scale)
        sockets = Sockets(bus, origins=settings.origins, trusted=settings.trusted_networks, most_silent=most_silent)
        return cls(services, sockets=sockets)

    def around(self, app: Application) -> Application:
        """The ASGI application with the sockets in front of `app`."""
        return around(app, self._sockets)

    @property
    def hears(self) -> bool:
        """False when what other processes publish does not arrive here."""
        return self._sockets.bus.hears

    async def start(self) -> None:
        self._sockets.start()
        self._spawn(self._recheck_for_ever())

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for sid in list(self._floor.seats):
            self._clock.stop(sid)
        await self._sockets.stop()

    async def end_session(self, session_id: UUID, reason: str) -> None:
        """Tell the session's sockets here that it is over, and close them."""
        ended = SessionEnded(reason=SessionEndReason(reason))
        for sid in self._floor.sids_in(session_room(session_id)):
            await self._floor.say(sid, Event.SESSION_ENDED, ended)
            await self._floor.close(sid)

    def change_rights_soon(self, user_id: UUID, changed: dict[str, Any]) -> None:
        """In a task: it asks the database, and what was published after it must not wait for that."""
        self._spawn(self._change_rights(user_id, SessionChanged.model_validate(changed)))

    async def recover(self) -> None:
        """Something may have been missed: every client connects anew, which is how it catches up."""
        loop = asyncio.get_running_loop()
        transports = [seat.eio_sid for seat in self._floor.seats.values()]
        for number, eio_sid in enumerate(transports):
            delay = RECONNECT_SPREAD_SECONDS * number / len(transports)
            loop.call_later(delay, self._sockets.close_transport, eio_sid)

    async def recheck(self) -> None:
        """Close the sockets of sessions that are over, in case nobody could tell this process."""
        held = {seat.claims.session_id for seat in self._floor.seats.values() if seat.claims is not None}
        if not held:
            return
        live = await find_live_sessions(self._services, session_ids=held)
        for session_id in held - live:
            await self.end_session(session_id, SessionEndReason.REVOKED)

    async def _change_rights(self, user_id: UUID, changed: SessionChanged) -> None:
        for sid in self._floor.sids_in(user_room(user_id)):
            seat = self._floor.seats.get(sid)
            if seat is None:
                continue
            try:
                await self._events.reseat(seat)
            except ApplicationError:
                # What its rights are cannot be seen now: it will be when it connects anew.
                self._sockets.close_transport(seat.eio_sid)
                continue
            await self._floor.say(sid, Event.SESSION_CHANGED, changed)

    async def _connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:  # noqa: ANN401 - whatever the client sent
        with bound_contextvars(socket=sid):
            try:
                holder = await recognise(self._services, environ=environ, auth=auth)
                await self._seat(sid, holder)
            except ApplicationError as error:
                answer = refusal(error)
                raise Refused(answer.pop("message"), answer) from None
            except Exception as error:
                logger.exception("socket_handshake_failed")
                raise Refused(INTERNAL_MESSAGE, {"ok": False, "code": INTERNAL_CODE}) from error

    async def _seat(self, sid: str, holder: Identity | Flow) -> None:
        eio_sid: str = self._sockets.manager.eio_sid_from_sid(sid, NAMESPACE)
        if isinstance(holder, Flow):
            self._floor.take(Seat(sid=sid, eio_sid=eio_sid, flow_id=holder.id))
            await self._floor.join(sid, [flow_room(holder.id)])
        else:
            if len(self._floor.sids_in(user_room(holder.user_id))) >= self._most_of_a_user:
                raise TooManyRequestsError(retry_after=int(RECHECK_SECONDS))
            self._floor.take(Seat(sid=sid, eio_sid=eio_sid, claims=claims_of(holder)))
            await self._floor.join(sid, rooms_of(holder))
        # In a task: the client must hear that it is connected first.
        self._spawn(self._greet(sid, holder))

    async def _greet(self, sid: str, holder: Identity | Flow) -> None:
        if isinstance(holder, Flow):
            state = state_answer(holder, settings=self._services.settings)
            await self._floor.say(sid, Event.OTP_STATE, state)
            return
        await self._floor.say(sid, Event.SESSION_STATE, session_state(holder))
        if sid in self._floor.seats:
            self._clock.start(sid, expires_at=holder.expires_at)

    async def _disconnect(self, sid: str, reason: str | None = None) -> None:  # noqa: ARG002 - Socket.IO's signature
        self._clock.stop(sid)
        self._floor.leave(sid)

    async def _warn(self, sid: str) -> None:
        seat = self._floor.seats.get(sid)
        if seat is None or seat.claims is None:
            return
        expires_at = seat.claims.expires_at
        warning = SessionExpiring(
            seconds_left=round(seconds_left(expires_at)), expires_at=expires_at, server_time=utc_now()
        )
        await self._floor.say(sid, Event.SESSION_EXPIRING, warning)

    async def _expire(self, sid: str) -> None:
        await self._floor.say(sid, Event.SESSION_EXPIRED, SessionExpired(server_time=utc_now()))
        await self._floor.close(sid)

    async def _recheck_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            try:
                await self.recheck()
            except UnavailableError:
                logger.info("sessions_not_rechecked")

    def _spawn(self, work: Any) -> None:  # noqa: ANN401 - a coroutine
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("socket_task_failed", exc_info=task.exception())
