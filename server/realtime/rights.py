"""What the sockets of this process may receive, as Postgres says."""

from structlog import get_logger

from server.clock import utc_now
from server.errors import NotSignedInError
from server.identity.identity import Identity
from server.realtime.events import Event, SessionChanged, SessionEnded, SessionEndReason
from server.realtime.socket_registry import SocketRegistry
from server.realtime.socket_session import FlowHolder, SessionHolder, SocketSession
from server.realtime.sockets import Sockets
from server.services import Services
from server.sessions.access_token import read_access_token
from server.sessions.identify import identify_claims
from server.sessions.live_repository import LiveSession
from server.sessions.live_sessions import find_live_sessions
from server.verification.live_flows import find_live_flows

logger = get_logger(__name__)


class Rights:
    """Every look at the rights of a socket passes here, and puts it into the rooms that follow from them.

    Whichever look finds a change announces it: what is published at the change may come before the socket is there.
    """

    def __init__(self, services: Services, *, registry: SocketRegistry, sockets: Sockets) -> None:
        self._services = services
        self._registry = registry
        self._sockets = sockets

    async def look_up(self, session: SocketSession) -> Identity:
        """What the holder of the socket's token is now.

        Raises:
            NotSignedInError: it holds none, or one that has ended; the session is over.

        """
        holder = session.holder
        if not isinstance(holder, SessionHolder) or holder.claims.expires_at <= utc_now():
            raise NotSignedInError
        look = holder.begin_look()
        identity = await identify_claims(self._services, claims=holder.claims)
        self._take_over(session, holder, identity, look=look)
        return identity

    async def present(self, session: SocketSession, *, token: str) -> Identity | None:
        """The same with a new token; None when it is of another session than the socket's."""
        holder = session.holder
        if not isinstance(holder, SessionHolder):
            return None
        claims = read_access_token(self._services.keys, token)
        if claims.session_id != holder.claims.session_id:
            return None
        look = holder.begin_look()
        identity = await identify_claims(self._services, claims=claims)
        holder.claims, holder.announced = claims, claims.position
        self._take_over(session, holder, identity, look=look)
        return identity

    def announce(self, session: SocketSession, found: Identity | LiveSession) -> None:
        """Notify a client whose token, or last event, gives it another position than it has."""
        holder = session.holder
        if not isinstance(holder, SessionHolder) or holder.announced == (found.role, found.profile):
            return
        holder.announced = (found.role, found.profile)
        self._registry.send(session, Event.SESSION_CHANGED, SessionChanged(role=found.role, profile=found.profile))

    def suspend(self, session: SocketSession) -> None:
        """The rights have changed: until the next look the socket receives nothing that depends on them."""
        if isinstance(session.holder, SessionHolder):
            session.holder.forget()
            self._registry.place(session)

    def end(self, session: SocketSession, reason: SessionEndReason) -> None:
        """Tell the socket that its session is over, and close it."""
        self._registry.send(session, Event.SESSION_ENDED, SessionEnded(reason=reason))
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
        """Close those whose flow is over."""
        held = [(session, session.holder.flow_id) for session in sessions if isinstance(session.holder, FlowHolder)]
        if not held:
            return
        live = await find_live_flows(self._services, flow_ids={flow_id for _, flow_id in held})
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
        live = await find_live_sessions(self._services, session_ids=ids)
        for session, holder, look in held:
            found = live.get(holder.claims.session_id)
            if found is None:
                self.end(session, SessionEndReason.REVOKED)
            else:
                self._take_over(session, holder, found, look=look)

    def _take_over(
        self, session: SocketSession, holder: SessionHolder, found: Identity | LiveSession, *, look: int
    ) -> None:
        if holder.end_look(look, profile=found.profile):
            self._registry.place(session)
            self.announce(session, found)
