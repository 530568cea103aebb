"""The sockets of this process: who may open one, what is said on it, and when it ends."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final
from uuid import UUID

from socketio.exceptions import ConnectionRefusedError as Refused
from structlog import get_logger
from structlog.contextvars import bound_contextvars

from server.clock import utc_now
from server.errors import INTERNAL_MESSAGE, ApplicationError, NotSignedInError, TooManyRequestsError, UnavailableError
from server.realtime.acknowledge import INTERNAL_CODE, refusal
from server.realtime.bus import Bus
from server.realtime.client_events import ClientEvents, session_state
from server.realtime.events import Event, SessionEndReason, SessionExpired, SessionExpiring
from server.realtime.handshake import Recognised, recognise
from server.realtime.packets import NAMESPACE
from server.realtime.rights import Rights
from server.realtime.rooms import flow_room, network_room, session_room, user_room
from server.realtime.session_clock import SessionClock, seconds_left
from server.realtime.socket_registry import SocketRegistry
from server.realtime.socket_session import FlowHolder, SessionHolder, SocketSession, holder_of
from server.realtime.sockets import MOST_SILENT_PER_NETWORK, Application, Sockets, around
from server.services import Services
from server.verification.answers import state_answer
from server.verification.flows import Flow

# One for each tab, and what a network that went away has left behind.
MOST_SOCKETS_OF_A_USER: Final = 60
# One browser holds a flow: its tabs, and what a network that went away has left behind.
MOST_SOCKETS_OF_A_FLOW: Final = 8
MOST_FLOW_SOCKETS_OF_A_NETWORK: Final = 200
RECHECK_SECONDS: Final = 60.0
RECONNECT_SPREAD_SECONDS: Final = 2.0

logger = get_logger(__name__)


class Gateway:
    """`sockets` listens on the bus that the services' publisher speaks on."""

    def __init__(self, services: Services, *, sockets: Sockets) -> None:
        self._services = services
        self._sockets = sockets
        self._clock = SessionClock(warn=self._warn, expire=self._expire)
        self._registry = SocketRegistry(sockets, on_removed=self._clock.stop)
        self._rights = Rights(services, registry=self._registry, sockets=sockets)
        self._events = ClientEvents(services, registry=self._registry, rights=self._rights, clock=self._clock)
        self._tasks: set[asyncio.Task[None]] = set()
        # How often something has ended or changed; a handshake that it overtook is looked at again.
        self._changes = 0
        scale = services.settings.rate_limit_scale
        self._most_of_a_user = round(MOST_SOCKETS_OF_A_USER * scale)
        self._most_flows_of_a_network = round(MOST_FLOW_SOCKETS_OF_A_NETWORK * scale)
        sockets.on("connect", self._connect)
        sockets.on_event = self._events.handle
        sockets.bus.on_session_ended = self.end_session
        sockets.bus.on_flows_ended = self.end_flows
        sockets.bus.on_rights_changed = self.change_rights
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
    def is_subscribed(self) -> bool:
        """False when what other processes publish does not arrive here."""
        return self._sockets.bus.is_subscribed

    async def start(self) -> None:
        self._sockets.start()
        self._spawn(self._recheck_for_ever())

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for session in self._registry.sessions():
            self._clock.stop(session.eio_sid)
        await self._sockets.stop()

    def end_session(self, session_id: UUID, reason: str) -> None:
        """Tell the session's sockets here that it is over, and close them."""
        self._changes += 1
        for session in self._registry.members(session_room(session_id)):
            self._rights.end(session, SessionEndReason(reason))

    def end_flows(self, flow_ids: Sequence[UUID]) -> None:
        """Close the flows' sockets here."""
        self._changes += 1
        for flow_id in flow_ids:
            for session in self._registry.members(flow_room(flow_id)):
                self._registry.close(session)

    def change_rights(self, user_id: UUID) -> None:
        """The user's sockets receive nothing more of a company until the database has said what they may."""
        self._changes += 1
        for session in self._registry.members(user_room(user_id)):
            self._rights.suspend(session)
            # In a task: what was published after it must not wait for the database.
            self._spawn(self._look_again(session))

    async def recover(self) -> None:
        """Something may have been missed: every client connects anew, which is how it catches up."""
        loop = asyncio.get_running_loop()
        sessions = self._registry.sessions()
        for number, session in enumerate(sessions):
            delay = RECONNECT_SPREAD_SECONDS * number / len(sessions)
            loop.call_later(delay, self._sockets.close_transport, session.eio_sid)

    async def recheck(self) -> None:
        """Close the sockets of what is over, and move those whose rights have changed, announced or not."""
        await self._rights.recheck()

    async def _connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:  # noqa: ANN401 - whatever the client sent
        eio_sid: str = self._sockets.manager.eio_sid_from_sid(sid, NAMESPACE)
        changes = self._changes
        with bound_contextvars(socket=eio_sid):
            try:
                holder = await recognise(self._services, environ=environ, auth=auth)
                session = self._admit(eio_sid, holder)
            except ApplicationError as error:
                answer = refusal(error)
                raise Refused(answer.pop("message"), answer) from None
            except Exception as error:
                logger.exception("socket_handshake_failed")
                raise Refused(INTERNAL_MESSAGE, {"ok": False, "code": INTERNAL_CODE}) from error
        # In a task: the client must hear that it is connected first.
        self._spawn(self._greet(session, holder, is_overtaken=changes != self._changes))

    def _admit(self, eio_sid: str, holder: Recognised | Flow) -> SocketSession:
        """Raises TooManyRequestsError; NotSignedInError when the connection has gone meanwhile."""
        if isinstance(holder, Flow):
            session = SocketSession(
                eio_sid=eio_sid, holder=FlowHolder(flow_id=holder.id, network=self._sockets.network_of(eio_sid))
            )
        else:
            session = SocketSession(eio_sid=eio_sid, holder=holder_of(holder.identity, holder.claims))
        self._refuse_many(session.holder)
        if not self._registry.add(session):
            raise NotSignedInError
        return session

    def _refuse_many(self, holder: SessionHolder | FlowHolder) -> None:
        if isinstance(holder, FlowHolder):
            limits = {
                flow_room(holder.flow_id): MOST_SOCKETS_OF_A_FLOW,
                network_room(holder.network): self._most_flows_of_a_network,
            }
        else:
            limits = {user_room(holder.claims.user_id): self._most_of_a_user}
        if any(len(self._registry.members(room)) >= most for room, most in limits.items()):
            raise TooManyRequestsError(retry_after=int(RECHECK_SECONDS))

    async def _greet(self, session: SocketSession, holder: Recognised | Flow, *, is_overtaken: bool) -> None:
        if isinstance(holder, Flow):
            state = state_answer(holder, settings=self._services.settings)
            self._registry.send(session, Event.OTP_STATE, state)
            expires_at = utc_now() + (holder.expires_at - holder.read_at)
        else:
            rooms = session.rooms - {session_room(holder.identity.session_id)}
            quiet_ms = int(self._sockets.bus.quiet_seconds(rooms) * 1000)
            self._registry.send(session, Event.SESSION_STATE, session_state(holder.identity, quiet_ms=quiet_ms))
            self._rights.announce(session, holder.identity)
            expires_at = holder.identity.expires_at
        if self._registry.find(session.eio_sid) is session:
            self._clock.start(session.eio_sid, expires_at=expires_at)
        if is_overtaken:
            await self._look_again(session)

    async def _look_again(self, session: SocketSession) -> None:
        """Something has ended or changed: it may have been this."""
        try:
            if isinstance(session.holder, FlowHolder):
                await self._rights.recheck_flows([session])
            else:
                await self._rights.look_up(session)
        except NotSignedInError:
            self._rights.end(session, SessionEndReason.REVOKED)
        except ApplicationError:
            # What its rights are cannot be seen now: it will be when it connects anew.
            self._registry.drop(session)

    async def _warn(self, eio_sid: str) -> None:
        session = self._registry.find(eio_sid)
        if session is None or not isinstance(session.holder, SessionHolder):
            return
        expires_at = session.holder.claims.expires_at
        warning = SessionExpiring(
            seconds_left=round(seconds_left(expires_at)), expires_at=expires_at, server_time=utc_now()
        )
        self._registry.send(session, Event.SESSION_EXPIRING, warning)

    async def _expire(self, eio_sid: str) -> None:
        session = self._registry.find(eio_sid)
        if session is None:
            return
        if isinstance(session.holder, SessionHolder):
            self._registry.send(session, Event.SESSION_EXPIRED, SessionExpired(server_time=utc_now()))
        self._registry.close(session)

    async def _recheck_for_ever(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            try:
                await self.recheck()
            except UnavailableError:
                logger.info("sessions_not_rechecked")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("socket_task_failed", exc_info=task.exception())
