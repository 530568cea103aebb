"""The sockets of this process and their rooms. One record is both: a socket without it receives nothing."""

from collections.abc import Callable, Collection

from server.platform.events import CompanyRoom, Message
from server.platform.live.packets import encode_event
from server.platform.live.socket_session import SessionHolder, SocketSession
from server.platform.live.sockets import Sockets
from server.platform.process.clock import utc_now
from server.platform.process.metrics import SOCKETS


class SocketRegistry:
    """What is sent here goes to sockets of this process alone; the publisher reaches those of all.

    A record lives no longer than its connection. `on_removed` is given the connection's id.
    """

    def __init__(
        self, sockets: Sockets, *, company_rooms: Collection[CompanyRoom], on_removed: Callable[[str], None]
    ) -> None:
        self._sockets = sockets
        self._company_rooms = company_rooms
        self._on_removed = on_removed
        self._sessions: dict[str, SocketSession] = {}
        self._members: dict[str, dict[str, SocketSession]] = {}
        sockets.on_closed = self.remove
        sockets.bus.find_recipients = self.recipients

    def __len__(self) -> int:
        return len(self._sessions)

    def add(self, session: SocketSession) -> bool:
        """False when its connection has gone meanwhile."""
        if not self._sockets.recognise(session.eio_sid):
            return False
        self._sessions[session.eio_sid] = session
        self.place(session)
        SOCKETS.set(len(self._sessions))
        return True

    def place(self, session: SocketSession) -> None:
        """Move the socket into the rooms of its present rights, out of all others."""
        if self._sessions.get(session.eio_sid) is not session:
            return
        held, due = frozenset(session.rooms), session.due_rooms(self._company_rooms)
        for room in held - due:
            self._leave(session, room)
        for room in due - held:
            self._members.setdefault(room, {})[session.eio_sid] = session
        session.rooms = tuple(due)

    def remove(self, eio_sid: str) -> None:
        session = self._sessions.pop(eio_sid, None)
        if session is None:
            return
        for room in session.rooms:
            self._leave(session, room)
        session.rooms = ()
        SOCKETS.set(len(self._sessions))
        self._on_removed(eio_sid)

    def find(self, eio_sid: str) -> SocketSession | None:
        return self._sessions.get(eio_sid)

    def sessions(self) -> list[SocketSession]:
        return list(self._sessions.values())

    def members(self, room: str) -> list[SocketSession]:
        return list(self._members.get(room, {}).values())

    def count(self, room: str) -> int:
        return len(self._members.get(room, ()))

    def recipients(self, room: str) -> list[str]:
        """The connections of a room; a token that has ended receives nothing, even before its socket is closed."""
        now = utc_now()
        return [
            eio_sid
            for eio_sid, session in self._members.get(room, {}).items()
            if not isinstance(session.holder, SessionHolder) or session.holder.claims.expires_at > now
        ]

    def send(self, session: SocketSession, message: Message) -> None:
        if self._sessions.get(session.eio_sid) is not session:
            return
        frame = encode_event(message.event.name, message.payload.model_dump(mode="json", by_alias=True))
        self._sockets.push(frame, to=[session.eio_sid])

    def close(self, session: SocketSession) -> None:
        """Close the connection with a disconnect packet, after which the client does not reconnect."""
        if self._sessions.get(session.eio_sid) is session:
            self.remove(session.eio_sid)
            self._sockets.dismiss(session.eio_sid)

    def drop(self, session: SocketSession) -> None:
        """Close the connection without a disconnect packet: our client reconnects."""
        self.remove(session.eio_sid)
        self._sockets.close_transport(session.eio_sid)

    def _leave(self, session: SocketSession, room: str) -> None:
        members = self._members[room]
        del members[session.eio_sid]
        if not members:
            del self._members[room]
