"""The sockets of this process as the rest of the gateway sees them."""

from collections.abc import Iterable
from typing import Final

from server.metrics import SOCKETS
from server.realtime.events import Event
from server.realtime.seats import Seat
from server.realtime.sockets import Sockets
from server.schemas import ResponseSchema

NAMESPACE: Final = "/"


class Floor:
    """What is said here goes to sockets of this process alone; the publisher reaches everybody's."""

    def __init__(self, sockets: Sockets) -> None:
        self.sockets = sockets
        self.seats: dict[str, Seat] = {}

    def take(self, seat: Seat) -> None:
        self.seats[seat.sid] = seat
        self.sockets.has_authenticated(seat.eio_sid)
        SOCKETS.set(len(self.seats))

    def leave(self, sid: str) -> None:
        self.seats.pop(sid, None)
        SOCKETS.set(len(self.seats))

    async def say(self, sid: str, event: Event, payload: ResponseSchema) -> None:
        dumped = payload.model_dump(mode="json", by_alias=True)
        await self.sockets.emit(event.value, dumped, to=sid, ignore_queue=True)

    async def join(self, sid: str, rooms: Iterable[str]) -> None:
        for room in rooms:
            await self.sockets.enter_room(sid, room)

    async def part(self, sid: str, rooms: Iterable[str]) -> None:
        for room in rooms:
            await self.sockets.leave_room(sid, room)

    def rooms_of(self, sid: str) -> set[str]:
        """Those that were joined; not the one of its own that Socket.IO gives to every socket."""
        return {room for room in self.sockets.rooms(sid) if room and room != sid}

    def sids_in(self, room: str) -> list[str]:
        return [sid for sid, _ in self.sockets.bus.get_participants(NAMESPACE, room)]

    async def close(self, sid: str) -> None:
        """Say goodbye, so that the client does not come back by itself, and close the connection."""
        seat = self.seats.get(sid)
        await self.sockets.disconnect(sid, ignore_queue=True)
        if seat is not None:
            self.sockets.close_transport(seat.eio_sid)
