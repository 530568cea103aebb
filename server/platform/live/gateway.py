"""The sockets of this process: admission, greeting, changed rights, and the end."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final
from uuid import UUID

from socketio.exceptions import ConnectionRefusedError as Refused
from structlog import get_logger
from structlog.contextvars import bound_contextvars

from server.platform.errors import (
    INTERNAL_MESSAGE,
    ApplicationError,
    NotSignedInError,
    TooManyRequestsError,
    UnavailableError,
)
from server.platform.events import FLOW, SESSION, USER
from server.platform.live.acknowledge import INTERNAL_CODE, refusal
from server.platform.live.catalogue import Catalogue
from server.platform.live.client_events import ClientEvents
from server.platform.live.handshake import FoundSession, recognise
from server.platform.live.holders import Flows, FoundFlow, Sessions
from server.platform.live.packets import NAMESPACE
from server.platform.live.rights import Rights
from server.platform.live.session_clock import SessionClock, seconds_left
from server.platform.live.socket_registry import SocketRegistry
from server.platform.live.socket_session import (
    ALL_FLOWS,
    FlowHolder,
    SessionHolder,
    SocketSession,
    company_sockets,
    holder_of,
    network_room,
)
from server.platform.live.sockets import Application, Sockets, around
from server.platform.process.clock import utc_now
from server.platform.services import Services

# One for each tab, and dead connections that have not timed out yet.
MOST_SOCKETS_OF_A_USER: Final = 60
# One browser holds a flow: its tabs, and dead connections that have not timed out yet.
MOST_SOCKETS_OF_A_FLOW: Final = 8
MOST_FLOW_SOCKETS_OF_A_NETWORK: Final = 200
# A company, or all flows together, get no more sockets once they have so many times the places that are free: others
# always find some.
TIMES_THE_FREE_PLACES: Final = 3
RECHECK_SECONDS: Final = 60.0
RECONNECT_SPREAD_SECONDS: Final = 2.0

logger = get_logger(__name__)


class Gateway:
    """`sockets` listens on the bus of the services' publisher."""

    def __init__(
        self, services: Services, *, catalogue: Catalogue, sessions: Sessions, flows: Flows, sockets: Sockets
    ) -> None:
        self._sessions = sessions
        self._flows = flows
        self._sockets = sockets
        self._clock = SessionClock(warn=self._warn, expire=self._expire)
        self.registry = SocketRegistry(sockets, company_rooms=catalogue.company_rooms, on_removed=self._clock.stop)
        self._rights = Rights(
            sessions=sessions, flows=flows, registry=self.registry, clock=self._clock, sockets=sockets
        )
        self._events = ClientEvents(services, catalogue.asked, registry=self.registry, rights=self._rights)
        self._tasks: set[asyncio.Task[None]] = set()
        # How often something has ended or changed; a handshake that it overtook is checked again.
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
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for session in self.registry.sessions():
            self._clock.stop(session.eio_sid)
        await self._sockets.stop()

    def end_session(self, session_id: UUID, reason: str) -> None:
        """Notify the session's clients here that it has ended, and close their sockets."""
        self._changes += 1
        for session in self.registry.members(SESSION.of(session_id)):
            self._rights.end(session, reason)

    def end_flows(self, flow_ids: Sequence[UUID]) -> None:
        """Close the flows' sockets here."""
        self._changes += 1
        for flow_id in flow_ids:
            for session in self.registry.members(FLOW.of(flow_id)):
                self.registry.close(session)

    def change_rights(self, user_id: UUID) -> None:
        """The user's sockets receive nothing of a company until their rights are read again."""
        self._changes += 1
        for session in self.registry.members(USER.of(user_id)):
            self._rights.suspend(session)
            # In a task: what is published next must not wait for the database.
            self._spawn(self._look_again(session))

    async def recover(self) -> None:
        """Make every client reconnect and refetch, because events may have been missed."""
        loop = asyncio.get_running_loop()
        sessions = self.registry.sessions()
        for number, session in enumerate(sessions):
            delay = RECONNECT_SPREAD_SECONDS * number / len(sessions)
            loop.call_later(delay, self._sockets.close_transport, session.eio_sid)

    async def recheck(self) -> None:
        """Close the sockets of ended sessions and flows, move those whose rights have changed."""
        await self._rights.recheck()

    async def _connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:  # noqa: ANN401 - anything the client sent
        eio_sid: str = self._sockets.manager.eio_sid_from_sid(sid, NAMESPACE)
        changes = self._changes
        with bound_contextvars(socket=eio_sid):
            try:
                holder = await recognise(auth, environ=environ, sessions=self._sessions, flows=self._flows)
                session = await self._admit(eio_sid, holder)
            except ApplicationError as error:
                answer = refusal(error)
                raise Refused(answer.pop("message"), answer) from None
            except Exception as error:
                logger.exception("socket_handshake_failed")
                raise Refused(INTERNAL_MESSAGE, {"ok": False, "code": INTERNAL_CODE}) from error
        self._sockets.forget_request(eio_sid)
        # In a task: Socket.IO confirms the connection first.
        self._spawn(self._greet(session, holder, is_overtaken=changes != self._changes))

    async def _admit(self, eio_sid: str, holder: FoundSession | FoundFlow) -> SocketSession:
        """Raises TooManyRequestsError, or see holder_of; NotSignedInError when the connection has gone."""
        if isinstance(holder, FoundFlow):
            session = SocketSession(
                eio_sid=eio_sid, holder=FlowHolder(flow_id=holder.id, network=self._sockets.network_of(eio_sid))
            )
        else:
            address = self._sockets.address_of(eio_sid)
            if not holder.identity.may_call_from(address):
                await self._sessions.note_refused(holder.identity, address=address)
            session = SocketSession(eio_sid=eio_sid, holder=holder_of(holder.identity, holder.claims, address=address))
        self._refuse_many(session.holder)
        if not self.registry.add(session):
            raise NotSignedInError
        return session

    def _refuse_many(self, holder: SessionHolder | FlowHolder) -> None:
        share = TIMES_THE_FREE_PLACES * self._sockets.free_places
        if isinstance(holder, FlowHolder):
            limits = {
                FLOW.of(holder.flow_id): MOST_SOCKETS_OF_A_FLOW,
                network_room(holder.network): self._most_flows_of_a_network,
                ALL_FLOWS: share,
            }
        else:
            limits = {
                USER.of(holder.claims.user_id): self._most_of_a_user,
                company_sockets(holder.company_id): share,
            }
        if any(self.registry.count(room) >= most for room, most in limits.items()):
            raise TooManyRequestsError(retry_after=int(RECHECK_SECONDS))

    async def _greet(self, session: SocketSession, holder: FoundSession | FoundFlow, *, is_overtaken: bool) -> None:
        if isinstance(holder, FoundFlow):
            self.registry.send(session, holder.state)
            expires_at = utc_now() + holder.remaining
        else:
            rooms = frozenset(session.rooms) - {SESSION.of(holder.identity.session_id)}
            quiet_ms = int(self._sockets.bus.quiet_seconds(rooms) * 1000)
            self.registry.send(session, self._sessions.state(holder.identity, quiet_ms=quiet_ms))
            self._rights.announce(session, holder.identity)
            expires_at = holder.identity.expires_at
        if self.registry.find(session.eio_sid) is session:
            self._clock.start(session.eio_sid, expires_at=expires_at)
        if is_overtaken:
            await self._look_again(session)

    async def _look_again(self, session: SocketSession) -> None:
        """Check a socket again after a session or flow has ended or rights have changed during its handshake."""
        try:
            if isinstance(session.holder, FlowHolder):
                await self._rights.recheck_flows([session])
            else:
                await self._rights.look_up(session)
        except NotSignedInError:
            self._rights.end(session)
        except ApplicationError:
            # Its rights cannot be read now; they are when it connects again.
            self.registry.drop(session)

    async def _warn(self, eio_sid: str) -> None:
        session = self.registry.find(eio_sid)
        if session is None or not isinstance(session.holder, SessionHolder):
            return
        expires_at = session.holder.claims.expires_at
        warning = self._sessions.expiring(expires_at, seconds_left=round(seconds_left(expires_at)))
        self.registry.send(session, warning)

    async def _expire(self, eio_sid: str) -> None:
        session = self.registry.find(eio_sid)
        if session is None:
            return
        if isinstance(session.holder, SessionHolder):
            self.registry.send(session, self._sessions.expired())
        self.registry.close(session)

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
