"""What a client may ask for on its socket. Every right is looked up anew."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from server.clock import utc_now
from server.errors import ForbiddenError, NotSignedInError, TooManyRequestsError
from server.identity.identity import Identity
from server.identity.profiles import Permission
from server.imports.read_import import watchable_snapshot
from server.realtime.acknowledge import Ack, acknowledged, parse
from server.realtime.errors import AnotherSessionError, TooManyWatchedError, UnknownEventError
from server.realtime.events import Event, SessionEndReason, SessionState
from server.realtime.rights import Rights
from server.realtime.schemas import Authenticate, ClientEvent, Watched, WatchImport
from server.realtime.session_clock import SessionClock
from server.realtime.socket_registry import SocketRegistry
from server.realtime.socket_session import EVENTS_SECONDS, MOST_WATCHED, SessionHolder, SocketSession
from server.services import Services

Handler = Callable[[SocketSession, tuple[Any, ...]], Awaitable[Ack]]


class ClientEvents:
    def __init__(self, services: Services, *, registry: SocketRegistry, rights: Rights, clock: SessionClock) -> None:
        self._services = services
        self._registry = registry
        self._rights = rights
        self._clock = clock
        self._handlers: dict[str, Handler] = {
            ClientEvent.SESSION_AUTHENTICATE: self._authenticate,
            ClientEvent.IMPORT_WATCH: self._watch,
            ClientEvent.IMPORT_UNWATCH: self._unwatch,
        }

    async def handle(self, eio_sid: str, event: str, arguments: tuple[Any, ...]) -> Ack:
        """Answer one event; it never raises."""
        return await acknowledged(lambda: self._dispatch(eio_sid, event, arguments), event=event[:100], sid=eio_sid)

    async def _dispatch(self, eio_sid: str, event: str, arguments: tuple[Any, ...]) -> Ack:
        session = self._registry.find(eio_sid)
        if session is None:
            raise NotSignedInError
        if not session.events.spend(asyncio.get_running_loop().time()):
            raise TooManyRequestsError(retry_after=int(EVENTS_SECONDS))
        handler = self._handlers.get(event)
        if handler is None:
            raise UnknownEventError
        return await handler(session, arguments)

    async def _authenticate(self, session: SocketSession, arguments: tuple[Any, ...]) -> Ack:
        """A new token of the same session: new rights, and a new end."""
        given = parse(Authenticate, arguments)
        identity = await self._rights.present(session, token=given.token)
        if identity is None:
            raise AnotherSessionError
        if self._registry.find(session.eio_sid) is session:
            self._clock.start(session.eio_sid, expires_at=identity.expires_at)
            self._registry.send(session, Event.SESSION_STATE, session_state(identity))
        return {}

    async def _watch(self, session: SocketSession, arguments: tuple[Any, ...]) -> Ack:
        import_id = parse(WatchImport, arguments).import_id
        identity = await self._identity_of(session)
        await watchable_snapshot(self._services, identity=identity, import_id=import_id)
        watched = self._watched(session)
        if import_id not in watched and len(watched) >= MOST_WATCHED:
            raise TooManyWatchedError
        watched.add(import_id)
        self._registry.place(session)
        # Read again: what changed between the first look and the joining would be lost otherwise.
        snapshot = await watchable_snapshot(self._services, identity=identity, import_id=import_id)
        return Watched(snapshot=snapshot).model_dump(mode="json", by_alias=True)

    async def _unwatch(self, session: SocketSession, arguments: tuple[Any, ...]) -> Ack:
        import_id = parse(WatchImport, arguments).import_id
        self._watched(session).discard(import_id)
        self._registry.place(session)
        return {}

    def _watched(self, session: SocketSession) -> set[Any]:
        return session.holder.watched if isinstance(session.holder, SessionHolder) else set()

    async def _identity_of(self, session: SocketSession) -> Identity:
        """One who may watch imports; a session that turns out to be over ends its socket once that is answered."""
        try:
            identity = await self._rights.look_up(session)
        except NotSignedInError:
            if isinstance(session.holder, SessionHolder):
                asyncio.get_running_loop().call_soon(self._rights.end, session, SessionEndReason.REVOKED)
            raise
        if not identity.may(Permission.USER_CREATE):
            raise ForbiddenError
        return identity


def session_state(identity: Identity, *, quiet_ms: int | None = None) -> SessionState:
    return SessionState(
        expires_at=identity.expires_at,
        idle_expires_at=identity.idle_expires_at,
        absolute_expires_at=identity.absolute_expires_at,
        server_time=utc_now(),
        version=identity.version,
        quiet_ms=quiet_ms,
    )
