"""The rights of this process' sockets, read from Postgres."""

from structlog import get_logger

from server.platform.errors import NotSignedInError
from server.platform.live.holders import Flows, Sessions, Standing
from server.platform.live.session_clock import SessionClock
from server.platform.live.socket_registry import SocketRegistry
from server.platform.live.socket_session import FlowHolder, SessionHolder, SocketSession, refuse_by_policy
from server.platform.live.sockets import Sockets
from server.platform.process.clock import utc_now
from server.vocabulary.identity import Identity

logger = get_logger(__name__)


class Rights:
    """Reads the rights of sockets, and places them in the rooms that follow from these.

    Whichever read finds a change sends it to the client: the event of the change may precede the socket.
    """

    def __init__(
        self, *, sessions: Sessions, flows: Flows, registry: SocketRegistry, clock: SessionClock, sockets: Sockets
    ) -> None:
        self._sessions = sessions
        self._flows = flows
        self._registry = registry
        self._clock = clock
        self._sockets = sockets

    async def look_up(self, session: SocketSession) -> Identity:
        """The present position of the socket's user.

        Raises:
            NotSignedInError: it holds none, or one that has expired; or its session has ended.
            NetworkNotAllowedError, FactorSetupRequiredError: see refuse_by_policy.

        """
        holder = session.holder
        if not isinstance(holder, SessionHolder) or holder.claims.expires_at <= utc_now():
            raise NotSignedInError
        look = holder.begin_look()
        identity = await self._sessions.identify(holder.claims)
        refuse_by_policy(identity, address=holder.address)
        self._take_over(session, holder, identity, look=look)
        return identity

    async def renew(self, session: SocketSession, *, token: str) -> bool:
        """Take over a new token; False when it is of another session than the socket's.

        Raises:
            NotSignedInError: it is not valid, or its session has ended.
            NetworkNotAllowedError, FactorSetupRequiredError: see refuse_by_policy.

        """
        holder = session.holder
        if not isinstance(holder, SessionHolder):
            return False
        claims = self._sessions.read_token(token)
        if claims.session_id != holder.claims.session_id:
            return False
        look = holder.begin_look()
        identity = await self._sessions.identify(claims)
        refuse_by_policy(identity, address=holder.address)
        holder.claims, holder.announced = claims, claims.position
        self._take_over(session, holder, identity, look=look)
        if self._registry.find(session.eio_sid) is session:
            self._clock.start(session.eio_sid, expires_at=identity.expires_at)
            self._registry.send(session, self._sessions.state(identity))
        return True

    def announce(self, session: SocketSession, found: Standing) -> None:
        """Notify a client whose token, or last event, gives it another position than it has."""
        holder = session.holder
        if not isinstance(holder, SessionHolder) or holder.announced == (found.role, found.profile):
            return
        holder.announced = (found.role, found.profile)
        self._registry.send(session, self._sessions.changed(found))

    def suspend(self, session: SocketSession) -> None:
        """Until rights are read again, the socket receives nothing that needs them."""
        if isinstance(session.holder, SessionHolder):
            session.holder.forget()
            self._registry.place(session)

    def end(self, session: SocketSession, reason: str | None = None) -> None:
        """Notify the client that its session has ended, and close the socket."""
        self._registry.send(session, self._sessions.ended(reason))
        self._registry.close(session)

    async def recheck(self) -> None:
        """Compare every socket with Postgres, in case an event was lost."""
        known = {session.eio_sid for session in self._registry.sessions()}
        for eio_sid in set(self._sockets.authenticated()) - known:
            logger.error("socket_without_record")
            self._sockets.close_transport(eio_sid)
        await self._recheck_sessions()
        await self.recheck_flows(self._registry.sessions())

    async def recheck_flows(self, sessions: list[SocketSession]) -> None:
        """Close those whose flow has ended."""
        held = [(session, session.holder.flow_id) for session in sessions if isinstance(session.holder, FlowHolder)]
        if not held:
            return
        live = await self._flows.find_live({flow_id for _, flow_id in held})
        for session, flow_id in held:
            if flow_id not in live:
                self._registry.close(session)

    async def _recheck_sessions(self) -> None:
        held = [
            (session, session.holder, session.holder.begin_look())
            for session in self._registry.sessions()
            if isinstance(session.holder, SessionHolder)
        ]
        if not held:
            return
        ids = {holder.claims.session_id for _, holder, _ in held}
        live = await self._sessions.find_live(ids)
        for session, holder, look in held:
            found = live.get(holder.claims.session_id)
            if found is None:
                self.end(session)
            elif found.lacks_factor or not found.may_call_from(holder.address):
                # The session lives on: its client connects again once it is admitted.
                self._registry.drop(session)
            else:
                self._take_over(session, holder, found, look=look)

    def _take_over(self, session: SocketSession, holder: SessionHolder, found: Standing, *, look: int) -> None:
        if holder.end_look(look, profile=found.profile):
            self._registry.place(session)
            self.announce(session, found)
