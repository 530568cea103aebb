"""What a client may ask for on its socket. Every right is looked up anew."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from server.clock import utc_now
from server.errors import ForbiddenError, NotSignedInError, TooManyRequestsError
from server.imports.read_import import watchable_snapshot
from server.realtime.acknowledge import Ack, acknowledged, parse
from server.realtime.errors import AnotherSession, TooManyWatched, UnknownEvent
from server.realtime.events import Event, SessionState
from server.realtime.floor import Floor
from server.realtime.rooms import import_room
from server.realtime.schemas import Authenticate, ClientEvent, Watched, WatchImport
from server.realtime.seats import EVENTS_SECONDS, MOST_WATCHED, Seat, claims_of, rooms_of
from server.realtime.session_clock import SessionClock
from server.services import Services
from server.sessions.identify import identify, identify_claims
from server.sessions.identity import Identity
from server.users.profiles import Permission

Handler = Callable[[Seat, tuple[Any, ...]], Awaitable[Ack]]


class ClientEvents:
    def __init__(self, services: Services, *, floor: Floor, clock: SessionClock) -> None:
        self._services = services
        self._floor = floor
        self._clock = clock
        self._handlers: dict[str, Handler] = {
            ClientEvent.SESSION_AUTHENTICATE: self._authenticate,
            ClientEvent.IMPORT_WATCH: self._watch,
            ClientEvent.IMPORT_UNWATCH: self._unwatch,
        }

    async def handle(self, event: str, sid: str, *arguments: Any) -> Ack:  # noqa: ANN401 - whatever the client sent
        """Answer one event; it never raises."""
        return await acknowledged(lambda: self._dispatch(event, sid, arguments), event=event[:100], sid=sid)

    async def _dispatch(self, event: str, sid: str, arguments: tuple[Any, ...]) -> Ack:
        seat = self._floor.seats.get(sid)
        if seat is None:
            raise NotSignedInError
        if not seat.may_speak(asyncio.get_running_loop().time()):
            raise TooManyRequestsError(retry_after=int(EVENTS_SECONDS))
        handler = self._handlers.get(event)
        if handler is None:
            raise UnknownEvent
        return await handler(seat, arguments)

    async def _authenticate(self, seat: Seat, arguments: tuple[Any, ...]) -> Ack:
        """A new token of the same session: new rights, and a new end."""
        given = parse(Authenticate, arguments)
        identity = await identify(self._services, token=given.token)
        if seat.claims is None or seat.claims.session_id != identity.session_id:
            raise AnotherSession
        seat.claims = claims_of(identity)
        await self._move(seat, identity)
        self._clock.start(seat.sid, expires_at=identity.expires_at)
        await self._floor.say(seat.sid, Event.SESSION_STATE, session_state(identity))
        return {}

    async def reseat(self, seat: Seat) -> None:
        """Look anew what the holder of a session is, and which rooms that gives.

        Raises:
            NotSignedInError: the session is over.

        """
        if seat.claims is not None:
            await self._move(seat, await identify_claims(self._services, claims=seat.claims))

    async def _move(self, seat: Seat, identity: Identity) -> None:
        """Into the rooms of what the holder is now, out of those of what they were."""
        due = rooms_of(identity)
        if identity.may(Permission.USER_CREATE):
            due |= {import_room(import_id) for import_id in seat.watched}
        else:
            seat.watched.clear()
        present = self._floor.rooms_of(seat.sid)
        await self._floor.part(seat.sid, present - due)
        await self._floor.join(seat.sid, due - present)

    async def _watch(self, seat: Seat, arguments: tuple[Any, ...]) -> Ack:
        import_id = parse(WatchImport, arguments).import_id
        identity = await self._identity_of(seat)
        if not identity.may(Permission.USER_CREATE):
            raise ForbiddenError
        await watchable_snapshot(self._services, identity=identity, import_id=import_id)
        if import_id not in seat.watched and len(seat.watched) >= MOST_WATCHED:
            raise TooManyWatched
        seat.watched.add(import_id)
        await self._floor.join(seat.sid, [import_room(import_id)])
        # Read again: what changed between the first look and the joining would be lost otherwise.
        snapshot = await watchable_snapshot(self._services, identity=identity, import_id=import_id)
        return Watched(snapshot=snapshot).model_dump(mode="json", by_alias=True)

    async def _unwatch(self, seat: Seat, arguments: tuple[Any, ...]) -> Ack:
        import_id = parse(WatchImport, arguments).import_id
        seat.watched.discard(import_id)
        await self._floor.part(seat.sid, [import_room(import_id)])
        return {}

    async def _identity_of(self, seat: Seat) -> Identity:
        if seat.claims is None or seat.claims.expires_at <= utc_now():
            raise NotSignedInError
        return await identify_claims(self._services, claims=seat.claims)


def session_state(identity: Identity) -> SessionState:
    return SessionState(
        expires_at=identity.expires_at,
        idle_expires_at=identity.idle_expires_at,
        absolute_expires_at=identity.absolute_expires_at,
        server_time=utc_now(),
        version=identity.version,
    )
